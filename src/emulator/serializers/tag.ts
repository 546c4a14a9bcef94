import type { TagRecord } from "../store/records";
import { countWorkspaces } from "../store/tags";
import type { SerializerContext, Resource } from "./resource";
import { organizationRelationship } from "./resource";

/** A tag without a value. */
export function tagResource({ store }: SerializerContext, tag: TagRecord): Resource {
  return {
    id: tag.id,
    type: "tags",
    attributes: { name: tag.name, "created-at": tag.createdAt, "instance-count": countWorkspaces(store, tag) },
    relationships: { organization: organizationRelationship(store.organizations.expect(tag.organizationId).name) },
  };
}
