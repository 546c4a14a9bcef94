import { defect } from "./returned";

/*
 * What the plan of a deletion leaves for the deletion travels in the protocol's private bytes: Terraform keeps them with
 * the plan and gives them back. A replacement has one plan for both: what the plan of its new object leaves comes to the deletion
 * of the old one. (Creates and updates are planned anew before they are applied, so that a note of theirs would not hold.)
 */

/** @throws DiagnosticError for what is not JSON */
export function encodeNote(typeName: string, handler: string, note: unknown): Buffer {
  if (note === undefined) return Buffer.alloc(0);
  try {
    return Buffer.from(JSON.stringify(note));
  } catch (error) {
    throw defect(typeName, handler, [], `it is not JSON (${String(error)})`);
  }
}

/** Undefined when no note was left. */
export function decodeNote(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}
