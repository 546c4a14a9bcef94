import { createHash } from "node:crypto";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** Someone who did something. The emulator has no users, only callers; each is always the same user. */
export function userResource(name: string): Resource {
  return { id: userId(name), type: "users", attributes: { username: name, "is-service-account": false } };
}

/** The relationship to someone; null when it was nobody. */
export function userRelationship(name: string | undefined): object {
  return { data: name === undefined ? null : identifier("users", userId(name)) };
}

function userId(name: string): string {
  return `user-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
