import { generateApp } from "../generate-app";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import { DEFAULT_ID, organization } from "../organizations";

function contents(actual: ActualOrganization, options: Parameters<typeof generateApp>[2] = {}): Record<string, string> {
  const selected = actual.projects.filter(({ id }) => id !== DEFAULT_ID);
  const files = generateApp(actual, selected, { hcl: true, layout: "table", ...options });
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

describe("Terraform configuration with a table", () => {
  test("has one entry for each project, and one resource for all of them", () => {
    const files = contents(
      organization(
        { "Default Project": [], "Data Science": [], Platform: ["network-test", "network-prod"] },
        { Platform: { description: "Networks" } },
      ),
    );
    expect(files["projects.tf"]).toContain(`locals {
  projects = {
    data_science = {
      name = "Data Science"
    }
    platform = {
      name            = "Platform"
      description     = "Networks"
      workspace_names = ["network-prod", "network-test"]
    }
  }
}
`);
    expect(files["main.tf"]).toContain(`resource "tfprojects_workspace_membership" "this" {
  for_each = { for key, entry in local.projects : key => entry if can(entry.workspace_names) }

  project_id      = tfprojects_project.this[each.key].id
  workspace_names = each.value.workspace_names
  exclusive       = try(each.value.exclusive, null)
}
`);
    expect(files["main.tf"]).toContain('required_version = ">= 1.7"');
    expect(files["imports.tf"]).toContain(`    data_science = "prj-1"\n    platform     = "prj-2"\n`);
  });

  test("quotes a key that would begin an expression", () => {
    const files = contents(organization({ "Default Project": [], for: [] }));
    expect(files["projects.tf"]).toContain('    "for" = {\n');
    expect(files["imports.tf"]).toContain('    "for" = "prj-1"\n');
  });

  test("gets one more entry for one more project, and no other line changes", () => {
    const before = { "Default Project": [], Alpha: ["a"], Zeta: ["z"] };
    const one = contents(organization(before), { imports: false });
    const other = contents(organization({ ...before, Middle: ["m"] }), { imports: false });
    const entry = '    middle = {\n      name            = "Middle"\n      workspace_names = ["m"]\n    }\n';
    expect(other["projects.tf"]).toContain(entry);
    expect({ ...other, "projects.tf": other["projects.tf"]!.replace(entry, "") }).toEqual(one);
  });
});
