import { isRecord } from "../../schema";
import { randomUUID } from "node:crypto";
import type { ObjectValue } from "../value/value";
import { providerBug } from "./handler-results";

/*
 * Private state is bytes that Terraform stores with an object or a plan, and passes back to the provider. Private state
 * of an object is passed to its reads and plans, that of a plan to the apply. A deletion gets that of its own plan or,
 * in a replacement, of the new object's plan. Creates and updates are planned again before they are applied; from
 * protocol 6.11 on, the second plan gets the private state of the first.
 */

/** @throws DiagnosticError if it is not JSON */
export function encodePrivateState(typeName: string, handler: string, privateState: unknown): Buffer {
  if (privateState === undefined) return Buffer.alloc(0);
  try {
    return Buffer.from(JSON.stringify(privateState));
  } catch (error) {
    throw providerBug(typeName, handler, [], `the private state is not JSON (${String(error)})`);
  }
}

/** Undefined if there is none. */
export function decodePrivateState(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}

/** The private state of the plan of a create or an update. */
interface ChangePrivateState {
  /**
   * From {@link PlannedObjects.add}; absent for a create. If the object is replaced, Terraform passes the update's
   * private state to the plan of the new object.
   */
  readonly object?: unknown;
  /** The value returned by the handler. */
  readonly privateState?: unknown;
  /** The private state of the object, which stays if the change fails: the apply does not get it otherwise. */
  readonly stored?: unknown;
}

/** Undefined if all parts are empty. */
export function changePrivateState(parts: ChangePrivateState): unknown {
  return Object.values(parts).every((part) => part === undefined) ? undefined : parts;
}

/** The private state of an object, which the handler of a request may replace. */
export class StoredPrivateState {
  readonly context: {
    readonly storedPrivateState: unknown;
    readonly storePrivateState: (json: unknown) => void;
  };
  #replaced: { readonly json: unknown } | undefined;

  constructor(private readonly before: unknown) {
    this.context = {
      storedPrivateState: before,
      storePrivateState: (json) => (this.#replaced = { json }),
    };
  }

  /** The private state after the request. @throws DiagnosticError if it is not JSON */
  encode(typeName: string, handler: string): Buffer {
    const stored = this.#replaced === undefined ? this.before : this.#replaced.json;
    return encodePrivateState(typeName, handler, changePrivateState({ stored }));
  }

  /** Discards what the handler has stored. */
  restore(): void {
    this.#replaced = undefined;
  }
}

/** The parts of {@link changePrivateState} or of a {@link StoredPrivateState}; none for any other value. */
export function partsOf(decoded: unknown): ChangePrivateState {
  return isRecord(decoded) ? decoded : {};
}

/**
 * The objects whose updates were planned. Terraform plans a replacement twice: as an update of the old object, and then
 * as a new object, with the private state of the first plan but without the object.
 */
export class PlannedObjects {
  readonly #launch = randomUUID();
  readonly #objects: ObjectValue[] = [];

  /** Returns JSON that identifies the object in this process. */
  add(object: ObjectValue): unknown {
    return { launch: this.#launch, object: this.#objects.push(object) - 1 };
  }

  /** The identical object that was added; null if the JSON does not identify one. */
  find(key: unknown): ObjectValue | null {
    if (!isRecord(key) || key["launch"] !== this.#launch) return null;
    return this.#objects[Number(key["object"])] ?? null;
  }
}
