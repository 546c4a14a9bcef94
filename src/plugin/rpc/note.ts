/*
 * What the plan of a deletion leaves for the deletion travels in the protocol's private bytes: Terraform keeps them with the plan
 * and gives them back. (Creates and updates are planned anew before they are applied, so that a note of theirs would not hold.)
 */

export function encodeNote(note: unknown): Buffer {
  return note === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(note));
}

export function decodeNote(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined || bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}
