import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { ApplyResourceChange } from "../wire/protocol";
import { decodePrivateState, partsOf, StoredPrivateState } from "./private-state";
import { plannedConfig, resultErrors } from "./planning";
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
    const privateState = decodePrivateState(request.plannedPrivate);
    if (planned === null) {
      const state = await destroy(scope, resource, prior, privateState);
      return {
        newState: codec.encode(state),
        newIdentity: identityOf(scope, resource, request.plannedIdentity, state),
      };
    }
    const config = plannedConfig(codec.schema, codec.decode(request.config) ?? {}, planned);
    const parts = partsOf(privateState);
    const stored = new StoredPrivateState(parts.stored);
    const change = { config, prior, planned, privateState: parts.privateState, stored };
    const state = await createOrUpdate(scope, resource, change);
    return {
      newState: codec.encode(state),
      private: stored.encode(typeName, prior === null ? "create" : "update"),
      newIdentity: identityOf(scope, resource, request.plannedIdentity, state),
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
  readonly stored: StoredPrivateState;
}

/** The object after the change. If the handler throws, the object before the change; null if there was none. */
async function createOrUpdate(
  scope: RequestScope,
  resource: Resource,
  { config, prior, planned, privateState, stored }: Change,
): Promise<ObjectValue | null> {
  const { schema, diagnostics } = scope;
  const handler = prior === null ? "create" : "update";
  const context = { ...scope.configuredContext, ...stored.context, privateState };
  const returned = await scope.runGuarded(`${handler} ${resource.type}`, () =>
    prior === null
      ? resource.create({ config, planned }, context)
      : resource.update({ config, prior, planned }, context),
  );
  if (returned === undefined) {
    stored.restore();
    return prior;
  }
  const state = salvageState(resource.type, handler, schema, returned, diagnostics);
  // A failed change has already reported errors, and need not match the plan.
  if (!diagnostics.hasErrors) diagnostics.add(...resultErrors(resource.type, handler, schema, { planned, state }));
  return state;
}
