/** What Terraform's plan shows after all edits; it destroys nothing. */
export interface ExpectedPlan {
  readonly import: number;
  readonly add: number;
  readonly change: number;
}

/** What a plan shows: `3 to import, 0 to add, 0 to change, 0 to destroy`. */
export function planText({ import: imports, add, change }: ExpectedPlan): string {
  return `${imports} to import, ${add} to add, ${change} to change, 0 to destroy`;
}
