import type { ChangeKind } from "../changes/change";
import {
  undoAssignment,
  undoCreations,
  undoDeletion,
  undoMove,
  type DocumentedChange,
  type WayBack,
  type ObjectsOfChange,
} from "./way-back";
import { undoUpdates } from "./updates";

/** How changes of a kind are undone. */
interface Undo<K extends ChangeKind> {
  /** The objects of the organization that an undo looks at. */
  readonly concerns: (change: DocumentedChange<K>) => ObjectsOfChange;
  /** Undoes changes of a document, except where something was changed since. */
  readonly undo: (changes: readonly DocumentedChange<K>[], wayBack: WayBack) => void;
}

/** Undoes changes one by one. */
function each<C>(undo: (change: C, wayBack: WayBack) => void): (changes: readonly C[], wayBack: WayBack) => void {
  return (changes, wayBack) => changes.forEach((it) => undo(it, wayBack));
}

const ASSIGNING = {
  concerns: ({ type, project: { id, name }, object, after }: DocumentedChange<"set" | "unset">): ObjectsOfChange => ({
    assigned: [{ type, project: id === null ? { by: "name", name } : { by: "id", id }, object, after }],
  }),
  undo: each(undoAssignment),
};

/** In the order of undos: created projects are deleted if workspaces leave them; assignments and names follow. */
const UNDO: { readonly [K in ChangeKind]: Undo<K> } = {
  /** Each workspace moves back to the project that it came from. */
  move: { concerns: ({ workspaces }) => ({ moved: workspaces }), undo: each(undoMove) },
  /** A project is not made anew: the code can do that. */
  delete: { concerns: ({ projectId }) => ({ existing: [projectId] }), undo: each(undoDeletion) },
  /** A project is deleted if it is empty, and as it was made. */
  create: {
    concerns: ({ address, after: { name }, createdId: id }) =>
      id === undefined ? {} : { created: [{ address, project: { id, name } }] },
    undo: undoCreations,
  },
  /** An object is taken off again, or assigned as it was. */
  set: ASSIGNING,
  unset: ASSIGNING,
  /** Attributes go back value by value. */
  update: {
    concerns: ({ address, projectId, after }) => ({
      existing: [projectId],
      changed: [{ address, ...after, stateId: projectId, previousNames: [] }],
    }),
    undo: undoUpdates,
  },
};

/** The objects of the organization that an undo of a change looks at. */
export function concernsOf<K extends ChangeKind>(change: DocumentedChange<K>): ObjectsOfChange {
  return undoOf<K>(change.kind).concerns(change);
}

/** Undoes changes of a document, except where something was changed since. */
export function undoChanges(changes: readonly DocumentedChange[], wayBack: WayBack): void {
  for (const it of changes) if (it.end === "failed" || it.end === "skipped") wayBack.leave(it, it.end);
  for (const kind of Object.keys(UNDO) as ChangeKind[]) {
    const its = changes.filter((it) => it.kind === kind && it.end !== "failed" && it.end !== "skipped");
    undoOf(kind).undo(its, wayBack);
  }
}

function undoOf<K extends ChangeKind>(kind: K): Undo<K> {
  return UNDO[kind];
}
