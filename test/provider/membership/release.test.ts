import { Client } from "../../../src/api";
import type { MembershipState, Workspace } from "../../../src/model";
import { Diagnostics, UNKNOWN } from "../../../src/plugin";
import {
  applyRelease,
  membersOf,
  mustReplace,
  planRelease,
  releasePlan,
  transitNotes,
  warnOfRelease,
} from "../../../src/provider/membership/release";
import { storedIn } from "../../../src/provider/membership/private-state";
import { Acme } from "../../support/acme";
import { contextOf, error, errorsOf, membershipState, refusalOf, warning } from "../context";

let acme: Acme;
let own: string;
let other: string;
let api: string;
let web: string;
let prior: MembershipState;
beforeEach(async () => {
  acme = await Acme.start();
  [own, other] = [acme.addProject("Own"), acme.addProject("Other")];
  [api, web] = [acme.addWorkspace("api", own), acme.addWorkspace("web", own)];
  prior = membershipState(own, { workspace_ids: [api], workspace_names: ["WEB"] });
});
afterEach(() => acme.stop());

type Context = ReturnType<typeof contextOf>;
const claimant = { label: "it" };
const idsIn = (workspaces: readonly Workspace[]): readonly string[] => workspaces.map(({ id }) => id);

/** Another membership takes the workspace. */
const claim = ({ provider }: Context, id: string, projectId = other): void =>
  provider.plannedWorkspaces.add({}, id, { projectId, claimant });

const ABSENT = (id: string): ReturnType<typeof warning> =>
  warning(
    "Project of a membership not found",
    `Project ${id} was not found: it was deleted, or the token is not authorized to see it. It counts as deleted. No ` +
      "workspace is moved out of it. If it still exists, do not apply this: use a token that sees all projects of " +
      "the " +
      "organization.",
  );

describe("the members of a membership", () => {
  const members = async (state: MembershipState) => {
    const diagnostics = new Diagnostics();
    return { ids: idsIn(await membersOf(acme.view(), state, diagnostics)), warnings: diagnostics.entries };
  };

  test("are those of its lists that are in the project, by ID or by name in any case", async () => {
    acme.addWorkspace("stranger", own);
    expect(await members(prior)).toEqual({ ids: [api, web], warnings: [] });
    acme.emulator.workspaces.move(api, other);
    expect(await members(prior)).toEqual({ ids: [web], warnings: [] });
  });

  test("are none of a project that is gone, with a warning", async () => {
    for (const id of [api, web]) acme.emulator.workspaces.delete(id);
    acme.emulator.projects.delete(own);
    expect(await members(prior)).toEqual({ ids: [], warnings: [ABSENT(own)] });
  });
});

