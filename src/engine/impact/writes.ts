import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import type { Applied } from "../../reconcile/assignments";
import { projectKey } from "../changes/change";
import type { MovedWorkspaces } from "./kind";

/** What applies to the destination of a move after the changes of its assignments. */
export function afterWrites<K extends keyof Applied>(
  member: K,
  applied: Applied[K],
  { to, writes }: Pick<MovedWorkspaces, "to" | "writes">,
): Applied[K] {
  return writes.reduce<Applied>(
    (it, write) => ({ ...it, ...ASSIGNMENT_KINDS[write.type].appliedAfter(it, projectKey(to), write) }),
    { [member]: applied },
  )[member];
}
