import { isDeepStrictEqual } from "node:util";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import type { Action, SetAction, UnsetAction } from "../plan/action";

/** An action that assigns an object, or takes it off. */
type AssignmentAction = SetAction | UnsetAction;

function isAssignment(action: Action): action is AssignmentAction {
  return action.kind === "set" || action.kind === "unset";
}

/**
 * The actions from a position on that one request makes: they assign an object to several projects in the same way.
 * None of them depends on another one, so everything that one of them depends on precedes all of them.
 */
export function assignedTogether(actions: readonly Action[], position: number): readonly Action[] {
  const first = actions[position];
  if (first === undefined) return [];
  if (!isAssignment(first) || !ASSIGNMENT_KINDS[first.type].isBatched) return [first];
  const rest = actions.slice(position);
  const end = rest.findIndex((it) => !isAssignment(it) || !isDeepStrictEqual(changeIn(it), changeIn(first)));
  return end === -1 ? rest : rest.slice(0, end);
}

/** What an action changes, apart from the project. */
function changeIn(action: AssignmentAction): readonly unknown[] {
  const { kind, type, object, before, after } = { after: null, ...action };
  return [kind, type, object.id, before, after];
}
