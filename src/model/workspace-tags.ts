import type { Tag, TagReference, UnknownTagsReason } from "./tag";
import type { Workspace } from "./workspace";

/** The own tags of a workspace, or why they are unknown: members of a {@link Workspace}. */
export type WorkspaceTags =
  | { readonly tags: readonly Tag[]; readonly unknownTags?: undefined }
  | { readonly tags: undefined; readonly unknownTags: UnknownTagsReason };

/** How many workspaces have the keys of rules, according to a filter by tags. */
export interface KeyCounts {
  /** For each key; undefined where the service rejects the filter. */
  readonly tagged: readonly (number | undefined)[];
  /** How many workspaces there are; undefined if unknown. */
  readonly total: number | undefined;
}

/** What is known of the tags of an organization's workspaces. */
export interface TagEvidence {
  /** How lists refer to tags that they do not include, by the ID of the workspace. */
  readonly references: ReadonlyMap<string, TagReference>;
  /** The tags of workspaces that were read one by one, by ID. */
  readonly read: ReadonlyMap<string, WorkspaceTags>;
  /** Whether a list includes, or refers to, the tags of any workspace of the organization. */
  readonly areReported: boolean;
  /** Counts of the keys in question; required only if lists refer to the tags of no workspace. */
  readonly counts?: KeyCounts | undefined;
}

/**
 * The own tags of a workspace. The first of these decides:
 *
 * 1. A list includes them.
 * 2. A list refers to them, or none has shown the workspace: they were read by themselves.
 * 3. No list refers to them, and one refers to those of another workspace: there are none.
 * 4. No list refers to the tags of any workspace: there are none with the keys in question, if no workspace has them.
 */
export function tagsOfWorkspace({ id, tags }: Pick<Workspace, "id" | "tags">, evidence: TagEvidence): WorkspaceTags {
  const reference = evidence.references.get(id);
  if (reference === undefined && tags !== undefined) return { tags };
  if (reference === "indistinct") return unknown("indistinct");
  if (reference !== "absent") return evidence.read.get(id) ?? unknown("too-many-links");
  return evidence.areReported ? NONE : tagsByCounts(evidence.counts);
}

/** Whether the tags of a workspace have to be read by themselves. */
export function isReadByItself(
  { id, tags }: Pick<Workspace, "id" | "tags">,
  references: TagEvidence["references"],
): boolean {
  const reference = references.get(id);
  return reference === "linked" || (reference === undefined && tags === undefined);
}

const NONE: WorkspaceTags = { tags: [] };

function unknown(unknownTags: UnknownTagsReason): WorkspaceTags {
  return { tags: undefined, unknownTags };
}

/** The tags of every workspace where lists refer to none. */
function tagsByCounts({ tagged, total }: KeyCounts = { tagged: [], total: undefined }): WorkspaceTags {
  if (tagged.some((count) => count === undefined || (count > 0 && count === total))) return unknown("not-filtered");
  return tagged.length > 0 && tagged.every((count) => count === 0) ? NONE : unknown("not-reported");
}
