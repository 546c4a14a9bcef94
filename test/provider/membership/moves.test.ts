import { membershipResource } from "../../../src/provider/membership/resource";
import type { MembershipPlan, MembershipState } from "../../../src/model";
import { ProviderData } from "../../../src/provider/provider-data";
import { Acme } from "../../support/acme";
import { FIRST_PLAN, OPTIONAL, UNKNOWN_COMPUTED } from "../../support/handler-requests";
import { reference, type Configuration } from "../../in-process-terraform";
import { contextOf } from "../context";
import { configurationFor, inProcessTerraform } from "../in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const SOURCES = 20;

/** A process of Terraform that applies memberships: it plans each again, then applies it. */
class Walk {
  readonly session = new ProviderData(acme.client, "acme");

  async plan(prior: MembershipState | null, projectId: string, workspaceIds: readonly string[]) {
    const config = {
      ...OPTIONAL,
      project_id: projectId,
      workspace_ids: [...workspaceIds],
      workspace_names: null,
      exclusive: false,
      on_destroy: "default-project",
      organization: null,
    };
    const context = contextOf(acme, this.session);
    const planned: MembershipPlan = { ...config, ...UNKNOWN_COMPUTED };
    const result = await membershipResource.plan!(
      {
        config: { ...config, id: null },
        prior,
        planned,
        ...FIRST_PLAN,
      },
      context,
    );
    expect(context.diagnostics.hasErrors).toBe(false);
    return {
      warnings: context.diagnostics.entries.map(({ detail }) => detail),
      apply: (): Promise<MembershipState> => {
        const known = { ...config, id: null };
        const planning = { ...context, privateState: result.privateState };
        return prior === null
          ? membershipResource.create({ config: known, planned: result.planned }, planning)
          : membershipResource.update({ config: known, planned: result.planned, prior }, planning);
      },
    };
  }
}

/** Twenty projects of five workspaces each, the state of their memberships, and a target project. */
async function twentyMemberships() {
  const ids = acme.addWorkspaces(5 * SOURCES);
  const target = acme.addProject("Target");
  const walk = new Walk();
  const states = await Promise.all(
    Array.from({ length: SOURCES }, async (_, index) => {
      const projectId = acme.addProject(`Source ${index}`);
      return (await walk.plan(null, projectId, ids.slice(5 * index, 5 * index + 5))).apply();
    }),
  );
  acme.takeRequests();
  return { ids, target, states };
}

const moves = () => acme.takeRequests().filter((request) => request.startsWith("POST"));
const moveInto = (projectId: string) => `POST /api/v2/projects/${projectId}/relationships/workspaces`;

describe("100 workspaces of 20 memberships", () => {
  test("move in one request to the membership that takes them, in any order of apply", async () => {
    const { ids, target, states } = await twentyMemberships();
    const walk = new Walk();
    const releasing = await Promise.all(states.map((state) => walk.plan(state, state.project_id, [])));
    const taking = await walk.plan(null, target, ids);
    expect(taking.warnings).toEqual([expect.stringContaining("may be in the default project temporarily")]);
    await Promise.all([...releasing, taking].map(({ apply }) => apply()));
    expect(moves()).toEqual([moveInto(target)]);
    expect(acme.world["Target"]).toHaveLength(100);
  });

  test("move to the default project in one request if no membership takes them", async () => {
    const { states } = await twentyMemberships();
    const walk = new Walk();
    const releasing = await Promise.all(states.map((state) => walk.plan(state, state.project_id, [])));
    await Promise.all(releasing.map(({ apply }) => apply()));
    expect(moves()).toEqual([moveInto(acme.defaultProjectId)]);
    expect(acme.world["Default Project"]).toHaveLength(100);
  });

  test("need two requests if the membership that takes them is applied later", async () => {
    const { ids, target, states } = await twentyMemberships();
    const walk = new Walk();
    const releasing = await Promise.all(states.map((state) => walk.plan(state, state.project_id, [])));
    await Promise.all(releasing.map(({ apply }) => apply()));
    await (await walk.plan(null, target, ids)).apply();
    expect(moves()).toEqual([moveInto(acme.defaultProjectId), moveInto(target)]);
  });

  test("of deleted memberships stay until the planned membership takes them", async () => {
    const { ids, target, states } = await twentyMemberships();
    const plan = new Walk();
    await plan.plan(null, target, ids);
    const privateStates = await Promise.all(
      states.map((state) => membershipResource.planDelete!(state, contextOf(acme, plan.session))),
    );
    const walk = new Walk();
    const remove = (state: MembershipState, index: number) =>
      membershipResource.delete(state, {
        ...contextOf(acme, walk.session),
        privateState: JSON.parse(JSON.stringify(privateStates[index])),
      });
    await Promise.all(states.map(remove));
    expect(moves()).toEqual([]);
    await (await walk.plan(null, target, ids)).apply();
    expect(moves()).toEqual([moveInto(target)]);
  });
});

test("two memberships that exchange their workspaces send one move each", async () => {
  const { ids, states } = await twentyMemberships();
  const walk = new Walk();
  const [one, other] = [states[0]!, states[1]!];
  const exchanging = [
    await walk.plan(one, one.project_id, ids.slice(5, 10)),
    await walk.plan(other, other.project_id, ids.slice(0, 5)),
  ];
  await Promise.all(exchanging.map(({ apply }) => apply()));
  expect(moves().sort()).toEqual([moveInto(one.project_id), moveInto(other.project_id)].sort());
});

