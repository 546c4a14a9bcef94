import type { MembershipPlan, MembershipState } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import { applyMembership } from "../../src/provider/membership-apply";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf, membershipState, warning } from "./context";

let acme: Acme;
let own: string;
let other: string;
let api: string;
let web: string;
beforeEach(async () => {
  acme = await Acme.start();
  [own, other] = [acme.addProject("Own"), acme.addProject("Other")];
  [api, web] = [acme.addWorkspace("api", own), acme.addWorkspace("web", other)];
});
afterEach(() => acme.stop());

interface Applying {
  readonly prior?: MembershipState | null;
  readonly privateState?: unknown;
  readonly context?: ReturnType<typeof contextOf>;
  readonly planned?: object;
}

/** The state after an apply, and what it reports. */
async function applied(more: object, { prior = null, privateState, context, planned }: Applying = {}) {
  const its = context ?? contextOf(acme);
  const config = {
    ...membershipState(own),
    workspace_ids: null,
    workspace_names: null,
    id: null,
    organization: null,
    ...more,
  };
  const computed = { workspace_ids: UNKNOWN, workspace_names: UNKNOWN, matched_workspaces: UNKNOWN, ...planned };
  const plan = { ...config, ...computed } as unknown as MembershipPlan;
  const change = { config, prior, planned: plan } as Parameters<typeof applyMembership>[0];
  const state = await applyMembership(change, { ...its, privateState });
  return { state, diagnostics: its.diagnostics.entries };
}

const workspace = (id: string, name: string, projectId: string) => ({ id, name, projectId, organization: "acme" });
const passedOn = (...workspaces: readonly ReturnType<typeof workspace>[]) => ({
  retained: [],
  found: workspaces.map((it) => ({ workspace: it, reason: { by: "rule" } })),
});

test("a membership has its workspaces, and what was planned or else what was found", async () => {
  const { state, diagnostics } = await applied({ workspace_names: ["API", "web"] });
  expect(state).toEqual(
    membershipState(own, { workspace_ids: [api, web], workspace_names: ["API", "web"], matched_workspaces: null }),
  );
  expect(diagnostics).toEqual([]);
  expect(acme.world).toMatchObject({ Own: ["api", "web"], Other: [] });
  const planned = { workspace_ids: ["ws-planned"] };
  expect((await applied({ workspace_names: ["api"] }, { planned })).state.workspace_ids).toEqual(["ws-planned"]);
  expect((await applied({ workspace_ids: [api] })).state.workspace_names).toEqual(["api"]);
  const names = { planned: { workspace_names: ["planned"] } };
  expect((await applied({ workspace_ids: [api] }, names)).state.workspace_names).toEqual(["planned"]);
});

test("workspaces that were deleted are an error of the membership", async () => {
  expect(await errorsOf(() => applied({ workspace_ids: ["ws-none"], workspace_names: ["none"] }))).toEqual([
    error(
      `Cannot move workspaces into project ${own}`,
      expect.stringContaining('The organization "acme" has no workspaces none, ws-none') as string,
      "workspace_ids",
    ),
  ]);
});

test("a failed move gives up its claims", async () => {
  const context = contextOf(acme);
  context.provider.plannedWorkspaces.claim({}, web, { projectId: own, claimant: { label: "it" } });
  acme.emulator.faults.add({ method: "POST", status: 422 });
  await errorsOf(() => applied({ workspace_names: ["web"] }, { context }));
  expect(context.provider.plannedWorkspaces.hasFailed(web)).toBe(true);
});

test("what it drops goes to the default project, unless another membership takes it", async () => {
  const prior = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
  const retaining = { prior, privateState: { retained: [api] } };
  await applied({ workspace_names: ["web"] }, retaining);
  expect(acme.world).toMatchObject({ Own: ["api", "web"] });
  await applied({ workspace_names: ["web"], on_destroy: "retain" }, { prior });
  expect(acme.world).toMatchObject({ Own: ["api", "web"] });
  await applied({ workspace_names: ["web"] }, { prior });
  expect(acme.world).toMatchObject({ Own: ["web"], "Default Project": ["api"] });
});

