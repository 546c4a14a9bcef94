import { Client } from "../../src/api";
import type { ProjectState } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import { warnOfDeletion } from "../../src/provider/deletion-warnings";
import {
  applyDeletion,
  planDeletion,
  planReplacement,
  planTaintedReplacement,
  workspacesIn,
} from "../../src/provider/project-deletion";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf, projectState, refusalOf, warning } from "./context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

type Context = ReturnType<typeof contextOf>;
const claimant = { label: "it" };
const REMEDIES =
  "\n\nMove the workspaces to another project, or set deletion_policy and apply it before you delete the project: " +
  '"evacuate" moves them to the default project first, "retain" only removes the project from the state. ' +
  "If project_id of a tfe_workspace moves them, and the project has no create_before_destroy, the deletion comes " +
  "before the move: keep the project in the configuration, apply the move, and then remove the project.";
const GONE = (id: string, consequence: string): string =>
  `Project "Platform" (${id}) was not found: it was deleted, or the token is not authorized to see it. It counts as ` +
  `deleted. ${consequence} If it still exists, do not apply this: use a token that sees all projects of the ` +
  `organization.`;

/** The project Platform with these workspaces, and its state. */
function platform(names: readonly string[] = [], more: Partial<ProjectState> = {}) {
  const id = acme.addProject("Platform");
  const ids = names.map((name) => acme.addWorkspace(name, id));
  return { id, ids, prior: projectState(id, "Platform", more), context: contextOf(acme) };
}

/** What the service says of the project. */
const readIn = async ({ provider }: Context, id: string) => (await provider.organization("acme").projects.byId(id))!;

/** As a token of a team which sees these projects, and not the default project. */
function blindContext(...ids: readonly string[]): Context {
  const projects = Object.fromEntries(ids.map((id) => [id, ["read", "destroy", "move-workspaces"] as const]));
  const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
  return contextOf({ client: new Client({ address: acme.emulator.address, token, env: {} }) });
}

const HIDDEN = (moves: string): string =>
  `${moves} of other projects would move to the default project, which the token is not authorized to see. Use a ` +
  `token ` +
  "that can move workspaces into it. With this token, the apply fails before it changes the membership or project.";

