import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { Action, Kind, MovedWorkspace, PendingAction, ProjectTarget } from "../plan/action";
import type { ActionKind, ChangeOfProject, Irreversible } from "./action-kind";
import { CREATE } from "./create";
import { DELETE } from "./delete";
import { actionDocument, type ActionDocument, type ActionJson } from "./document";
import { MOVE } from "./move";
import type { DocumentedAction, Undoing } from "./undoing";
import { UPDATE } from "./update";

/** The kinds of actions. Only what makes, orders and executes actions looks at their kind; all else asks here. */
const ACTION_KINDS: { readonly [K in Kind]: ActionKind<K> } = {
  create: CREATE,
  update: UPDATE,
  move: MOVE,
  delete: DELETE,
};

/** The entry of an action, which it is passed to: `kindOf(action).describe(action, quote)`. */
export function kindOf<K extends Kind>({ kind }: { readonly kind: K }): ActionKind<K> {
  return ACTION_KINDS[kind];
}

/** @see ActionKind */
export function nameOf<K extends Kind>(action: PendingAction<K>): string {
  return kindOf<K>(action).nameOf(action);
}

/** @see ActionKind */
export function projectOf<K extends Kind>(action: PendingAction<K>): ProjectTarget {
  return kindOf<K>(action).projectOf(action);
}

/** What becomes of the action's project; undefined if it stays as it is. */
export function changeOf<K extends Kind>(action: PendingAction<K>): ChangeOfProject | undefined {
  return kindOf<K>(action).changeOf?.(action);
}

/** The workspaces that an action moves, by name. */
export function movedBy<K extends Kind>(action: PendingAction<K>): readonly MovedWorkspace[] {
  return kindOf<K>(action).movedBy?.(action) ?? [];
}

/** The address of the project that an action creates. */
export function createdAddress(action: PendingAction): string | undefined {
  const project = projectOf(action);
  return changeOf(action) !== undefined && project.id === null ? project.address : undefined;
}

/** What of these actions no later plan can take back, in their order. */
export function irreversibleOf(actions: readonly PendingAction[]): Irreversible {
  const all = actions.map(irreversiblePart);
  return {
    deleted: all.flatMap(({ deleted = [] }) => deleted),
    unknown: all.flatMap(({ unknown = [] }) => unknown),
  };
}

function irreversiblePart<K extends Kind>(action: PendingAction<K>): Partial<Irreversible> {
  return kindOf<K>(action).irreversible?.(action) ?? {};
}

/** How documents identify an action: `create Platform`. */
export function actionId(action: PendingAction): string {
  return `${action.kind} ${nameOf(action)}`;
}

/** How documents identify the action at a position of a plan. */
export function idAt({ actions }: { readonly actions: readonly Action[] }, position: number): string {
  const action = actions[position];
  if (action === undefined) throw new Error(`The plan has no action ${position}.`);
  return actionId(action);
}

/** The actions of a plan as JSON values. */
export function actionsJson(plan: { readonly actions: readonly Action[] }): readonly ActionJson[] {
  return plan.actions.map((action) => {
    return actionJson(action, action.dependsOn.map((position) => idAt(plan, position)).sort());
  });
}

function actionJson<K extends Kind>(action: PendingAction<K>, dependencies: string[]): ActionJson<K> {
  const { kind } = action;
  const reason = kindOf<K>(action).reasonOf(action);
  return kindOf<K>(action).json(action, { id: `${kind} ${nameOf<K>(action)}`, kind, reason, depends_on: dependencies });
}

/** The actions of a plan as they are read from its JSON. */
export function documentedActions(plan: { readonly actions: readonly Action[] }): readonly ActionDocument[] {
  return v.parse(v.array(actionDocument), actionsJson(plan));
}

/** Whether two actions of documents change the same. */
export function isSameAction(one: ActionDocument, other: ActionDocument): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable<K extends Kind>(document: ActionDocument<K>): object {
  return kindOf<K>(document).comparable?.(document) ?? document;
}

/** What holds is taken back after what depends on it. */
const UNDO_ORDER: readonly Kind[] = ["move", "delete", "create", "update"];

/** Takes actions of a document back, as far as what they made holds today. */
export function undoActions(documents: readonly DocumentedAction[], undoing: Undoing): void {
  for (const kind of UNDO_ORDER) {
    const its = documents.filter((it) => it.kind === kind);
    kindOf({ kind }).undo(its, undoing);
  }
}
