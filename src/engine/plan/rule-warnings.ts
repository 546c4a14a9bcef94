import { matchedWorkspace, type ResolvedMembership } from "./selection";
import type { PlanWarning } from "./warnings";

/** What should be known about the rules of memberships although they can be evaluated. */
export function ruleWarnings(resolved: readonly ResolvedMembership[]): readonly PlanWarning[] {
  return resolved.flatMap(({ membership: { address }, newMatches, goneMatches, matchesNothing }): PlanWarning[] => [
    ...(matchesNothing ? [{ kind: "no-match", addresses: [address] } as const] : []),
    ...(goneMatches.length === 0
      ? []
      : [{ kind: "gone-match", addresses: [address], workspaces: goneMatches } as const]),
    ...(newMatches.length === 0
      ? []
      : [{ kind: "new-match", addresses: [address], workspaces: newMatches.map(matchedWorkspace) } as const]),
  ]);
}
