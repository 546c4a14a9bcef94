import { VERSION } from "../src/version";
import type { TerraformWorkspace } from "../test/support/terraform";

const SOURCE = "terraform.local/tfprojects/tfprojects";

/** Has Terraform launch a provider, for code that requires it. */
export function requireProvider(terraform: TerraformWorkspace, executable: string): void {
  terraform.stageProvider(executable, SOURCE, VERSION);
  const required = { terraform: { required_providers: { tfprojects: { source: SOURCE, version: VERSION } } } };
  terraform.write("versions.tf.json", JSON.stringify(required));
}

export function projects(count: number): string {
  return `resource "tfprojects_project" "it" {
  count = ${count}
  name  = "Project \${count.index}"
}
`;
}

/** Memberships of the first projects, each with the same number of workspaces. */
export function memberships(count: number, size: number): string {
  return `resource "tfprojects_workspace_membership" "it" {
  count           = ${count}
  project_id      = tfprojects_project.it[count.index].id
  workspace_names = [for i in range(${size}) : "workspace-\${${size} * count.index + i}"]
}
`;
}
