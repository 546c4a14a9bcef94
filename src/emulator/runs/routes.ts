import { timingSafeEqual } from "node:crypto";
import type { TaskResultStatus } from "../../model";
import { isObject, nullable, oneOf, string } from "../decode";
import { attribute } from "../engine/attribute";
import { readAttribute, readChange } from "../engine/input";
import type { Context, ServiceRequest, ServiceRoute } from "../engine/kind";
import { objectDocument } from "../engine/lists";
import { requirePermission, visible, visibleById } from "../engine/path";
import { invalidAt, notFound, rejectInvalid, transitionNotAllowed } from "../errors";
import { readRelationship, readResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import { addComment } from "../kinds/comment";
import type { ConfigurationVersionRecord } from "../kinds/configuration-version";
import {
  configurationVersions,
  currentConfigurationVersion,
  isInUse,
  setConfigurationStatus,
  UPLOAD_PATH,
} from "../kinds/configuration-version";
import type { RunRecord } from "../kinds/run/shape";
import { isCancelable, isConfirmable, isDiscardable, runs } from "../kinds/run";
import { taskResults } from "../kinds/task-result";
import { isOverridable, taskStages } from "../kinds/task-stage";
import type { WorkspaceRecord } from "../kinds/workspace/shape";
import { workspaces } from "../kinds/workspace";
import { placeOfWorkspace } from "../kinds/workspace/permissions";
import { cancelRun, confirmRun, discardRun, overrideStage, reportResult } from "./events";
import { readOutcomes } from "./outcome-input";
import { queueRun } from "./runs";
import { hasAccess } from "./task-results";
import { canTransition, isFinal, TASK_RESULT } from "./transitions";

/** What runs, stages, results and configuration versions do. */
export const runRoutes: readonly ServiceRoute[] = [
  { method: "POST", path: "/runs", handle: createRun },
  action("apply", isConfirmable, confirmRun),
  action("cancel", isCancelable, cancelRun),
  action("discard", isDiscardable, discardRun),
  // Canceling takes effect immediately, so there is never a run to force-cancel.
  action("force-cancel", () => false, cancelRun),
  { method: "POST", path: "/task-stages/:taskStage/actions/override", handle: override },
  // Authorized by the access token in the request to the run task, which is valid for nothing else.
  { method: "PATCH", path: "/task-results/:taskResult/callback", authorize: isAuthorized, handle: callback },
  { method: "POST", path: "/configuration-versions/:configurationVersion/actions/archive", handle: archive },
  // The URL is the authorization: clients send no token with the upload.
  { method: "PUT", path: UPLOAD_PATH, authorize: "everyone", accepts: "anything", handle: upload },
];

function createRun(request: ServiceRequest): RouteResult {
  const { store, principal, body } = request;
  const resource = readResource(body, runs.type);
  const id = readRelationship(resource, "workspace", workspaces.type);
  if (id === undefined) throw invalidAt("/data/relationships/workspace", "Workspace can't be blank");
  const workspace = visibleById(request, workspaces, id);
  requirePermission(request, workspaces, workspace, "plan");
  const scope = { organizationId: workspace.organizationId, parent: workspace, before: undefined };
  const { change, problems } = readChange(request, runs, resource, scope);
  rejectInvalid(problems);
  const configuration = configurationFor(request, workspace, change.configurationVersionId ?? undefined);
  const createdBy = principal.account().username;
  const { comment, ...settings } = change.settings ?? {};
  // Who cannot apply runs starts none that are applied without confirmation.
  const autoApply = principal.can("run", placeOfWorkspace(workspace)) ? change.autoApply : false;
  const run = queueRun(store, workspace, configuration, { ...change, autoApply, settings, createdBy });
  if (typeof comment === "string" && comment.trim() !== "") addComment(store, run.id, comment, createdBy);
  return ok(objectDocument(request, runs, run, "create"), 201);
}

const CONFIGURATION = "/data/relationships/configuration-version";

/**
 * The configuration version of a new run: the given one, otherwise the workspace's current one if it is uploaded. The
 * service rejects a run without one; the emulator does not, since it plans nothing.
 */
function configurationFor(
  { store }: Context,
  workspace: WorkspaceRecord,
  id: string | undefined,
): ConfigurationVersionRecord | undefined {
  if (id === undefined) {
    const current = currentConfigurationVersion(store, workspace.id);
    return current?.status === "uploaded" ? current : undefined;
  }
  const version = store.table(configurationVersions).get(id);
  if (version?.workspaceId !== workspace.id) throw invalidAt(CONFIGURATION, "Configuration version is missing");
  if (version.status !== "uploaded") {
    throw invalidAt(CONFIGURATION, `Configuration version is ${version.status}, not uploaded`);
  }
  return version;
}

/** An action on a run, with an optional comment. 409 when the run's status does not permit it. */
function action(
  name: string,
  isAllowedIn: (run: RunRecord) => boolean,
  perform: (store: ServiceRequest["store"], run: RunRecord, by: string) => void,
): ServiceRoute {
  const handle = (request: ServiceRequest): RouteResult => {
    const { store, principal } = request;
    const { username } = principal.account();
    const run = visible(request, runs);
    requirePermission(request, runs, run, "run");
    const { id, status } = run;
    if (!isAllowedIn(run)) throw transitionNotAllowed(`The run does not allow ${name}: its status is ${status}.`);
    const body = readComment(request.body);
    store.atomically(() => {
      perform(store, run, username);
      if (body !== undefined) addComment(store, id, body, username);
    });
    return { status: 202 };
  };
  return { method: "POST", path: `/runs/:run/actions/${name}`, handle };
}

/** A plain JSON member, as documented; undefined when absent, blank or not a string. */
function readComment(body: unknown): string | undefined {
  const comment = isObject(body) ? body["comment"] : undefined;
  return typeof comment === "string" && comment.trim() !== "" ? comment : undefined;
}

/** A body is not required: some clients send a comment, which is ignored. */
function override(request: ServiceRequest): RouteResult {
  const stage = visible(request, taskStages);
  requirePermission(request, taskStages, stage, "override");
  if (!isOverridable(stage)) {
    throw transitionNotAllowed(
      `The task stage is not in an overridable state or has no overridable failures; its status is ${stage.status}.`,
    );
  }
  return ok(objectDocument(request, taskStages, overrideStage(request.store, stage), "update"));
}

function isAuthorized({ store, param }: Pick<ServiceRequest, "store" | "param">, token: string): boolean {
  const result = store.table(taskResults).get(param("taskResult"));
  return result !== undefined && isSame(token, result.accessToken) && hasAccess(store, result);
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** What a run task can report. */
const STATUS = attribute(oneOf(["running", "passed", "failed"]));
const MESSAGE = attribute(nullable(string));

/**
 * The callback of a run task; see
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks-integration
 */
function callback(request: ServiceRequest): RouteResult {
  const { store, body, param } = request;
  const id = param("taskResult");
  const result = store.table(taskResults).get(id);
  if (result === undefined) throw notFound(`Task result ${id}`);
  if (isFinal(TASK_RESULT, result.status)) {
    throw transitionNotAllowed(`The task result has completed; its status is ${result.status}.`);
  }
  const { attributes, relationships } = readResource(body, TASK_RESULTS);
  const status = readAttribute(STATUS, attributes["status"], "status");
  const [message, url] = ["message", "url"].map((key) =>
    attributes[key] === undefined ? { value: undefined } : readAttribute(MESSAGE, attributes[key], key),
  );
  rejectInvalid([status, message, url].flatMap((it) => (it !== undefined && "problem" in it ? [it.problem] : [])));
  const outcomes = readOutcomes(relationships);
  if (!("value" in status) || !canReport(result.status, status.value)) {
    throw transitionNotAllowed(`The task result cannot go from ${result.status} to ${String(attributes["status"])}.`);
  }
  const report = {
    status: status.value,
    message: message !== undefined && "value" in message ? message.value : undefined,
    url: url !== undefined && "value" in url ? url.value : undefined,
  };
  const reported = reportResult(store, result, report, "report", { outcomes });
  return ok(objectDocument(request, taskResults, reported, "update"));
}

function canReport(from: TaskResultStatus, to: TaskResultStatus): boolean {
  return from === to || canTransition(TASK_RESULT, from, to, "report");
}

/** Both spellings of the type are documented. */
const TASK_RESULTS = [taskResults.type, "task_results"];

function archive(request: ServiceRequest): RouteResult {
  const { store } = request;
  const version = visible(request, configurationVersions);
  requirePermission(request, configurationVersions, version, "plan");
  const refused = (why: string): Error =>
    transitionNotAllowed(`The configuration could not be archived because it is ${why}.`);
  if (version.status !== "uploaded") throw refused(version.status);
  if (currentConfigurationVersion(store, version.workspaceId)?.id === version.id) throw refused("current");
  if (isInUse(store, version)) throw refused("used by a run that has not completed");
  setConfigurationStatus(store, version, "archived");
  return { status: 202 };
}

/** Queues a run if the version has `auto-queue-runs`. */
function upload({ store, param }: ServiceRequest): RouteResult {
  const version = store.table(configurationVersions).index("uploadKey", param("uploadKey")).first;
  if (version === undefined) throw notFound("The upload");
  if (version.status === "archived") throw transitionNotAllowed("The configuration version is archived.");
  const isFirst = version.status === "pending";
  const uploaded = setConfigurationStatus(store, version, "uploaded");
  if (isFirst && version.autoQueueRuns) {
    queueRun(store, store.table(workspaces).expect(version.workspaceId), uploaded, {
      message: "Queued by a configuration upload",
      createdBy: version.createdBy,
      settings: { source: "tfe-configuration-version" },
    });
  }
  return { status: 200, text: "", type: "application/octet-stream" };
}
