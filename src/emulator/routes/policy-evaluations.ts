import { notFound } from "../errors";
import { listable, pageOf } from "../http/list";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import {
  policyEvaluationResource,
  policyOutcomeStatus,
  policySetOutcomeResource,
} from "../serializers/policy-evaluation";
import type { PolicyEvaluationRecord } from "../store/records";
import { visibleTaskStage } from "./visible";

/** Policy evaluations and their outcomes, which Terraform prints. */
export const policyEvaluationRoutes: readonly Route[] = [
  { method: "GET", path: "/task-stages/:taskStage/policy-evaluations", handle: list },
  { method: "GET", path: "/policy-evaluations/:policyEvaluation", handle: show },
  {
    method: "GET",
    path: "/policy-evaluations/:policyEvaluation/policy-set-outcomes",
    query: { emulated: ["filter[i][status]", "filter[i][enforcement_level]"] },
    handle: listOutcomes,
  },
];

function list(request: ServiceRequest): RouteResult {
  const stage = visibleTaskStage(request);
  const evaluations = request.store.policyEvaluationsOf(stage.id);
  const { data, links, meta } = pageOf(request, evaluations, policyEvaluationResource);
  return ok({ data, links, meta });
}

function show(request: ServiceRequest): RouteResult {
  return ok({ data: policyEvaluationResource(visibleEvaluation(request)) });
}

/** Each evaluation has one policy set. */
function listOutcomes(request: ServiceRequest): RouteResult {
  const found = [visibleEvaluation(request)].filter(filterMatcher(request.query));
  const { data, links, meta } = pageOf(request, listable(found), policySetOutcomeResource);
  return ok({ data, links, meta });
}

/**
 * `filter[i][status]` and `filter[i][enforcement_level]`: the conditions of one `i` are combined with AND, the filters
 * with OR.
 */
function filterMatcher(query: URLSearchParams): (evaluation: PolicyEvaluationRecord) => boolean {
  const filters = new Map<string, ((evaluation: PolicyEvaluationRecord) => boolean)[]>();
  for (const [name, wanted] of query) {
    const [, index, part] = /^filter\[(\d+)\]\[(status|enforcement_level)\]$/.exec(name) ?? [];
    if (index === undefined || wanted === "") continue;
    const holds = (it: PolicyEvaluationRecord): boolean =>
      (part === "status" ? policyOutcomeStatus(it) : it.enforcementLevel) === wanted;
    filters.set(index, [...(filters.get(index) ?? []), holds]);
  }
  const all = [...filters.values()];
  return (evaluation) => all.length === 0 || all.some((conditions) => conditions.every((holds) => holds(evaluation)));
}

function visibleEvaluation({ store, principal, param }: ServiceRequest): PolicyEvaluationRecord {
  const id = param("policyEvaluation");
  const evaluation = store.policyEvaluations.get(id);
  const visible =
    evaluation !== undefined && principal.canInTaskStage("read", store.taskStages.expect(evaluation.taskStageId));
  if (!visible) throw notFound(`Policy evaluation ${id}`);
  return evaluation;
}
