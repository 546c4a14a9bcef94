import { readInclude } from "../http/query-parameters";
import type { ServiceRequest } from "../http/route";
import { activeRun } from "../runs/run-status";
import { currentStateVersion } from "../runs/state-versions";
import { agentPoolResource } from "../serializers/agent-pool";
import { configurationVersionResource } from "../serializers/configuration-version";
import { organizationResource } from "../serializers/organization";
import { projectResource } from "../serializers/project";
import type { Resource } from "../serializers/resource";
import { runResource, userResource } from "../serializers/run";
import { stateVersionResource } from "../serializers/state-version";
import { effectiveTagResource } from "../serializers/tag";
import { currentRun } from "../serializers/workspace";
import { currentConfigurationVersion } from "../store/configuration-versions";
import { workspaceExecution } from "../store/execution";
import type { RunRecord, WorkspaceRecord } from "../store/records";
import { workspaceTags } from "../store/tag-bindings";

/** Related resources that the emulator has. */
const EMULATED = [
  "organization",
  "project",
  "effective-tag-bindings",
  "agent-pool",
  "current-run",
  "current-run.configuration-version",
  "latest-run",
  "latest-run.configuration-version",
  "current-configuration-version",
  "current-state-version",
  "locked-by",
] as const;

/**
 * Related resources of the OpenAPI description that no workspace of the emulator has: the value is accepted, and
 * nothing is included.
 */
const ALWAYS_ABSENT = [
  "current-assessment-result",
  "current-configuration-version.ingress-attributes",
  "current-run.apply",
  "current-run.plan",
  "current-run.configuration-version.ingress-attributes",
  "current-state-version.resources-processed",
  "latest-run.plan",
  "latest-run.configuration-version.ingress-attributes",
  "no-code-module-version",
  "outputs",
  "readme",
  "vars",
] as const;

export type WorkspaceInclude = (typeof EMULATED)[number] | (typeof ALWAYS_ABSENT)[number];

/** @throws HttpError 400 for resources that the service cannot include */
export function readWorkspaceIncludes({ query }: ServiceRequest): readonly WorkspaceInclude[] {
  return readInclude(query, [...EMULATED, ...ALWAYS_ABSENT]);
}

/** The requested related resources, each once; no member unless some are requested. */
export function includedWith(
  request: ServiceRequest,
  workspaces: readonly WorkspaceRecord[],
  wanted: readonly WorkspaceInclude[],
): { readonly included?: readonly Resource[] } {
  if (wanted.length === 0) return {};
  const resources = new Map<string, Resource>();
  for (const workspace of workspaces) {
    for (const what of wanted) {
      for (const resource of related(request, workspace, what))
        resources.set(`${resource.type} ${resource.id}`, resource);
    }
  }
  return { included: [...resources.values()] };
}

function related(request: ServiceRequest, workspace: WorkspaceRecord, what: WorkspaceInclude): readonly Resource[] {
  const { store } = request;
  switch (what) {
    case "organization":
      return [organizationResource(request, store.organizations.expect(workspace.organizationId))];
    case "project":
      return [projectResource(request, store.projects.expect(workspace.projectId), "show")];
    case "effective-tag-bindings":
      return workspaceTags(store, workspace).map(effectiveTagResource);
    case "agent-pool": {
      const { agentPoolId } = workspaceExecution(store, workspace);
      return agentPoolId === null ? [] : [agentPoolResource(request, store.agentPools.expect(agentPoolId))];
    }
    case "current-configuration-version": {
      const version = currentConfigurationVersion(store, workspace.id);
      return version === undefined ? [] : [configurationVersionResource(version)];
    }
    case "current-state-version": {
      const version = currentStateVersion(store, workspace.id);
      return version === undefined ? [] : [stateVersionResource(version, new URL(request.address).origin)];
    }
    case "current-run":
    case "current-run.configuration-version": {
      const run = currentRun(store, workspace);
      return run === undefined ? [] : runWith(request, run, what.endsWith("configuration-version"));
    }
    case "latest-run":
    case "latest-run.configuration-version":
      return store
        .runsOf(workspace.id)
        .sliceReversed(0, 1)
        .flatMap((run) => runWith(request, run, what.endsWith("configuration-version")));
    case "locked-by": {
      const run = activeRun(store, workspace.id);
      if (run !== undefined) return [runResource(request, run)];
      return workspace.lock === undefined ? [] : [userResource(workspace.lock.by)];
    }
    default:
      return [];
  }
}

/** A run, with its configuration version if requested. */
function runWith(request: ServiceRequest, run: RunRecord, withConfiguration: boolean): readonly Resource[] {
  const id = withConfiguration ? run.configurationVersionId : undefined;
  const version = id === undefined ? undefined : request.store.configurationVersions.expect(id);
  return [runResource(request, run), ...(version === undefined ? [] : [configurationVersionResource(version)])];
}
