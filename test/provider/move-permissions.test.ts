import type { ProjectPermission } from "../../src/emulator";
import { ensureMembership, MoveRejectedError } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const MEMBERSHIP = "tfprojects_workspace_membership.all";
const PLACEMENT = "tfprojects_workspace_placement.all";

/** A token that may move workspaces in all projects but one. */
function tokenWithout(project: string): string {
  const all = ["read", "update", "move-workspaces"] as const;
  const projects = acme.emulator.state().organizations[0]!.projects.map(({ id, name }) => {
    return [id, all.filter((it) => name !== project || it !== "move-workspaces")] as const;
  });
  const permissions: Record<string, readonly ProjectPermission[]> = Object.fromEntries(projects);
  return acme.emulator.tokens.create({ organization: "acme", role: "team", projects: permissions });
}

describe.each([
  ["into the destination", "Goal", /move 2 workspaces into project "Goal" \(prj-/],
  ["out of a source", "Source", /move 1 workspace out of project "Source" \(prj-/],
])("a token that may not move workspaces %s", (_, project, message) => {
  test("fails the plans of a membership and of a placement, before the first change", async () => {
    const [source, goal] = [acme.addProject("Source"), acme.addProject("Goal")];
    acme.addWorkspace("app-one", source);
    acme.addWorkspace("app-two");
    acme.addWorkspace("lib-one", source);
    acme.addWorkspace("lib-two");
    const configuration = configurationFor(
      acme,
      {
        [MEMBERSHIP]: { project_id: goal, workspace_names: ["app-one", "app-two"] },
        [PLACEMENT]: { rule: [{ project: "Goal", match_names: ["lib-*"], take_from: "any" }] },
      },
      tokenWithout(project),
    );
    const before = acme.world;
    const { ok, diagnostics } = await inProcessTerraform().apply(configuration);
    expect(ok).toBe(false);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const expected = {
      summary: "Moving workspaces is not permitted",
      detail: expect.stringMatching(message) as string,
    };
    expect(errors).toHaveLength(2);
    expect(errors).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
    expect(new Set(errors.map(({ address }) => address))).toEqual(new Set([MEMBERSHIP, PLACEMENT]));
    expect(acme.world).toEqual(before);
  });
});

test("an evacuation that the token may not make fails the plan", async () => {
  const resources = { "tfprojects_project.old": { name: "Old", deletion_policy: "evacuate" } };
  const terraform = inProcessTerraform();
  await terraform.apply(configurationFor(acme, resources));
  acme.addWorkspace("api", acme.project("Old")!.id);
  const plan = await terraform.plan(configurationFor(acme, {}, tokenWithout("Old")));
  expect(plan.ok).toBe(false);
  expect(plan.diagnostics).toContainEqual(
    expect.objectContaining({ severity: "error", summary: "Moving workspaces is not permitted" }),
  );
});

test("a move that is answered with 404 names both projects and the permission", async () => {
  const [source, goal] = [acme.addProject("Source"), acme.addProject("Goal")];
  const workspace = acme.addWorkspace("api", source);
  const view = acme.viewWith(tokenWithout("Goal"));
  await Promise.all([source, goal].map((id) => view.projects.byId(id)));
  const moved = ensureMembership(view, goal, [workspace]);
  await expect(moved).rejects.toThrow(MoveRejectedError);
  await expect(moved).rejects.toThrow(
    /project "Source" \(prj-.*into project "Goal" \(prj-.*404.*not authorized to move/,
  );
});
