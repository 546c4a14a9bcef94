import { activeRun } from "../runs/run-status";
import { currentStateVersion } from "../runs/state-versions";
import { effectiveDuration } from "../store/auto-destroy";
import { currentConfigurationVersion } from "../store/configuration-versions";
import { workspaceExecution } from "../store/execution";
import type { RunRecord, WorkspaceRecord } from "../store/records";
import type { Store } from "../store/store";
import { workspaceTags } from "../store/tag-bindings";
import { tagsOf } from "../store/tags";
import { agentPoolRelationship, settingOverwrites } from "./agent-pool";
import { Layers } from "./layers";
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
  const { id } = workspace;
  return {
    id,
    type: "workspaces",
    attributes: ATTRIBUTES.object(workspace.attributes, {
      ...ownAttributes(context, workspace),
      permissions: permissionsOf(context, workspace).object,
    }),
    relationships: RELATIONSHIPS.object(workspace.relationships, ownRelationships(context, workspace, included)),
    links: linksOf(context, workspace),
  };
}

/** The same as JSON, for lists. */
export function workspaceJson(
  context: SerializerContext,
  workspace: WorkspaceRecord,
  included: readonly string[],
): string {
  const permissions = permissionsOf(context, workspace).json;
  const attributes = ATTRIBUTES.json(workspace.attributes, ownAttributes(context, workspace), { permissions });
  const relationships = RELATIONSHIPS.json(workspace.relationships, ownRelationships(context, workspace, included));
  const links = JSON.stringify(linksOf(context, workspace));
  return (
    `{"id":${JSON.stringify(workspace.id)},"type":"workspaces",` +
    `"attributes":${attributes},"relationships":${relationships},"links":${links}}`
  );
}

function ownAttributes(context: SerializerContext, workspace: WorkspaceRecord): Readonly<Record<string, unknown>> {
  const { store } = context;
  const execution = workspaceExecution(store, workspace);
  const runsCount = store.completedRunsOf(workspace.id).size;
  return {
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
    "workspace-kpis-runs-count": runsCount === 0 ? null : runsCount,
  };
}

function ownRelationships(
  { store }: SerializerContext,
  workspace: WorkspaceRecord,
  included: readonly string[],
): Readonly<Record<string, unknown>> {
  return {
    ...relationships(store, workspace, included.includes("effective-tag-bindings")),
    organization: organizationRelationship(store.organizations.expect(workspace.organizationId).name),
    "agent-pool": agentPoolRelationship(workspaceExecution(store, workspace)),
  };
}

function linksOf({ store }: SerializerContext, workspace: WorkspaceRecord): Readonly<Record<string, string>> {
  const { name } = store.organizations.expect(workspace.organizationId);
  return {
    self: `${organizationPath(name)}/workspaces/${encodeURIComponent(workspace.name)}`,
    "self-html": `/app/${name}/workspaces/${workspace.name}`,
  };
}

function relationships(store: Store, workspace: WorkspaceRecord, withTags: boolean): object {
  const path = `/api/v2/workspaces/${workspace.id}`;
  const runningRun = activeRun(store, workspace.id);
  const configuration = currentConfigurationVersion(store, workspace.id);
  const stateVersion = currentStateVersion(store, workspace.id);
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
    "current-state-version": {
      data: stateVersion === undefined ? null : identifier("state-versions", stateVersion.id),
    },
    "current-run": run(currentRun(store, workspace)),
    "latest-run": run(store.runsOf(workspace.id).sliceReversed(0, 1)[0]),
    "locked-by": runningRun === undefined ? userRelationship(workspace.lock?.by) : run(runningRun),
    "remote-state-consumers": { links: { related: `${path}/relationships/remote-state-consumers` } },
    ...tagRelationships(path, withTags ? workspaceTags(store, workspace) : undefined),
  };
}

/** The first run that has not completed, otherwise the newest; neither is plan-only. */
export function currentRun(store: Store, workspace: WorkspaceRecord): RunRecord | undefined {
  const newest = (): RunRecord | undefined =>
    store
      .runsOf(workspace.id)
      .all()
      .findLast((run) => !run.isSpeculative);
  return store.activeRunsOf(workspace.id).first ?? newest();
}

interface Permissions {
  readonly object: object;
  readonly json: string;
}

/** Each combination is created once, since it is usually the same for all workspaces in a list. */
const PERMISSIONS = new Map<string, Permissions>();

function permissionsOf({ principal }: SerializerContext, workspace: WorkspaceRecord): Permissions {
  const manages = principal.canInWorkspace("create-workspace", workspace);
  const runs = principal.canInWorkspace("run", workspace);
  const key = `${String(manages)} ${String(runs)}`;
  const known = PERMISSIONS.get(key);
  if (known !== undefined) return known;
  const object = permissions(manages, runs);
  const made = { object, json: JSON.stringify(object) };
  PERMISSIONS.set(key, made);
  return made;
}

function permissions(manages: boolean, runs: boolean): object {
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
const ATTRIBUTES = new Layers({
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
  // No run of the emulator creates resources.
  "resource-count": 0,
  "apply-duration-average": null,
  "plan-duration-average": null,
  "policy-check-failures": null,
  "run-failures": null,
  "last-assessment-result-at": null,
});
const RELATIONSHIPS = new Layers({
  outputs: { data: [] },
  vars: { data: [] },
  readme: { data: null },
  "ssh-key": { data: null },
  "current-assessment-result": { data: null },
});