describe("the plan of a deletion", () => {
  const NOT_EMPTY = (id: string, workspaces: string) =>
    warning(
      'Project "Platform" is not empty',
      `This plan deletes project ${id}, but no resource planned so far moves ${workspaces} out of it. Deletions are ` +
        "planned in no particular order: if this plan also deletes these workspaces, or deletes or changes " +
        "memberships that move them, ignore this warning. Otherwise the deletion will fail when it is applied. The " +
        "project and these workspaces stay, but without the team access, variable sets and policy sets that this " +
        `plan removes from it: Terraform does that first.${REMEDIES}`,
      "deletion_policy",
    );

  test("of an empty project says nothing, and is known to memberships", async () => {
    const { id, prior, context } = platform();
    expect(await planDeletion(prior, context)).toEqual([]);
    expect(context.diagnostics.entries).toEqual([]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(true);
    context.provider.plannedProjects.sawNormalPlan();
    expect(context.provider.plannedProjects.removed(id)?.prior).toBe(prior);
  });

  test("of a project that is gone says so, and deletes nothing", async () => {
    const { id, prior, context } = platform();
    acme.emulator.projects.delete(id);
    expect(await planDeletion(prior, context)).toEqual([]);
    expect(context.diagnostics.entries).toEqual([
      warning("Project not found", GONE(id, "It is only removed from the state.")),
    ]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
  });

  test("of a retained project says so, and deletes nothing", async () => {
    const { id, prior, context } = platform(["api"], { deletion_policy: "retain" });
    expect(await planDeletion(prior, context)).toEqual([]);
    expect(context.diagnostics.entries).toEqual([
      warning(
        "The project is retained",
        `Project "Platform" (${id}) has deletion_policy = "retain": it is removed from the state, but not deleted.`,
      ),
    ]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
  });

  test("is refused if another resource gets the name, uses the project, or it is the default project", async () => {
    const { id, prior, context } = platform();
    context.provider.plannedNames.take(id, {}, "name");
    expect(await errorsOf(() => planDeletion(prior, context))).toMatchObject([
      { summary: "The name belongs to a project that is removed" },
    ]);
    const second = contextOf(acme);
    second.provider.plannedProjects.use({}, id, "takes");
    expect(await errorsOf(() => planDeletion(prior, second))).toMatchObject([
      { summary: "Project managed by two resources" },
    ]);
    const { defaultProjectId } = acme;
    const ofDefault = projectState(defaultProjectId, "Default Project");
    expect(await errorsOf(() => planDeletion(ofDefault, contextOf(acme)))).toEqual([
      error(
        'Cannot delete project "Default Project"',
        `Project ${defaultProjectId} is the organization's default project: it can be renamed, but not deleted.\n\n` +
          'To stop managing it, set deletion_policy = "retain" and apply it before you remove the resource.',
        "deletion_policy",
      ),
    ]);
  });

  test("returns what other resources move out, and warns of the rest", async () => {
    const { id, ids, prior, context } = platform(["api", "db", "web"]);
    const { plannedProjects, plannedWorkspaces } = context.provider;
    plannedWorkspaces.add({}, ids[0]!, { projectId: "prj-b", claimant });
    plannedWorkspaces.release({}, ids[1]!);
    expect(await planDeletion(prior, context)).toEqual(ids.slice(0, 2));
    expect(context.diagnostics.entries).toEqual([NOT_EMPTY(id, "1 workspace (web)")]);
    expect(ids.map((it) => plannedProjects.isDeletedWith(id, it))).toEqual([false, false, true]);
  });

  test("is refused for workspaces that a membership keeps in the project", async () => {
    const { id, ids, prior, context } = platform(["api", "web"]);
    context.provider.plannedWorkspaces.add({}, ids[0]!, { projectId: id, claimant });
    expect(await errorsOf(() => planDeletion(prior, context))).toEqual([
      error(
        'Cannot delete project "Platform"',
        `Project "Platform" (${id}) still contains 1 workspace: api. A project that contains workspaces cannot be ` +
          `deleted.${REMEDIES}`,
        "deletion_policy",
      ),
    ]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
  });

  test("with evacuate moves all workspaces out, and warns if it cannot", async () => {
    const { id, ids, prior } = platform(["api", "web"], { deletion_policy: "evacuate" });
    const context = blindContext(id);
    expect(await planDeletion(prior, context)).toEqual(ids);
    expect(context.diagnostics.entries).toEqual([
      warning("Workspaces cannot move to the default project", HIDDEN("2 workspaces"), "deletion_policy"),
    ]);
  });

  test("waits for memberships whose plan is in progress", async () => {
    const { ids, prior, context } = platform(["api"]);
    const { plannedWorkspaces, membershipPlans } = context.provider;
    const tracked = membershipPlans.track(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      plannedWorkspaces.add({}, ids[0]!, { projectId: "prj-b", claimant });
    });
    expect(await planDeletion(prior, context)).toEqual(ids);
    await tracked;
    expect(context.diagnostics.entries).toEqual([]);
  });
});

describe("the warning of workspaces that a deletion moves", () => {
  const warningsOf = async (id: string, context: Context) => {
    await warnOfDeletion(id, context);
    return context.diagnostics.entries;
  };
  const deleted = (id: string): string =>
    `Project "Platform" (${id}) will be deleted, and with it its team access, its tags, and its links to variable ` +
    `sets ` +
    "and policy sets.";

  test("names each of them once, unless a membership claims it", async () => {
    const { id, ids, prior, context } = platform(["api", "db", "web"], { deletion_policy: "evacuate" });
    const { provider } = context;
    provider.plannedProjects.delete(prior, prior.id, [], prior);
    expect(await warningsOf(id, context)).toEqual([]);
    provider.plannedProjects.sawNormalPlan();
    provider.plannedWorkspaces.add({}, ids[1]!, { projectId: "prj-b", claimant });
    const both = warning(
      'Project "Platform" is deleted, and 2 workspaces move to the default project',
      `${deleted(id)} 2 workspaces (api, web) move to the default project because their project is deleted. A ` +
        "membership that is planned later may take them instead.",
    );
    expect(await warningsOf(id, context)).toEqual([both]);
    expect(await warningsOf(id, context)).toEqual([both]);
    expect(await warningsOf("prj-other", contextOf(acme))).toEqual([]);
  });

  test("names what leaves its membership, if the project is not evacuated", async () => {
    const { id, ids, prior, context } = platform(["api", "web"]);
    const { provider } = context;
    provider.plannedProjects.delete(prior, prior.id, [], prior);
    provider.plannedProjects.sawNormalPlan();
    expect(await warningsOf(id, context)).toEqual([]);
    provider.plannedWorkspaces.release({}, ids[0]!);
    expect(await warningsOf(id, context)).toEqual([
      warning(
        'Project "Platform" is deleted, and 1 workspace moves to the default project',
        `${deleted(id)} 1 workspace (api) moves to the default project because it is no longer in a membership. A ` +
          "membership that is planned later may take it instead.",
      ),
    ]);
  });
});

describe("the plan of a replacement", () => {
  const replacing = (prior: ProjectState, context: Context, name: string | typeof UNKNOWN = "Platform") =>
    planReplacement(prior, prior, name, context);
  const REFUSED = 'Cannot replace project "Platform"';

  test("deletes the project with what other resources move out of it before", async () => {
    const { id, ids, prior, context } = platform(["api"]);
    context.provider.plannedWorkspaces.add({}, ids[0]!, { projectId: "prj-b", claimant });
    expect(await replacing(prior, context)).toEqual(ids);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(true);
    expect(context.diagnostics.entries).toEqual([]);
  });

  test("of a project that is gone says so", async () => {
    const { id, prior, context } = platform();
    acme.emulator.projects.delete(id);
    expect(await replacing(prior, context)).toEqual([]);
    expect(context.diagnostics.entries).toEqual([
      warning("Project not found", GONE(id, "A new project is created in its place.")),
    ]);
  });

  test("is refused if another resource uses the project", async () => {
    const { id, prior, context } = platform();
    context.provider.plannedProjects.use({}, id, "keeps");
    expect(await errorsOf(() => replacing(prior, context))).toMatchObject([
      { summary: "Project managed by two resources" },
    ]);
  });

  test("of a retained project deletes nothing, and is refused if the new one has its name", async () => {
    const { id, prior, context } = platform(["api"], { deletion_policy: "retain" });
    for (const name of ["Other", UNKNOWN] as const) expect(await replacing(prior, contextOf(acme), name)).toEqual([]);
    expect(await errorsOf(() => replacing(prior, context, "PLATFORM"))).toEqual([
      error(
        REFUSED,
        `It has deletion_policy = "retain", so project ${id} keeps its name, and the new project cannot have the ` +
          `same ` +
          "name. Choose a different name for the new project, or set another deletion_policy and apply it first.",
        "deletion_policy",
      ),
    ]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
  });

  test("is refused for the default project, and for workspaces that stay", async () => {
    const ofDefault = projectState(acme.defaultProjectId, "Default Project");
    expect(await errorsOf(() => replacing(ofDefault, contextOf(acme), "Other"))).toEqual([
      error(
        'Cannot replace project "Default Project"',
        `Project ${acme.defaultProjectId} is the organization's default project: it can be renamed, but not deleted.`,
        "deletion_policy",
      ),
    ]);
    const { id, prior, context } = platform(["api"]);
    expect(await errorsOf(() => replacing(prior, context))).toEqual([
      error(
        REFUSED,
        `Project ${id} is deleted before the new one is created and its memberships are updated, and no resource ` +
          `moves ` +
          '1 workspace (api) before that. Set deletion_policy = "evacuate" and apply it, then replace the ' +
          "project: its " +
          "workspaces move to the default project, and its memberships move them back. To keep a tainted project, " +
          "run " +
          "`untaint ADDRESS`.",
        "deletion_policy",
      ),
    ]);
  });

  test("with evacuate warns if workspaces cannot move", async () => {
    const { id, ids, prior } = platform(["api"], { deletion_policy: "evacuate" });
    const context = blindContext(id);
    expect(await replacing(prior, context)).toEqual(ids);
    expect(context.diagnostics.entries).toEqual([
      warning("Workspaces cannot move to the default project", HIDDEN("1 workspace"), "deletion_policy"),
    ]);
  });
});

describe("the plan of the replacement of a tainted project", () => {
  const resource = {};
  const tainted = async (prior: ProjectState, context: Context, name = "Platform") => {
    context.provider.projectsInState.load(prior);
    const found = await readIn(context, prior.id);
    return planTaintedReplacement(resource, found, { name, takes: "name" }, context);
  };

  test("records what it takes, and deletes the project", async () => {
    const { id, ids, prior, context } = platform(["api"], { deletion_policy: "evacuate" });
    expect(await tainted(prior, context)).toEqual(ids);
    const { plannedProjects, plannedNames } = context.provider;
    expect(plannedNames.takerOf(id)).toEqual({ resource, entry: "name" });
    expect(plannedProjects.isDeleted(id)).toBe(true);
    expect(context.diagnostics.entries).toEqual([]);
  });

  test("is none if the project was planned, before or meanwhile", async () => {
    const { id, prior, context } = platform();
    context.provider.projectsInState.plan(id);
    expect(await tainted(prior, context)).toBeUndefined();
    const second = contextOf(acme);
    second.provider.projectsInState.load(prior);
    const found = await readIn(second, id);
    const planned = planTaintedReplacement(resource, found, { name: "Platform", takes: "name" }, second);
    second.provider.projectsInState.plan(id);
    expect(await planned).toBeUndefined();
    for (const { provider } of [context, second]) {
      expect([provider.plannedNames.takerOf(id), provider.plannedProjects.isDeleted(id)]).toEqual([undefined, false]);
    }
  });

  test("is refused if another resource uses the project", async () => {
    const { id, prior, context } = platform();
    context.provider.plannedProjects.use({}, id, "takes");
    expect(await errorsOf(() => tainted(prior, context))).toMatchObject([
      { summary: "Project managed by two resources" },
    ]);
  });

  test("of a project that cannot be replaced is a warning, and fails when it is applied", async () => {
    const { id, prior, context } = platform([], { deletion_policy: "retain" });
    const refusal =
      `It has deletion_policy = "retain", so project ${id} keeps its name, and the new project cannot have the same ` +
      "name. Choose a different name for the new project, or set another deletion_policy and apply it first.";
    const privateState = await tainted(prior, context);
    expect(privateState).toEqual({ refusal });
    expect(context.diagnostics.entries).toEqual([
      warning(
        'Project "Platform" cannot be replaced',
        `If this resource is tainted, the apply fails before it changes the project. ${refusal}`,
        "deletion_policy",
      ),
    ]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
    expect(await errorsOf(() => applyDeletion(prior, { ...contextOf(acme), privateState }))).toEqual([
      error('Cannot replace project "Platform"', refusal, "deletion_policy"),
    ]);
    expect(acme.project("Platform")).toBeDefined();
  });

  test("of a retained project with another name deletes nothing", async () => {
    const { id, prior, context } = platform([], { deletion_policy: "retain" });
    expect(await tainted(prior, context, "Other")).toEqual([]);
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
  });

  test("warns if workspaces cannot move", async () => {
    const { id, prior } = platform(["api"], { deletion_policy: "evacuate" });
    const context = blindContext(id);
    await tainted(prior, context);
    expect(context.diagnostics.entries).toEqual([
      warning("Workspaces cannot move to the default project", HIDDEN("1 workspace"), "deletion_policy"),
    ]);
  });
});

describe("the apply of a deletion", () => {
  const applying = (prior: ProjectState, context: Context, privateState?: unknown) =>
    applyDeletion(prior, { ...context, privateState });

  test("deletes an empty project, and leaves a retained one", async () => {
    const { prior, context } = platform();
    await applying({ ...prior, deletion_policy: "retain" }, context);
    expect(acme.project("Platform")).toBeDefined();
    acme.takeRequests();
    await applying(prior, context);
    expect(acme.project("Platform")).toBeUndefined();
    // Nothing looks for workspaces that leave.
    expect(acme.takeRequests().filter((it) => it.endsWith("/workspaces"))).toEqual([]);
    expect(context.diagnostics.entries).toEqual([]);
  });

  test("is refused for workspaces that nothing moves, with what to do", async () => {
    const { id, prior, context } = platform(["api"]);
    expect(await errorsOf(() => applying(prior, context))).toEqual([
      error(
        'Cannot delete project "Platform"',
        `Project "Platform" (${id}) still contains 1 workspace: api. A project that contains workspaces cannot be ` +
          `deleted.${REMEDIES}`,
        "deletion_policy",
      ),
    ]);
    expect(await refusalOf(() => applying(prior, context))).toMatchObject({ cause: { code: "PROJECT_NOT_EMPTY" } });
  });

  test("moves out what the plan has assigned, or a membership claims", async () => {
    const { ids, prior, context } = platform(["api", "web"]);
    context.provider.plannedWorkspaces.add({}, ids[1]!, { projectId: "prj-b", claimant });
    await applying(prior, context, [ids[0]]);
    expect(acme.world).toEqual({ "Default Project": ["api", "web"] });
    const second = platform(["db"]);
    second.context.provider.plannedWorkspaces.add({}, second.ids[0]!, { projectId: "prj-b", claimant });
    await applying(second.prior, second.context);
    expect(acme.project("Platform")).toBeUndefined();
  });

  test("with evacuate moves all, and without it none that a membership keeps", async () => {
    const { prior, context } = platform(["api", "web"], { deletion_policy: "evacuate" });
    await applying(prior, context);
    expect(acme.world).toEqual({ "Default Project": ["api", "web"] });
    const kept = platform(["db"]);
    kept.context.provider.plannedWorkspaces.add({}, kept.ids[0]!, { projectId: kept.id, claimant });
    expect(await errorsOf(() => applying(kept.prior, kept.context))).toMatchObject([
      { summary: 'Cannot delete project "Platform"' },
    ]);
  });

  test("of a project that is gone says so", async () => {
    const { id, prior, context } = platform();
    acme.emulator.projects.delete(id);
    await applying(prior, context);
    expect(context.diagnostics.entries).toEqual([
      warning("Project not found", GONE(id, "It is removed from the state.")),
    ]);
  });
});

describe("the workspaces in a project", () => {
  test("are read, unless the project is known to be empty", async () => {
    const empty = acme.addProject("Empty");
    const full = acme.addProject("Full");
    const api = acme.addWorkspace("api", full);
    const view = acme.view();
    expect((await workspacesIn(view, full)).map(({ id }) => id)).toEqual([api]);
    await view.projects.byId(empty);
    acme.takeRequests();
    expect(await workspacesIn(view, empty)).toEqual([]);
    expect(acme.takeRequests()).toEqual([]);
  });

  test("are an error if the token sees fewer than the project contains", async () => {
    const full = acme.addProject("Full");
    acme.addWorkspace("api", full);
    const view = acme.view();
    await view.projects.byId(full);
    const pagination = { "current-page": 1, "total-pages": 1, "total-count": 0, "next-page": null };
    const body = JSON.stringify({ data: [], meta: { pagination } });
    acme.emulator.faults.add({ path: /\/workspaces/, status: 200, body, times: Infinity });
    await expect(workspacesIn(view, full)).rejects.toThrow("contains 1 workspace, but the token sees none of them");
  });
});
