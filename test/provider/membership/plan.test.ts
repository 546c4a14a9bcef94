import { Client } from "../../../src/api";
import type { MembershipConfig, MembershipPlan, MembershipState } from "../../../src/model";
import { UNKNOWN } from "../../../src/plugin";
import { planMembership, unresolvedPlan } from "../../../src/provider/membership/plan";
import { storedIn } from "../../../src/provider/membership/private-state";
import { Acme } from "../../support/acme";
import { contextOf, error, membershipState, warning } from "../context";

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
type Input = Parameters<typeof planMembership>[1];

const HINT =
  "\n\nThe configuration is planned before it is destroyed. If this error blocks a destroy, skip that plan with " +
  "`destroy -refresh=false`.";

const configOf = (more: Partial<MembershipConfig>): MembershipConfig => ({
  ...membershipState(own),
  workspace_ids: null,
  workspace_names: null,
  id: null,
  ...more,
});

/** The plan of a membership, and what it reports. */
async function planned(
  more: Partial<MembershipConfig>,
  { context = contextOf(acme), prior = null, ...input }: Partial<Input> & { readonly context?: Context } = {},
) {
  const config = configOf(more);
  const result = await planMembership(
    context.provider.organization("acme"),
    {
      config,
      prior,
      plan: { ...config, id: own } as MembershipPlan,
      resource: prior ?? {},
      stored: storedIn(undefined),
      first: undefined,
      storesPlannedPrivate: false,
      ...input,
    },
    context,
  );
  const { workspace_ids: ids, workspace_names: names } = result.plan;
  const named = (workspaces: readonly { readonly name: string }[] = []) => workspaces.map(({ name }) => name);
  const { moves } = result;
  return {
    ids,
    names,
    passedOn: result.passedOn,
    moves: moves && {
      entering: named(moves.entering),
      leaving: named(moves.leaving),
      evicted: named(moves.evicted),
      attribute: moves.attribute,
      notes: moves.notes,
    },
    diagnostics: context.diagnostics.entries,
  };
}

const NO_MOVES = { entering: [], leaving: [], evicted: [], notes: [] };
const foundIn = (name: string, id: string, projectId: string) => ({ id, name, projectId, organization: "acme" });

describe("a new membership", () => {
  test("has the workspaces of its lists, and says which enter", async () => {
    expect(await planned({ workspace_names: ["API", "web"] })).toMatchObject({
      ids: UNKNOWN,
      names: ["API", "web"],
      passedOn: {
        released: [],
        retained: [],
        renamed: [],
        found: [foundIn("api", api, own), foundIn("web", web, other)],
      },
      moves: { ...NO_MOVES, entering: ["web"], attribute: ["workspace_names"] },
      diagnostics: [],
    });
    expect(await planned({ workspace_ids: [web], workspace_names: [] })).toMatchObject({
      names: [],
      moves: { attribute: ["workspace_ids"] },
    });
    expect(await planned({ workspace_ids: [web] })).toMatchObject({
      names: UNKNOWN,
      moves: { attribute: ["workspace_ids"] },
    });
    expect(await planned({ workspace_ids: [], workspace_names: ["web"] })).toMatchObject({
      moves: { attribute: ["workspace_names"] },
    });
  });

  test("of a new project claims its workspaces for that", async () => {
    const context = contextOf(acme);
    const result = await planned({ project_id: UNKNOWN, workspace_names: ["web"] }, { context });
    expect(result).toMatchObject({ moves: { entering: ["web"] }, diagnostics: [] });
    expect(context.provider.plannedWorkspaces.ofAnother({}, web)).toMatchObject({
      entry: { projectId: undefined, claimant: { label: "the membership of a new project", selects: "web" } },
    });
  });

  test("claims its workspaces for its project, by its name or its ID", async () => {
    const context = contextOf(acme);
    await planned({ workspace_names: ["web"] }, { context });
    expect(context.provider.plannedWorkspaces.ofAnother({}, web)).toMatchObject({
      entry: { projectId: own, claimant: { label: 'the membership of project "Own"' } },
    });
  });

  test("has what is unknown after the apply", async () => {
    expect(await planned({ workspace_names: UNKNOWN })).toEqual({
      ids: UNKNOWN,
      names: UNKNOWN,
      passedOn: undefined,
      moves: undefined,
      diagnostics: [],
    });
    const config = configOf({ workspace_ids: [api] });
    const plan = config as unknown as MembershipPlan;
    expect(unresolvedPlan({ config, plan, prior: null }).plan).toMatchObject({
      workspace_ids: [api],
      workspace_names: UNKNOWN,
    });
  });

  test("is refused for what does not exist, and claims nothing", async () => {
    const context = contextOf(acme);
    const result = await planned({ project_id: "prj-none", workspace_names: ["web"] }, { context });
    expect(result).toMatchObject({ moves: undefined, passedOn: undefined });
    expect(result.diagnostics).toEqual([
      error(
        "Project not found",
        `The organization "acme" has no project prj-none, or the token is not authorized to read it.${HINT}`,
        "project_id",
      ),
    ]);
    expect(context.provider.plannedWorkspaces.isClaimed(web)).toBe(false);
  });

  test("is refused for a project that the plan deletes, and not looked up", async () => {
    const context = contextOf(acme);
    context.provider.plannedProjects.delete({}, own, []);
    const { diagnostics } = await planned({ workspace_names: ["web"] }, { context });
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Project will be deleted"]);
  });

  test("is refused for workspaces of another one", async () => {
    const context = contextOf(acme);
    await planned({ workspace_names: ["web"] }, { context });
    const second = await planned({ workspace_names: ["web"], project_id: other }, { context });
    expect(second).toMatchObject({ moves: undefined, passedOn: undefined });
    expect(second.diagnostics).toEqual([
      error(
        "Workspace in two memberships",
        'The workspace "web" is in this membership and in the membership of project "Own" (web), but a workspace ' +
          "can be " +
          `in only one membership. Remove it from one of the two.${HINT}`,
        "workspace_names",
      ),
    ]);
  });

  test("that is exclusive shares its project with no other one, also if its workspaces are not known", async () => {
    const context = contextOf(acme);
    await planned({ workspace_names: ["web", UNKNOWN] as never, exclusive: true }, { context });
    const { diagnostics } = await planned({ workspace_names: ["api"] }, { context });
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("but another membership (of web) has the same project."),
    ]);
  });

  test("that is exclusive is not of the default project", async () => {
    const project_id = acme.defaultProjectId;
    const { diagnostics } = await planned({ project_id, workspace_names: ["web"], exclusive: true });
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Invalid exclusive"]);
    expect((await planned({ project_id, workspace_names: ["web"] })).diagnostics).toEqual([]);
  });

  test("that is exclusive evicts the others", async () => {
    expect((await planned({ workspace_names: ["web"], exclusive: true })).moves).toMatchObject({
      entering: ["web"],
      evicted: ["api"],
    });
    expect((await planned({ workspace_names: ["api"], exclusive: true })).moves).toMatchObject({
      evicted: [],
    });
  });
});

