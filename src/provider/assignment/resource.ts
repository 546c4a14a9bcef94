import { isRecorded } from "../../model";
import {
  isKnown,
  UNKNOWN,
  type ChangeContext,
  type ConfiguredContext,
  type PlanRequest,
  type PlanResult,
  type Resource,
  type Schema,
} from "../../plugin";
import { observeAssignments, type AssignmentKind } from "../../reconcile/assignments";
import { warnOfAbsence, withDiagnostics } from "../diagnostics";
import { managedResource } from "../managed-resource";
import { idsIn, memberOf } from "../private-state";
import { organizationOf, plannedOrganization, type ProviderData } from "../provider-data";
import { validateIds } from "../validation";
import { applyAssignments, applyRemoval } from "./apply";
import { importAssignments } from "./import";
import { planAssignments, planRemoval } from "./plan";
import { assignmentsIn, assignmentValues, refreshed, stateIn } from "./state";

type Context = ConfiguredContext<ProviderData>;
type Values = Readonly<Record<string, unknown>>;

/** The resource of a kind of assignments. */
export function assignmentResource(kind: AssignmentKind): Resource<Schema, ProviderData> {
  const { definition } = kind;
  return managedResource(definition, {
    read: (state, context) => read(kind, state, context),

    plan: (request, context) => plan(kind, request, context),

    async planDelete(prior, context) {
      const { storedPrivateState } = context;
      await planRemoval(kind, stateIn(prior), isRecorded(storedPrivateState), context);
      return storedPrivateState;
    },

    create: ({ config }, context) => apply(kind, config, null, context),
    update: ({ config, prior }, context) => apply(kind, config, prior, context),

    async delete(prior, context) {
      if (!isRecorded(context.privateState)) return;
      const state = stateIn(prior);
      const summary = `Cannot remove the ${kind.label} of project ${state.project_id}`;
      await withDiagnostics({ summary }, () =>
        applyRemoval(context.provider.organization(state.organization), kind, state, context),
      );
    },

    import: (id, context) => importAssignments(id, kind, context),
  });
}

async function read(kind: AssignmentKind, values: Values, { provider, diagnostics }: Context): Promise<Values | null> {
  const state = stateIn(values);
  const { project_id: projectId, exclusive } = state;
  return withDiagnostics({ summary: `Cannot read the ${kind.label} of project ${projectId}` }, async () => {
    const view = provider.organization(state.organization);
    const inState = assignmentsIn(kind, state);
    const objects = inState.map(({ objectId }) => objectId);
    const observed = await observeAssignments(view, kind, projectId, { objects, isAll: exclusive, isNamed: exclusive });
    if (observed === undefined) {
      const consequence = `The state will no longer have its ${kind.label}.`;
      warnOfAbsence(diagnostics, `Project ${projectId}`, consequence, kind.label);
      return null;
    }
    return { ...state, ...assignmentValues(kind, refreshed(kind, inState, observed, exclusive), state) };
  });
}

async function plan(kind: AssignmentKind, request: PlanRequest<Schema>, context: Context): Promise<PlanResult<Schema>> {
  const { config, prior: before, replaces, planned: proposed, storedPrivateState } = request;
  const { provider } = context;
  validateIds(kind.definition, config);
  const prior = before === null ? null : stateIn(before);
  const configured = config["organization"] ?? null;
  const organization = plannedOrganization(isKnown(configured) ? textIn(configured) : UNKNOWN, prior, provider);
  const planned: Values = { ...proposed, id: proposed["project_id"], organization };
  const requiresReplace = ["organization", "project_id"];
  const isKept = prior === null || (organization === prior.organization && planned["id"] === prior.id);
  // Terraform next plans the object that replaces this one.
  if (!isKnown(organization) || !isKept) {
    if (prior !== null) await planRemoval(kind, prior, isRecorded(storedPrivateState), context);
    return { planned: { ...planned, [kind.idsAttribute]: UNKNOWN }, requiresReplace };
  }
  const declaration = kind.read(planned);
  const input = { declaration, prior, isRecorded: isRecorded(storedPrivateState), resource: before ?? replaces ?? {} };
  const result = await withDiagnostics({ summary: `Cannot plan the ${kind.label} of the project` }, () =>
    planAssignments(provider.organization(organization), kind, input, context),
  );
  return {
    planned: { ...planned, [kind.idsAttribute]: result.ids },
    requiresReplace,
    privateState: request.privateState ?? (result.removed && { removed: result.removed }),
    deletionPrivateState: replaces === null ? undefined : storedPrivateState,
  };
}

async function apply(
  kind: AssignmentKind,
  config: Values,
  before: Values | null,
  context: ChangeContext<ProviderData>,
): Promise<Values> {
  const { provider, privateState, storedPrivateState } = context;
  const prior = before === null ? null : stateIn(before);
  const projectId = String(config["project_id"]);
  const organization = organizationOf(textIn(config["organization"]), prior, provider);
  const passedOn = memberOf(privateState, "removed");
  const removed = passedOn === undefined ? undefined : idsIn(passedOn);
  const change = { config, projectId, prior, isRecorded: isRecorded(storedPrivateState), removed };
  const applied = await withDiagnostics({ summary: `Cannot change the ${kind.label} of project ${projectId}` }, () =>
    applyAssignments(provider.organization(organization), kind, change, context),
  );
  context.storePrivateState(undefined);
  return { ...config, ...applied, id: projectId, organization };
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
