import { isObject } from "../decode";
import type { Permission } from "../engine/access";
import type { ServiceRequest, ServiceRoute } from "../engine/kind";
import { objectDocument } from "../engine/lists";
import { requirePermission, visible } from "../engine/path";
import { remove } from "../engine/write";
import { conflict } from "../errors";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";
import type { WorkspaceRecord } from "../kinds/workspace/shape";
import { workspaces } from "../kinds/workspace";
import { activeRunOf } from "../kinds/workspace/current-run";
import { resourceCount } from "../kinds/state-version";
import { lockWorkspace, unlockWorkspace } from "./events";

const ACTIONS = "/workspaces/:workspace/actions";

/**
 * Locks, unlocks and safely deletes a workspace. The Go client recognizes errors by words in the detail of a 409: "is
 * locked by User", "by Team" or "by Run", "locked".
 */
export const workspaceLockRoutes: readonly ServiceRoute[] = [
  { method: "POST", path: `${ACTIONS}/lock`, handle: lock },
  { method: "POST", path: `${ACTIONS}/unlock`, handle: unlock },
  { method: "POST", path: `${ACTIONS}/force-unlock`, handle: forceUnlock },
  { method: "POST", path: `${ACTIONS}/safe-delete`, handle: safeDelete },
  {
    method: "POST",
    path: "/organizations/:organization/workspaces/:workspace/actions/safe-delete",
    handle: safeDelete,
  },
];

function lock(request: ServiceRequest): RouteResult {
  const workspace = idle(request, "lock-workspace");
  if (workspace.lock !== undefined) throw conflict(`Workspace ${workspace.name} is already locked.`);
  const { username: by, owner } = request.principal.account();
  const teamId = owner.type === "teams" ? owner.id : undefined;
  return shown(request, lockWorkspace(request.store, workspace, { by, teamId, reason: readReason(request.body) }));
}

function unlock(request: ServiceRequest): RouteResult {
  const workspace = idle(request, "lock-workspace");
  const { by, teamId } = requireLock(workspace);
  if (by !== request.principal.account().username) {
    const holder = `${teamId === undefined ? "User" : "Team"} ${by}`;
    throw conflict(`Workspace ${workspace.name} is locked by ${holder}: only they can unlock it without force.`);
  }
  return shown(request, unlockWorkspace(request.store, workspace));
}

function forceUnlock(request: ServiceRequest): RouteResult {
  const workspace = idle(request, "update-workspace");
  requireLock(workspace);
  return shown(request, unlockWorkspace(request.store, workspace));
}

/** Refused while the workspace is locked, and while it has resources. */
function safeDelete(request: ServiceRequest): RouteResult {
  const workspace = idle(request, "delete-workspace");
  if (workspace.lock !== undefined) {
    throw conflict(`Workspace ${workspace.name} is locked: unlock it before you delete it safely.`);
  }
  if (resourceCount(request.store, workspace.id) > 0) {
    throw conflict(
      `Workspace ${workspace.name} has resources under management: destroy them, or delete it with force.`,
    );
  }
  remove(request.store, workspaces, workspace);
  return noContent;
}

/** The workspace, in which no run is active, if the principal has the permission on it. @throws HttpError 404, 409 */
function idle(request: ServiceRequest, permission: Permission): WorkspaceRecord {
  const workspace = visible(request, workspaces);
  requirePermission(request, workspaces, workspace, permission);
  refuseWhileRunning(request, workspace);
  return workspace;
}

/** An active run locks its workspace. */
function refuseWhileRunning({ store }: ServiceRequest, workspace: WorkspaceRecord): void {
  const run = activeRunOf(store, workspace);
  if (run !== undefined) {
    throw conflict(
      `Workspace ${workspace.name} is locked by Run ${run.id}: wait for it to complete, or cancel or discard it.`,
    );
  }
}

function requireLock({ lock: held, name }: WorkspaceRecord): NonNullable<WorkspaceRecord["lock"]> {
  if (held === undefined) throw conflict(`Workspace ${name} is not locked.`);
  return held;
}

function shown(request: ServiceRequest, workspace: WorkspaceRecord): RouteResult {
  return ok(objectDocument(request, workspaces, workspace, "update"));
}

/** A plain JSON member, as documented, or an attribute, as the Go client sends it. */
function readReason(body: unknown): string {
  if (!isObject(body)) return "";
  const data = isObject(body["data"]) ? body["data"] : {};
  const attributes = isObject(data["attributes"]) ? data["attributes"] : {};
  const reason = body["reason"] ?? attributes["reason"];
  return typeof reason === "string" ? reason : "";
}
