import { Deployment } from "../support/deployment";
import { describeWithTerraform } from "../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start({ documents: "documented" })));
afterEach(() => deployment.stop());

/** A project for each pair of workspaces, and a membership for each project. */
function code(projects: number): string {
  return `
resource "tfprojects_project" "it" {
  count = ${projects}
  name  = "Project \${count.index}"
}
resource "tfprojects_workspace_membership" "it" {
  count           = ${projects}
  project_id      = tfprojects_project.it[count.index].id
  workspace_names = ["workspace-\${2 * count.index}", "workspace-\${2 * count.index + 1}"]
}
`;
}

/**
 * Single reads before it is clear that there are many: three of projects, three of workspaces; and the organization.
 */
const HANDFUL = 7;

describeWithTerraform("requests of the real Terraform", () => {
  test("101 projects with 202 workspaces: one write each, then a refresh of 2 + 3 pages, and each project for its duration", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(202);
    await deployment.code(code(101)).init();
    acme.takeRequests();
    await deployment.apply();
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toHaveLength(202);
    expect(acme.world["Default Project"]).toEqual([]);
    expect(acme.world["Project 100"]).toEqual(["workspace-200", "workspace-201"]);

    expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    const requests = acme.takeRequests();
    expect(requests.filter((request) => request === "GET /api/v2/organizations/acme/projects")).toHaveLength(2);
    // The list does not carry durations, which are compared whether the code sets one or not: of each project once.
    const singles = requests.filter((request) => /^GET \/api\/v2\/projects\/prj-\w+$/.test(request));
    expect(new Set(singles).size).toBe(101);
    expect(requests.length).toBeLessThanOrEqual(101 + 2 + 3 + HANDFUL);

    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
    expect(acme.world["Default Project"]).toHaveLength(202);
  });
});
