import { isObject } from "../decode";
import { conflict, notFound } from "../errors";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { noContent, ok } from "../http/route";
import { lockWorkspace, unlockWorkspace } from "../runs/events";
import { activeRun } from "../runs/run-status";
import { workspaceResource } from "../serializers/workspace";
import type { WorkspaceRecord } from "../store/records";
import { deleteWorkspace } from "../store/workspaces";
import { requireWorkspaceUpdate, visibleWorkspace } from "./visible";

const ACTIONS = "/workspaces/:workspace/actions";

/**
 * Locks, unlocks and safely deletes a workspace. The Go client recognizes errors by words in the detail of a 409: "is
 * locked by User", "locked".
 */
export const workspaceActionRoutes: readonly Route[] = [
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
  const workspace = lockable(request);
  refuseWhileRunning(request, workspace);
  if (workspace.lock !== undefined) throw conflict(`Workspace ${workspace.name} is already locked.`);
  const { store, principal, body } = request;
  return shown(request, lockWorkspace(store, workspace, principal.account().username, readReason(body)));
}

function unlock(request: ServiceRequest): RouteResult {
  const workspace = lockable(request);
  refuseWhileRunning(request, workspace);
  if (workspace.lock === undefined) throw notLocked(workspace);
  if (workspace.lock.by !== request.principal.account().username) {
    throw conflict(
      `Workspace ${workspace.name} is locked by User ${workspace.lock.by}: only they can unlock it without force.`,
    );
  }
  return shown(request, unlockWorkspace(request.store, workspace));
}

function forceUnlock(request: ServiceRequest): RouteResult {
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  refuseWhileRunning(request, workspace);
  if (workspace.lock === undefined) throw notLocked(workspace);
  return shown(request, unlockWorkspace(request.store, workspace));
}

/** Workspaces of the emulator manage no resources: only a lock prevents safe deletion. */
function safeDelete(request: ServiceRequest): RouteResult {
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  refuseWhileRunning(request, workspace);
  if (workspace.lock !== undefined) {
    throw conflict(`Workspace ${workspace.name} is locked: unlock it before you delete it safely.`);
  }
  deleteWorkspace(request.store, workspace);
  return noContent;
}

/** An active run locks its workspace. */
function refuseWhileRunning({ store }: ServiceRequest, workspace: WorkspaceRecord): void {
  const run = activeRun(store, workspace.id);
  if (run !== undefined) {
    throw conflict(
      `Workspace ${workspace.name} is locked by Run ${run.id}: wait for it to complete, or cancel or discard it.`,
    );
  }
}

/** @throws HttpError 404 when the principal can read the workspace, but neither change it nor start runs in it */
function lockable(request: ServiceRequest): WorkspaceRecord {
  const workspace = visibleWorkspace(request);
  const isPermitted = (["run", "create-workspace"] as const).some((it) =>
    request.principal.canInWorkspace(it, workspace),
  );
  if (!isPermitted) throw notFound(`Workspace ${workspace.id}`);
  return workspace;
}

function shown(request: ServiceRequest, workspace: WorkspaceRecord): RouteResult {
  return ok({ data: workspaceResource(request, workspace) });
}

function notLocked(workspace: WorkspaceRecord): ReturnType<typeof conflict> {
  return conflict(`Workspace ${workspace.name} is not locked.`);
}

/** A plain JSON member, as documented, or an attribute, as the Go client sends it. */
function readReason(body: unknown): string {
  if (!isObject(body)) return "";
  const data = isObject(body["data"]) ? body["data"] : {};
  const attributes = isObject(data["attributes"]) ? data["attributes"] : {};
  const reason = body["reason"] ?? attributes["reason"];
  return typeof reason === "string" ? reason : "";
}
