import { compareNames, compareStrings, groupBy } from "../../reconcile/lists";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { pluralize } from "../../reconcile/text";
import { named, type NamedObject } from "../organization";
import type { MovedWorkspace } from "../plan/action";
import type { LeftCause } from "../undo/undone";
import type { ActionKind } from "./action-kind";
import type { ActionDocument } from "./document";
import type { DocumentedAction, DocumentedMove, Undoing } from "./undoing";

/** Workspaces move to one project. An undo moves each back to the project that it came from. */
export const MOVE: ActionKind<"move"> = {
  nameOf: ({ destination }) => destination.name,
  projectOf: ({ destination }) => destination,
  describe: ({ workspaces, destination }, quote) =>
    `move ${pluralize(workspaces.length, "workspace")} into ${quote(destination.name)}`,
  reasonOf: ({ workspaces }) =>
    [...groupBy(workspaces, reasonOf)]
      .map(([reason, { length }]) => `${pluralize(length, "workspace")} ${reason}`)
      .join(", "),
  json: ({ destination: { id, name }, workspaces }, common) => ({
    ...common,
    destination: { id, name },
    workspaces: workspaces.map(({ id, name, from, reason, match }) => ({
      id,
      name,
      from: named(from),
      reason,
      ...(match === undefined ? {} : { match }),
    })),
  }),
  movedBy: ({ workspaces }) => workspaces,
  comparable,
  concerns: ({ workspaces }) => ({ moved: workspaces }),
  undo: (documents, undoing) => {
    for (const it of documents) undo(it, undoing);
  },
};

/** Why a workspace moves, after the number of those that do. */
function reasonOf({ reason, match }: MovedWorkspace): string {
  return match === undefined ? MOVE_REASONS[reason].ofAction : "selected by the rule of a membership";
}

/** Workspaces that a rule has selected may be renamed. */
function comparable({ workspaces, ...rest }: ActionDocument<"move">): object {
  const moved = workspaces.map(({ name, ...it }) => (it.match === undefined ? { name, ...it } : it));
  return { ...rest, workspaces: moved.sort((one, other) => compareStrings(one.id, other.id)) };
}

function undo(document: DocumentedAction<"move">, undoing: Undoing): void {
  const destination = undoing.destinationOf(document.destination);
  const to = { id: destination ?? "", name: document.destination.name };
  const left = new Map<string, { cause: LeftCause; project: NamedObject; workspaces: DocumentedMove[] }>();
  const leave = (cause: LeftCause, project: NamedObject, workspace: DocumentedMove): void => {
    const key = JSON.stringify([cause, project.id]);
    const group = left.get(key) ?? { cause, project, workspaces: [] };
    left.set(key, group);
    group.workspaces.push(workspace);
  };
  for (const workspace of document.workspaces) {
    const now = undoing.workspaceById.get(workspace.id);
    const inside = now && undoing.projectById.get(now.projectId);
    const from = undoing.projectById.get(workspace.from.id);
    if (now === undefined) leave("workspaces-gone", to, workspace);
    else if (now.projectId === workspace.from.id) continue;
    else if (now.projectId !== destination) leave("moved-since", to, workspace);
    else if (undoing.isIgnored(now) || (inside !== undefined && undoing.isIgnored(inside))) {
      leave("ignored", to, workspace);
    } else if (from === undefined) leave("source-gone", workspace.from, workspace);
    else undoing.moves.push({ workspaceId: workspace.id, from });
  }
  for (const { cause, project, workspaces } of left.values()) {
    const about = workspaces.map((it) => ({ ...named(it), ...whereIs(it, undoing) })).sort(compareNames);
    undoing.leave(document, cause, { ...(project.id === "" ? {} : { project: named(project) }), workspaces: about });
  }
}

function whereIs({ id }: NamedObject, { workspaceById, projectById }: Undoing): { readonly now?: NamedObject } {
  const now = workspaceById.get(id);
  if (now === undefined) return {};
  return { now: named(projectById.get(now.projectId) ?? { id: now.projectId, name: now.projectId }) };
}
