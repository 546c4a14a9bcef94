import { createHash } from "node:crypto";
import type { Resource } from "../engine/resource";

/** The name of the user whom the admin token belongs to, an owner of every organization. */
export const ADMIN = "admin";

/** The user in documents of what no user did. */
export const OUT_OF_BAND = "emulator";

const DOMAIN = "@example.com";

/** A user. The emulator has no table of them; each name always gets the same ID. */
export function userResource(name: string): Resource {
  return {
    id: userId(name),
    type: "users",
    attributes: { ...NO_ACCOUNT, username: name, "is-service-account": false, email: emailOf(name) },
  };
}

/** A user without an account: one who was invited, and has not accepted yet. */
export function invitedResource(email: string): Resource {
  const user = userResource(usernameOf(email));
  return { ...user, attributes: { ...user.attributes, username: null } };
}

export function emailOf(username: string): string {
  return username.includes("@") ? username : `${username}${DOMAIN}`;
}

/** The name of a user whose email address has another domain is that address. */
export function usernameOf(email: string): string {
  return email.endsWith(DOMAIN) ? email.slice(0, -DOMAIN.length) : email;
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