describe("a membership in the state", () => {
  const state = (more: Partial<MembershipState> = {}) =>
    membershipState(own, { workspace_ids: [api], workspace_names: ["api"], ...more });

  test("moves nothing while nothing changes, even if workspaces left meanwhile", async () => {
    acme.emulator.workspaces.move(api, other);
    expect((await planned({ workspace_names: ["api"] }, { prior: state() })).moves).toEqual({
      ...NO_MOVES,
      attribute: ["workspace_names"],
    });
  });

  test("lets go what it drops, and retains what another one takes", async () => {
    const context = contextOf(acme);
    const prior = state();
    context.provider.plannedWorkspaces.add({}, api, { projectId: other, claimant: { label: "it" } });
    const result = await planned({ workspace_names: ["web"] }, { prior, context });
    expect(result).toMatchObject({ moves: { leaving: ["api"] }, passedOn: { released: [api], retained: [api] } });
    expect(context.provider.plannedWorkspaces.isReleasedByAnother({}, api)).toBe(true);
    expect(context.provider.plannedWorkspaces.isReleasedByAnother(prior, api)).toBe(false);
  });

  test("lets go nothing with on_destroy = retain", async () => {
    const result = await planned({ workspace_names: ["web"], on_destroy: "retain" }, { prior: state() });
    expect(result.moves).toMatchObject({ leaving: [] });
  });

  test("evicts nothing again if it was exclusive in the project", async () => {
    acme.addWorkspace("late", own);
    const prior = state({ exclusive: true });
    expect((await planned({ workspace_names: ["api", "web"], exclusive: true }, { prior })).moves).toMatchObject({
      evicted: [],
    });
    expect((await planned({ workspace_names: ["api"], exclusive: true }, { prior: state() })).moves).toMatchObject({
      evicted: ["late"],
    });
  });

  test("keeps a renamed workspace where it is", async () => {
    acme.emulator.workspaces.update(api, { name: "api-2" });
    const tolerating = { workspace_names: ["api", "web"], missing_workspaces: "warn" };
    const stored = storedIn({ names: { [api]: "api" } });
    for (const exclusive of [false, true]) {
      const context = contextOf(acme);
      const result = await planned({ ...tolerating, exclusive }, { prior: state(), context, stored });
      expect(result.passedOn).toMatchObject({ released: [], retained: [], renamed: [api], found: [{ name: "web" }] });
      expect(result.moves).toMatchObject({ entering: ["web"], leaving: [], evicted: [] });
      // Another membership may take it.
      expect(context.provider.plannedWorkspaces.isClaimed(api)).toBe(false);
    }
  });

  test("tolerates missing workspaces, and stays as it is where only they are missing", async () => {
    const tolerating = { workspace_names: ["api", "gone"], missing_workspaces: "warn" };
    const prior = state({ workspace_names: ["api", "gone"], missing_workspaces: "warn" });
    expect(await planned(tolerating, { prior })).toMatchObject({ ids: [api], names: ["api", "gone"] });
    const changed = { ...tolerating, workspace_names: ["api", "gone", "web"] };
    expect(await planned(changed, { prior })).toMatchObject({ ids: UNKNOWN });
    const byId = { workspace_ids: [api, "ws-gone"], missing_workspaces: "warn" };
    const ofIds = state({ workspace_ids: [api, "ws-gone"], missing_workspaces: "warn" });
    expect(await planned(byId, { prior: ofIds })).toMatchObject({ ids: [api, "ws-gone"], names: ["api"] });
  });

  test("that is exclusive lets go what the refresh has added", async () => {
    const late = acme.addWorkspace("late", own);
    const prior = state({ exclusive: true, workspace_ids: [api, late], workspace_names: ["api", "late"] });
    expect(await planned({ workspace_names: ["api"], exclusive: true }, { prior })).toMatchObject({
      ids: UNKNOWN,
      moves: { leaving: ["late"] },
    });
    expect(await planned({ workspace_ids: [api], exclusive: true }, { prior })).toMatchObject({
      names: UNKNOWN,
      moves: { leaving: ["late"] },
    });
  });
});

