import { teamCount } from "../world/projects";
import type { ProjectRecord } from "../world/records";
import type { DocumentContext, Resource } from "./document";
import { organizationRelationship } from "./document";

/** The operation that answers with a project: what the document carries depends on it. */
export type ProjectView = "create" | "update" | "list" | "show";

/**
 * A project as the operation shows it (service-api.md section 2.1): counts and all permissions but in the response to create,
 * `auto-destroy-activity-duration` in show alone.
 */
export function projectResource(context: DocumentContext, project: ProjectRecord, view: ProjectView): Resource {
  const full = context.documents === "full";
  const { world } = context;
  const organization = world.organizations.expect(project.organizationId);
  return {
    id: project.id,
    type: "projects",
    attributes: {
      ...(full ? FULL_DEFAULTS : {}),
      ...project.attributes,
      name: project.name,
      description: project.description,
      ...(full || view !== "create"
        ? { "workspace-count": world.workspacesIn(project.id).size, "team-count": teamCount(world, project) }
        : {}),
      ...(full || view === "show" ? { "auto-destroy-activity-duration": project.autoDestroyActivityDuration } : {}),
      ...(full ? { "created-at": project.createdAt } : {}),
      permissions: projectPermissions(context, project, view),
    },
    relationships: { organization: organizationRelationship(organization.name) },
    links: { self: `/api/v2/projects/${project.id}` },
  };
}

/** What the service reports of settings that nobody made. */
const FULL_DEFAULTS = {
  "default-execution-mode": "remote",
  "setting-overwrites": { "default-execution-mode": false, "default-agent-pool": false },
};

function projectPermissions({ caller, documents }: DocumentContext, project: ProjectRecord, view: ProjectView): object {
  const canUpdate = { "can-update": caller.may("update", project) };
  if (documents === "contract" && view === "create") return canUpdate;
  const documented = {
    ...canUpdate,
    "can-destroy": caller.may("destroy", project),
    "can-create-workspace": caller.may("create-workspace", project),
  };
  if (documents === "contract") return documented;
  return {
    "can-read": caller.may("read", project),
    ...documented,
    "can-move-workspace": caller.may("move-workspaces", project),
  };
}
