import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../model/provider-address";
import { VERSION } from "../version";

/**
 * The lines of the block with which a Terraform configuration requires the provider of this package.
 *
 * @param aliases - `[tfprojects.main]`: what the caller of a module configures.
 */
export function requiredProviders(aliases?: string): readonly string[] {
  return [
    "required_providers {",
    `  ${PROVIDER_TYPE} = {`,
    `    source  = "${PROVIDER_SOURCE}"`,
    `    version = "${VERSION}"`,
    ...(aliases === undefined ? [] : [`    configuration_aliases = ${aliases}`]),
    "  }",
    "}",
  ];
}
