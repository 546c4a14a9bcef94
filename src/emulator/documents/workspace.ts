import { effectiveDuration } from "../world/auto-destroy";
import type { WorkspaceRecord } from "../world/records";
import type { DocumentContext, Resource } from "./document";
import { identifier, organizationPath, organizationRelationship } from "./document";

/** A workspace, as far as projects, memberships and runs need it (facts, section 4). */
export function workspaceResource({ world, caller }: DocumentContext, workspace: WorkspaceRecord): Resource {
  const organization = world.organizations.expect(workspace.organizationId);
  const manages = caller.mayWithWorkspace("create-workspace", workspace);
  return {
    id: workspace.id,
    type: "workspaces",
    attributes: {
      ...DEFAULTS,
      ...workspace.attributes,
      name: workspace.name,
      "auto-destroy-activity-duration": effectiveDuration(world, workspace),
      "inherits-project-auto-destroy": workspace.inheritsAutoDestroy,
      "created-at": workspace.createdAt,
      "updated-at": workspace.updatedAt,
      permissions: {
        "can-read": true,
        "can-update": manages,
        "can-destroy": manages,
        "can-queue-run": caller.mayWithWorkspace("run", workspace),
      },
    },
    relationships: {
      organization: organizationRelationship(organization.name),
      project: {
        data: identifier("projects", workspace.projectId),
        links: { related: `/api/v2/projects/${workspace.projectId}` },
      },
    },
    links: { self: `${organizationPath(organization.name)}/workspaces/${encodeURIComponent(workspace.name)}` },
  };
}

/** What the service reports of settings that nobody made. */
const DEFAULTS = { description: null, "execution-mode": "remote", locked: false };
