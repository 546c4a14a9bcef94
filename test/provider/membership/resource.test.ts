import type { MembershipPlan, MembershipState } from "../../../src/model";
import { UNKNOWN } from "../../../src/plugin";
import { membershipResource } from "../../../src/provider/membership/resource";
import { Acme } from "../../support/acme";
import { FIRST_PLAN } from "../../support/handler-requests";
import { contextOf, error, errorsOf, membershipState, projectState, warning } from "../context";

let acme: Acme;
let own: string;
let api: string;
beforeEach(async () => {
  acme = await Acme.start();
  own = acme.addProject("Own");
  api = acme.addWorkspace("api", own);
});
afterEach(() => acme.stop());

type Context = ReturnType<typeof contextOf>;

describe("a refresh of a membership", () => {
  const read = (state: MembershipState, context: Context = contextOf(acme), storedPrivateState?: unknown) =>
    membershipResource.read(state, { ...context, storedPrivateState });

  test("has what is in its project", async () => {
    const state = membershipState(own, { workspace_ids: [api], workspace_names: ["api", "gone"] });
    expect(await read(state)).toEqual({ ...state, workspace_names: ["api"] });
    const tolerating = { ...state, missing_workspaces: "warn" };
    expect(await read(tolerating, contextOf(acme), { lists: ["workspace_names"] })).toEqual(tolerating);
  });

  test("stores the names of its workspaces", async () => {
    const stored: unknown[] = [];
    const context = { ...contextOf(acme), storePrivateState: (json: unknown) => void stored.push(json) };
    await read(membershipState(own, { workspace_ids: [api], workspace_names: ["api"] }), context as never);
    expect(stored).toEqual([{ names: { [api]: "api" } }]);
  });

  test("of a project that is gone removes it, with a warning", async () => {
    const context = contextOf(acme);
    expect(await read(membershipState("prj-none"), context)).toBeNull();
    expect(context.diagnostics.entries).toEqual([
      warning(
        "Project of a membership not found",
        "Project prj-none was not found: it was deleted, or the token is not authorized to see it. It counts as " +
          "deleted. " +
          "Its membership is removed from the state. If it still exists, do not apply this: use a token that sees " +
          "all " +
          "projects of the organization.",
      ),
    ]);
    expect(await read(membershipState(acme.addProject("Empty")))).not.toBeNull();
  });

  test("is an error that names the project, and shows that this is no terraform destroy", async () => {
    const context = contextOf(acme);
    context.provider.plannedProjects.delete({}, own, [], projectState(own, "Own"));
    acme.emulator.faults.add({ path: /\/workspaces/, status: 403, times: Infinity });
    expect(await errorsOf(() => read(membershipState(own), context))).toEqual([
      error(`Cannot read the workspaces of project ${own}`, expect.stringContaining("403") as string),
    ]);
    expect(context.provider.plannedProjects.removed(own)).toBeDefined();
  });
});

