import { attributeOf, nameKey, SETTING_NAMES, settingsFrom, type SettingName } from "../../model";
import type { DesiredProject } from "../organization";
import type { PendingAction, UpdateAction } from "../plan/action";
import type { ActionKind } from "./action-kind";
import { attributeChanges } from "./attribute-change";
import { attributesJson } from "./document";
import { freeNames } from "./names-back";
import { settingsBack } from "./settings-back";
import type { DocumentedAction, Undoing } from "./undoing";

/** Attributes of a project change. An undo takes them back value by value. */
export const UPDATE: ActionKind<"update"> = {
  nameOf: ({ before }) => before.name,
  projectOf: ({ projectId, after }) => ({ id: projectId, name: after.name }),
  describe: ({ before, after }, quote) =>
    before.name === after.name
      ? `update project ${quote(before.name)}`
      : `rename project ${quote(before.name)} to ${quote(after.name)}`,
  reasonOf,
  json: ({ address, projectId, before, after }, common) => ({
    ...common,
    address,
    project_id: projectId,
    before: attributesJson(before),
    after: attributesJson(after),
  }),
  changeOf: ({ before, after }) => ({ change: "update", before, after }),
  irreversible: (action) => {
    const attributes = sentUnreported(action).map((name) => attributeOf(name));
    return attributes.length === 0 ? {} : { unknown: [{ id: action.projectId, name: action.before.name, attributes }] };
  },
  permission: { name: "canUpdate", action: "update" },
  concerns: ({ address, project_id: id, after }) => ({
    existing: [id],
    changed: [{ address, ...after, recordedId: id, previousNames: [] }],
  }),
  undo,
};

/** The settings that an update sends although the service does not report them. */
export function sentUnreported({ before, after }: Pick<UpdateAction, "before" | "after">): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] === undefined && after[name] !== undefined);
}

function reasonOf({ before, after, cause }: PendingAction<"update">): string {
  if (cause === "undone") return "changed by the changes that are undone";
  if (before.name !== after.name) {
    return nameKey(before.name) === nameKey(after.name)
      ? "case of the name differs from the code"
      : "renamed in the code";
  }
  const changes = attributeChanges({ before, after });
  const listed = (isReported: boolean): string =>
    changes
      .filter(({ from }) => (from !== undefined) === isReported)
      .map(({ setting }) => attributeOf(setting))
      .join(" and ");
  const [differing, unreported] = [listed(true), listed(false)];
  return [
    ...(differing === "" ? [] : [`${differing} ${differing.includes(" ") ? "differ" : "differs"} from the code`]),
    ...(unreported === "" ? [] : [`the service does not report ${unreported}`]),
  ].join(", and ");
}

function undo(documents: readonly DocumentedAction<"update">[], undoing: Undoing): void {
  const found = documents.flatMap((document) => {
    const now = undoing.projectById.get(document.project_id);
    const about = { project: { id: document.project_id, name: now?.name ?? document.after.name } };
    if (now === undefined) undoing.leave(document, "project-gone", about);
    else if (undoing.isIgnored(now)) undoing.leave(document, "ignored", about);
    else return [{ document, now, about }];
    return [];
  });
  const renamed = found.flatMap(({ document, now, about }) => {
    const { before, after, project_id: projectId } = document;
    if (before.name === after.name || now.name === before.name) return [];
    if (now.name === after.name) return [{ projectId, name: before.name }];
    undoing.leave(document, "renamed-since", { ...about, before: before.name });
    return [];
  });
  const deleted = new Set(undoing.deletions.map(({ project }) => project.id));
  const free = freeNames(renamed, undoing.actual.projects, deleted);
  const names = new Map(renamed.map(({ projectId, name }) => [projectId, name]));
  const projects = found.flatMap(({ document, now, about }): DesiredProject[] => {
    const before = names.get(now.id);
    if (before !== undefined && !free.has(now.id)) undoing.leave(document, "name-taken", { ...about, before });
    const name = before !== undefined && free.has(now.id) ? before : now.name;
    const { back, changed, unknown } = settingsBack({ before: document.before, after: document.after, now });
    if (changed.length > 0) undoing.leave(document, "changed-since", { ...about, attributes: changed });
    if (unknown.length > 0) undoing.leave(document, "not-known", { ...about, attributes: unknown });
    if (name === now.name && Object.keys(back).length === 0) return [];
    // A description always has a value.
    const settings = settingsFrom((it) => (Object.hasOwn(back, it) || it !== "description" ? back[it] : now[it]));
    return [{ address: document.address, id: now.id, previousNames: [], ...settings, name }];
  });
  undoing.projects.push(...projects);
}
