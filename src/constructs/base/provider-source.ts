import type { TerraformProviderGeneratorMetadata } from "cdktf";
import { VERSION } from "../../version";

/** The type of the provider, the prefix of its resource types. */
export const PROVIDER_TYPE = "tfprojects";

/**
 * The address of the provider. No registry answers for this host: the executable is part of this package and is
 * installed from the stack's own folder, so nothing can ever be downloaded under this name.
 */
export const PROVIDER_SOURCE = "terraform.local/tfprojects/tfprojects";

/** cdktf pairs resources with their provider by this. The version is exactly the one in this package. */
export const PROVIDER_METADATA: TerraformProviderGeneratorMetadata = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};
