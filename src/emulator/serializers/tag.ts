import type { TagRecord, TagBinding } from "../store/records";
import type { EffectiveTag } from "../store/tag-bindings";
import { countWorkspaces } from "../store/tags";
import type { SerializerContext, Resource } from "./resource";
import { organizationRelationship, identifier } from "./resource";

/** A tag without a value. */
export function tagResource({ store }: SerializerContext, tag: TagRecord): Resource {
  return {
    id: tag.id,
    type: "tags",
    attributes: { name: tag.name, "created-at": tag.createdAt, "instance-count": countWorkspaces(store, tag) },
    relationships: { organization: organizationRelationship(store.organizations.expect(tag.organizationId).name) },
  };
}

/** A key-value tag of a project or workspace. */
export function tagBindingResource({ id, key, value, createdAt }: TagBinding): Resource {
  return { id, type: "tag-bindings", attributes: { key, value, "created-at": createdAt } };
}

/**
 * An effective key-value tag, own or inherited. The source of an inherited tag is present twice: as a link (API
 * documentation, Go client) and as a relationship (OpenAPI description, `hashicorp/tfe`).
 */
export function effectiveTagResource({ id, key, value, inheritedFrom }: EffectiveTag): Resource {
  const resource = { id: effectiveId(id), type: "effective-tag-bindings", attributes: { key, value } };
  if (inheritedFrom === undefined) return resource;
  return {
    ...resource,
    relationships: { "inherited-from": { data: identifier("projects", inheritedFrom) } },
    links: { "inherited-from": `/api/v2/projects/${inheritedFrom}` },
  };
}

/**
 * Relationships of a project or workspace to its tags: links, and the IDs of included tags.
 *
 * @param path of the project or workspace
 * @param included undefined when the tags are not included
 */
export function tagRelationships(
  path: string,
  included: readonly EffectiveTag[] | undefined,
): Readonly<Record<string, object>> {
  return {
    "tag-bindings": { links: { related: `${path}/tag-bindings` } },
    "effective-tag-bindings": {
      ...(included === undefined
        ? {}
        : { data: included.map(({ id }) => identifier("effective-tag-bindings", effectiveId(id))) }),
      links: { related: `${path}/effective-tag-bindings` },
    },
  };
}

/** IDs of effective tags have no prefix. */
function effectiveId(id: string): string {
  return id.replace(/^tb-/, "");
}