describe("a plan of a membership", () => {
  function planning(
    config: object,
    { context = contextOf(acme), ...more }: { readonly context?: Context; readonly [name: string]: unknown } = {},
  ) {
    const its = {
      ...membershipState(own),
      workspace_ids: null,
      workspace_names: ["api"],
      id: null,
      organization: null,
      ...config,
    };
    const request = { config: its, prior: null, planned: { ...its, id: UNKNOWN, organization: UNKNOWN } };
    return membershipResource.plan!({ ...request, ...FIRST_PLAN, ...more } as never, context);
  }

  test("has the ID of its project, and can be updated in place apart from the organization", async () => {
    expect(await planning({})).toEqual({
      planned: expect.objectContaining({
        id: own,
        project_id: own,
        organization: "acme",
        workspace_ids: UNKNOWN,
      }) as unknown,
      requiresReplace: ["organization"],
      privateState: {
        released: [],
        retained: [],
        renamed: [],
        evicted: [],
        found: [{ id: api, name: "api", projectId: own, organization: "acme" }],
      },
      deletionPrivateState: undefined,
    });
  });

  test("is refused for what has not the format of an ID", async () => {
    expect(await errorsOf(() => planning({ project_id: "own" }))).toMatchObject([
      { summary: "Invalid project_id", attribute: ["project_id"] },
    ]);
  });

  test("is unresolved while its organization is unknown", async () => {
    acme.takeRequests();
    expect((await planning({ organization: UNKNOWN })).planned).toMatchObject({
      organization: UNKNOWN,
      workspace_ids: UNKNOWN,
      workspace_names: ["api"],
    });
    expect(acme.takeRequests()).toEqual([]);
  });

  test("is an error with a summary of its own", async () => {
    acme.emulator.faults.add({ path: /\/workspaces/, status: 403, times: Infinity });
    expect(await errorsOf(() => planning({}))).toMatchObject([{ summary: "Cannot plan the membership" }]);
  });

  test("says what moves", async () => {
    const web = acme.addWorkspace("web");
    const context = contextOf(acme);
    await planning({ workspace_names: ["api", "web"] }, { context });
    expect(web).toBeDefined();
    expect(context.diagnostics.entries).toEqual([
      warning(
        "Workspaces move out of the default project",
        expect.stringMatching(
          /^1 workspace moves to project "Own" \(prj-\w+\): web\.\n\nRuns of 1 workspace /,
        ) as string,
        "workspace_names",
      ),
    ]);
  });

  test("is a replacement if its old project is deleted with a workspace of it, and then says nothing", async () => {
    const other = acme.addProject("Other");
    const context = contextOf(acme);
    context.provider.plannedProjects.delete({}, own, []);
    const prior = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
    const result = await planning({ project_id: other }, { context, prior });
    expect(result.requiresReplace).toEqual(["organization", "project_id"]);
    expect(context.diagnostics.entries).toEqual([
      warning(
        "Workspaces change memberships",
        expect.stringContaining("1 workspace (api) may be in the default project temporarily") as string,
        "workspace_ids",
      ),
    ]);
  });

  test("of what replaces another one says where that one's workspaces go", async () => {
    const other = acme.addProject("Other");
    const replaces = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
    expect((await planning({ project_id: other }, { replaces })).deletionPrivateState).toEqual({
      retained: [api],
      evacuated: [],
      observed: [],
    });
  });

  test("keeps what the first plan has found and retained", async () => {
    const found = [{ id: api, name: "api", projectId: own, organization: "acme" }];
    const privateState = { released: ["ws-1"], retained: ["ws-1"], renamed: ["ws-2"], found, evicted: [] };
    acme.emulator.workspaces.update(api, { name: "api-2" });
    expect((await planning({}, { privateState })).privateState).toEqual(privateState);
    expect((await planning({ workspace_names: UNKNOWN })).privateState).toBeUndefined();
  });

  test("of a deletion says what is retained", async () => {
    const context = contextOf(acme);
    const prior = membershipState(own, { workspace_ids: [api] });
    context.provider.plannedWorkspaces.add({}, api, { projectId: "prj-b", claimant: { label: "it" } });
    expect(await membershipResource.planDelete!(prior, context)).toEqual({
      retained: [api],
      evacuated: [],
      observed: [],
    });
    expect(context.diagnostics.entries).toEqual([]);
  });
});

test("workspaces of a project that is deleted are told by a refresh and by the deletion of a membership", async () => {
  const prior = membershipState(own, { workspace_ids: [api], workspace_names: ["api"] });
  const summaries = async (work: (context: Context) => unknown, policy: string) => {
    const context = contextOf(acme);
    context.provider.plannedProjects.delete({}, own, [], projectState(own, "Own", { deletion_policy: policy }));
    context.provider.plannedProjects.sawNormalPlan();
    await work(context);
    return context.diagnostics.entries.map(({ summary }) => summary);
  };
  const told = ['Project "Own" is deleted, and 1 workspace moves to the default project'];
  const reading = (context: Context) => membershipResource.read(prior, { ...context, storedPrivateState: undefined });
  expect(await summaries(reading, "evacuate")).toEqual(told);
  expect(await summaries((context) => membershipResource.planDelete!(prior, context), "refuse")).toEqual(told);
});

test("a membership is created, updated, and deleted, and its lists and names are stored", async () => {
  const web = acme.addWorkspace("web");
  const config = {
    ...membershipState(own),
    workspace_ids: null,
    workspace_names: ["web"],
    id: null,
    organization: null,
  };
  const planned: MembershipPlan = { ...membershipState(own), workspace_ids: UNKNOWN, workspace_names: ["web"] };
  const context = contextOf(acme);
  const change = { ...context, privateState: undefined };
  const created = await membershipResource.create({ config, planned }, change);
  expect(created).toEqual(membershipState(own, { workspace_ids: [web], workspace_names: ["web"] }));
  const names = { ...config, workspace_names: ["api"] };
  const prior = created;
  const update = { config: names, prior, planned: { ...planned, workspace_names: ["api"] } };
  const { privateState } = await membershipResource.plan!({ ...update, ...FIRST_PLAN }, context);
  await membershipResource.update(update, { ...context, privateState });
  expect(acme.world).toEqual({ "Default Project": ["web"], Own: ["api"] });
  // In another walk, where no membership has it.
  await membershipResource.delete(membershipState(own, { workspace_ids: [api] }), {
    ...contextOf(acme),
    privateState: undefined,
  });
  expect(acme.world).toEqual({ "Default Project": ["api", "web"], Own: [] });
  const stored: unknown[] = [];
  const storing = { ...change, storePrivateState: (json: unknown) => void stored.push(json) };
  await membershipResource.create({ config, planned }, storing);
  expect(stored).toEqual([{ lists: ["workspace_names"], names: { [web]: "web" } }]);
});
