import { attributeOf, completed, isSame, NO_SETTINGS, SETTING_NAMES } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named } from "../organization";
import type { ActionKind } from "./action-kind";
import { attributesJson } from "./document";
import type { DocumentedAction, Undoing } from "./undoing";

/** A project is created. An undo deletes it, if it is empty and as it was made. */
export const CREATE: ActionKind<"create"> = {
  nameOf: ({ after }) => after.name,
  projectOf: ({ after, address }) => ({ id: null, name: after.name, address }),
  describe: ({ after }, quote) => `create project ${quote(after.name)}`,
  reasonOf: () => "missing from the organization",
  json: ({ address, after }, common) => ({ ...common, address, before: null, after: attributesJson(after) }),
  changeOf: ({ after }) => ({ change: "create", before: null, after }),
  concerns: ({ address, after: { name }, createdId: id }) =>
    id === undefined ? {} : { created: [{ address, project: { id, name } }] },
  undo: (documents, undoing) => {
    const leaving = new Set(undoing.moves.map(({ workspaceId }) => workspaceId));
    const kept = new Set(undoing.moves.map(({ from }) => from.id));
    for (const it of documents) undo(it, undoing, leaving, kept);
  },
};

/**
 * @param leaving - Ids of the workspaces that go back to where they were.
 * @param kept - Ids of the projects that they go back to.
 */
function undo(
  document: DocumentedAction<"create">,
  undoing: Undoing,
  leaving: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): void {
  const { address, after, createdId } = document;
  if (createdId === undefined) {
    const project = undoing.createdAs(after.name);
    if (project !== undefined) undoing.leave(document, "created-not-known", { project: named(project) });
    return;
  }
  const project = undoing.projectById.get(createdId);
  if (project === undefined) return;
  const about = { project: named(project) };
  const made = completed(after, NO_SETTINGS);
  const changed = SETTING_NAMES.filter(
    (name) => project[name] !== undefined && !isSame(name, made[name], project[name]),
  );
  const inside = undoing.actual.workspaces.filter(({ id, projectId }) => projectId === project.id && !leaving.has(id));
  if (undoing.isIgnored(project)) undoing.leave(document, "ignored", about);
  else if (changed.length > 0) {
    undoing.leave(document, "created-changed", { ...about, attributes: changed.map((name) => attributeOf(name)) });
  } else if (inside.length > 0 || kept.has(project.id) || undoing.hiding.has(project.id)) {
    undoing.leave(document, "created-not-empty", { ...about, workspaces: inside.map(named).sort(compareNames) });
  } else undoing.deletions.push({ address, project });
}
