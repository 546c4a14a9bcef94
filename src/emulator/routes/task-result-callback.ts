import { timingSafeEqual } from "node:crypto";
import { isObject } from "../decode";
import { notFound, rejectInvalid, transitionNotAllowed } from "../errors";
import { AttributeReader, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { readOutcomes } from "../http/task-result-outcome-body";
import { reportResult } from "../runs/events";
import { hasAccess } from "../runs/task-results";
import { canTransition, isFinal, TASK_RESULT } from "../runs/transitions";
import { taskResultResource } from "../serializers/task-result";

/**
 * The callback of a run task. It is authorized by the access token in the request to the run task, which is valid for
 * nothing else. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks-integration
 */
export const taskResultCallbackRoutes: readonly Route[] = [
  { method: "PATCH", path: "/task-results/:taskResult/callback", authorize: isAuthorized, handle: report },
];

/** The statuses that a run task can report. */
const STATUSES = ["running", "passed", "failed"] as const;

function isAuthorized({ store, param }: Pick<ServiceRequest, "store" | "param">, token: string): boolean {
  const result = store.taskResults.get(param("taskResult"));
  return result !== undefined && isSame(token, result.accessToken) && hasAccess(store, result);
}

function report(request: ServiceRequest): RouteResult {
  const { store, body, param } = request;
  const result = store.taskResults.get(param("taskResult"));
  if (result === undefined) throw notFound(`Task result ${param("taskResult")}`);
  if (isFinal(TASK_RESULT, result.status)) {
    throw transitionNotAllowed(`The task result has completed; its status is ${result.status}.`);
  }
  const resource = readResource(body, typeOf(body));
  const attributes = new AttributeReader(resource.attributes);
  const { problems } = attributes;
  const given = attributes.string("status") ?? "";
  const status = STATUSES.find((known) => known === given);
  if (status === undefined && problems.length === 0)
    problems.push({ attribute: "status", detail: `Status must be among ${STATUSES.join(", ")}` });
  const message = attributes.nullableString("message");
  const url = attributes.nullableString("url");
  rejectInvalid(problems);
  const outcomes = readOutcomes(resource.relationships);
  if (
    status === undefined ||
    (status !== result.status && !canTransition(TASK_RESULT, result.status, status, "report"))
  ) {
    throw transitionNotAllowed(`The task result cannot go from ${result.status} to ${given}.`);
  }
  const reported = reportResult(store, result, { status, message, url }, "report", { outcomes });
  return ok({ data: taskResultResource(request, reported) });
}

/** Both spellings of the type are documented. */
function typeOf(body: unknown): string {
  const data = isObject(body) ? body["data"] : undefined;
  return isObject(data) && data["type"] === "task_results" ? "task_results" : "task-results";
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
