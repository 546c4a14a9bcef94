import type { TagBinding } from "../store/records";
import type { EffectiveTag } from "../store/tag-bindings";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A key-value tag as it is bound to a project or a workspace. */
export function tagBindingResource({ id, key, value, createdAt }: TagBinding): Resource {
  return { id, type: "tag-bindings", attributes: { key, value, "created-at": createdAt } };
}

/**
 * A key-value tag as it holds, whether bound or inherited. Where it is inherited from stands twice, as clients read it in two ways: as a
 * link (the service's documentation, its Go client) and as a relationship (its public description, its Terraform provider); both are
 * absent when it is not inherited.
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
 * How a project or a workspace refers to its tags: by links, and by the identifiers of those that are included with it.
 *
 * @param path of the project or workspace.
 * @param included undefined when the tags are not included.
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

/** The service's identifiers of effective tags have no prefix. */
function effectiveId(id: string): string {
  return id.replace(/^tb-/, "");
}