describe("missing workspaces", () => {
  const REMEDY =
    "Remove workspaces that were deleted from the configuration, and update names that were changed; or set " +
    'missing_workspaces = "warn" (in a CDK app: missingWorkspaces).';
  const UNREADABLE = "or the token is not authorized to read";

  test("are an error of each list, with what to do and with similar names that are free", async () => {
    const context = contextOf(acme);
    acme.addWorkspace("wlan");
    context.provider.plannedWorkspaces.add({}, web, { projectId: other, claimant: { label: "it" } });
    const missing = { workspace_ids: ["ws-none"], workspace_names: ["wlam", "wep", "api"] };
    expect((await planned(missing, { context })).diagnostics).toEqual([
      error(
        "Workspace not found",
        `The organization "acme" has no workspace ws-none, ${UNREADABLE} it.\n\n${REMEDY}${HINT}`,
        "workspace_ids",
      ),
      error(
        "Workspace not found",
        `The organization "acme" has no workspaces wep, wlam (did you mean wlan?), ${UNREADABLE} ` +
          `them.\n\n${REMEDY} For ` +
          "a workspace that is created in the same apply, use its ID in workspace_ids instead: the ID is known only " +
          `after the workspace is created.${HINT}`,
        "workspace_names",
      ),
    ]);
  });

  test("are a warning without them if they are tolerated", async () => {
    const tolerated = { workspace_names: ["wep"], missing_workspaces: "warn" };
    const { diagnostics, moves } = await planned(tolerated);
    expect(diagnostics).toEqual([
      warning(
        "Workspace not found",
        `The organization "acme" has no workspace wep, ${UNREADABLE} it.`,
        "workspace_names",
      ),
    ]);
    expect(moves).toBeDefined();
  });

  test("are told as renamed if their former name is stored", async () => {
    acme.emulator.workspaces.update(api, { name: "api-2" });
    const prior = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
    const stored = storedIn({ names: { [api]: "api" } });
    const { diagnostics } = await planned({ workspace_names: ["api"] }, { prior, stored });
    expect(diagnostics).toEqual([
      error("Workspace renamed", expect.stringContaining(`api is now api-2 (${api}).`) as string, "workspace_names"),
    ]);
    const selected = await planned({ workspace_names: ["api", "api-2"] }, { prior, stored });
    expect(selected.diagnostics.map(({ summary }) => summary)).toEqual(["Workspace not found"]);
    // Nothing says that it had this name.
    const byId = await planned({ workspace_names: ["api"], workspace_ids: [api] });
    expect(byId.diagnostics.map(({ summary }) => summary)).toEqual(["Workspace not found"]);
  });

  test("have no suggestions where the workspaces cannot be listed", async () => {
    const projects = { [own]: ["read"], [acme.defaultProjectId]: ["read"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const context = contextOf({ client: new Client({ address: acme.emulator.address, token, env: {} }) });
    const { diagnostics } = await planned({ workspace_names: ["wep"] }, { context });
    expect(diagnostics.map(({ detail }) => detail.split("\n")[0])).toEqual([
      `The organization "acme" has no workspace wep, ${UNREADABLE} it.`,
    ]);
  });
});
