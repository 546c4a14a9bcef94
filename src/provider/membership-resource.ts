import { isId, nameKey, RELEASE_POLICIES, type Workspace } from "../model";
import {
  bool,
  computed,
  defaulted,
  isKnown,
  optionalComputed,
  required,
  set,
  string,
  UNKNOWN,
  type ConfigOf,
  type ConfiguredContext,
  type Context,
  type CreateRequest,
  type Diagnostics,
  type PlanOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
  type StateOf,
  type UpdateRequest,
} from "../plugin";
import {
  counted,
  ensureMembership,
  listed,
  resolveWorkspaces,
  WorkspacesNotFoundError,
  type OrganizationView,
} from "../reconcile";
import { observedMembership } from "./membership-drift";
import { explained, reportUnlessOneOf } from "./explain";
import { readImported } from "./import";
import type { Session } from "./session";

const schema = {
  description:
    "The statement that workspaces live in a project. Moves are made in one request for each destination, all or nothing.",
  attributes: {
    id: computed(string, { description: "The project's identifier." }),
    project_id: required(string, { description: "Identifier of the project, prefix `prj-`." }),
    workspace_ids: optionalComputed(set(string), {
      description:
        "Identifiers of the workspaces, prefix `ws-`. Where only `workspace_names` is set: the identifiers of those. A workspace that is taken out of the code goes to the default project, as `on_destroy` says.",
    }),
    workspace_names: optionalComputed(set(string), {
      description:
        "Names of workspaces that exist, without regard to case, in addition to `workspace_ids`. Where only `workspace_ids` is set: the names of those. For workspaces that the same deployment creates use `workspace_ids`.",
    }),
    exclusive: defaulted(bool, {
      description:
        "Whether the project holds no other workspaces: others are moved to the default project. Default: false.",
      default: false,
    }),
    on_destroy: defaulted(string, {
      description:
        "Where the workspaces go when they are taken out of the code: `default-project`, or `retain` to leave them where they are. Default: `default-project`.",
      default: "default-project",
    }),
    organization: optionalComputed(string, {
      description: "Name of the organization. Default: the provider's. A change replaces the membership.",
    }),
  },
};

type State = StateOf<typeof schema>;
type Plan = PlanOf<typeof schema>;
type MembershipContext = ConfiguredContext<Session>;

/** `tfprojects_workspace_membership` */
export const membershipResource: Resource<typeof schema, Session> = {
  type: "tfprojects_workspace_membership",
  schema,

  validate(config: ConfigOf<typeof schema>, { diagnostics }: Context) {
    const { project_id: projectId, workspace_ids: ids, workspace_names: names, on_destroy: onDestroy } = config;
    if (isKnown(projectId) && !isId("project", projectId)) {
      diagnostics.error(
        "Invalid project_id",
        `${JSON.stringify(projectId)} is no project identifier: those begin with "prj-".`,
        ["project_id"],
      );
    }
    if (ids === null && names === null) {
      diagnostics.error(
        "No workspaces",
        "Set workspace_ids, workspace_names or both; an empty list says that there are none.",
        ["workspace_ids"],
      );
    }
    for (const id of isKnown(ids) ? (ids ?? []) : []) {
      if (isKnown(id) && !isId("workspace", id)) {
        diagnostics.error(
          "Invalid workspace_ids",
          `${JSON.stringify(id)} is no workspace identifier: those begin with "ws-". For names use workspace_names.`,
          ["workspace_ids"],
        );
      }
    }
    if (isKnown(onDestroy) && onDestroy !== null)
      reportUnlessOneOf(diagnostics, onDestroy, RELEASE_POLICIES, ["on_destroy"]);
  },

  async read(state: State, { provider, diagnostics }: MembershipContext) {
    return explained({ summary: `Cannot read the workspaces of project ${state.project_id}` }, async () => {
      const view = provider.organization(state.organization);
      const inside = await view.workspaces.inProject(state.project_id);
      if (inside.length === 0 && (await view.projects.byId(state.project_id)) === undefined) return null;
      const { ids, names } = await observedMembership(view, state, inside, diagnostics);
      return { ...state, workspace_ids: ids, workspace_names: names };
    });
  },

  async plan(
    { config, prior, planned }: PlanRequest<typeof schema>,
    context: MembershipContext,
  ): Promise<PlanResult<typeof schema>> {
    const { provider } = context;
    const organization = isKnown(config.organization)
      ? provider.organizationName(config.organization)
      : config.organization;
    const plan: Plan = { ...planned, id: planned.project_id, organization };
    const complete = isKnown(organization)
      ? await explained({ summary: "Cannot plan the membership" }, () =>
          planWorkspaces(provider.organization(organization), config, prior, plan, context),
        )
      : unresolved(config, plan);
    return { planned: complete, requiresReplace: ["organization"] };
  },

  async planDelete(prior: State, { provider }: MembershipContext) {
    if (prior.on_destroy === "retain") return;
    const view = provider.organization(prior.organization);
    const destination = await view.defaultProjectId();
    for (const { id } of await membersIn(view, prior)) provider.planned.release(id, destination);
  },

  async create({ planned }: CreateRequest<typeof schema>, context: MembershipContext) {
    return apply(planned, undefined, context);
  },

  async update({ prior, planned }: UpdateRequest<typeof schema>, context: MembershipContext) {
    return apply(planned, prior, context);
  },

  async delete(prior: State, { provider }: MembershipContext) {
    if (prior.on_destroy === "retain") return;
    const view = provider.organization(prior.organization);
    const summary = `Cannot move the workspaces of project ${prior.project_id} to the default project`;
    await explained({ summary }, () => release(view, prior, new Set()));
  },

  async import(text: string, { provider }: MembershipContext) {
    const project = await readImported(text, provider);
    const inside = await provider.organization(project.organization).workspaces.inProject(project.id);
    return {
      id: project.id,
      project_id: project.id,
      workspace_ids: inside.map(({ id }) => id),
      workspace_names: inside.map(({ name }) => name),
      exclusive: false,
      on_destroy: "default-project",
      organization: project.organization,
    };
  },
};

