import { ENFORCEMENT_LEVELS, RUN_STAGES } from "../../model";
import { isObject } from "../decode";
import { notFound, rejectInvalid, NAME_TAKEN } from "../errors";
import { pageOf } from "../http/list";
import { readInclude } from "../http/query-parameters";
import type { RequestResource } from "../http/request-document";
import { AttributeReader, readRelationship, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { runTaskResource, workspaceTaskResource } from "../serializers/run-task";
import { workspaceResource } from "../serializers/workspace";
import type { RunTaskRecord } from "../store/records";
import type { RunTaskSettings } from "../store/run-tasks";
import { createRunTask, deleteRunTask, defaultRunTaskSettings, updateRunTask } from "../store/run-tasks";
import { visibleOrganization, visibleRunTask } from "./visible";

/** Run tasks of an organization. */
export const runTaskRoutes: readonly Route[] = [
  { method: "GET", path: "/organizations/:organization/tasks", query: { emulated: ["include"] }, handle: list },
  { method: "POST", path: "/organizations/:organization/tasks", handle: create },
  { method: "GET", path: "/tasks/:task", query: { emulated: ["include"] }, handle: show },
  { method: "PATCH", path: "/tasks/:task", handle: update },
  { method: "DELETE", path: "/tasks/:task", handle: remove },
  { method: "GET", path: "/tasks/:task/relationships/workspace-tasks", handle: listWorkspaceTasks },
];

const INCLUDABLE = ["workspace-tasks", "workspace-tasks.workspace"] as const;

const KNOWN = ["name", "url", "description", "category", "hmac-key", "enabled", "global-configuration"];

function list(request: ServiceRequest): RouteResult {
  const tasks = request.store.runTasksOf(visibleOrganization(request).id);
  const { data, links, meta, records } = pageOf(request, tasks, (task) => runTaskResource(request, task));
  return ok({ data, links, meta, ...includedWith(request, records) });
}

function create(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const organization = visibleOrganization(request);
  if (!principal.canInOrganization("manage", organization)) throw notFound(`Organization ${organization.name}`);
  const change = readSettings(request, organization.id, undefined);
  const settings = { ...defaultRunTaskSettings("", ""), ...change };
  return created({ data: runTaskResource(request, createRunTask(store, organization.id, settings)) });
}

function show(request: ServiceRequest): RouteResult {
  const task = visibleRunTask(request, request.param("task"), "read");
  return ok({ data: runTaskResource(request, task), ...includedWith(request, [task]) });
}

function update(request: ServiceRequest): RouteResult {
  const task = visibleRunTask(request, request.param("task"), "manage");
  const updated = updateRunTask(request.store, task, readSettings(request, task.organizationId, task));
  return ok({ data: runTaskResource(request, updated) });
}

function remove(request: ServiceRequest): RouteResult {
  deleteRunTask(request.store, visibleRunTask(request, request.param("task"), "manage"));
  return noContent;
}

function listWorkspaceTasks(request: ServiceRequest): RouteResult {
  const task = visibleRunTask(request, request.param("task"), "read");
  const attached = request.store.workspaceTasksWith(task.id);
  const { data, links, meta } = pageOf(request, attached, workspaceTaskResource);
  return ok({ data, links, meta });
}

/**
 * The settings in the document. A new task (`before` is undefined) requires a name and a URL.
 *
 * @throws HttpError 422 with an error object for each problem
 */
function readSettings(
  { store, body }: ServiceRequest,
  organizationId: string,
  before: RunTaskRecord | undefined,
): Partial<RunTaskSettings> {
  const resource = readResource(body, "tasks");
  const given = resource.attributes;
  const attributes = new AttributeReader(given);
  const { problems } = attributes;
  const name = attributes.string("name") ?? (before === undefined ? "" : undefined);
  if (name === "") problems.push({ attribute: "name", detail: "Name can't be blank" });
  const namesake = name === undefined ? undefined : store.findRunTask(organizationId, name);
  if (namesake !== undefined && namesake.id !== before?.id) problems.push(NAME_TAKEN);
  const url = attributes.string("url") ?? (before === undefined ? "" : undefined);
  if (url === "") problems.push({ attribute: "url", detail: "Url can't be blank" });
  else if (url !== undefined && !isWebAddress(url)) problems.push({ attribute: "url", detail: "Url is invalid" });
  if (!["task", undefined].includes(attributes.string("category"))) {
    problems.push({ attribute: "category", detail: "Category must be task" });
  }
  const description = attributes.nullableString("description");
  const hmacKey = attributes.nullableString("hmac-key");
  const enabled = attributes.boolean("enabled");
  const global = readGlobal(given["global-configuration"], before?.global ?? null, problems);
  const agentPoolId = readAgentPool(resource);
  if (typeof agentPoolId === "string" && store.agentPools.get(agentPoolId)?.organizationId !== organizationId) {
    const pointer = "/data/relationships/agent-pool";
    problems.push({ attribute: "agent-pool", detail: "The provided agent pool does not exist", pointer });
  }
  rejectInvalid(problems);
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    // A blank key means none.
    ...(hmacKey === undefined ? {} : { hmacKey: hmacKey === "" ? null : hmacKey }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(global === undefined ? {} : { global }),
    ...(agentPoolId === undefined ? {} : { agentPoolId }),
    attributes: attributes.rest(KNOWN),
  };
}

/** Null clears it. */
function readAgentPool(resource: RequestResource): string | null | undefined {
  const id = readRelationship(resource, "agent-pool", "agent-pools");
  if (id !== undefined) return id;
  return resource.relationships["agent-pool"] === undefined ? undefined : null;
}

/** The global configuration; undefined when the document has none. Absent members keep their value. */
function readGlobal(
  value: unknown,
  before: RunTaskRecord["global"],
  problems: AttributeReader["problems"],
): RunTaskRecord["global"] | undefined {
  if (value === undefined || value === null) return value;
  if (!isObject(value)) {
    problems.push({ attribute: "global-configuration", detail: "Global configuration must be an object" });
    return undefined;
  }
  const attributes = new AttributeReader(value);
  const enabled = attributes.boolean("enabled") ?? before?.enabled ?? false;
  const isEmpty = Array.isArray(value["stages"]) && value["stages"].length === 0;
  const stages = (isEmpty ? [] : attributes.enumList("stages", RUN_STAGES)) ?? before?.stages ?? [];
  const [level] = attributes.enumList("enforcement-level", ENFORCEMENT_LEVELS) ?? [];
  for (const { attribute, detail } of attributes.problems) {
    problems.push({ attribute: `global-configuration/${attribute}`, detail });
  }
  return { enabled, stages, enforcementLevel: level ?? before?.enforcementLevel ?? "advisory" };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** The resources requested with `include`, each once; no member unless some are requested. */
function includedWith(
  request: ServiceRequest,
  tasks: readonly RunTaskRecord[],
): { readonly included?: readonly object[] } {
  const { store, principal } = request;
  const wanted = readInclude(request.query, INCLUDABLE);
  if (wanted.length === 0) return {};
  const attached = tasks.flatMap((task) => [...store.workspaceTasksWith(task.id).all()]);
  const workspaces = wanted.includes("workspace-tasks.workspace")
    ? [...new Set(attached.map((it) => it.workspaceId))].map((id) => store.workspaces.expect(id))
    : [];
  return {
    included: [
      ...attached.map(workspaceTaskResource),
      ...workspaces
        .filter((workspace) => principal.canInWorkspace("read", workspace))
        .map((workspace) => workspaceResource(request, workspace)),
    ],
  };
}
