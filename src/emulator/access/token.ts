import type { Decoded } from "../decode";
import { arrayOf, mapOf, number, object, oneOf, optional, text } from "../decode";
import { PROJECT_ABILITIES, ROLES } from "./roles";

/** Whether a token can be sent in a request, and given to a shell. */
export function canBeToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** What a token is to one organization. */
const grant = object({
  organizationId: text,
  role: oneOf(ROLES),
  /** Abilities beyond the role's, by project id. */
  projects: mapOf(arrayOf(oneOf(PROJECT_ABILITIES))),
});
export type Grant = Decoded<typeof grant>;

export const tokenRecord = object({
  id: text,
  sequence: number,
  secret: text,
  /** Whose it is; without a name, of a user who has no other. */
  user: optional(text),
  grants: arrayOf(grant),
});
export type TokenRecord = Decoded<typeof tokenRecord>;
