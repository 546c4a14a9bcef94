import { invalidAt, invalidParameters } from "../errors";
import { listable, pageOf } from "../http/list";
import { readIdentifiers } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { noContent, ok } from "../http/route";
import { workspaceResource } from "../serializers/workspace";
import type { WorkspaceRecord } from "../store/records";
import { remoteStateConsumers, setRemoteStateConsumers, sharesStateWithAll } from "../store/workspaces";
import { requireWorkspaceUpdate, visibleWorkspace } from "./visible";

const PATH = "/workspaces/:workspace/relationships/remote-state-consumers";

/**
 * The workspaces that can read a workspace's state: `hashicorp/tfe` reads them with every workspace. Workspaces of the
 * emulator have no state.
 */
export const remoteStateConsumerRoutes: readonly Route[] = [
  { method: "GET", path: PATH, handle: list },
  { method: "POST", path: PATH, handle: (request) => change(request, (now, given) => [...now, ...given]) },
  { method: "PATCH", path: PATH, handle: (request) => change(request, (_now, given) => given) },
  {
    method: "DELETE",
    path: PATH,
    handle: (request) => change(request, (now, given) => now.filter((id) => !given.includes(id))),
  },
];

function list(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const consumers = remoteStateConsumers(store, visibleWorkspace(request));
  const visible = consumers.filter((consumer) => principal.canInWorkspace("read", consumer));
  const { data, links, meta } = pageOf(request, listable(visible), (it) => workspaceResource(request, it));
  return ok({ data, links, meta });
}

/**
 * @throws HttpError 422 when the state is shared globally, or with a pointer to the first ID that is not another
 *   workspace
 */
function change(
  request: ServiceRequest,
  combine: (now: readonly string[], given: readonly string[]) => readonly string[],
): RouteResult {
  const { store, principal } = request;
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  const given = readIdentifiers(request.body, "workspaces");
  if (sharesStateWithAll(workspace)) {
    throw invalidParameters(["Remote state consumers cannot be chosen while global-remote-state is true"]);
  }
  const isConsumer = (other: WorkspaceRecord | undefined): boolean =>
    other !== undefined &&
    other.id !== workspace.id &&
    other.organizationId === workspace.organizationId &&
    principal.canInWorkspace("read", other);
  for (const [index, id] of given.entries()) {
    if (!isConsumer(store.workspaces.get(id))) {
      throw invalidAt(`/data/${index}/id`, `Workspace ${id} is not another workspace of the organization`);
    }
  }
  setRemoteStateConsumers(store, workspace, combine(workspace.remoteStateConsumerIds ?? [], given));
  return noContent;
}
