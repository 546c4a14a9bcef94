import { getString } from "../json";
import type { Tag, TagReference } from "../model";
import { relatedId, relatedIds, requireString, resourceList } from "./document";
import type { Document, ResourceObject } from "./document";
import { allIncluded } from "./include";

const EFFECTIVE_TAG_TYPE = "effective-tag-bindings";
const TAG_RELATIONSHIPS = [EFFECTIVE_TAG_TYPE, "tag-bindings"];

/** A key-value tag that applies to a project or workspace. */
export interface EffectiveTag extends Tag {
  readonly id: string;
  /** Whether it is inherited, as by a workspace from its project, and not the object's own. */
  readonly isInherited: boolean;
}

/** The tags in a list of effective tags. */
export function parseEffectiveTags(document: Document): readonly EffectiveTag[] {
  return resourceList(document, EFFECTIVE_TAG_TYPE).map((sent) => ({
    id: sent.id,
    ...parseTag(sent),
    isInherited: isInherited(sent),
  }));
}

/** What a document says of the tags of an object: its own tags, or how it refers to them otherwise. */
export interface ReportedTags {
  readonly tags: readonly Tag[] | undefined;
  readonly tagReference: TagReference | undefined;
}

/**
 * The own tags of an object of this type. A tag that several objects of a list share must be inherited; if it has no
 * origin, the response does not distinguish own tags from inherited ones.
 */
export function reportedTags(sent: ResourceObject, type: string, document: Document | undefined): ReportedTags {
  const without = (tagReference: TagReference): ReportedTags => ({ tags: undefined, tagReference });
  const own = ownIncluded(sent, EFFECTIVE_TAG_TYPE, document);
  if (document === undefined || own === undefined)
    return without(TAG_RELATIONSHIPS.some((name) => sent.relationships[name] !== undefined) ? "linked" : "absent");
  const shared = sharedTags(document, type);
  if (own.some(({ id }) => shared.has(id))) return without("indistinct");
  return { tags: own.map(parseTag), tagReference: undefined };
}

/** The resources in a relationship that are not inherited; undefined unless all in it are included. */
export function ownIncluded(
  sent: ResourceObject,
  relationship: string,
  document: Document | undefined,
): readonly ResourceObject[] | undefined {
  return allIncluded(sent, relationship, document)?.filter((it) => !isInherited(it));
}

function parseTag(sent: ResourceObject): Tag {
  return { key: requireString(sent, "key"), value: getString(sent.attributes, "value") ?? "" };
}

/** An inherited tag has its origin as a relationship or as a link. */
function isInherited(tag: ResourceObject): boolean {
  return relatedId(tag, "inherited-from") !== undefined || getString(tag.links, "inherited-from") !== undefined;
}

/** The IDs of tags that several objects of a list have. */
function sharedTags(document: Document, type: string): ReadonlySet<string> {
  const known = sharedIn.get(document);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const object of Array.isArray(document.data) ? resourceList(document, type) : []) {
    for (const id of relatedIds(object, EFFECTIVE_TAG_TYPE)) {
      if (seen.has(id)) shared.add(id);
      seen.add(id);
    }
  }
  sharedIn.set(document, shared);
  return shared;
}

const sharedIn = new WeakMap<Document, ReadonlySet<string>>();
