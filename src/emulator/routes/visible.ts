import { notFound } from "../http/errors";
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

/*
 * The thing a path names, if the caller may read it. What is not there and what may not be seen are told the same, 404
 * (facts, section 1.2).
 */

export function visibleOrganization({ world, caller, param }: ServiceRequest): OrganizationRecord {
  const name = param("organization");
  const organization = world.findOrganization(name);
  if (organization === undefined || !caller.canInOrganization("read", organization)) {
    throw notFound(`Organization ${name}`);
  }
  return organization;
}

export function visibleProject({ world, caller }: ServiceRequest, id: string): ProjectRecord {
  const project = world.projects.get(id);
  if (project === undefined || !caller.can("read", project)) throw notFound(`Project ${id}`);
  return project;
}

/** By `:workspace` as an identifier, or, where the path has an organization, as a name. */
export function visibleWorkspace(request: ServiceRequest): WorkspaceRecord {
  const { world, caller, param } = request;
  const named = param("workspace");
  const workspace = request.has("organization")
    ? world.findWorkspace(visibleOrganization(request).id, named)
    : world.workspaces.get(named);
  if (workspace === undefined || !caller.canInWorkspace("read", workspace)) throw notFound(`Workspace ${named}`);
  return workspace;
}

/** @throws ServiceError 404 when the caller may see the workspace, but neither change nor delete it. */
export function requireWorkspaceUpdate({ caller }: ServiceRequest, workspace: WorkspaceRecord): void {
  if (!caller.canInWorkspace("create-workspace", workspace)) throw notFound(`Workspace ${workspace.id}`);
}

export function visibleRun({ world, caller, param }: ServiceRequest): RunRecord {
  const id = param("run");
  const run = world.runs.get(id);
  if (run === undefined || !caller.canInWorkspace("read", world.workspaces.expect(run.workspaceId))) {
    throw notFound(`Run ${id}`);
  }
  return run;
}

export function visibleTaskStage({ world, caller, param }: ServiceRequest): TaskStageRecord {
  const id = param("taskStage");
  const stage = world.taskStages.get(id);
  if (stage === undefined || !caller.canInTaskStage("read", stage)) throw notFound(`Task stage ${id}`);
  return stage;
}

export function visibleTaskResult({ world, caller }: ServiceRequest, id: string): TaskResultRecord {
  const result = world.taskResults.get(id);
  const visible = result !== undefined && caller.canInTaskStage("read", world.taskStages.expect(result.taskStageId));
  if (!visible) throw notFound(`Task result ${id}`);
  return result;
}

/** @param ability what the caller wants to do with it */
export function visibleRunTask(
  { world, caller }: ServiceRequest,
  id: string,
  ability: "read" | "manage",
): RunTaskRecord {
  const task = world.runTasks.get(id);
  const allowed =
    task !== undefined && caller.canInOrganization(ability, world.organizations.expect(task.organizationId));
  if (!allowed) throw notFound(`Run task ${id}`);
  return task;
}
