import type { Decoded } from "../decode";
import { arrayOf, record, number, object, oneOf, optional, string } from "../decode";
import { PROJECT_PERMISSIONS, ROLES } from "./roles";

/** Whether a token can be sent in a request, and given to a shell. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** What a token is to one organization. */
const grant = object({
  organizationId: string,
  role: oneOf(ROLES),
  /** Abilities beyond the role's, by project id. */
  projects: record(arrayOf(oneOf(PROJECT_PERMISSIONS))),
});
export type Grant = Decoded<typeof grant>;

export const tokenRecord = object({
  id: string,
  sequence: number,
  secret: string,
  /** Whose it is; without a name, of a user who has no other. */
  user: optional(string),
  grants: arrayOf(grant),
});
export type TokenRecord = Decoded<typeof tokenRecord>;
