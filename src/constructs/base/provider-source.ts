import type { TerraformProviderGeneratorMetadata } from "cdktf";
import { PROVIDER_TYPE } from "../../model/provider-address";
import { VERSION } from "../../version";

/** cdktf pairs resources with their provider by this. The version is exactly the one in this package. */
export const PROVIDER_METADATA: TerraformProviderGeneratorMetadata = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};
