import { createHash } from "node:crypto";
import type { Resource } from "../engine/resource";

/** A user. The emulator has no users; each name always gets the same ID. */
export function userResource(name: string): Resource {
  return {
    id: userId(name),
    type: "users",
    attributes: { ...NO_ACCOUNT, username: name, "is-service-account": false, email: `${name}@example.com` },
  };
}

export function userId(name: string): string {
  return `user-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** What the emulator knows of no user. */
export const NO_ACCOUNT = {
  "auth-method": "hcp_sso",
  "avatar-url": null,
  "v2-only": true,
  "unconfirmed-email": null,
  "is-admin": false,
  "is-site-admin": false,
  "is-sso-login": false,
  "is-confirmed": true,
  "is-unified": false,
  "is-sudo": false,
  "enterprise-support": false,
  "has-linked-hcp": false,
  "has-git-hub-app-token": false,
  "two-factor": { enabled: false, verified: false },
} as const;
