/** Code that has the name of an existing project, whose ID neither a state nor an `import` block has for it. */
export interface NameClaim {
  /** What the code says; undefined if it says nothing. */
  readonly adoptExisting: boolean | undefined;
  /** Whether there is a state, which then lacks the project. Without one, names identify projects. */
  readonly hasState: boolean;
  /**
   * Whether it may have been made for the code: the plan would change nothing of it, and move nothing out of it. Never
   * for Terraform, which records that.
   */
  readonly mayBeOwn: boolean;
}

/** Whether the project is somebody else's, so that the name is taken. */
export function isTaken({ adoptExisting, hasState, mayBeOwn }: NameClaim): boolean {
  return !(adoptExisting ?? (!hasState || mayBeOwn));
}
