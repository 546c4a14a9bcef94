import { Deployment } from "../support/deployment";
import { describeSince, describeWithTerraform } from "../support/terraform";

/**
 * How many requests Terraform's plans and applies take. The lists carry durations; where they do not (`documents:
 * "documented"`), one read for each project comes on top.
 */
let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

function projects(count: number): string {
  return `
resource "tfprojects_project" "it" {
  count = ${count}
  name  = "Project \${count.index}"
}
`;
}

function memberships(count: number, size: number): string {
  return `
resource "tfprojects_workspace_membership" "it" {
  count           = ${count}
  project_id      = tfprojects_project.it[count.index].id
  workspace_names = [for i in range(${size}) : "workspace-\${${size} * count.index + i}"]
}
`;
}

/** Projects that are read by themselves before their pages are, if calls arrive one at a time. */
const SINGLE = 3;

/** Requests other than writes. */
const reads = (requests: readonly string[]): number => requests.filter((it) => it.startsWith("GET")).length;

describeWithTerraform("requests of Terraform", () => {
  test.each([
    ["full", 0],
    ["documented", 12],
  ] as const)(
    "a small stack in a large organization reads its own projects, %s documents",
    async (documents, single) => {
      // GIVEN 12 projects of 2 workspaces, beside 3,000 others
      await deployment.stop();
      deployment = await Deployment.start({ documents });
      const { acme } = deployment;
      acme.addWorkspaces(3_024);
      await deployment.code(projects(12) + memberships(12, 2)).init();
      await deployment.apply();
      acme.takeRequests();

      // WHEN
      expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });

      // THEN the organization, the projects, the first page of workspaces and those of each project
      expect(acme.takeRequests().length).toBeLessThanOrEqual(1 + (SINGLE + 1) + 1 + 12 + single);
    },
  );

  test("a stack of all projects reads pages, whatever the number of concurrent calls", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(440);
    await deployment.code(projects(110) + memberships(110, 4)).init();
    await deployment.apply();
    acme.takeRequests();

    for (const parallelism of [1, 10]) {
      expect(await deployment.plan("-detailed-exitcode", `-parallelism=${parallelism}`)).toMatchObject({ status: 0 });
      // The organization, two pages of projects, and five of workspaces.
      expect(acme.takeRequests().length).toBeLessThanOrEqual(1 + (SINGLE + 2) + 5);
    }
  });

  test("destroying empty projects takes one request for each, and two reads of the pages of projects", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(1_100);
    await deployment.code(projects(40)).init();
    await deployment.apply();
    acme.takeRequests();

    expect(await deployment.destroy()).toMatchObject({ status: 0 });

    const requests = acme.takeRequests();
    expect(requests.filter((it) => it.startsWith("DELETE"))).toHaveLength(40);
    expect(reads(requests)).toBeLessThanOrEqual(2 * (1 + (SINGLE + 1)));
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });
});

describeSince("requests of a saved plan that keeps what it has found", { terraform: "1.16" }, () => {
  test("are those of the apply itself", async () => {
    // GIVEN a plan of 3 new projects with 50 workspaces each, of 1,100
    const { acme } = deployment;
    acme.addWorkspaces(1_100);
    await deployment.code(projects(3) + memberships(3, 50)).init();
    expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
    acme.takeRequests();

    // WHEN
    await deployment.terraform.succeed(["apply", "-input=false", "saved.tfplan"]);

    // THEN no workspace was looked up again
    const requests = acme.takeRequests();
    expect(requests.filter((it) => it.startsWith("POST"))).toHaveLength(3 + 3);
    expect(requests.length).toBeLessThanOrEqual(15);
  });
});
