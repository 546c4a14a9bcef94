import { randomFillSync } from "node:crypto";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";
const LENGTH = 16;

/**
 * A new ID: prefix and 16 letters or digits. Random, so that the Terraform state of an earlier emulator never matches
 * an object of this one.
 */
export function newId(prefix: string): string {
  return prefix + randomText(LENGTH);
}

export function newSecret(): string {
  return `emulator.${randomText(32)}`;
}

/** Buffered random bytes, because a system call for 16 bytes costs much more than the bytes. */
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