/** The plan with the workspaces looked up, where all that names them is known. */
async function planWorkspaces(
  view: OrganizationView,
  config: ConfigOf<typeof schema>,
  prior: State | null,
  plan: Plan,
  { provider, diagnostics }: MembershipContext,
): Promise<Plan> {
  const ids = knownTexts(config.workspace_ids);
  const names = knownTexts(config.workspace_names);
  if (ids === undefined || names === undefined) return unresolved(config, plan);

  const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
  if (missingIds.length > 0) {
    const error = new WorkspacesNotFoundError(view.name, missingIds);
    diagnostics.error("Unknown workspace", error.message, ["workspace_ids"]);
  }
  if (missingNames.length > 0) {
    const error = new WorkspacesNotFoundError(view.name, missingNames);
    diagnostics.error(
      "Unknown workspace",
      `${error.message}\n\nFor a workspace that this deployment creates, put its id into workspace_ids: that is known only after it is created.`,
      ["workspace_names"],
    );
  }
  const { project_id: projectId } = plan;
  const destination = isKnown(projectId) ? projectId : undefined;
  for (const workspace of found) {
    const other = provider.planned.claim(workspace.id, destination);
    if (other !== undefined)
      diagnostics.error("A workspace in two projects", claimedTwice(workspace, other, destination), [
        ids.includes(workspace.id) ? "workspace_ids" : "workspace_names",
      ]);
  }
  if (diagnostics.hasErrors) return plan;

  const wanted = new Set(found.map(({ id }) => id));
  if (prior !== null && plan.on_destroy !== "retain") {
    const goal = await view.defaultProjectId();
    for (const { id } of await membersIn(view, prior)) if (!wanted.has(id)) provider.planned.release(id, goal);
  }
  if (plan.exclusive === true && destination !== undefined)
    await announceEvictions(view, destination, wanted, prior, diagnostics);
  return {
    ...plan,
    workspace_ids: config.workspace_ids ?? [...wanted],
    workspace_names: config.workspace_names ?? found.map(({ name }) => name),
  };
}

/** The plan where not all that names the workspaces is known: what the code leaves out is known after apply. */
function unresolved(config: ConfigOf<typeof schema>, plan: Plan): Plan {
  return {
    ...plan,
    workspace_ids: config.workspace_ids ?? UNKNOWN,
    workspace_names: config.workspace_names ?? UNKNOWN,
  };
}

