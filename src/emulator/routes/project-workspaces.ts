import { forbidden, notFound } from "../errors";
import { readIdentifiers } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { noContent } from "../http/route";
import { moveWorkspaces } from "../store/projects";
import type { WorkspaceRecord } from "../store/records";
import { visibleProject } from "./visible";

/** Moves workspaces into a project; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects */
export const projectWorkspaceRoutes: readonly Route[] = [
  { method: "POST", path: "/projects/:project/relationships/workspaces", handle: move },
];

/** All or nothing: everything is checked before the first workspace moves. */
function move(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const destination = visibleProject(request, request.param("project"));
  if (!principal.can("move-workspaces", destination)) throw notFound(`Project ${destination.id}`);
  const ids = new Set(readIdentifiers(request.body, "workspaces"));
  const workspaces: WorkspaceRecord[] = [];
  const refused: string[] = [];
  for (const id of ids) {
    const workspace = store.workspaces.get(id);
    const movable =
      workspace?.organizationId === destination.organizationId &&
      principal.canInWorkspace("move-workspaces", workspace);
    if (movable) workspaces.push(workspace);
    else refused.push(id);
  }
  if (refused.length > 0) {
    throw forbidden(`Workspace(s) not found, or you are not authorized to move them: ${refused.join(", ")}`);
  }
  moveWorkspaces(store, workspaces, destination);
  return noContent;
}
