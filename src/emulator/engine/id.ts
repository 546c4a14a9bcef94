import { randomFillSync } from "node:crypto";
import { ID_LENGTH } from "../../model/id";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";

/**
 * A new ID, as long as those of the service. Random, so that the Terraform state of an earlier emulator never matches
 * an object of this one.
 */
export function newId(prefix: string): string {
  return prefix + randomText(ID_LENGTH);
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
