import type { Schema } from "../../schema";
import type { PlanResult, Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { PlanResourceChange } from "../wire/protocol";
import { attributePathMessage } from "./diagnostic-messages";
import { changePrivateState, decodePrivateState, encodePrivateState, partsOf } from "./private-state";
import { identityOf } from "./identity-calls";
import { planErrors, proposedPlan } from "./planning";
import { parsePlan } from "./handler-results";
import type { CallHandler, RequestScope } from "./session";

export const planResourceChange: CallHandler<typeof PlanResourceChange> = (session, request) => {
  const { typeName } = request;
  const find = () => session.resource(typeName);
  return session.handle(`plan ${typeName}`, find, async (scope, resource) => {
    const { codec } = scope;
    const prior = codec.decode(request.priorState);
    if (codec.decode(request.proposedNewState) === null) {
      const { stored: storedPrivateState } = partsOf(decodePrivateState(request.priorPrivate));
      const context = { ...scope.configuredContext, storedPrivateState };
      const state = prior === null ? undefined : await resource.planDelete?.(prior, context);
      return {
        plannedState: codec.encode(null),
        plannedPrivate: encodePrivateState(typeName, "planDelete", state),
        plannedIdentity: identityOf(scope, resource, request.priorIdentity, prior),
      };
    }
    const config = codec.decode(request.config) ?? {};
    const before = partsOf(decodePrivateState(request.priorPrivate));
    const replaces = prior === null ? session.plannedObjects.find(before.object) : null;
    const { privateState } = partsOf(decodePrivateState(request.plannedPrivate));
    const storesPlannedPrivate = request.clientCapabilities?.storePlannedPrivate ?? false;
    const storedPrivateState = prior === null && replaces === null ? undefined : before.stored;
    const change = { config, prior, replaces, storedPrivateState, privateState, storesPlannedPrivate };
    const { planned, requiresReplace = [], ...result } = await planChange(scope, resource, change);
    // New objects are never replaced.
    const replacing = prior === null ? [] : requiresReplace;
    return {
      plannedState: codec.encode(planned),
      requiresReplace: replacing.map(attributePathMessage),
      // A new object gets its identity when it is created.
      plannedIdentity: identityOf(scope, resource, request.priorIdentity, prior),
      plannedPrivate: encodePrivateState(
        typeName,
        "plan",
        prior === null
          ? // The plan of a replacement is also the plan of the old object's deletion.
            (result.deletionPrivateState ?? changePrivateState({ privateState: result.privateState }))
          : changePrivateState({
              object: session.plannedObjects.add(prior),
              privateState: result.privateState,
              stored: storedPrivateState,
            }),
      ),
    };
  });
};

interface Change {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly replaces: ObjectValue | null;
  readonly storedPrivateState: unknown;
  readonly privateState: unknown;
  readonly storesPlannedPrivate: boolean;
}

async function planChange(
  { schema, configuredContext, diagnostics }: RequestScope,
  resource: Resource,
  change: Change,
): Promise<PlanResult<Schema> & { readonly planned: ObjectValue }> {
  const { config, prior } = change;
  const proposed = proposedPlan(schema, config, prior);
  const result = await resource.plan?.({ ...change, planned: proposed }, configuredContext);
  if (result === undefined) return { planned: proposed };
  const planned = parsePlan(resource.type, "plan", schema, result.planned);
  if (!diagnostics.hasErrors) diagnostics.add(...planErrors(resource.type, schema, { config, prior, planned }));
  return { ...result, planned };
}
