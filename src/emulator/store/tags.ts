import { newId } from "./identifiers";
import type { OrganizationRecord, TagRecord, WorkspaceRecord } from "./records";
import type { Store } from "./store";

/*
 * Tags without values: a name that workspaces of an organization share. The service writes them in lower case, and keeps one only as
 * long as a workspace has it (its public documentation).
 */

/** Whether a name, in lower case, is one for a tag; the rule is the one that the service's own clients check. */
export function isTagName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_:-]*[a-z0-9])?$/.test(name);
}

/** The tag of that name, made if there is none. */
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

/** The workspace's tags, in the order in which it was given them. */
export function tagsOf(store: Store, workspace: WorkspaceRecord): readonly TagRecord[] {
  return (workspace.tagIds ?? []).flatMap((id) => store.tags.get(id) ?? []);
}

/** Gives tags to a workspace; those it has already stay. */
export function addTags(store: Store, workspace: WorkspaceRecord, tags: readonly TagRecord[]): WorkspaceRecord {
  const tagIds = [...new Set([...(workspace.tagIds ?? []), ...tags.map((tag) => tag.id)])];
  return store.workspaces.put({ ...workspace, tagIds });
}

/** Takes tags from a workspace; a tag that no workspace has any more is gone. */
export function removeTags(store: Store, workspace: WorkspaceRecord, tags: readonly TagRecord[]): WorkspaceRecord {
  const taken = new Set(tags.map((tag) => tag.id));
  const tagIds = (workspace.tagIds ?? []).filter((id) => !taken.has(id));
  const after = store.workspaces.put({ ...workspace, tagIds });
  for (const tag of tags) if (countWorkspaces(store, tag) === 0) store.tags.remove(tag.id);
  return after;
}

/** How many workspaces have the tag; looks at each of the organization. */
export function countWorkspaces(store: Store, tag: TagRecord): number {
  return store
    .workspacesOf(tag.organizationId)
    .all()
    .filter((workspace) => workspace.tagIds?.includes(tag.id) === true).length;
}