test("a workspace that a membership fails to take is released by the old membership applied afterwards", async () => {
  const { ids, target, states } = await twentyMemberships();
  const walk = new Walk();
  const [first] = states;
  const releasing = await walk.plan(first!, first!.project_id, []);
  const taking = await walk.plan(null, target, ids.slice(0, 5));
  acme.emulator.faults.add({ path: new RegExp(`${target}/relationships`), status: 422 });
  await expect(taking.apply()).rejects.toThrow();
  await releasing.apply();
  expect(acme.world["Default Project"]).toHaveLength(5);
});

test("a workspace that cannot be released fails only its own membership", async () => {
  const { ids, states } = await twentyMemberships();
  const walk = new Walk();
  const releasing = await Promise.all(states.slice(0, 2).map((state) => walk.plan(state, state.project_id, [])));
  acme.emulator.workspaces.delete(ids[0]!);
  const outcomes = await Promise.allSettled(releasing.map(({ apply }) => apply()));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(acme.world["Default Project"]).toHaveLength(5);
});

test("a workspace that changes between two memberships of one project stays in the project", async () => {
  const { ids, states } = await twentyMemberships();
  const [first] = states;
  for (const isTakerFirst of [true, false]) {
    const walk = new Walk();
    const releasing = await walk.plan(first!, first!.project_id, ids.slice(1, 5));
    const taking = await walk.plan(null, first!.project_id, ids.slice(0, 1));
    for (const { apply } of isTakerFirst ? [taking, releasing] : [releasing, taking]) await apply();
  }
  expect(moves()).toEqual([]);
  expect(acme.world["Source 0"]).toHaveLength(5);
});

test("a membership that becomes exclusive warns of workspaces that no other membership takes", async () => {
  const platform = acme.addProject("Platform");
  const target = acme.addProject("Target");
  const ids = ["own", "taken", "evicted"].map((name) => acme.addWorkspace(name, platform));
  const terraform = inProcessTerraform();
  const configuration = configurationFor(acme, {
    "tfprojects_workspace_membership.target": { project_id: target, workspace_ids: [ids[1]!] },
    "tfprojects_workspace_membership.platform": { project_id: platform, workspace_ids: [ids[0]!], exclusive: true },
  });
  const plan = await terraform.plan(configuration);
  expect([...plan.diagnostics].sort((one, other) => one.summary.localeCompare(other.summary))).toMatchObject([
    { summary: '1 workspace moves from project "Platform" to project "Target"' },
    {
      detail: expect.stringMatching(
        /becomes exclusive: 1 workspace \(evicted\) will be moved .* to the default project/,
      ),
    },
  ]);
  expect(await terraform.apply(plan)).toMatchObject({ ok: true });
  expect(acme.world).toEqual({ "Default Project": ["evicted"], Platform: ["own"], Target: ["taken"] });
});

describe.each([
  ["a host that stores planned private state, it stays, and the next plan names it", true],
  ["a host that does not, it is evicted, with a warning that names it", false],
])("what enters a project after the plan of a membership that becomes exclusive: on %s", (_, storesPlannedPrivate) => {
  test.each(["a new membership", "an updated one", "one of an adopted project"])("%s", async (which) => {
    const platform = acme.addProject("Platform");
    for (const name of ["own", "named"]) acme.addWorkspace(name, platform);
    const terraform = inProcessTerraform({ storesPlannedPrivate });
    const code = (exclusive: boolean): Configuration =>
      which === "one of an adopted project"
        ? configurationFor(acme, {
            "tfprojects_project.platform": { name: "Platform", adopt_existing: true },
            [MEMBERSHIP]: {
              project_id: reference("tfprojects_project.platform", "id"),
              workspace_names: ["own"],
              exclusive,
            },
          })
        : configurationFor(acme, { [MEMBERSHIP]: { project_id: platform, workspace_names: ["own"], exclusive } });
    if (which === "an updated one") expect(await terraform.apply(code(false))).toMatchObject({ ok: true });
    const plan = await terraform.plan(code(true));
    expect(detailsOf(plan)).toContain("becomes exclusive: 1 workspace (named)");
    acme.addWorkspace("late", platform);
    const applied = await terraform.apply(plan);
    expect(applied).toMatchObject({ ok: true });
    expect(acme.world["Platform"]).toEqual(storesPlannedPrivate ? ["late", "own"] : ["own"]);
    expect(detailsOf(applied).includes("becomes exclusive: 2 workspaces (late, named)")).toBe(!storesPlannedPrivate);
    const next = await terraform.plan(code(true));
    expect(detailsOf(next)).toEqual(storesPlannedPrivate ? expect.stringContaining("late") : "");
    expect(await terraform.apply(next)).toMatchObject({ ok: true });
    expect(acme.world).toMatchObject({ Platform: ["own"], "Default Project": ["late", "named"] });
  });
});

const MEMBERSHIP = "tfprojects_workspace_membership.platform";

function detailsOf({ diagnostics }: { readonly diagnostics: readonly { readonly detail: string }[] }): string {
  return diagnostics.map(({ detail }) => detail).join("\n");
}
