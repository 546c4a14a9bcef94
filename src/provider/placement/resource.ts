import { placementTable, RESOURCES, sameName, type PlacementPlan, type PlacementState } from "../../model";
import {
  isFullyKnown,
  type ChangeContext,
  type ConfiguredContext,
  type KnownConfigOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
} from "../../plugin";
import { withDiagnostics } from "../diagnostics";
import { managedResource } from "../managed-resource";
import { organizationOf, plannedOrganization, type ProviderData } from "../provider-data";
import { applyPlacement } from "./apply";
import { keptLines, linesOf } from "./moves";
import { planPlacement } from "./plan";
import { dueIn, dueJson, NOTHING_DUE, storedJson } from "./private-state";
import { positionsOf, routeLive } from "./routing";
import { liveTargets, renamedTargets, warnOfMissing } from "./targets";

const definition = RESOURCES.tfprojects_workspace_placement;
type Schema = typeof definition;
type Context = ConfiguredContext<ProviderData>;

/**
 * `tfprojects_workspace_placement`
 *
 * Every plan has an empty map `unplaced`, whatever the organization is like, so that the two plans of an apply are
 * equal. Which workspaces move is in private state.
 */
export const placementResource: Resource<Schema, ProviderData> = managedResource(definition, {
  async read(state, context) {
    const { provider, storePrivateState } = context;
    return withDiagnostics({ summary: "Cannot read the workspaces of the placement" }, async () => {
      const view = provider.organization(state.organization);
      const table = placementTable(state);
      const { targets, missing } = await liveTargets(view, table);
      // What is in a project of the state that was renamed since is not out of place.
      const renamed = await renamedTargets(view, missing, provider.projectsInState);
      const routing = await routeLive(view, table, new Map([...renamed, ...targets]), provider);
      warnOfMissing(
        view,
        missing.filter(({ key }) => !renamed.has(key)),
        context,
      );
      const unplaced = await linesOf(view, routing.moves);
      // Then the plan has a change, so that the apply can bring back what a membership gives up in it.
      const kept = routing.placed.filter(({ workspace }) => provider.plannedWorkspaces.mayBeReleased(workspace));
      storePrivateState(
        storedJson({ positions: positionsOf(routing.moves), kept: positionsOf(kept), projects: targets }),
      );
      return { ...state, unplaced: { ...unplaced, ...keptLines(kept) } };
    });
  },

  plan: (request, context) => context.provider.membershipPlans.track(() => plan(request, context)),

  /** A placement that is destroyed leaves workspaces where they are. */
  planDelete: () => Promise.resolve(undefined),

  create: ({ config }, context) => apply(config, null, context),
  update: ({ config, prior }, context) => apply(config, prior, context),

  delete: () => Promise.resolve(),
});

async function plan(request: PlanRequest<Schema>, context: Context): Promise<PlanResult<Schema>> {
  const { config, prior, replaces, planned: proposed, storedPrivateState, privateState } = request;
  const { provider, diagnostics } = context;
  const organization = plannedOrganization(config.organization, prior, provider);
  const planned: PlacementPlan = { ...proposed, id: organization, organization, unplaced: {} };
  const result = { planned, requiresReplace: ["organization" as const] };
  if (!isKnownPlan(planned)) {
    diagnostics.warning("Moves are known only after apply", KNOWN_AFTER_APPLY, ["rule"]);
    return result;
  }
  // Terraform next plans the placement of the other organization, as a new one.
  if (prior !== null && !sameName(prior.organization, planned.organization)) return result;
  const input = {
    table: placementTable(planned),
    before: prior === null ? undefined : placementTable(prior),
    stored: (prior === null ? undefined : dueIn(storedPrivateState)) ?? NOTHING_DUE,
    first: dueIn(privateState),
    resource: prior ?? replaces ?? {},
  };
  const view = provider.organization(planned.organization);
  const summary = "Cannot plan the placement";
  const due = await withDiagnostics({ summary, attribute: ["rule"] }, () => planPlacement(view, input, context));
  return { ...result, privateState: dueJson(due) };
}

const KNOWN_AFTER_APPLY =
  "Rules depend on values that are known only after apply, so this plan does not name the workspaces that they move. " +
  "`max_moves` limits how many.";

const isKnownPlan = (plan: PlacementPlan): plan is PlacementState => isFullyKnown(plan);

async function apply(
  config: KnownConfigOf<Schema>,
  prior: PlacementState | null,
  context: ChangeContext<ProviderData>,
): Promise<PlacementState> {
  const organization = organizationOf(config.organization, prior, context.provider);
  const placement = { ...config, id: organization, organization };
  const view = context.provider.organization(organization);
  const due = dueIn(context.privateState) ?? NOTHING_DUE;
  const applied = await withDiagnostics({ summary: "Cannot place workspaces", attribute: ["rule"] }, () =>
    applyPlacement(view, placementTable(placement), due, context),
  );
  context.storePrivateState(storedJson(applied.due));
  return { ...placement, unplaced: applied.unplaced };
}
