import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { ApplyResourceChange, RequestOf, ResponseOf } from "../wire/protocol";
import { decodeNote, noteOf } from "./note";
import { resultDefects, withDefaults } from "./planning";
import { salvagedState } from "./returned";
import type { Exchange, Session } from "./session";

export async function applyResourceChange(
  session: Session,
  request: RequestOf<typeof ApplyResourceChange>,
): Promise<ResponseOf<typeof ApplyResourceChange>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  const answer = await session.answer(`apply ${typeName}`, schema, async (exchange) => {
    const { codec } = exchange;
    const resource = session.resource(typeName);
    const prior = codec.decode(request.priorState);
    const planned = codec.decode(request.plannedState);
    const config = withDefaults(codec.schema, codec.decode(request.config) ?? {});
    const left = decodeNote(request.plannedPrivate);
    const state =
      planned === null
        ? await destroy(exchange, resource, prior, left)
        : await createOrUpdate(exchange, resource, { config, prior, planned, note: noteOf(left) });
    return { newState: codec.encode(state) };
  });
  // A request that could not even be read changed nothing.
  return { newState: request.priorState, ...answer };
}

async function destroy(
  exchange: Exchange,
  resource: Resource,
  prior: ObjectValue | null,
  note: unknown,
): Promise<ObjectValue | null> {
  if (prior === null) return null;
  await exchange.during(`delete ${resource.type}`, () =>
    resource.delete(prior, { ...exchange.configuredContext, note }),
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
  exchange: Exchange,
  resource: Resource,
  { config, prior, planned, note }: Change,
): Promise<ObjectValue | null> {
  const { schema, diagnostics } = exchange;
  const handler = prior === null ? "create" : "update";
  const returned = await exchange.during(`${handler} ${resource.type}`, () =>
    prior === null
      ? resource.create({ config, planned }, exchange.configuredContext)
      : resource.update({ config, prior, planned }, { ...exchange.configuredContext, note }),
  );
  if (returned === undefined) return prior;
  const state = salvagedState(resource.type, handler, schema, returned, diagnostics);
  // Work that failed half-way need not agree with the plan: the errors say so already.
  if (!diagnostics.hasErrors) diagnostics.add(...resultDefects(resource.type, handler, schema, { planned, state }));
  return state;
}
