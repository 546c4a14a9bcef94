import type { TagRecord } from "../world/records";
import { countWorkspaces } from "../world/tags";
import type { DocumentContext, Resource } from "./document";
import { organizationRelationship } from "./document";

/** A tag without a value. */
export function tagResource({ world }: DocumentContext, tag: TagRecord): Resource {
  return {
    id: tag.id,
    type: "tags",
    attributes: { name: tag.name, "created-at": tag.createdAt, "instance-count": countWorkspaces(world, tag) },
    relationships: { organization: organizationRelationship(world.organizations.expect(tag.organizationId).name) },
  };
}
