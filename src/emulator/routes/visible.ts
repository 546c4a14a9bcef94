import { notFound } from "../errors";
import type { ServiceRequest } from "../http/route";
import type {
  OrganizationRecord,
  ProjectRecord,
  RunRecord,
  RunTaskRecord,
  TaskResultRecord,
  TaskStageRecord,
  WorkspaceRecord,
} from "../store/records";

/* The resource in the path, if the principal can read it. Otherwise 404, whether it exists or not. */

export function visibleOrganization({ store, principal, param }: ServiceRequest): OrganizationRecord {
  const name = param("organization");
  const organization = store.findOrganization(name);
  if (organization === undefined || !principal.canInOrganization("read", organization)) {
    throw notFound(`Organization ${name}`);
  }
  return organization;
}

export function visibleProject({ store, principal }: ServiceRequest, id: string): ProjectRecord {
  const project = store.projects.get(id);
  if (project === undefined || !principal.can("read", project)) throw notFound(`Project ${id}`);
  return project;
}

/** By ID, or by name where the path has an organization. */
export function visibleWorkspace(request: ServiceRequest): WorkspaceRecord {
  const { store, principal, param } = request;
  const named = param("workspace");
  const workspace = request.has("organization")
    ? store.findWorkspace(visibleOrganization(request).id, named)
    : store.workspaces.get(named);
  if (workspace === undefined || !principal.canInWorkspace("read", workspace)) throw notFound(`Workspace ${named}`);
  return workspace;
}

/** @throws HttpError 404 when the principal can read the workspace, but neither change nor delete it */
export function requireWorkspaceUpdate({ principal }: ServiceRequest, workspace: WorkspaceRecord): void {
  if (!principal.canInWorkspace("create-workspace", workspace)) throw notFound(`Workspace ${workspace.id}`);
}

export function visibleRun({ store, principal, param }: ServiceRequest): RunRecord {
  const id = param("run");
  const run = store.runs.get(id);
  if (run === undefined || !principal.canInWorkspace("read", store.workspaces.expect(run.workspaceId))) {
    throw notFound(`Run ${id}`);
  }
  return run;
}

export function visibleTaskStage({ store, principal, param }: ServiceRequest): TaskStageRecord {
  const id = param("taskStage");
  const stage = store.taskStages.get(id);
  if (stage === undefined || !principal.canInTaskStage("read", stage)) throw notFound(`Task stage ${id}`);
  return stage;
}

export function visibleTaskResult({ store, principal }: ServiceRequest, id: string): TaskResultRecord {
  const result = store.taskResults.get(id);
  const visible = result !== undefined && principal.canInTaskStage("read", store.taskStages.expect(result.taskStageId));
  if (!visible) throw notFound(`Task result ${id}`);
  return result;
}

/** @param permission the permission that the operation requires */
export function visibleRunTask(
  { store, principal }: ServiceRequest,
  id: string,
  ability: "read" | "manage",
): RunTaskRecord {
  const task = store.runTasks.get(id);
  const allowed =
    task !== undefined && principal.canInOrganization(ability, store.organizations.expect(task.organizationId));
  if (!allowed) throw notFound(`Run task ${id}`);
  return task;
}
