import type { TerraformProviderGeneratorMetadata } from "cdktf";
import { VERSION } from "../../version";

/** The provider's type: what its resource types begin with. */
export const PROVIDER_TYPE = "tfprojects";

/**
 * The provider's address. A host that no registry answers for: the executable comes with this package and is found in the
 * stack's own folder, so nothing may ever be downloaded under this name.
 */
export const PROVIDER_SOURCE = "terraform.local/tfprojects/tfprojects";

/** By this cdktf pairs resources with their provider. The version is exact: the one that travels in this package. */
export const PROVIDER_METADATA: TerraformProviderGeneratorMetadata = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};
