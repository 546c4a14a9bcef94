import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../model/provider-address";
import { VERSION } from "../version";

/** The lines of the block with which a Terraform configuration requires the provider of this package. */
export function requiredProviders(): readonly string[] {
  return [
    "required_providers {",
    `  ${PROVIDER_TYPE} = {`,
    `    source  = "${PROVIDER_SOURCE}"`,
    `    version = "${VERSION}"`,
    "  }",
    "}",
  ];
}
