import type { TerraformProviderGeneratorMetadata } from "cdktf";
import { PROVIDER_TYPE } from "../../model/provider-address";
import { VERSION } from "../../version";

/** Identifies the provider of a resource for cdktf. The version is exactly that of this package. */
export const PROVIDER_METADATA: TerraformProviderGeneratorMetadata = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};
