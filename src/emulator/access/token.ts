import type { Decoded } from "../decode";
import { arrayOf, record, number, object, oneOf, optional, string } from "../decode";
import { PROJECT_PERMISSIONS, ROLES } from "./roles";

/** Whether a token can be sent in a header and printed for a shell. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** The role and permissions of a token in one organization. */
const grant = object({
  organizationId: string,
  role: oneOf(ROLES),
  /** Permissions beyond the role's, by project ID. */
  projects: record(arrayOf(oneOf(PROJECT_PERMISSIONS))),
});
export type Grant = Decoded<typeof grant>;

export const tokenRecord = object({
  id: string,
  sequence: number,
  secret: string,
  /** The user it belongs to; undefined for a user who has only this token. */
  user: optional(string),
  grants: arrayOf(grant),
});
export type TokenRecord = Decoded<typeof tokenRecord>;
