import { isId, nameKey, RELEASE_POLICIES } from "../model";
import {
  isKnown,
  type ConfiguredContext,
  type Context,
  type CreateRequest,
  type KnownConfigOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
  type UpdateRequest,
} from "../plugin";
import { ensureMembership, resolveWorkspaces, WorkspacesNotFoundError, type OrganizationView } from "../reconcile";
import { explained, reportUnlessOneOf } from "./explain";
import { readImported } from "./import";
import { observedMembership } from "./membership-drift";
import { isExclusiveAlready, knownTexts, membersIn, planWorkspaces, unresolved } from "./membership-plan";
import {
  membershipSchema,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
} from "./membership-schema";
import { organizationOf, plannedOrganization, type Session } from "./session";

type Schema = typeof membershipSchema;
type MembershipContext = ConfiguredContext<Session>;

/** `tfprojects_workspace_membership` */
export const membershipResource: Resource<Schema, Session> = {
  type: "tfprojects_workspace_membership",
  schema: membershipSchema,

  validate(config: MembershipConfig, { diagnostics }: Context) {
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
    const twice = sameNamesIn(knownTexts(names) ?? []);
    if (twice !== undefined) {
      diagnostics.error(
        "Invalid workspace_names",
        `${twice.map((name) => JSON.stringify(name)).join(" and ")} are the same name: case makes no difference. Leave one out.`,
        ["workspace_names"],
      );
    }
    if (isKnown(onDestroy) && onDestroy !== null)
      reportUnlessOneOf(diagnostics, onDestroy, RELEASE_POLICIES, ["on_destroy"]);
  },

  async read(state: MembershipState, { provider, diagnostics }: MembershipContext) {
    return explained({ summary: `Cannot read the workspaces of project ${state.project_id}` }, async () => {
      const view = provider.organization(state.organization);
      const inside = await view.workspaces.inProject(state.project_id);
      if (inside.length === 0 && (await view.projects.byId(state.project_id)) === undefined) return null;
      const { ids, names } = await observedMembership(view, state, inside, diagnostics);
      return { ...state, workspace_ids: ids, workspace_names: names };
    });
  },

  async plan({ config, prior, planned }: PlanRequest<Schema>, context: MembershipContext): Promise<PlanResult<Schema>> {
    const { provider } = context;
    const organization = plannedOrganization(config.organization, prior, provider);
    const plan: MembershipPlan = { ...planned, id: planned.project_id, organization };
    const complete = isKnown(organization)
      ? await explained({ summary: "Cannot plan the membership" }, () =>
          planWorkspaces(provider.organization(organization), config, prior, plan, context),
        )
      : unresolved(config, plan);
    return { planned: complete, requiresReplace: ["organization"] };
  },

  async planDelete(prior: MembershipState, { provider }: MembershipContext) {
    if (prior.on_destroy === "retain") return;
    const view = provider.organization(prior.organization);
    const destination = await view.defaultProjectId();
    for (const { id } of await membersIn(view, prior)) provider.planned.release(id, destination);
  },

  async create({ config }: CreateRequest<Schema>, context: MembershipContext) {
    return apply(config, null, context);
  },

  async update({ config, prior }: UpdateRequest<Schema>, context: MembershipContext) {
    return apply(config, prior, context);
  },

  async delete(prior: MembershipState, { provider }: MembershipContext) {
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

/** Two names that differ in case alone. */
function sameNamesIn(names: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(nameKey(name));
    if (other !== undefined) return [other, name];
    seen.set(nameKey(name), name);
  }
  return undefined;
}

async function apply(
  config: KnownConfigOf<Schema>,
  prior: MembershipState | null,
  { provider }: MembershipContext,
): Promise<MembershipState> {
  const { project_id: projectId, exclusive, on_destroy: onDestroy } = config;
  const organization = organizationOf(config.organization, prior, provider);
  const summary = `Cannot move workspaces into project ${projectId}`;
  return explained({ summary, attribute: ["workspace_ids"] }, async () => {
    const view = provider.organization(organization);
    const ids = config.workspace_ids ?? [];
    const names = config.workspace_names ?? [];
    const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
    const missing = [...missingIds, ...missingNames];
    if (missing.length > 0) throw new WorkspacesNotFoundError(view.name, missing);
    const wanted = new Set(found.map(({ id }) => id));
    const keepsDropped = onDestroy === "retain" && !exclusive;
    const dropped = prior?.project_id !== projectId || keepsDropped ? [] : await membersIn(view, prior);
    await ensureMembership(view, {
      projectId,
      workspaceIds: [...wanted],
      exclusive: exclusive && !isExclusiveAlready(prior, projectId),
      released: dropped.map(({ id }) => id),
    });
    const isMoved = prior !== null && prior.project_id !== projectId;
    if (isMoved && onDestroy !== "retain") await release(view, prior, wanted);
    return {
      id: projectId,
      project_id: projectId,
      workspace_ids: config.workspace_ids ?? [...wanted],
      workspace_names: config.workspace_names ?? found.map(({ name }) => name),
      exclusive,
      on_destroy: onDestroy,
      organization,
    };
  });
}

/** Moves the members of a recorded membership to the default project, but for those to keep. */
async function release(view: OrganizationView, prior: MembershipState, keep: ReadonlySet<string>): Promise<void> {
  const members = await membersIn(view, prior);
  await ensureMembership(view, {
    projectId: prior.project_id,
    workspaceIds: [],
    exclusive: false,
    released: members.map(({ id }) => id).filter((id) => !keep.has(id)),
  });
}
