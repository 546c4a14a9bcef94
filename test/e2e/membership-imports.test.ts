import { Deployment } from "../support/deployment";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform, unwrapped } from "../support/terraform";

/* An import takes hold of what it names and the code lists, and moves nothing. */

let deployment: Deployment;
let id: string;
beforeEach(async () => {
  deployment = await Deployment.start();
  id = deployment.acme.addProject("Platform");
  for (const name of ["api", "batch", "web"]) deployment.acme.addWorkspace(name, id);
});
afterEach(() => deployment.stop());

const inside = () => deployment.acme.world["Platform"];
const writes = () => deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"));

const AT = "tfprojects_workspace_membership.it";

/** A way to import the membership: with Terraform's command, or with a block, which the code has then. */
interface Way {
  readonly block?: (importId: string) => string;
  /** Whether the membership is one of several instances. */
  readonly isEach?: boolean;
}

const WAYS: readonly (readonly [string, Way])[] = [
  ["an import block", { block: (importId) => `import {\n  to = ${AT}\n  id = "${importId}"\n}\n` }],
  ["terraform import", {}],
  [
    "an import block with for_each",
    {
      isEach: true,
      block: (importId) =>
        `import {\n  for_each = { it = "${importId}" }\n  to = ${AT}[each.key]\n  id = each.value\n}\n`,
    },
  ],
];

/** Code with a membership that has these workspaces, and an import of it. */
function write({ isEach = false, block }: Way, importId: string, names: readonly string[], more = ""): void {
  deployment.code(`${block?.(importId) ?? ""}
resource "tfprojects_workspace_membership" "it" {
  ${isEach ? 'for_each = toset(["it"])' : ""}
  project_id      = "${id}"
  workspace_names = ${JSON.stringify(names)}
  ${more}
}
`);
}

/** Imports the membership with code that has these workspaces. */
async function importInto(way: Way, importId: string, names: readonly string[], more = ""): Promise<void> {
  write(way, importId, names, more);
  await deployment.init();
  if (way.block === undefined) {
    expect(await deployment.terraform.run(["import", "-input=false", AT, importId])).toMatchObject({ status: 0 });
  } else await deployment.apply();
}

/** The text of a plan, which must succeed. */
async function planned(...more: string[]): Promise<string> {
  const { status, output } = await deployment.plan(...more);
  expect([status, output]).toEqual([0, expect.any(String)]);
  return unwrapped(output);
}

describeWithTerraform("a membership that was imported", () => {
  test.each(casesInEachRun(1, WAYS))(
    "whole, by %s, moves nothing that the code does not list, and names what stays",
    async (_, way) => {
      deployment.acme.takeRequests();
      await importInto(way, id, ["api", "batch", "web"]);
      deployment.acme.addWorkspace("colleague", id);
      expect(await planned()).toContain("No changes.");
      write(way, id, ["api"]);
      for (const options of [[], ["-refresh=false"]]) {
        const plan = await planned(...options);
        expect(plan).toContain("Workspaces stay in an imported project");
        expect(plan).toContain("batch, web");
        expect(plan).not.toContain("will be moved");
      }
      await deployment.apply();
      expect([writes(), inside()]).toEqual([[], ["api", "batch", "colleague", "web"]]);
      await deployment.expectSettled();
    },
  );

  test.each(casesInEachRun(1, [...WAYS].reverse()))(
    "with names, by %s, releases these when the code drops them, and nothing else",
    async (_, way) => {
      deployment.acme.takeRequests();
      const importId = `${id}:api,web`;
      await importInto(way, importId, ["api", "web"]);
      deployment.acme.addWorkspace("colleague", id);
      expect(await planned()).toContain("No changes.");
      expect(writes()).toEqual([]);
      write(way, importId, ["api"]);
      for (const options of [["-refresh=false"], []]) {
        const plan = await planned(...options);
        expect(plan).toContain("Workspaces leave a membership");
        expect(plan).not.toContain("Workspaces stay in an imported project");
      }
      await deployment.apply();
      expect(deployment.acme.world).toEqual({ "Default Project": ["web"], Platform: ["api", "batch", "colleague"] });
      await deployment.expectSettled();
    },
  );
});
