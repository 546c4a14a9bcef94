import { effectiveDuration } from "../store/auto-destroy";
import { currentConfigurationVersion } from "../store/configuration-versions";
import { workspaceExecution } from "../store/execution";
import type { RunRecord, WorkspaceRecord } from "../store/records";
import { activeRun } from "../store/run-progress";
import type { Store } from "../store/store";
import { workspaceTags } from "../store/tag-bindings";
import { tagsOf } from "../store/tags";
import { agentPoolRelationship, settingOverwrites } from "./agent-pool";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationPath, organizationRelationship } from "./resource";
import { userRelationship } from "./run";
import { tagRelationships } from "./tag";

/** A workspace. The same for both values of the option `documents`. */
export function workspaceResource(
  context: SerializerContext,
  workspace: WorkspaceRecord,
  included: readonly string[] = [],
): Resource {
  const { store } = context;
  const organization = store.organizations.expect(workspace.organizationId);
  const execution = workspaceExecution(store, workspace);
  return {
    id: workspace.id,
    type: "workspaces",
    attributes: {
      ...DEFAULTS,
      ...workspace.attributes,
      name: workspace.name,
      "execution-mode": execution.mode,
      operations: execution.mode !== "local",
      "setting-overwrites": settingOverwrites(
        execution,
        ["execution-mode", "agent-pool"],
        workspace.attributes["setting-overwrites"],
      ),
      "auto-destroy-activity-duration": effectiveDuration(store, workspace),
      "inherits-project-auto-destroy": workspace.inheritsAutoDestroy,
      "tag-names": tagsOf(store, workspace).map((tag) => tag.name),
      locked: workspace.lock !== undefined || activeRun(store, workspace.id) !== undefined,
      "locked-reason": workspace.lock?.reason ?? "",
      "created-at": workspace.createdAt,
      "updated-at": workspace.updatedAt,
      "latest-change-at": workspace.createdAt,
      actions: { "is-destroyable": workspace.lock === undefined },
      permissions: permissions(context, workspace),
    },
    relationships: {
      ...EMPTY_RELATIONSHIPS,
      ...workspace.relationships,
      ...relationships(store, workspace, included.includes("effective-tag-bindings")),
      organization: organizationRelationship(organization.name),
      "agent-pool": agentPoolRelationship(execution),
    },
    links: {
      self: `${organizationPath(organization.name)}/workspaces/${encodeURIComponent(workspace.name)}`,
      "self-html": `/app/${organization.name}/workspaces/${workspace.name}`,
    },
  };
}

function relationships(store: Store, workspace: WorkspaceRecord, withTags: boolean): object {
  const path = `/api/v2/workspaces/${workspace.id}`;
  const runningRun = activeRun(store, workspace.id);
  const configuration = currentConfigurationVersion(store, workspace.id);
  const run = (record: RunRecord | undefined): object => ({
    data: record === undefined ? null : identifier("runs", record.id),
  });
  return {
    project: {
      data: identifier("projects", workspace.projectId),
      links: { related: `/api/v2/projects/${workspace.projectId}` },
    },
    "current-configuration-version": {
      data: configuration === undefined ? null : identifier("configuration-versions", configuration.id),
    },
    "current-run": run(currentRun(store, workspace)),
    "latest-run": run(store.runsOf(workspace.id).sliceReversed(0, 1)[0]),
    "locked-by": runningRun === undefined ? userRelationship(workspace.lock?.by) : run(runningRun),
    "remote-state-consumers": { links: { related: `${path}/relationships/remote-state-consumers` } },
    ...tagRelationships(path, withTags ? workspaceTags(store, workspace) : undefined),
  };
}

/** The active run, otherwise the newest that is not speculative. */
export function currentRun(store: Store, workspace: WorkspaceRecord): RunRecord | undefined {
  const newest = (): RunRecord | undefined =>
    store
      .runsOf(workspace.id)
      .all()
      .findLast((run) => !run.isSpeculative);
  return activeRun(store, workspace.id) ?? newest();
}

function permissions({ principal }: SerializerContext, workspace: WorkspaceRecord): object {
  const manages = principal.canInWorkspace("create-workspace", workspace);
  const runs = principal.canInWorkspace("run", workspace);
  return {
    "can-read": true,
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
  };
}

/** Defaults of the service, and attributes that no workspace of the emulator has. */
const DEFAULTS = {
  description: null,
  "allow-destroy-plan": true,
  "assessments-enabled": false,
  "auto-apply": false,
  "auto-apply-run-trigger": false,
  "auto-destroy-at": null,
  "auto-destroy-status": null,
  environment: "default",
  "file-triggers-enabled": true,
  "global-remote-state": false,
  "project-remote-state": false,
  "hyok-enabled": false,
  "queue-all-runs": false,
  "speculative-enabled": true,
  "structured-run-output-enabled": true,
  "terraform-version": "latest",
  "trigger-patterns": [],
  "trigger-prefixes": [],
  "vcs-repo": null,
  "vcs-repo-identifier": null,
  "working-directory": null,
  source: "tfe-api",
  "source-name": null,
  "source-url": null,
  "resource-count": 0,
  "apply-duration-average": null,
  "plan-duration-average": null,
  "policy-check-failures": null,
  "run-failures": null,
  "workspace-kpis-runs-count": null,
  "last-assessment-result-at": null,
};
const EMPTY_RELATIONSHIPS = {
  outputs: { data: [] },
  vars: { data: [] },
  readme: { data: null },
  "ssh-key": { data: null },
  "current-state-version": { data: null },
  "current-assessment-result": { data: null },
};
