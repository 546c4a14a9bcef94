/*
 * What a plan leaves for its apply travels in the protocol's private bytes: Terraform keeps them with the plan and gives them
 * back. Nothing of it is kept with the state afterwards.
 */

export function encodeNote(note: unknown): Buffer {
  return note === undefined ? NOTHING : Buffer.from(JSON.stringify(note));
}

export function decodeNote(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined || bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}

export const NOTHING = Buffer.alloc(0);
