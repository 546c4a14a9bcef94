import { RESOURCES, type MembershipPlan } from "../../model";
import { isKnown, type ConfiguredContext, type PlanRequest, type PlanResult, type Resource } from "../../plugin";
import { warnOfDeletion } from "../deletion-warnings";
import { warnOfAbsence, withDiagnostics } from "../diagnostics";
import { managedResource } from "../managed-resource";
import { plannedOrganization, type ProviderData } from "../provider-data";
import { validateIds } from "../validation";
import { applyMembership } from "./apply";
import { importMembership } from "./import";
import { warnOfMoves, type PlannedMoves } from "./move-warnings";
import { planMembership, unresolvedPlan } from "./plan";
import { plannedIn, plannedJson, storedIn, storedJson } from "./private-state";
import { refresh } from "./refresh";
import { applyRelease, mustReplace, planRelease, releasePlan, warnOfRelease } from "./release";

const definition = RESOURCES.tfprojects_workspace_membership;
type Schema = typeof definition;
type MembershipContext = ConfiguredContext<ProviderData>;

/** `tfprojects_workspace_membership` */
export const membershipResource: Resource<Schema, ProviderData> = managedResource(definition, {
  async read(state, context) {
    const { provider, diagnostics } = context;
    return withDiagnostics({ summary: `Cannot read the workspaces of project ${state.project_id}` }, async () => {
      const view = provider.organization(state.organization);
      provider.plannedWorkspaces.recordInState(state.project_id, state.workspace_ids);
      const inside = await view.workspaces.inProject(state.project_id);
      if (inside.length === 0 && (await view.projects.byId(state.project_id)) === undefined) {
        const consequence = "Its membership is removed from the state.";
        warnOfAbsence(diagnostics, `Project ${state.project_id}`, consequence, "a membership");
        return null;
      }
      await warnOfDeletion(state.project_id, context);
      const refreshed = await refresh(view, state, storedIn(context.storedPrivateState), inside, diagnostics);
      const placed = new Set(state.workspace_ids.filter((id) => provider.plannedWorkspaces.isPlaced(id)));
      context.storePrivateState(storedJson({ ...refreshed.stored, placed }));
      return { ...state, ...refreshed.lists };
    });
  },

  async plan(request, context) {
    const { provider } = context;
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

  create: ({ config, planned }, context) => applyMembership({ config, planned, prior: null }, context),

  update: applyMembership,

  delete: applyRelease,

  import: importMembership,
});

type PlanWithMoves = PlanResult<Schema> & { readonly moves: PlannedMoves | undefined };

async function plan(request: PlanRequest<Schema>, context: MembershipContext): Promise<PlanWithMoves> {
  const { config, prior, replaces, planned, storesPlannedPrivate, storedPrivateState } = request;
  const { provider } = context;
  validateIds(definition, config);
  const organization = plannedOrganization(config.organization, prior, provider);
  const first = plannedIn(request.privateState);
  const input = {
    config,
    prior,
    plan: { ...planned, id: planned.project_id, organization } satisfies MembershipPlan,
    resource: prior ?? replaces ?? {},
    // A new object does not recognize workspaces by the names of the one that it replaces.
    stored: storedIn(prior === null ? undefined : storedPrivateState),
    first,
    storesPlannedPrivate,
  };
  const complete = isKnown(organization)
    ? await withDiagnostics({ summary: "Cannot plan the membership" }, () =>
        planMembership(provider.organization(organization), input, context),
      )
    : unresolvedPlan(input);
  const { passedOn, moves } = complete;
  const isReplaced = await mustReplace(prior, complete.plan, provider);
  return {
    planned: complete.plan,
    // Terraform next plans the object that replaces this one; that plan reports the moves.
    moves: isReplaced && moves !== undefined ? { ...moves, entering: [], leaving: [], evicted: [] } : moves,
    requiresReplace: isReplaced ? ["organization", "project_id"] : ["organization"],
    // Terraform plans again while it applies, in no particular order: what the first plan has passed on is complete.
    privateState: passedOn && plannedJson({ ...passedOn, ...first }),
    deletionPrivateState:
      replaces === null ? undefined : await releasePlan(replaces, storedIn(storedPrivateState), provider),
  };
}
