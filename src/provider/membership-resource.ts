import { RESOURCES, type MembershipPlan, type MembershipState, type Workspace } from "../model";
import {
  isKnown,
  type ConfiguredContext,
  type KnownConfigOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
} from "../plugin";
import { ensureMembership, resolveWorkspaces, workspacesNotFound } from "../reconcile";
import { warnOfDeletion } from "./deletion-warnings";
import { warnOfAbsence, withDiagnostics } from "./diagnostics";
import { findImported } from "./import";
import { observedMembership } from "./membership-drift";
import { planWorkspaces, retainsDropped, unresolvedPlan, wasExclusive } from "./membership-plan";
import { applyRelease, idsOf, membersIn, mustReplace, planRelease, releasePlan } from "./membership-release";
import { reportingMissingOnce } from "./missing-organization";
import { warnOfMoves, type PlannedMoves } from "./move-warnings";
import { organizationOf, plannedOrganization, type ProviderData } from "./provider-data";
import { validatorOf, validateIds } from "./validation";

const definition = RESOURCES.tfprojects_workspace_membership;
type Schema = typeof definition;
type MembershipContext = ConfiguredContext<ProviderData>;

/** `tfprojects_workspace_membership` */
export const membershipResource: Resource<Schema, ProviderData> = reportingMissingOnce<Schema, ProviderData>({
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  async read(state, context) {
    const { provider, diagnostics } = context;
    provider.plannedDeletions.sawNormalPlan();
    return withDiagnostics({ summary: `Cannot read the workspaces of project ${state.project_id}` }, async () => {
      const view = provider.organization(state.organization);
      const inside = await view.workspaces.inProject(state.project_id);
      if (inside.length === 0 && (await view.projects.byId(state.project_id)) === undefined) {
        const consequence = "Its membership is removed from the state.";
        warnOfAbsence(diagnostics, `Project ${state.project_id}`, consequence, "membership");
        return null;
      }
      await warnOfDeletion(state.project_id, context);
      const { ids, names } = await observedMembership(view, state, inside, diagnostics);
      return { ...state, workspace_ids: ids, workspace_names: names };
    });
  },

  async plan(request, context) {
    const { provider } = context;
    provider.plannedDeletions.sawNormalPlan();
    const { moves, ...result } = await provider.membershipPlans.track(() => plan(request, context));
    if (moves !== undefined) await warnOfMoves(moves, context);
    return result;
  },

  async planDelete(prior, context) {
    const privateState = await context.provider.membershipPlans.track(() => planRelease(prior, context));
    await warnOfDeletion(prior.project_id, context);
    return privateState;
  },

  async create({ config }, context) {
    return apply(config, null, new Set(), context);
  },

  async update({ config, prior }, context) {
    return apply(config, prior, idsOf(context.privateState, "retained"), context);
  },

  delete: applyRelease,

  async import(id, { provider }) {
    const project = await findImported(id, provider);
    const inside = await provider.organization(project.organization).workspaces.inProject(project.id);
    return {
      ...NO_RULE,
      id: project.id,
      project_id: project.id,
      workspace_ids: inside.map(({ id }) => id),
      workspace_names: inside.map(({ name }) => name),
      exclusive: false,
      on_destroy: "default-project",
      organization: project.organization,
    };
  },
});

/** The attributes of a membership without a rule. */
const NO_RULE = {
  match_names: null,
  match_tags: null,
  except_names: null,
  except_tags: null,
  take_from: null,
  max_moves: null,
  missing_workspaces: null,
  matched_workspaces: null,
} as const;

type PlanWithMoves = PlanResult<Schema> & { readonly moves: PlannedMoves | undefined };

async function plan(request: PlanRequest<Schema>, context: MembershipContext): Promise<PlanWithMoves> {
  const { config, prior, replaces, planned, privateState, storesPlannedPrivate } = request;
  const { provider } = context;
  validateIds(definition, config);
  const resource = prior ?? replaces ?? {};
  const organization = plannedOrganization(config.organization, prior, provider);
  const proposed: MembershipPlan = { ...planned, id: planned.project_id, organization };
  const complete = isKnown(organization)
    ? await withDiagnostics({ summary: "Cannot plan the membership" }, () =>
        planWorkspaces(
          provider.organization(organization),
          { config, prior, plan: proposed, resource, privateState, storesPlannedPrivate },
          context,
        ),
      )
    : unresolvedPlan(config, proposed);
  const isReplaced = await mustReplace(prior, complete.plan, provider);
  return {
    planned: complete.plan,
    // Terraform plans the object that replaces this one next: that plan says what moves.
    moves:
      isReplaced && complete.moves !== undefined ? { ...complete.moves, entering: [], leaving: [] } : complete.moves,
    requiresReplace: isReplaced ? ["organization", "project_id"] : ["organization"],
    // Keep the private state of the first plan: while Terraform applies, it plans again, in no particular order.
    privateState: privateState ?? complete.privateState,
    deletionPrivateState: replaces === null ? undefined : await releasePlan(replaces, provider),
  };
}

async function apply(
  config: KnownConfigOf<Schema>,
  prior: MembershipState | null,
  retained: ReadonlySet<string>,
  { provider, diagnostics }: MembershipContext,
): Promise<MembershipState> {
  const { project_id: projectId, exclusive, on_destroy: onDestroy } = config;
  const organization = organizationOf(config.organization, prior, provider);
  const summary = `Cannot move workspaces into project ${projectId}`;
  return withDiagnostics({ summary, attribute: ["workspace_ids"] }, async () => {
    const view = provider.organization(organization);
    const ids = config.workspace_ids ?? [];
    const names = config.workspace_names ?? [];
    const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
    const missing = [...missingIds, ...missingNames];
    if (missing.length > 0) throw await workspacesNotFound(view, missing, found);
    const wanted = new Set(found.map(({ id }) => id));
    try {
      await ensureMembership(view, projectId, [...wanted]);
    } catch (error) {
      provider.plannedChanges.failClaims(wanted, projectId);
      throw error;
    }
    const notWanted = (workspaces: readonly Workspace[]): string[] =>
      workspaces.map(({ id }) => id).filter((id) => !wanted.has(id));
    const becomesExclusive = exclusive && !wasExclusive(prior, projectId);
    const evicted = becomesExclusive ? notWanted(await view.workspaces.inProject(projectId)) : [];
    const dropped =
      prior === null || retainsDropped(prior, config) ? [] : notWanted(await membersIn(view, prior, diagnostics));
    await Promise.all([
      provider.releases.release(view, projectId, evicted),
      prior === null ? undefined : provider.releases.release(view, prior.project_id, dropped, { retained }),
    ]);
    return {
      ...config,
      matched_workspaces: null,
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
