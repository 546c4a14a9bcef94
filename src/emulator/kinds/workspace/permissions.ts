import type { PermissionWithin, Place } from "../../engine/access";
import { Json } from "../../engine/documents";
import type { Context } from "../../engine/kind";
import type { WorkspaceRecord } from "./shape";

export function placeOfWorkspace({ id, organizationId, projectId }: WorkspaceRecord): Place {
  return { organizationId, projectId, workspaceId: id };
}

/** Each combination is converted once, since it is usually the same for all workspaces in a list. */
const PERMISSIONS = new Map<string, Json>();
const TOLD = [
  "update-workspace",
  "delete-workspace",
  "lock-workspace",
  "attach-run-tasks",
  "plan",
  "run",
  "read-variables",
  "write-variables",
  "read-state",
  "read-state-outputs",
] as const;

export function permissionsOf({ principal }: Context, workspace: WorkspaceRecord): Json {
  const place = placeOfWorkspace(workspace);
  const held = TOLD.filter((permission) => principal.can(permission, place));
  const key = held.join(" ");
  let known = PERMISSIONS.get(key);
  if (known === undefined) {
    known = Json.of(permissions((permission) => held.some((it) => it === permission)));
    PERMISSIONS.set(key, known);
  }
  return known;
}

function permissions(can: (permission: PermissionWithin) => boolean): object {
  return {
    "can-update": can("update-workspace"),
    "can-destroy": can("delete-workspace"),
    "can-force-delete": can("delete-workspace"),
    "can-read-settings": true,
    "can-manage-tags": can("update-workspace"),
    "can-manage-run-tasks": can("attach-run-tasks"),
    "can-lock": can("lock-workspace"),
    "can-unlock": can("lock-workspace"),
    "can-force-unlock": can("update-workspace"),
    "can-queue-run": can("plan"),
    "can-queue-apply": can("run"),
    "can-queue-destroy": can("run"),
    "can-read-run": true,
    "can-read-variable": can("read-variables"),
    "can-update-variable": can("write-variables"),
    "can-read-state-versions": can("read-state"),
    "can-read-state-outputs": can("read-state-outputs"),
    "can-create-state-versions": can("update-workspace"),
    "can-manage-assessments": false,
    "can-read-assessment-results": false,
    "can-manage-ephemeral-workspaces": can("update-workspace"),
    "can-read-change-requests": false,
    "can-update-change-requests": false,
  };
}
