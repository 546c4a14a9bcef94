import { RESOURCES, selectionRule, type MembershipPlan } from "../model";
import { isKnown, type ConfiguredContext, type PlanRequest, type PlanResult, type Resource } from "../plugin";
import { warnOfDeletion } from "./deletion-warnings";
import { warnOfAbsence, withDiagnostics } from "./diagnostics";
import { findImported } from "./import";
import { applyMembership } from "./membership-apply";
import { observedMembership } from "./membership-drift";
import { planWorkspaces, unresolvedPlan } from "./membership-plan";
import { applyRelease, idsOf, mustReplace, planRelease, releasePlan, warnOfRelease } from "./membership-release";
import { listsIn, listsToStore, prepareReads } from "./membership-selection";
import { reportingMissingOnce } from "./missing-organization";
import { warnOfMoves, type PlannedMoves } from "./move-warnings";
import { selectionIn, type PlannedPrivate } from "./planned-private";
import { plannedOrganization, type ProviderData } from "./provider-data";
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
    provider.plannedProjects.sawNormalPlan();
    return withDiagnostics({ summary: `Cannot read the workspaces of project ${state.project_id}` }, async () => {
      const view = provider.organization(state.organization);
      await prepareReads(view, selectionRule(state));
      const inside = await view.workspaces.inProject(state.project_id);
      if (inside.length === 0 && (await view.projects.byId(state.project_id)) === undefined) {
        const consequence = "Its membership is removed from the state.";
        warnOfAbsence(diagnostics, `Project ${state.project_id}`, consequence, "membership");
        return null;
      }
      await warnOfDeletion(state.project_id, context);
      const lists = listsIn(context.storedPrivateState);
      return { ...state, ...(await observedMembership(view, state, lists, inside, diagnostics)) };
    });
  },

  async plan(request, context) {
    const { provider } = context;
    provider.plannedProjects.sawNormalPlan();
    const { moves, ...result } = await provider.membershipPlans.track(() => plan(request, context));
    if (moves !== undefined) await warnOfMoves(moves, context);
    return result;
  },

  async planDelete(prior, context) {
    const privateState = await context.provider.membershipPlans.track(() => planRelease(prior, context));
    await warnOfRelease(prior, context);
    await warnOfDeletion(prior.project_id, context);
    return privateState;
  },

  async create({ config, planned }, context) {
    const state = await applyMembership({ config, planned, prior: null }, context);
    context.storePrivateState(listsToStore(config));
    return state;
  },

  async update(request, context) {
    const state = await applyMembership(request, context);
    context.storePrivateState(listsToStore(request.config));
    return state;
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
  const { config, prior, replaces, planned } = request;
  const { provider } = context;
  validateIds(definition, config);
  const resource = prior ?? replaces ?? {};
  const organization = plannedOrganization(config.organization, prior, provider);
  const proposed: MembershipPlan = { ...planned, id: planned.project_id, organization };
  const complete = isKnown(organization)
    ? await withDiagnostics({ summary: "Cannot plan the membership" }, () =>
        planWorkspaces(
          provider.organization(organization),
          { ...request, plan: proposed, resource, isReplacement: replaces !== null },
          context,
        ),
      )
    : unresolvedPlan(config, proposed);
  const isReplaced = await mustReplace(prior, complete.plan, provider);
  return {
    planned: complete.plan,
    // Terraform next plans the object that replaces this one; that plan reports the moves.
    moves:
      isReplaced && complete.moves !== undefined
        ? { ...complete.moves, entering: [], leaving: [], evicted: [] }
        : complete.moves,
    requiresReplace: isReplaced ? ["organization", "project_id"] : ["organization"],
    privateState: combined(request.privateState, complete.privateState),
    deletionPrivateState: replaces === null ? undefined : await releasePlan(replaces, provider),
  };
}

/**
 * The private state of a second plan. The result of the first one has precedence, because Terraform plans again while
 * it applies, in no particular order.
 */
function combined(first: unknown, { retained, found }: PlannedPrivate): PlannedPrivate {
  if (first === undefined) return { retained, ...(found === undefined ? {} : { found }) };
  const selection = selectionIn(first) ?? found;
  return { retained: [...idsOf(first, "retained")], ...(selection === undefined ? {} : { found: selection }) };
}
