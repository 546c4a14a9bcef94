/* How severe findings are: all that `plan/` needs to know of them. */

/** The kinds of warnings, the most severe first. */
export const WARNING_KINDS = [
  "not-permitted",
  "recreated",
  "delete",
  "evacuate",
  "gate",
  "not-found",
  "possible-rename",
  "not-in-state",
  "two-owners",
  "two-owners-of-objects",
  "misplaced",
  "renamed-workspaces",
  "missing-workspaces",
  "unknown-members",
  "lost-match",
  "new-match",
  "no-match",
  "no-reach",
  "removed-objects",
  "unmanaged-objects",
  "evict",
  "release",
  "auto-destroy",
] as const;

type WarningKind = (typeof WARNING_KINDS)[number];

/** Compares warnings: the more severe one comes first. */
export function compareSeverity(one: { readonly kind: WarningKind }, other: { readonly kind: WarningKind }): number {
  return WARNING_KINDS.indexOf(one.kind) - WARNING_KINDS.indexOf(other.kind);
}

/** Codes of what is no error in the code: the token does not see something, or the service does not report it. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["NOT_FOUND_OR_UNAUTHORIZED", "TAGS_NOT_REPORTED"]);

/** Whether an error says that something could not be compared. */
export function isNotCompared({ code }: { readonly code: string }): boolean {
  return NOT_COMPARED.has(code);
}
