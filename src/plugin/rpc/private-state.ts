import { isRecord } from "../value/shape";
import { providerBug } from "./handler-results";

/*
 * What the plan of a change leaves for the change travels in the protocol's private bytes: Terraform keeps them with the plan and gives them
 * back. A deletion finds what its plan left. A replacement has one plan for both: what the plan of its new object leaves comes to the
 * deletion of the old one. Creates and updates are planned anew before they are applied: from protocol 6.11 on that plan is given what the
 * one before left, and before 6.11 it is not.
 */

/** @throws DiagnosticError for what is not JSON */
export function encodePrivateState(typeName: string, handler: string, note: unknown): Buffer {
  if (note === undefined) return Buffer.alloc(0);
  try {
    return Buffer.from(JSON.stringify(note));
  } catch (error) {
    throw providerBug(typeName, handler, [], `it is not JSON (${String(error)})`);
  }
}

/** Undefined when no note was left. */
export function decodePrivateState(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}

/**
 * What the plan of a change in place leaves.
 *
 * @param object - Stands for the object. It is not stored: where that is replaced, Terraform hands this on to the plan of the new one.
 * @param note - What the handler left.
 */
export function updatePrivateState(object: unknown, note: unknown): unknown {
  return { object, note };
}

/** What stands for the object in a {@link updatePrivateState}; undefined in anything else. */
export function priorObjectIn(left: unknown): unknown {
  return isRecord(left) ? left["object"] : undefined;
}

/** What the handler left in a {@link updatePrivateState}; undefined in anything else. */
export function privateStateIn(left: unknown): unknown {
  return isRecord(left) ? left["note"] : undefined;
}
