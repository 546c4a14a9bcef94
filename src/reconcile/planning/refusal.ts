/** Why a plan may not be applied. All refusals are known before the first write (DESIGN section 4). */
export interface Refusal {
  readonly code: RefusalCode;
  /** What the refusal is about: a resource's address, or `project "Platform"`. */
  readonly subject: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

export type RefusalCode =
  | "INVALID_PROJECT"
  | "DUPLICATE_PROJECT"
  | "UNKNOWN_PROJECT"
  | "UNKNOWN_WORKSPACE"
  | "WORKSPACE_IN_TWO_PROJECTS"
  | "NAME_TAKEN"
  | "DEFAULT_PROJECT"
  | "PROJECT_NOT_EMPTY"
  | "TOO_MANY_DELETES"
  | "NOT_PERMITTED";
