import type { MembershipConfig, MembershipPlan, MembershipState } from "../../../src/model";
import { UNKNOWN } from "../../../src/plugin";
import { applyMembership } from "../../../src/provider/membership/apply";
import { planMembership } from "../../../src/provider/membership/plan";
import { plannedJson, storedIn } from "../../../src/provider/membership/private-state";
import { Acme } from "../../support/acme";
import { contextOf, error, errorsOf, membershipState, warning } from "../context";

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

type Context = ReturnType<typeof contextOf>;

interface Applying {
  readonly prior?: MembershipState | null;
  readonly privateState?: unknown;
  readonly context?: Context;
  readonly planned?: object;
}

/** The state after an apply, and what it reports. @param applying.privateState - @default that of a plan just before */
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
  const computed = { workspace_ids: UNKNOWN, workspace_names: UNKNOWN, ...planned };
  const plan = { ...config, ...computed } as unknown as MembershipPlan;
  const change = { config, prior, planned: plan } as Parameters<typeof applyMembership>[0];
  const decided = privateState ?? (await decidedOf(config, prior, its));
  const state = await applyMembership(change, { ...its, privateState: decided });
  return { state, diagnostics: its.diagnostics.entries };
}

async function decidedOf(config: MembershipConfig, prior: MembershipState | null, context: Context): Promise<unknown> {
  const plan = { ...config, id: own } as MembershipPlan;
  const resource = prior ?? {};
  const input = { config, prior, plan, resource, stored: storedIn(undefined), first: undefined };
  const view = context.provider.organization("acme");
  const { passedOn: decided } = await planMembership(view, { ...input, storesPlannedPrivate: false }, context);
  return decided && plannedJson(decided);
}

const passedOn = (...workspaces: readonly (readonly [id: string, name: string])[]) => ({
  released: [],
  retained: [],
  renamed: [],
  found: workspaces.map(([id, name]) => ({ id, name, projectId: other, organization: "acme" })),
});

test("a membership has its workspaces, and what was planned or else what was found", async () => {
  const { state, diagnostics } = await applied({ workspace_names: ["API", "web"] });
  expect(state).toEqual(membershipState(own, { workspace_ids: [api, web], workspace_names: ["API", "web"] }));
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
  acme.emulator.faults.add({ method: "POST", status: 422 });
  await errorsOf(() => applied({ workspace_names: ["web"] }, { context }));
  expect(context.provider.plannedWorkspaces.hasFailed(web)).toBe(true);
});

test("what it drops goes to the default project, unless another membership takes it", async () => {
  const prior = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
  const retaining = { prior, privateState: { ...passedOn([web, "web"]), released: [api], retained: [api] } };
  await applied({ workspace_names: ["web"] }, retaining);
  expect(acme.world).toMatchObject({ Own: ["api", "web"] });
  await applied({ workspace_names: ["web"], on_destroy: "retain" }, { prior });
  expect(acme.world).toMatchObject({ Own: ["api", "web"] });
  await applied({ workspace_names: ["web"] }, { prior });
  expect(acme.world).toMatchObject({ Own: ["web"], "Default Project": ["api"] });
});

test("it evicts others when it becomes exclusive, and not while it is, nor renamed members", async () => {
  const late = acme.addWorkspace("late", own);
  const exclusive = { workspace_names: ["api"], exclusive: true };
  const prior = membershipState(own, { ...exclusive, workspace_ids: [api] });
  await applied(exclusive, { prior });
  expect(acme.world["Own"]).toEqual(["api", "late"]);
  const tolerating = { workspace_names: ["api", "old"], exclusive: true, missing_workspaces: "warn" };
  const open = { ...prior, exclusive: false, workspace_ids: [api, late] };
  const { state } = await applied(tolerating, {
    prior: open,
    privateState: { ...passedOn([api, "api"]), renamed: [late] },
  });
  expect(acme.world["Own"]).toEqual(["api", "late"]);
  expect(state).toMatchObject({ workspace_ids: [api, late], workspace_names: ["api", "old"] });
  await applied(exclusive);
  expect(acme.world).toMatchObject({ Own: ["api"], "Default Project": ["late"] });
});

test("it has the workspaces that the plan has found, whatever has their names by now", async () => {
  acme.emulator.workspaces.update(web, { name: "web-2" });
  acme.addWorkspace("web");
  const { state } = await applied({ workspace_names: ["web"] }, { privateState: passedOn([web, "web"]) });
  expect(state).toMatchObject({ workspace_ids: [web], workspace_names: ["web"] });
  expect(acme.world["Own"]).toEqual(["api", "web-2"]);
});

test("it stores the lists of the code, and the names of its workspaces, which renamed ones had", async () => {
  const stored: unknown[] = [];
  const context = {
    ...contextOf(acme),
    storedPrivateState: { names: { "ws-old": "old", "ws-gone": "gone" } },
    storePrivateState: (json: unknown) => void stored.push(json),
  };
  const privateState = { ...passedOn([web, "web"]), renamed: ["ws-old"] };
  await applied(
    { workspace_names: ["WEB", "old"], missing_workspaces: "warn" },
    { context: context as never, privateState },
  );
  expect(stored).toEqual([{ lists: ["workspace_names"], names: { "ws-old": "old", [web]: "WEB" } }]);
});

describe("workspaces that were deleted since the plan", () => {
  test("are an error for what the code names, by its ID or its name", async () => {
    const lists = { workspace_ids: ["ws-2"], workspace_names: ["GONE"] };
    const privateState = passedOn(["ws-1", "gone"], ["ws-2", "w2"]);
    const found = privateState.found.map((it) => ({ ...it, projectId: own }));
    expect(await errorsOf(() => applied(lists, { privateState: { ...privateState, found } }))).toEqual([
      error(
        `Cannot move workspaces into project ${own}`,
        expect.stringContaining('The organization "acme" has no workspaces gone, ws-2,') as string,
        "workspace_ids",
      ),
    ]);
    expect(await errorsOf(() => applied(lists, { privateState }))).toMatchObject([{ attribute: ["workspace_ids"] }]);
  });

  test("are left out with a warning if that is tolerated", async () => {
    const tolerating = { workspace_names: ["web", "w1", "w2"], missing_workspaces: "warn" };
    const skipped = (detail: string) =>
      warning("Planned workspaces are skipped", `${detail}. The next refresh updates the state.`);
    const two = { privateState: passedOn([web, "web"], ["ws-1", "w1"], ["ws-2", "w2"]) };
    expect((await applied(tolerating, two)).diagnostics).toEqual([
      skipped("2 workspaces (w1, w2) not found: they were deleted, or the token is not authorized to see them"),
    ]);
    expect(acme.world["Own"]).toEqual(["api", "web"]);
    expect((await applied(tolerating, { privateState: passedOn(["ws-1", "w1"]) })).diagnostics).toEqual([
      skipped("1 workspace (w1) not found: it was deleted, or the token is not authorized to see it"),
    ]);
  });
});