/** Says which workspaces an exclusive membership moves out that its plan does not show as removed. */
async function announceEvictions(
  view: OrganizationView,
  projectId: string,
  wanted: ReadonlySet<string>,
  prior: State | null,
  diagnostics: Diagnostics,
): Promise<void> {
  const inside = await view.workspaces.inProject(projectId);
  const evicted = inside.filter(({ id }) => !wanted.has(id));
  if (evicted.length === 0) return;
  if (projectId === (await view.defaultProjectId())) {
    diagnostics.error(
      "The default project cannot be exclusive",
      `Project ${projectId} is the default project and also holds ${namesOf(evicted)}: there is nowhere to move them. Name them too, or move them to other projects first.`,
      ["exclusive"],
    );
    return;
  }
  const shown = new Set(prior?.project_id === projectId ? prior.workspace_ids : []);
  const unshown = evicted.filter(({ id }) => !shown.has(id));
  if (unshown.length === 0) return;
  diagnostics.warning(
    "Workspaces leave an exclusive project",
    `The membership is exclusive: ${namesOf(unshown)} will be moved from project ${projectId} to the default project.`,
    ["exclusive"],
  );
}

async function apply(planned: Plan, prior: State | undefined, { provider }: MembershipContext): Promise<State> {
  const { project_id: projectId, exclusive, on_destroy: onDestroy, organization } = planned;
  // Before apply the computed half was unknown where it could not be looked up.
  const ids = isKnown(planned.workspace_ids) ? knownTexts(planned.workspace_ids) : [];
  const names = isKnown(planned.workspace_names) ? knownTexts(planned.workspace_names) : [];
  if (!isKnown(projectId) || !isKnown(exclusive) || !isKnown(onDestroy) || !isKnown(organization) || !ids || !names) {
    throw new Error("Terraform asked to apply a membership whose attributes are not all known.");
  }
  return explained(
    { summary: `Cannot move workspaces into project ${projectId}`, attribute: ["workspace_ids"] },
    async () => {
      const view = provider.organization(organization);
      const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
      const missing = [...missingIds, ...missingNames];
      if (missing.length > 0) throw new WorkspacesNotFoundError(view.name, missing);
      const wanted = new Set(found.map(({ id }) => id));
      const before = prior === undefined || onDestroy === "retain" ? [] : await membersIn(view, prior);
      await ensureMembership(view, {
        projectId,
        workspaceIds: [...wanted],
        exclusive,
        released: before.map(({ id }) => id),
      });
      if (prior !== undefined && prior.project_id !== projectId && onDestroy !== "retain")
        await release(view, prior, wanted);
      return {
        id: projectId,
        project_id: projectId,
        workspace_ids: isKnown(planned.workspace_ids) ? ids : [...wanted],
        workspace_names: isKnown(planned.workspace_names) ? names : found.map(({ name }) => name),
        exclusive,
        on_destroy: onDestroy,
        organization,
      };
    },
  );
}

/** Moves the members of a recorded membership to the default project, but for those to keep. */
async function release(view: OrganizationView, prior: State, keep: ReadonlySet<string>): Promise<void> {
  const members = await membersIn(view, prior);
  await ensureMembership(view, {
    projectId: prior.project_id,
    workspaceIds: [],
    exclusive: false,
    released: members.map(({ id }) => id).filter((id) => !keep.has(id)),
  });
}

/** The workspaces of a recorded membership that live in its project now. */
async function membersIn(view: OrganizationView, state: State): Promise<readonly Workspace[]> {
  const inside = await view.workspaces.inProject(state.project_id);
  const ids = new Set(state.workspace_ids);
  const names = new Set(state.workspace_names.map(nameKey));
  return inside.filter((workspace) => ids.has(workspace.id) || names.has(nameKey(workspace.name)));
}

/** All texts of a set; undefined while any is unknown, none when it is not set. */
function knownTexts(texts: Plan["workspace_ids"] | null): readonly string[] | undefined {
  if (!isKnown(texts)) return undefined;
  const known = (texts ?? []).filter(isKnown);
  return known.length === (texts ?? []).length ? known : undefined;
}

function claimedTwice(workspace: Workspace, other: string, projectId: string | undefined): string {
  return (
    `Workspace ${JSON.stringify(workspace.name)} (${workspace.id}) is put into project ${other} by another membership, ` +
    `and into ${projectId ?? "a new project"} by this one. A workspace lives in one project: take it out of one of them.`
  );
}

function namesOf(workspaces: readonly Workspace[]): string {
  return `${counted(workspaces.length, "workspace")} (${listed(workspaces.map(({ name }) => name))})`;
}