describe("the plan of a deletion", () => {
  test("releases the members, and says which of them others take", async () => {
    const context = contextOf(acme);
    claim(context, web);
    expect(await planRelease(prior, context)).toEqual({ retained: [web], evacuated: [], observed: [] });
    const { plannedWorkspaces } = context.provider;
    expect([api, web].map((id) => plannedWorkspaces.isReleasedByAnother({}, id))).toEqual([true, true]);
    expect(context.diagnostics.entries).toEqual([]);
  });

  test("releases nothing with on_destroy = retain", async () => {
    const context = contextOf(acme);
    const retaining = { ...prior, on_destroy: "retain" };
    expect(await planRelease(retaining, context)).toBeUndefined();
    expect(context.provider.plannedWorkspaces.isReleasedByAnother({}, api)).toBe(false);
    await warnOfRelease(retaining, context);
    expect(context.diagnostics.entries).toEqual([]);
  });

  test("warns of a project that is gone", async () => {
    for (const id of [api, web]) acme.emulator.workspaces.delete(id);
    acme.emulator.projects.delete(own);
    const context = contextOf(acme);
    await planRelease(prior, context);
    expect(context.diagnostics.entries).toEqual([ABSENT(own)]);
  });

  test("evacuates what others take out of a project that is deleted with it", async () => {
    const context = contextOf(acme);
    const { plannedProjects } = context.provider;
    for (const id of [api, web]) claim(context, id);
    plannedProjects.delete({}, own, [web]);
    const stranger = acme.addWorkspace("stranger", own);
    expect(await releasePlan(prior, storedIn(undefined), context.provider)).toEqual({
      retained: [web],
      evacuated: [api],
      observed: [api, web, stranger],
    });
  });

  test("warns of members that cannot move, once plans in progress are done", async () => {
    const projects = { [own]: ["read", "move-workspaces"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const context = contextOf({ client: new Client({ address: acme.emulator.address, token, env: {} }) });
    const taking = context.provider.membershipPlans.track(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      claim(context, web);
    });
    await warnOfRelease(prior, context);
    await taking;
    expect(context.diagnostics.entries).toEqual([
      warning(
        "Workspaces cannot move to the default project",
        "1 workspace of other projects would move to the default project, which the token is not authorized to " +
          "see. Use " +
          "a token that can move workspaces into it. With this token, the apply fails before it changes the " +
          "membership " +
          "or project.",
      ),
    ]);
  });
});

describe("the apply of a deletion", () => {
  const applying = async (state: MembershipState, privateState?: unknown, context = contextOf(acme)) => {
    await applyRelease(state, { ...context, privateState });
    return context.diagnostics.entries;
  };

  test("moves the members to the default project, but what others take", async () => {
    acme.addWorkspace("stranger", own);
    expect(await applying(prior, { retained: [web], evacuated: [], observed: [] })).toEqual([]);
    expect(acme.world).toEqual({ "Default Project": ["api"], Other: [], Own: ["stranger", "web"] });
    await applying(prior);
    expect(acme.world["Own"]).toEqual(["stranger"]);
  });

  test("moves nothing with on_destroy = retain, but what is evacuated", async () => {
    const retaining = { ...prior, on_destroy: "retain" };
    acme.takeRequests();
    await applying(retaining);
    expect(acme.takeRequests()).toEqual([]);
    await applying(retaining, { retained: [], evacuated: [api], observed: [api, web] });
    expect(acme.world).toMatchObject({ "Default Project": ["api"], Own: ["web"] });
  });

  test("is refused if a workspace entered the project that is deleted", async () => {
    acme.addWorkspace("late", own);
    const privateState = { retained: [], evacuated: [api], observed: [api, web] };
    expect(await errorsOf(() => applying(prior, privateState))).toEqual([
      error(
        `Cannot move the workspaces of project ${own} to the default project`,
        `Project "Own" (${own}) still contains 1 workspace: late. A project that contains workspaces cannot be ` +
          `deleted.`,
      ),
    ]);
    expect(acme.world["Own"]).toEqual(["api", "late", "web"]);
  });

  test("warns of a project that is gone", async () => {
    for (const id of [api, web]) acme.emulator.workspaces.delete(id);
    acme.emulator.projects.delete(own);
    expect(await applying(prior)).toEqual([ABSENT(own)]);
  });
});

describe("a membership whose project is deleted", () => {
  const leaving = (projectId: unknown = "prj-b") => ({ ...prior, project_id: projectId }) as never;

  test("is replaced if some of its workspaces are not moved out before", async () => {
    const { provider } = contextOf(acme);
    expect(await mustReplace(prior, leaving(), provider)).toBe(false);
    const resource = {};
    provider.plannedProjects.delete(resource, own, [api]);
    expect(await mustReplace(prior, leaving(), provider)).toBe(true);
    expect(await mustReplace(prior, leaving(UNKNOWN), provider)).toBe(true);
    expect(await mustReplace(prior, leaving(own), provider)).toBe(false);
    expect(await mustReplace(null, leaving(), provider)).toBe(false);
    provider.plannedProjects.delete(resource, own, [api, web]);
    expect(await mustReplace(prior, leaving(), provider)).toBe(false);
  });
});

describe("workspaces that change memberships", () => {
  const resource = {};
  const notes = async (context: Context, more: Partial<Parameters<typeof transitNotes>[2]> = {}) => {
    const view = context.provider.organization("acme");
    const inside = await view.workspaces.inProject(own);
    const transit = { found: inside, dropped: [], destination: other, storesPlannedPrivate: false, ...more };
    return transitNotes(view, resource, transit, context.provider);
  };
  const passing = (workspaces: string) => [
    {
      summary: "Workspaces change memberships",
      detail:
        `${workspaces} may be in the default project temporarily, with its settings and access. The membership that ` +
        "releases a workspace and the one that takes it are applied in no particular order, and a project is deleted " +
        "before its workspaces are moved elsewhere. Workspaces are moved directly if both memberships are applied " +
        "at the " +
        'same time, or if the one that releases them already has on_destroy = "retain".',
      attribute: ["workspace_ids"],
    },
  ];

  test("are those that another one releases, or whose project is deleted", async () => {
    const context = contextOf(acme);
    expect(await notes(context)).toEqual([]);
    context.provider.plannedWorkspaces.release({}, api);
    context.provider.plannedWorkspaces.release(resource, web);
    expect(await notes(context)).toEqual(passing("1 workspace (api)"));
    expect(await notes(context, { destination: own })).toEqual([]);
    context.provider.plannedProjects.delete({}, own, []);
    expect(await notes(context)).toEqual(passing("2 workspaces (api, web)"));
  });

  test("are those that it releases and another one takes, where the apply does not know that", async () => {
    const context = contextOf(acme);
    const dropped = await context.provider.organization("acme").workspaces.inProject(own);
    claim(context, api);
    expect(await notes(context, { found: [], dropped })).toEqual(passing("1 workspace (api)"));
    expect(await notes(context, { found: [], dropped, storesPlannedPrivate: true })).toEqual([]);
  });

  test("are none of those in the default project", async () => {
    const context = contextOf(acme);
    acme.emulator.workspaces.move(api, acme.defaultProjectId);
    const found = await context.provider.organization("acme").workspaces.inProject(acme.defaultProjectId);
    context.provider.plannedWorkspaces.release({}, api);
    expect(await notes(context, { found })).toEqual([]);
  });
});

describe("releases", () => {
  const moves = () => acme.takeRequests().filter((it) => it.startsWith("POST"));

  test("of one moment are one request, unless that fails", async () => {
    const { provider } = contextOf(acme);
    const view = provider.organization("acme");
    const far = acme.addWorkspace("far", other);
    acme.takeRequests();
    const release = () => [
      provider.releases.release(view, own, [api, web]),
      provider.releases.release(view, other, [far]),
      provider.releases.release(view, own, []),
    ];
    acme.emulator.faults.add({ method: "POST", status: 422, times: 2 });
    const outcomes = await Promise.allSettled(release());
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(moves()).toHaveLength(3);
    await Promise.all(release());
    expect(moves()).toHaveLength(1);
    expect(acme.world["Default Project"]).toEqual(["api", "far", "web"]);
  });

  test("leave what another membership takes, unless that has failed or its project is deleted", async () => {
    const context = contextOf(acme);
    const { provider } = context;
    const { plannedWorkspaces, releases } = provider;
    const view = provider.organization("acme");
    const retained = new Set([api]);
    claim(context, web);
    await releases.release(view, own, [api, web], { retained });
    expect(acme.world["Own"]).toEqual(["api", "web"]);
    plannedWorkspaces.failClaims([web], other);
    await releases.release(view, own, [api, web], { retained });
    expect(acme.world["Own"]).toEqual(["api"]);
    claim(context, api);
    plannedWorkspaces.failClaims([api], other);
    await releases.release(view, own, [api], { retained });
    expect(acme.world["Own"]).toEqual([]);
    const late = acme.addWorkspace("late", own);
    const second = contextOf(acme);
    claim(second, late);
    await second.provider.releases.release(acme.view(), own, [late], { evacuated: new Set([late]) });
    expect(acme.world["Own"]).toEqual([]);
  });

  test("wait for plans in progress, which may take them, but not forever", async () => {
    const context = contextOf(acme);
    const { provider } = context;
    const view = provider.organization("acme");
    const planning = provider.membershipPlans.track(async () => {
      await new Promise((resolve) => setTimeout(resolve, 80));
      claim(context, api);
    });
    await provider.releases.release(view, own, [api]);
    await planning;
    expect(acme.world["Own"]).toEqual(["api", "web"]);
    let end = (): void => undefined;
    const stuck = provider.membershipPlans.track(() => new Promise<void>((resolve) => (end = resolve)));
    await provider.releases.release(view, own, [web]);
    expect(acme.world["Own"]).toEqual(["api"]);
    end();
    await stuck;
  });

  test("are checked before: nothing can move to a default project that the token does not see", async () => {
    const projects = { [own]: ["read", "move-workspaces"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const context = contextOf({ client: new Client({ address: acme.emulator.address, token, env: {} }) });
    const { releases } = context.provider;
    const view = context.provider.organization("acme");
    const refused = "2 workspaces of other projects would move to the default project";
    expect(await refusalOf(() => releases.check(view, [api, web]))).toMatchObject({
      message: expect.stringContaining(refused) as string,
    });
    claim(context, web);
    await releases.check(view, [web]);
    await releases.check(view, [api], { retained: new Set([api]) });
    await releases.check(view, []);
    await contextOf(acme).provider.releases.check(acme.view(), [api, web]);
  });
});
