import { matcherOf } from "../../model";
import { kindOf, undoActions } from "../actions/table";
import { Undoing } from "../actions/undoing";
import type { ActualOrganization } from "../organization";
import { projectsWithHiddenWorkspaces } from "../plan/absence";
import type { DocumentedChanges } from "./changes";

/**
 * For each change that holds today, what was before; everything else is left alone. Pure.
 *
 * @param ignore - Names or IDs of projects and workspaces to leave alone, in which `*` is a wildcard.
 */
export function wayBack(
  { actions }: DocumentedChanges,
  actual: ActualOrganization,
  ignore: readonly string[],
): Pick<Undoing, "projects" | "moves" | "deletions" | "left"> {
  const hiding = new Set(projectsWithHiddenWorkspaces(actual).keys());
  const undoing = new Undoing(
    actions.map((it) => kindOf(it).concerns(it)),
    actual,
    hiding,
    matcherOf(ignore),
  );
  for (const action of actions) {
    if (action.end === "failed" || action.end === "skipped") undoing.leave(action, action.end);
  }
  undoActions(
    actions.filter(({ end }) => end !== "failed" && end !== "skipped"),
    undoing,
  );
  return undoing;
}
