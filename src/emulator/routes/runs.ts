import { invalidAt, notFound, rejectInvalid } from "../errors";
import { filterList, pageOf } from "../http/list";
import { queryValue, readInclude } from "../http/query-parameters";
import { AttributeReader, readRelationship, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, ok } from "../http/route";
import { runStatus, stagesInOrder } from "../runs/run-status";
import { queueRun } from "../runs/runs";
import { configurationVersionResource } from "../serializers/configuration-version";
import type { Resource } from "../serializers/resource";
import { runResource, userResource } from "../serializers/run";
import { taskStageResource } from "../serializers/task-stage";
import { workspaceResource } from "../serializers/workspace";
import { currentConfigurationVersion } from "../store/configuration-versions";
import type { ConfigurationVersionRecord, RunRecord, WorkspaceRecord } from "../store/records";
import type { Store } from "../store/store";
import { visibleRun, visibleWorkspace } from "./visible";

const NOT_EMULATED_FILTERS = [
  "filter[operation]",
  "filter[source]",
  "filter[status_group]",
  "filter[timeframe]",
  "filter[agent_pool_names]",
  "search[user]",
  "search[commit]",
  "search[basic]",
];

/** Runs, which create task stages. */
export const runRoutes: readonly Route[] = [
  { method: "POST", path: "/runs", handle: create },
  { method: "GET", path: "/runs/:run", query: { emulated: ["include"] }, handle: show },
  {
    method: "GET",
    path: "/workspaces/:workspace/runs",
    query: { emulated: ["include", "filter[status]"], notEmulated: NOT_EMULATED_FILTERS },
    handle: list,
  },
];

/** See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#create-a-run */
const DEFAULT_MESSAGE = "Queued manually via the Terraform Enterprise API";

/** Runs of the emulator have no cost estimates and no ingress attributes. */
const INCLUDABLE = [
  "task-stages",
  "workspace",
  "created-by",
  "confirmed-by",
  "configuration-version",
  "configuration-version.ingress-attributes",
  "cost-estimate",
] as const;
const NOT_EMULATED_INCLUDES = ["plan", "apply"];

function create(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const resource = readResource(request.body, "runs");
  const id = readRelationship(resource, "workspace", "workspaces");
  if (id === undefined) throw invalidAt("/data/relationships/workspace", "Workspace can't be blank");
  const workspace = store.workspaces.get(id);
  if (workspace === undefined || !principal.canInWorkspace("run", workspace)) throw notFound(`Workspace ${id}`);
  const attributes = new AttributeReader(resource.attributes);
  const run = {
    message: attributes.string("message") ?? DEFAULT_MESSAGE,
    createdBy: principal.account().username,
    isSpeculative: attributes.boolean("plan-only"),
    isDestroy: attributes.boolean("is-destroy"),
    autoApply: attributes.boolean("auto-apply"),
    attributes: attributes.rest(["message", "plan-only", "is-destroy", "auto-apply"]),
  };
  rejectInvalid(attributes.problems);
  const configuration = configurationFor(store, workspace, readRelationship(resource, RELATIONSHIP, TYPE));
  return created({ data: runResource(request, queueRun(store, workspace, configuration, run)) });
}

const RELATIONSHIP = "configuration-version";
const TYPE = "configuration-versions";

/**
 * The configuration version of a new run: the given one, otherwise the workspace's current one if it is uploaded. The
 * service rejects a run without one; the emulator does not, since it plans nothing.
 */
function configurationFor(
  store: Store,
  workspace: WorkspaceRecord,
  id: string | undefined,
): ConfigurationVersionRecord | undefined {
  if (id === undefined) {
    const current = currentConfigurationVersion(store, workspace.id);
    return current?.status === "uploaded" ? current : undefined;
  }
  const version = store.configurationVersions.get(id);
  if (version?.workspaceId !== workspace.id) {
    throw invalidAt(`/data/relationships/${RELATIONSHIP}`, "Configuration version is missing");
  }
  if (version.status !== "uploaded") {
    throw invalidAt(`/data/relationships/${RELATIONSHIP}`, `Configuration version is ${version.status}, not uploaded`);
  }
  return version;
}

function show(request: ServiceRequest): RouteResult {
  const run = visibleRun(request);
  return ok({ data: runResource(request, run), ...includedWith(request, [run]) });
}

/** Newest first, as the service lists them. */
function list(request: ServiceRequest): RouteResult {
  const { store, query } = request;
  const workspace = visibleWorkspace(request);
  const runs = store.runsOf(workspace.id);
  const newestFirst = { size: runs.size, slice: (start: number, end: number) => runs.sliceReversed(start, end) };
  const statuses = queryValue(query, "filter[status]")?.split(",");
  const shown =
    statuses === undefined ? newestFirst : filterList(newestFirst, (run) => statuses.includes(runStatus(store, run)));
  const { data, links, meta, records } = pageOf(request, shown, (run) => runResource(request, run));
  return ok({ data, links, meta, ...includedWith(request, records) });
}

/** The resources requested with `include`, each once; no member unless some are requested. */
function includedWith(request: ServiceRequest, runs: readonly RunRecord[]): { readonly included?: readonly object[] } {
  const wanted = readInclude(request.query, INCLUDABLE, NOT_EMULATED_INCLUDES);
  if (wanted.length === 0) return {};
  const resources = runs.flatMap((run) => wanted.flatMap((what) => related(request, run, what)));
  return { included: [...new Map(resources.map((resource) => [resource.id, resource])).values()] };
}

function related(request: ServiceRequest, run: RunRecord, what: (typeof INCLUDABLE)[number]): readonly Resource[] {
  const { store } = request;
  switch (what) {
    case "workspace":
      return [workspaceResource(request, store.workspaces.expect(run.workspaceId))];
    case "task-stages":
      return stagesInOrder(store, run).map((stage) => taskStageResource(request, stage));
    case "created-by":
      return users(run.createdBy);
    case "confirmed-by":
      return users(run.confirmedBy);
    case "configuration-version":
    case "configuration-version.ingress-attributes": {
      const id = run.configurationVersionId;
      return id === undefined ? [] : [configurationVersionResource(store.configurationVersions.expect(id))];
    }
    case "cost-estimate":
      return [];
  }
}

function users(name: string | undefined): readonly Resource[] {
  return name === undefined ? [] : [userResource(name)];
}
