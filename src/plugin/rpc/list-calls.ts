import { Diagnostics } from "../diagnostics";
import type { ListedObject, Resource } from "../provider";
import { ObjectCodec } from "../value/object-codec";
import type { ListResource, RequestOf, ResponseOf } from "../wire/protocol";
import { parseState } from "./handler-results";
import { encodeIdentity } from "./identity-calls";
import { withDefaults } from "./planning";
import type { Session } from "./session";

type Event = ResponseOf<typeof ListResource>;

/** One event for each object, as soon as the handler has it. An event with an error is the last one. */
export async function* listResource(
  session: Session,
  { typeName, config, limit, includeResourceObject }: RequestOf<typeof ListResource>,
): AsyncGenerator<Event, void, undefined> {
  const diagnostics = new Diagnostics();
  const run = <T>(work: () => T | Promise<T>): Promise<T | undefined> =>
    session.runGuarded(`list ${typeName}`, diagnostics, () => {
      session.signal.throwIfAborted();
      return work();
    });
  const listing = await run(() => {
    const list = session.listResource(typeName);
    const codec = new ObjectCodec(list.schema);
    const request = {
      config: withDefaults(list.schema, codec.decode(config) ?? {}),
      includesState: includeResourceObject,
    };
    const objects = list.list(request, session.toConfiguredContext(session.context(diagnostics)));
    return { schema: list.schema, resource: session.resource(typeName), objects: objects[Symbol.asyncIterator]() };
  });
  let reported = 0;
  const unreported = () => {
    const entries = diagnostics.entries.slice(reported);
    reported += entries.length;
    return session.messagesOf(entries, listing?.schema);
  };
  try {
    for (let count = 0; listing !== undefined && (limit === 0 || count < limit); count += 1) {
      const event = await run(async () => {
        const next = await listing.objects.next();
        return next.done === true ? null : eventOf(listing.resource, next.value);
      });
      if (event === undefined || event === null || diagnostics.hasErrors) break;
      yield { ...event, diagnostics: unreported() };
    }
  } finally {
    await listing?.objects.return?.();
  }
  const rest = unreported();
  if (rest.length > 0) yield { diagnostics: rest };
}

function eventOf(resource: Resource, { displayName, identity, state }: ListedObject): Event {
  return {
    displayName,
    identity: encodeIdentity(resource, identity),
    resourceObject:
      state === undefined
        ? undefined
        : new ObjectCodec(resource.schema).encode(parseState(resource.type, "list", resource.schema, state)),
  };
}
