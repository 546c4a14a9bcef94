import { areCreated, type MembersKnownAfterApply } from "./after-apply";
import type { PlanWarning } from "./warnings";

/** What a review cannot show: workspaces that may exist, and move. */
export function unknownMemberWarnings(all: readonly MembersKnownAfterApply[]): readonly PlanWarning[] {
  return all
    .filter((it) => !areCreated(it))
    .map((members) => ({ kind: "unknown-members", addresses: [members.address], members }));
}
