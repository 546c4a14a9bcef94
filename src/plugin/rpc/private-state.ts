import { isRecord } from "../../schema";
import { randomUUID } from "node:crypto";
import type { ObjectValue } from "../value/value";
import { providerBug } from "./handler-results";

/*
 * Private state is bytes that Terraform stores with a plan and passes to the apply. A deletion gets the private state
 * of its own plan; in a replacement, it gets the private state of the new object's plan. Creates and updates are
 * planned again before they are applied; from protocol 6.11 on, the second plan gets the private state of the first.
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

/**
 * The private state of the plan of a create or an update. If the object is replaced, Terraform passes the update's
 * private state to the plan of the new object.
 *
 * @param object - From {@link PlannedObjects.add}; undefined for a create.
 * @param privateState - From the handler.
 */
export function changePrivateState(object: unknown, privateState: unknown): unknown {
  return object === undefined && privateState === undefined ? undefined : { object, privateState };
}

/** The object of {@link changePrivateState}; undefined for any other value. */
export function priorObjectIn(decoded: unknown): unknown {
  return isRecord(decoded) ? decoded["object"] : undefined;
}

/** The private state in {@link changePrivateState}; undefined for any other value. */
export function privateStateIn(decoded: unknown): unknown {
  return isRecord(decoded) ? decoded["privateState"] : undefined;
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
