import type { TagRecord } from "../store/records";
import { countWorkspaces } from "../store/tags";
import type { SerializerContext, Resource } from "./resource";
import { organizationRelationship } from "./resource";

/** A tag without a value. */
export function tagResource({ world }: SerializerContext, tag: TagRecord): Resource {
  return {
    id: tag.id,
    type: "tags",
    attributes: { name: tag.name, "created-at": tag.createdAt, "instance-count": countWorkspaces(world, tag) },
    relationships: { organization: organizationRelationship(world.organizations.expect(tag.organizationId).name) },
  };
}
