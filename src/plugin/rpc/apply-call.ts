import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { ApplyResourceChange } from "../wire/protocol";
import { decodePrivateState, privateStateIn } from "./private-state";
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
    const state =
      planned === null
        ? await destroy(scope, resource, prior, privateState)
        : await createOrUpdate(scope, resource, { config, prior, planned, privateState: privateStateIn(privateState) });
    const newIdentity = identityOf(scope, resource, request.plannedIdentity, state);
    return { newState: codec.encode(state), newIdentity };
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
}

/** The state after the change. If the handler throws, the state before; null if there was no object. */
async function createOrUpdate(
  scope: RequestScope,
  resource: Resource,
  { config, prior, planned, privateState }: Change,
): Promise<ObjectValue | null> {
  const { schema, diagnostics } = scope;
  const handler = prior === null ? "create" : "update";
  const returned = await scope.runGuarded(`${handler} ${resource.type}`, () =>
    prior === null
      ? resource.create({ config, planned }, scope.configuredContext)
      : resource.update({ config, prior, planned }, { ...scope.configuredContext, privateState }),
  );
  if (returned === undefined) return prior;
  const state = salvageState(resource.type, handler, schema, returned, diagnostics);
  // A failed change has already reported errors, and need not match the plan.
  if (!diagnostics.hasErrors) diagnostics.add(...resultErrors(resource.type, handler, schema, { planned, state }));
  return state;
}
