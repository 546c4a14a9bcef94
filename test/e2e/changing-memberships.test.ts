import { Deployment } from "../support/deployment";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform, isSince, unwrapped } from "../support/terraform";

/** The apply knows what was planned: no stop, and no warning, unless the membership that takes was planned last. */
const KNOWS_PLANS = isSince({ terraform: "1.16" });

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

/**
 * Twenty projects with a membership of five workspaces each, or none, and one project that takes those that `target`
 * names.
 */
function code(
  ids: readonly string[],
  { inSources, inTarget }: { inSources: boolean; inTarget: readonly string[] },
): string {
  return `
locals { ids = ${JSON.stringify(ids)} }
resource "tfprojects_project" "target" { name = "Target" }
resource "tfprojects_project" "source" {
  count = 20
  name  = "Source \${count.index}"
}
resource "tfprojects_workspace_membership" "source" {
  count         = 20
  project_id    = tfprojects_project.source[count.index].id
  workspace_ids = ${inSources ? "slice(local.ids, 5 * count.index, 5 * count.index + 5)" : "[]"}
}
resource "tfprojects_workspace_membership" "target" {
  project_id    = tfprojects_project.target.id
  workspace_ids = ${JSON.stringify(inTarget)}
}
`;
}

const moves = () => deployment.acme.takeRequests().filter((request) => request.endsWith("/relationships/workspaces"));

describeWithTerraform("moving 100 workspaces between 20 memberships and one", () => {
  // What arrives within 50 ms lets go in one move: usually in two waves, and then the membership takes. A busy machine
  // needs some more.
  test.each(
    casesInEachRun(1, [
      ["-parallelism=10", 10],
      ["-parallelism=30", 10],
      ["-parallelism=1", 21],
    ] as const),
  )(
    "moves them with %s, in at most %i moves, and the plan warns of moves via the default project",
    async (parallelism, most) => {
      const { acme } = deployment;
      const ids = acme.addWorkspaces(100);
      await deployment.code(code(ids, { inSources: true, inTarget: [] })).init();
      await deployment.apply();
      moves();
      const applied = await deployment.code(code(ids, { inSources: false, inTarget: ids })).apply(parallelism);
      if (!KNOWS_PLANS) expect(unwrapped(applied.output)).toContain("may be in the default project temporarily");
      expect(moves().length).toBeLessThanOrEqual(most);
      expect(acme.world["Target"]).toHaveLength(100);
      await deployment.expectSettled();
    },
  );

  test("takes at most one move for each membership, and at least one for each destination, with a saved plan", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(100);
    await deployment.code(code(ids, { inSources: true, inTarget: [] })).init();
    await deployment.apply();
    for (const parallelism of casesInEachRun(1, ["-parallelism=10", "-parallelism=1", "-parallelism=30"])) {
      for (const [inSources, destinations] of [
        [false, 1],
        [true, 20],
      ] as const) {
        deployment.code(code(ids, { inSources, inTarget: inSources ? [] : ids }));
        expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
        moves();
        const applied = await deployment.terraform.run(["apply", "-input=false", parallelism, "saved.tfplan"]);
        expect(applied).toMatchObject({ status: 0 });
        const made = moves();
        // Each destination is moved to once, and each membership lets go once at most.
        expect(made.length).toBeGreaterThanOrEqual(destinations);
        expect(made.length).toBeLessThanOrEqual(21);
        expect(acme.world["Default Project"]).toEqual([]);
        expect(acme.world["Target"]).toHaveLength(inSources ? 0 : 100);
      }
    }
    await deployment.expectSettled();
  });

  test("leaves the workspaces where the next plan shows them if the destination fails", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(100);
    await deployment.code(code(ids, { inSources: true, inTarget: [] })).init();
    await deployment.apply();
    const target = acme.project("Target")!.id;
    acme.emulator.faults.add({ path: new RegExp(`${target}/relationships`), status: 422, times: Infinity });
    deployment.code(code(ids, { inSources: false, inTarget: ids }));
    expect(await deployment.terraform.apply()).toMatchObject({ status: 1 });
    expect(acme.world["Target"]).toEqual([]);
    acme.emulator.faults.clear();
    const planned = await deployment.plan("-detailed-exitcode");
    expect(planned).toMatchObject({ status: 2 });
    expect(planned.stdout).toContain("tfprojects_workspace_membership.target will be updated in-place");
    await deployment.apply();
    expect(acme.world["Target"]).toHaveLength(100);
    await deployment.expectSettled();
  });
});
