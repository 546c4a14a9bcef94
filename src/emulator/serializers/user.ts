import { createHash } from "node:crypto";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A user. The emulator has no users; each name always gets the same ID. */
export function userResource(name: string): Resource {
  return { id: userId(name), type: "users", attributes: { username: name, "is-service-account": false } };
}

/** The relationship to a user; null without one. */
export function userRelationship(name: string | undefined): object {
  return { data: name === undefined ? null : identifier("users", userId(name)) };
}

function userId(name: string): string {
  return `user-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
