import { resolve } from "node:path";
import { tfprojectsProvider } from "../../src/provider/provider";
import { VERSION } from "../../src/version";
import { AttachedProvider } from "./attached-provider";
import type { TerraformWorkspace } from "./terraform";

const BUILT = resolve(__dirname, "../../dist/terraform-provider-tfprojects");
const SOURCE = "terraform.local/tfprojects/tfprojects";

/** As `terraform.required_providers` has it. */
export const REQUIRED_PROVIDERS = { tfprojects: { source: SOURCE, version: VERSION } };

/** The provider, for Terraform to connect to. */
export function attachProvider(): Promise<AttachedProvider> {
  return AttachedProvider.start(tfprojectsProvider, SOURCE);
}

/** Puts the provider as built where Terraform finds it and launches it. */
export function stageProvider(terraform: TerraformWorkspace): void {
  terraform.stageProvider(BUILT, SOURCE, VERSION);
}
