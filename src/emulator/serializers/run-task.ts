import type { RunTaskRecord, WorkspaceTaskRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationRelationship } from "./resource";

/** A run task of an organization. Its HMAC key is write-only. */
export function runTaskResource({ store }: SerializerContext, task: RunTaskRecord): Resource {
  const organization = store.organizations.expect(task.organizationId);
  const { global } = task;
  return {
    id: task.id,
    type: "tasks",
    attributes: {
      ...task.attributes,
      name: task.name,
      url: task.url,
      description: task.description,
      category: "task",
      enabled: task.enabled,
      "hmac-key": null,
      "global-configuration": {
        enabled: global?.enabled ?? false,
        stages: global?.stages ?? [],
        "enforcement-level": global?.enforcementLevel ?? null,
      },
      "created-at": task.createdAt,
      "updated-at": task.updatedAt,
    },
    relationships: {
      organization: organizationRelationship(organization.name),
      "agent-pool": { data: typeof task.agentPoolId === "string" ? identifier("agent-pools", task.agentPoolId) : null },
      "workspace-tasks": {
        data: store
          .workspaceTasksWith(task.id)
          .all()
          .map((it) => identifier("workspace-tasks", it.id)),
      },
    },
    links: { self: `/api/v2/tasks/${task.id}` },
  };
}

/** A run task attached to a workspace. */
export function workspaceTaskResource(attached: WorkspaceTaskRecord): Resource {
  return {
    id: attached.id,
    type: "workspace-tasks",
    attributes: {
      "enforcement-level": attached.enforcementLevel,
      stages: attached.stages,
      // Deprecated in favor of `stages`; clients still read it.
      stage: attached.stages[0] ?? null,
    },
    relationships: {
      task: { data: identifier("tasks", attached.taskId) },
      workspace: { data: identifier("workspaces", attached.workspaceId) },
    },
    links: { self: `/api/v2/workspaces/${attached.workspaceId}/tasks/${attached.id}` },
  };
}
