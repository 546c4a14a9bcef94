import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { ApplyResourceChange, RequestOf, ResponseOf } from "../wire/protocol";
import { decodePrivateState, privateStateIn } from "./private-state";
import { resultErrors, withDefaults } from "./planning";
import { salvageState } from "./handler-results";
import type { RequestScope, Session } from "./session";

export async function applyResourceChange(
  session: Session,
  request: RequestOf<typeof ApplyResourceChange>,
): Promise<ResponseOf<typeof ApplyResourceChange>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  const answer = await session.handle(`apply ${typeName}`, schema, async (exchange) => {
    const { codec } = exchange;
    const resource = session.resource(typeName);
    const prior = codec.decode(request.priorState);
    const planned = codec.decode(request.plannedState);
    const config = withDefaults(codec.schema, codec.decode(request.config) ?? {});
    const left = decodePrivateState(request.plannedPrivate);
    const state =
      planned === null
        ? await destroy(exchange, resource, prior, left)
        : await createOrUpdate(exchange, resource, { config, prior, planned, note: privateStateIn(left) });
    return { newState: codec.encode(state) };
  });
  // A request that could not even be read changed nothing.
  return { newState: request.priorState, ...answer };
}

async function destroy(
  exchange: RequestScope,
  resource: Resource,
  prior: ObjectValue | null,
  note: unknown,
): Promise<ObjectValue | null> {
  if (prior === null) return null;
  await exchange.runGuarded(`delete ${resource.type}`, () =>
    resource.delete(prior, { ...exchange.configuredContext, privateState: note }),
  );
  return exchange.diagnostics.hasErrors ? prior : null;
}

interface Change {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly note: unknown;
}

/** The state after the change. When the handler throws, that is the one before: null where there was no object. */
async function createOrUpdate(
  exchange: RequestScope,
  resource: Resource,
  { config, prior, planned, note }: Change,
): Promise<ObjectValue | null> {
  const { schema, diagnostics } = exchange;
  const handler = prior === null ? "create" : "update";
  const returned = await exchange.runGuarded(`${handler} ${resource.type}`, () =>
    prior === null
      ? resource.create({ config, planned }, exchange.configuredContext)
      : resource.update({ config, prior, planned }, { ...exchange.configuredContext, privateState: note }),
  );
  if (returned === undefined) return prior;
  const state = salvageState(resource.type, handler, schema, returned, diagnostics);
  // Work that failed half-way need not agree with the plan: the errors say so already.
  if (!diagnostics.hasErrors) diagnostics.add(...resultErrors(resource.type, handler, schema, { planned, state }));
  return state;
}
