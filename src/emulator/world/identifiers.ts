import { randomFillSync } from "node:crypto";
import type { IdKind } from "../../model";
import { idPrefix } from "../../model";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";
const LENGTH = 16;

/** Prefixes of what the contract does not name. */
const OTHER_PREFIXES = { organization: "org-", token: "at-", taskResultOutcome: "taskro-" } as const;

/**
 * A new identifier as the service makes them: prefix and 16 letters or digits. Random, so that a Terraform state kept from an earlier
 * emulator never meets another thing under the same identifier.
 */
export function newId(kind: IdKind | keyof typeof OTHER_PREFIXES): string {
  return (isOther(kind) ? OTHER_PREFIXES[kind] : idPrefix(kind)) + randomText(LENGTH);
}

function isOther(kind: IdKind | keyof typeof OTHER_PREFIXES): kind is keyof typeof OTHER_PREFIXES {
  return kind in OTHER_PREFIXES;
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
