import { randomFillSync } from "node:crypto";
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

/** Random bytes in stock: to ask for sixteen at a time costs much more than the sixteen. */
const stock = Buffer.alloc(4096);
let used = stock.length;

function randomText(length: number): string {
  if (used + length > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  let result = "";
  for (const byte of stock.subarray(used, used + length)) result += ALPHABET[byte % ALPHABET.length] ?? "";
  used += length;
  return result;
}
