import { randomBytes } from "node:crypto";
import type { IdKind } from "../../model";
import { idPrefix } from "../../model";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";
const LENGTH = 16;

/**
 * A new identifier as the service makes them: prefix and 16 letters or digits. Random, so that a Terraform state kept from an earlier
 * emulator never meets another thing under the same identifier.
 */
export function newId(kind: IdKind | "organization" | "token"): string {
  const prefix = kind === "organization" ? "org-" : kind === "token" ? "at-" : idPrefix(kind);
  return prefix + randomText(LENGTH);
}

/** A new secret for a caller. */
export function newSecret(): string {
  return `emulator.${randomText(32)}`;
}

function randomText(length: number): string {
  let result = "";
  for (const byte of randomBytes(length)) result += ALPHABET[byte % ALPHABET.length] ?? "";
  return result;
}
