import { Json } from "../../engine/documents";
import type { Context } from "../../engine/kind";
import type { WorkspaceRecord } from "./shape";

/** Each combination is converted once, since it is usually the same for all workspaces in a list. */
const PERMISSIONS = new Map<string, Json>();

export function permissionsOf({ principal }: Context, { organizationId, projectId }: WorkspaceRecord): Json {
  const place = { organizationId, projectId };
  const manages = principal.can("create-workspace", place);
  const runs = principal.can("run", place);
  const key = `${String(manages)} ${String(runs)}`;
  let known = PERMISSIONS.get(key);
  if (known === undefined) {
    known = Json.of(permissions(manages, runs));
    PERMISSIONS.set(key, known);
  }
  return known;
}

function permissions(manages: boolean, runs: boolean): object {
  return {
    "can-update": manages,
    "can-destroy": manages,
    "can-force-delete": manages,
    "can-read-settings": true,
    "can-manage-tags": manages,
    "can-manage-run-tasks": manages,
    "can-lock": manages || runs,
    "can-unlock": manages || runs,
    "can-force-unlock": manages,
    "can-queue-run": runs,
    "can-queue-apply": runs,
    "can-queue-destroy": runs,
    "can-read-run": true,
    "can-read-variable": manages,
    "can-update-variable": manages,
    "can-read-state-versions": manages,
    "can-read-state-outputs": manages,
    "can-create-state-versions": manages,
    "can-manage-assessments": false,
    "can-read-assessment-results": false,
    "can-manage-ephemeral-workspaces": manages,
    "can-read-change-requests": false,
    "can-update-change-requests": false,
  };
}
