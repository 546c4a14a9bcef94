import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { ApplyResourceChange } from "../wire/protocol";
import { decodePrivateState, encodePrivateState, objectPrivateState, partsOf } from "./private-state";
import { resultErrors, withDefaults } from "./planning";
import { salvageState } from "./handler-results";
import { identityOf } from "./identity-calls";
import type { CallHandler, RequestScope } from "./session";

export const applyResourceChange: CallHandler<typeof ApplyResourceChange> = async (session, request) => {
  const { typeName } = request;
  const find = () => session.resource(typeName);
  const response = await session.handle(`apply ${typeName}`, find, async (scope, resource) => {
    const { codec } = scope;
    const prior = codec.decode(request.priorState);
    const planned = codec.decode(request.plannedState);
    const config = withDefaults(codec.schema, codec.decode(request.config) ?? {});
    const privateState = decodePrivateState(request.plannedPrivate);
    if (planned === null) {
      const state = await destroy(scope, resource, prior, privateState);
      return {
        newState: codec.encode(state),
        newIdentity: identityOf(scope, resource, request.plannedIdentity, state),
      };
    }
    const { privateState: ofPlan, stored } = partsOf(privateState);
    const change = { config, prior, planned, privateState: ofPlan, stored };
    const result = await createOrUpdate(scope, resource, change);
    return {
      newState: codec.encode(result.state),
      private: encodePrivateState(typeName, "storedPrivateState", objectPrivateState(result.stored)),
      newIdentity: identityOf(scope, resource, request.plannedIdentity, result.state),
    };
  });
  // A request that could not be decoded has changed nothing.
  return { newState: request.priorState, newIdentity: request.plannedIdentity, ...response };
};

async function destroy(
  scope: RequestScope,
  resource: Resource,
  prior: ObjectValue | null,
  privateState: unknown,
): Promise<ObjectValue | null> {
  if (prior === null) return null;
  await scope.runGuarded(`delete ${resource.type}`, () =>
    resource.delete(prior, { ...scope.configuredContext, privateState }),
  );
  return scope.diagnostics.hasErrors ? prior : null;
}

interface Change {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly privateState: unknown;
  /** The private state of the object before the change. */
  readonly stored: unknown;
}

/** An object after a change, with its private state. */
interface ChangedObject {
  readonly state: ObjectValue | null;
  readonly stored: unknown;
}

/** The object after the change. If the handler throws, the object before the change; null if there was none. */
async function createOrUpdate(
  scope: RequestScope,
  resource: Resource,
  { config, prior, planned, privateState, stored }: Change,
): Promise<ChangedObject> {
  const { schema, diagnostics } = scope;
  const handler = prior === null ? "create" : "update";
  const context = { ...scope.configuredContext, privateState };
  const returned = await scope.runGuarded(`${handler} ${resource.type}`, () =>
    prior === null
      ? resource.create({ config, planned }, context)
      : resource.update({ config, prior, planned }, context),
  );
  if (returned === undefined) return { state: prior, stored };
  const state = salvageState(resource.type, handler, schema, returned, diagnostics);
  // A failed change has already reported errors, and need not match the plan.
  if (!diagnostics.hasErrors) diagnostics.add(...resultErrors(resource.type, handler, schema, { planned, state }));
  return { state, stored: resource.storedPrivateState?.(config) };
}