test("it evicts others when it becomes exclusive, and not while it is, nor what its rule matches", async () => {
  acme.addWorkspace("late", own);
  const exclusive = { workspace_names: ["api"], exclusive: true };
  const prior = membershipState(own, { ...exclusive, workspace_ids: [api] });
  await applied(exclusive, { prior });
  expect(acme.world["Own"]).toEqual(["api", "late"]);
  await applied({ ...exclusive, match_names: ["l*"] }, { privateState: passedOn(workspace(api, "api", own)) });
  expect(acme.world["Own"]).toEqual(["api", "late"]);
  await applied(exclusive);
  expect(acme.world).toMatchObject({ Own: ["api"], "Default Project": ["late"] });
});

describe("a membership with a rule", () => {
  const rule = { match_names: ["w*"] };

  test("moves what the plan has selected, whatever matches by now", async () => {
    acme.addWorkspace("wlan");
    const { state } = await applied(rule, { privateState: passedOn(workspace(web, "web", other)) });
    expect(state).toMatchObject({
      workspace_ids: [web],
      workspace_names: ["web"],
      matched_workspaces: { [web]: "web" },
    });
    expect(acme.world["Own"]).toEqual(["api", "web"]);
    const map = { "ws-planned": "planned" };
    const planned = { matched_workspaces: map };
    const again = await applied(rule, { privateState: passedOn(workspace(web, "web", other)), planned });
    expect(again.state.matched_workspaces).toEqual(map);
  });

  test("selects them if nothing is passed on", async () => {
    const { state } = await applied(rule);
    expect(state.matched_workspaces).toEqual({ [web]: "web" });
    expect(acme.world["Own"]).toEqual(["api", "web"]);
  });

  test("leaves out what was deleted, with a warning", async () => {
    const gone = [workspace("ws-1", "w1", other), workspace("ws-2", "w2", other)];
    const LEFT_OUT = (lines: string) =>
      warning("Planned workspaces are skipped", `${lines}\nThe next refresh updates the state.`);
    expect(
      (await applied(rule, { privateState: passedOn(workspace(web, "web", other), ...gone) })).diagnostics,
    ).toEqual([
      LEFT_OUT("- 2 workspaces (w1, w2) not found: they were deleted, or the token is not authorized to see them"),
    ]);
    expect(acme.world["Own"]).toEqual(["api", "web"]);
    expect((await applied(rule, { privateState: passedOn(gone[0]!) })).diagnostics).toEqual([
      LEFT_OUT("- 1 workspace (w1) not found: it was deleted, or the token is not authorized to see it"),
    ]);
  });

  test("leaves what it may no longer take, unless the code names it", async () => {
    const sweeping = { match_names: ["*"], take_from: "default-project" };
    const privateState = passedOn(workspace(web, "web", acme.defaultProjectId), workspace("ws-1", "w1", other));
    const { diagnostics, state } = await applied(sweeping, { privateState });
    expect(diagnostics).toEqual([
      warning(
        "Planned workspaces are skipped",
        "- 1 workspace (w1) not found: it was deleted, or the token is not authorized to see it\n" +
          "- 1 workspace (web) moved to another project after the plan: left there\n" +
          "The next refresh updates the state.",
      ),
    ]);
    expect(acme.world).toMatchObject({ Own: ["api"], Other: ["web"] });
    expect(state.matched_workspaces).toEqual({ [web]: "web", "ws-1": "w1" });
    const prior = membershipState(other, { ...sweeping, matched_workspaces: {} });
    const moved = await applied(sweeping, { privateState: passedOn(workspace(web, "web", other)), prior });
    expect(moved.diagnostics).toEqual([]);
    expect(acme.world).toMatchObject({ Own: ["api", "web"], Other: [] });
    acme.emulator.workspaces.move(web, other);
    const named = await applied(
      { ...sweeping, workspace_names: ["WEB"] },
      { privateState: passedOn(workspace(web, "web", other)) },
    );
    expect(named.diagnostics).toEqual([]);
    expect(acme.world).toMatchObject({ Own: ["api", "web"] });
  });

  test("is refused for what the code names and was deleted, unless that is tolerated", async () => {
    const gone = passedOn(workspace("ws-1", "gone", other), workspace("ws-2", "w2", other));
    const named = { ...rule, workspace_ids: ["ws-2"], workspace_names: ["GONE"] };
    expect(await errorsOf(() => applied(named, { privateState: gone }))).toEqual([
      error(
        `Cannot move workspaces into project ${own}`,
        expect.stringContaining('The organization "acme" has no workspaces gone, ws-2,') as string,
        "workspace_ids",
      ),
    ]);
    const tolerating = { ...named, missing_workspaces: "warn" };
    expect((await applied(tolerating, { privateState: gone })).diagnostics).toHaveLength(1);
  });
});
