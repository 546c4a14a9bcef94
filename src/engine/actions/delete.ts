import { attributeOf, nameKey, SETTING_NAMES, type ProjectSettings } from "../../model";
import { formatArguments, formatBlock, type Argument } from "../../terraform/hcl-format";
import type { DeletionCause } from "../plan/action";
import type { ActionKind } from "./action-kind";
import { attributesJson } from "./document";

/** A project is deleted, which is empty by then. It is not made anew by an undo: the code can do that. */
export const DELETE: ActionKind<"delete"> = {
  nameOf: ({ before }) => before.name,
  projectOf: ({ projectId, before }) => ({ id: projectId, name: before.name }),
  describe: ({ before }, quote) => `delete project ${quote(before.name)}`,
  reasonOf: ({ cause }) => REASONS[cause],
  json: ({ projectId, before }, common) => ({
    ...common,
    project_id: projectId,
    before: attributesJson(before),
    after: null,
  }),
  changeOf: ({ before }) => ({ change: "delete", before, after: null }),
  irreversible: ({ projectId, before }) => ({ deleted: [{ id: projectId, name: before.name }] }),
  permission: { name: "canDestroy", action: "delete" },
  concerns: ({ project_id: id }) => ({ existing: [id] }),
  undo: (documents, undoing) => {
    for (const it of documents) {
      const { project_id: id, before } = it;
      if (undoing.projectById.has(id) || undoing.projectByName.has(nameKey(before.name))) continue;
      undoing.leave(it, "deleted-project", { project: { id, name: before.name }, code: codeOf(before) });
    }
  },
};

const REASONS: Readonly<Record<DeletionCause, string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
  undone: "created by the changes that are undone",
};

/** Code in HCL that declares a project. */
function codeOf(settings: ProjectSettings): readonly string[] {
  const args = SETTING_NAMES.flatMap((name): Argument[] => {
    const value = settings[name];
    if (value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)) {
      return [];
    }
    return [{ name: attributeOf(name), value }];
  });
  const label = settings.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_");
  return formatBlock(`resource "tfprojects_project" "${label}"`, formatArguments(args, 2));
}
