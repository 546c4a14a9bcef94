import { newId } from "./identifiers";
import type { OrganizationRecord, TagRecord, WorkspaceRecord } from "./records";
import type { Store } from "./store";

/*
 * Tags without values: names shared by the workspaces of an organization. The service stores them in lower case, and
 * deletes a tag with its last use.
 */

/** Whether a name, in lower case, is valid for a tag. */
export function isTagName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_:-]*[a-z0-9])?$/.test(name);
}

/** The tag with that name, created if there is none. */
export function ensureTag(store: Store, organization: OrganizationRecord, name: string): TagRecord {
  return (
    store.findTag(organization.id, name) ??
    store.tags.put({
      id: newId("tag"),
      sequence: store.nextSequence(),
      organizationId: organization.id,
      name: name.toLowerCase(),
      createdAt: store.clock.timestamp(),
    })
  );
}

/** The workspace's tags, in the order they were added. */
export function tagsOf(store: Store, workspace: WorkspaceRecord): readonly TagRecord[] {
  return (workspace.tagIds ?? []).flatMap((id) => store.tags.get(id) ?? []);
}

/** Adds tags to a workspace. */
export function addTags(store: Store, workspace: WorkspaceRecord, tags: readonly TagRecord[]): WorkspaceRecord {
  const tagIds = [...new Set([...(workspace.tagIds ?? []), ...tags.map((tag) => tag.id)])];
  return store.workspaces.put({ ...workspace, tagIds });
}

/** Removes tags from a workspace, and deletes those without another use. */
export function removeTags(store: Store, workspace: WorkspaceRecord, tags: readonly TagRecord[]): WorkspaceRecord {
  const taken = new Set(tags.map((tag) => tag.id));
  const tagIds = (workspace.tagIds ?? []).filter((id) => !taken.has(id));
  const after = store.workspaces.put({ ...workspace, tagIds });
  for (const tag of tags) if (countWorkspaces(store, tag) === 0) store.tags.remove(tag.id);
  return after;
}

/** How many workspaces have the tag. */
export function countWorkspaces(store: Store, tag: TagRecord): number {
  return store
    .workspacesOf(tag.organizationId)
    .all()
    .filter((workspace) => workspace.tagIds?.includes(tag.id) === true).length;
}
