import type { Place } from "../../engine/access";
import type { Json } from "../../engine/documents";
import type { Context } from "../../engine/kind";
import { permissionsDocument } from "../../engine/permissions-document";
import type { WorkspaceRecord } from "./shape";

export function placeOfWorkspace({ id, organizationId, projectId }: WorkspaceRecord): Place {
  return { organizationId, projectId, workspaceId: id };
}

const permissions = permissionsDocument({
  "can-update": "update-workspace",
  "can-destroy": "delete-workspace",
  "can-force-delete": "delete-workspace",
  "can-read-settings": true,
  "can-manage-tags": "update-workspace",
  "can-manage-run-tasks": "attach-run-tasks",
  "can-lock": "lock-workspace",
  "can-unlock": "lock-workspace",
  "can-force-unlock": "update-workspace",
  "can-queue-run": "plan",
  "can-queue-apply": "run",
  "can-queue-destroy": "run",
  "can-read-run": true,
  "can-read-variable": "read-variables",
  "can-update-variable": "write-variables",
  "can-read-state-versions": "read-state",
  "can-read-state-outputs": "read-state-outputs",
  "can-create-state-versions": "update-workspace",
  "can-manage-assessments": false,
  "can-read-assessment-results": false,
  "can-manage-ephemeral-workspaces": "update-workspace",
  "can-read-change-requests": false,
  "can-update-change-requests": false,
});

export function permissionsOf({ principal }: Context, workspace: WorkspaceRecord): Json {
  const place = placeOfWorkspace(workspace);
  return permissions((permission) => principal.can(permission, place));
}
