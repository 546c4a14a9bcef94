import { tfprojectsProvider } from "../../src/provider/provider";
import { VERSION } from "../../src/version";
import { AttachedProvider } from "./attached-provider";
import { otherProvider, PROVIDER } from "./executables";
import type { TerraformWorkspace } from "./terraform";

const SOURCE = "terraform.local/tfprojects/tfprojects";

/** As `terraform.required_providers` has it. */
export const REQUIRED_PROVIDERS = { tfprojects: { source: SOURCE, version: VERSION } };

/** The provider, for Terraform to connect to: in this process, unless another executable is tested. */
export function attachProvider(): Promise<AttachedProvider> {
  if (otherProvider !== undefined) return AttachedProvider.startExecutable(otherProvider, SOURCE);
  return AttachedProvider.start(tfprojectsProvider, SOURCE);
}

/** Puts the provider as built where Terraform finds it and launches it. */
export function stageProvider(terraform: TerraformWorkspace): void {
  terraform.stageProvider(PROVIDER, SOURCE, VERSION);
}
