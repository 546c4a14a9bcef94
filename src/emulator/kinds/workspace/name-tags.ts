import { nameKey } from "../../../model";
import { isObject } from "../../decode";
import type { Store } from "../../engine/kind";
import { invalidAt } from "../../errors";
import type { RequestResource } from "../../http/request-document";
import type { TagRecord } from "../tag";
import { isTagName, readTagReferences, TAG_NAME_RULE, tags } from "../tag";
import type { WorkspaceRecord } from "./shape";
import { workspaceShape } from "./shape";

/* The tags without values of a workspace. */

/** The workspace's tags, in the order they were added. */
export function tagsOf(store: Store, { tagIds }: WorkspaceRecord): readonly TagRecord[] {
  return tagIds.flatMap((id) => store.table(tags).get(id) ?? []);
}

export function addTags(store: Store, workspace: WorkspaceRecord, added: readonly TagRecord[]): void {
  const tagIds = [...new Set([...workspace.tagIds, ...added.map(({ id }) => id)])];
  store.table(workspaceShape).put({ ...workspace, tagIds });
}

/** Removes tags from a workspace, and deletes those without another use. */
export function removeTags(store: Store, workspace: WorkspaceRecord, removed: readonly TagRecord[]): void {
  if (removed.length === 0) return;
  const gone = new Set(removed.map(({ id }) => id));
  const table = store.table(workspaceShape);
  table.put({ ...workspace, tagIds: workspace.tagIds.filter((id) => !gone.has(id)) });
  for (const { id } of removed) if (table.where("tagIds", id).size === 0) store.table(tags).remove(id);
}

/** The tags of a new workspace; they are changed by operations of their own later. */
export function readNewTags(resource: RequestResource): readonly string[] {
  const relationship = resource.relationships["tags"];
  if (relationship === undefined) return [];
  const pointer = "/data/relationships/tags";
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  return readTagReferences(relationship["data"], `${pointer}/data`).map((tag, index) => {
    if ("id" in tag) throw invalidAt(`${pointer}/data/${index}/attributes/name`, TAG_NAME_RULE);
    requireTagName(tag.name, `${pointer}/data/${index}`);
    return tag.name;
  });
}

export function requireTagName(name: string, pointer: string): void {
  if (!isTagName(nameKey(name))) throw invalidAt(`${pointer}/attributes/name`, TAG_NAME_RULE);
}
