import { randomFillSync } from "node:crypto";
import type { IdKind } from "../../model";
import { idPrefix } from "../../model";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";
const LENGTH = 16;

/** Prefixes of IDs that the model does not know. */
const PREFIXES = {
  organization: "org-",
  token: "at-",
  tag: "tag-",
  tagBinding: "tb-",
  agentPool: "apool-",
  taskResultOutcome: "taskro-",
  configurationVersion: "cv-",
  team: "team-",
  teamProject: "tprj-",
  variableSet: "varset-",
  policySet: "polset-",
  comment: "wsc-",
} as const;

/**
 * A new ID: prefix and 16 letters or digits. Random, so that the Terraform state of an earlier emulator never matches
 * another object.
 */
export function newId(kind: IdKind | keyof typeof PREFIXES): string {
  return prefixOf(kind) + randomText(LENGTH);
}

function prefixOf(kind: IdKind | keyof typeof PREFIXES): string {
  switch (kind) {
    case "organization":
    case "token":
    case "tag":
    case "tagBinding":
    case "agentPool":
    case "taskResultOutcome":
    case "configurationVersion":
    case "team":
    case "teamProject":
    case "variableSet":
    case "policySet":
    case "comment":
      return PREFIXES[kind];
    default:
      return idPrefix(kind);
  }
}

/** A new secret. */
export function newSecret(): string {
  return `emulator.${randomText(32)}`;
}

/** Buffered random bytes: a system call for 16 bytes costs much more than the bytes. */
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
