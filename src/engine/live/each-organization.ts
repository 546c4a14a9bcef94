import type { Client } from "../../api";
import { nameKey } from "../../model";
import type { UnconfirmedWrite } from "../../reconcile/errors";
import { OrganizationView } from "../../reconcile/view";
import { UserError } from "../../user-error";
import { during, type Listener } from "../events";

/** Where an organization is. */
export interface Place {
  readonly client: Client;
  readonly name: string;
}

/** Identifies an organization among those of all services. */
export function placeKey({ client, name }: Place): string {
  return `${client.address}/${nameKey(name)}`;
}

/** How organizations are read. */
export interface Reading {
  readonly listener: Listener;
  /** For verifying a lost response, in milliseconds. @default two minutes */
  readonly verifyMs?: number | undefined;
}

/**
 * Reads organizations one after the other.
 *
 * @throws UserError when one of them is there twice: if its parts were planned separately, one plan could undo the
 *   changes of another.
 */
export async function readEach<T, R>(
  items: readonly T[],
  placeOf: (item: T) => Place,
  { listener, verifyMs }: Reading,
  read: (view: OrganizationView, item: T) => Promise<R>,
): Promise<readonly R[]> {
  const places = new Map<string, readonly [OrganizationView, T]>();
  for (const item of items) {
    const { client, name } = placeOf(item);
    const key = placeKey({ client, name });
    if (places.has(key)) {
      throw new UserError(
        `Conflicting configuration: organization ${name} at ${client.address} is configured in more than one way.`,
        "Set its address in the same way everywhere (address, hostname or environment), so that it gets one plan.",
        { code: "INVALID_CONFIGURATION" },
      );
    }
    const onVerifying = (write: UnconfirmedWrite, until: Date): void => listener({ kind: "verifying", write, until });
    places.set(key, [new OrganizationView(client, name, { verifyMs, onVerifying }), item]);
  }
  const results: R[] = [];
  for (const [view, item] of places.values()) {
    const work = { kind: "read", organization: view.name, address: view.client.address } as const;
    results.push(await during(listener, work, () => read(view, item)));
  }
  return results;
}
