import { relatedId, relatedIds, type ResourceObject } from "../../api/document";
import { requestPath, type Query } from "../../api/request-path";
import { textOf } from "../../json";
import { idPrefix } from "../../model";
import { check, type Check, type NotApplicable, type RequestOf } from "../check";
import { listIn, resourceIn } from "../document";
import { describe, hasStatus, isRejectedWith, isResource, shown } from "../expectations";
import { get, type ServiceRequest, type ServiceResponse } from "../request";
import type { World } from "../world";
import { WHOLE_PAGE } from "./requests";

function stagesOf(runId: string, query: Query = WHOLE_PAGE): ServiceRequest {
  return get(requestPath`/runs/${runId}/task-stages`, query);
}

function stagesWithResults({ options: { runId = "" } }: World): ServiceRequest {
  return stagesOf(runId, { ...WHOLE_PAGE, include: "task_results" });
}

function stages({ options: { runId = "" } }: World): ServiceRequest {
  return stagesOf(runId);
}

/** The first stage of the run, if it has one. */
function stage(include: string): RequestOf {
  return (_, { stages: list }) => {
    const [first] = (list && listIn(list)) ?? [];
    if (first === undefined) return { skipped: "the run has no task stages" };
    return get(requestPath`/task-stages/${first.id}`, { include });
  };
}

const RESULTS = "task-results";

/** Included results, if the stage has any. */
function includesResults(response: ServiceResponse): string | NotApplicable | undefined {
  const results = relatedIds(resourceIn(response), RESULTS);
  if (response.status !== 200) return describe(response);
  if (results.length === 0) return { skipped: "the stage has no results" };
  const included = response.document.included.filter(({ type }) => type === RESULTS).length;
  return included === results.length ? undefined : `${included} of ${results.length} results are included`;
}

export const RUN_CHECKS: readonly Check[] = [
  check({
    id: "stages-of-run",
    row: "list-stages: GET /runs/:run_id/task-stages",
    needs: ["run"],
    requests: { stages },
    expects: ({ stages: list }) =>
      hasStatus(list, 200) ?? (listIn(list) === undefined ? `no list: ${describe(list)}` : undefined),
    consequence: "Gates and `tfprojects stages` cannot read task stages.",
  }),
  check({
    id: "page-size-task-stages",
    row: "pages: A page size over 100",
    about: "task stages",
    needs: ["run"],
    requests: { larger: ({ options: { runId = "" } }) => stagesOf(runId, { "page[size]": 101 }) },
    expects: ({ larger }) => isRejectedWith(larger, 422, "page[size]"),
    consequence: "A page that is silently shorter than requested counts as the last one: a gate misses stages.",
  }),
  check({
    id: "include-underscores",
    row: "stages-and-results: include with underscores",
    about: "task_results",
    needs: ["run"],
    requests: { stages, stage: stage("task_results") },
    expects: ({ stage: shownStage }) => includesResults(shownStage),
    consequence: "Other clients read the results of a stage one by one.",
  }),
  check({
    id: "include-results",
    row: "show-stage: include=task-results",
    needs: ["run"],
    requests: { stages, stage: stage("task-results") },
    expects: ({ stage: shownStage }) => includesResults(shownStage),
    consequence: "tfprojects reads the results of a stage one by one.",
  }),
  check({
    id: "enforcement-level",
    row: "result: attributes.workspace-task-enforcement-level",
    needs: ["run"],
    requests: { stages: stagesWithResults },
    expects: ({ stages: list }) => {
      const [first] = includedResults(list);
      if (first === undefined) return { skipped: "the run has no task results" };
      const level = first.attributes["workspace-task-enforcement-level"];
      return level === "mandatory" || level === "advisory" ? undefined : `the level is ${shown(level)}`;
    },
    consequence: "A gate takes advisory failures for mandatory ones.",
  }),
  check({
    id: "show-result",
    row: "show-result: GET /task-results/:task_result_id",
    needs: ["run"],
    requests: {
      stages: stagesWithResults,
      result: (_, { stages: list }) => {
        const [first] = (list && includedResults(list)) ?? [];
        return first === undefined
          ? { skipped: "the run has no task results" }
          : get(requestPath`/task-results/${first.id}`);
      },
    },
    expects: ({ result }) => hasStatus(result, 200) ?? isResource(result, RESULTS, idPrefix("taskResult")),
    consequence: "Results that a release does not include with their stage cannot be read.",
  }),
  check({
    id: "include-policies",
    row: "show-stage: include=policy-evaluations",
    needs: ["run"],
    requests: { stages, stage: stage("policy-evaluations") },
    expects: ({ stage: shownStage }) => {
      const ids = relatedIds(resourceIn(shownStage), "policy-evaluations");
      const included = shownStage.document.included.filter(({ id }) => ids.includes(id)).length;
      return (
        hasStatus(shownStage, 200) ??
        (included === ids.length ? { found: `${included} evaluations` } : `${included} of ${ids.length} are included`)
      );
    },
    consequence: "One more request for each stage with policies.",
  }),
  check({
    id: "newer-policies",
    row: "stages-and-results: GET /runs/:run_id/tf-policy-evaluations",
    needs: ["run"],
    requests: { list: ({ options: { runId = "" } }) => get(requestPath`/runs/${runId}/tf-policy-evaluations`) },
    expects: ({ list }) => hasStatus(list, 200, 404) ?? { found: String(list.status) },
    consequence: "None for tfprojects, which sees from the status of the run that it waits for policies.",
  }),
  check({
    id: "include-run",
    row: "show-stage: include=run",
    needs: ["run"],
    requests: { stages, stage: stage("run") },
    expects: ({ stage: shownStage }) =>
      hasStatus(shownStage, 200) ??
      (shownStage.document.included.some(({ type }) => type === "runs") ? undefined : "the run is not included"),
    consequence: "A gate sends one more request for the status of the run.",
  }),
  check({
    id: "unknown-include",
    row: "error-documents: Invalid include",
    needs: ["run"],
    requests: { stages, stage: stage("tfprojects") },
    expects: ({ stage: shownStage }) => isRejectedWith(shownStage, 400, "nclude"),
    consequence: "A release that does not support an include is not recognized, and results are missing.",
  }),
  check({
    id: "include-on-list",
    row: "stages-and-results: include on the list of stages",
    needs: ["run"],
    requests: { stages: stagesWithResults },
    expects: ({ stages: list }) => {
      const results = (listIn(list) ?? []).flatMap((it) => relatedIds(it, RESULTS));
      if (list.status !== 200) return describe(list);
      if (results.length === 0) return { skipped: "the run has no task results" };
      const included = includedResults(list).length;
      return included === results.length ? undefined : `${included} of ${results.length} results are included`;
    },
    consequence: "None for tfprojects, which includes the results of single stages.",
  }),
  check({
    id: "advisory-failures",
    row: "stage-rules: Advisory failures alone",
    needs: ["run"],
    requests: { stages: stagesWithResults },
    expects: ({ stages: list }) => {
      const results = includedResults(list);
      const found = (listIn(list) ?? []).find((it) =>
        onlyAdvisoryFailed(results.filter(({ id }) => relatedIds(it, RESULTS).includes(id))),
      );
      if (found === undefined) return { skipped: "the run has no stage in which only advisory results failed" };
      const { status } = found.attributes;
      return status === "failed" || status === "passed" ? { found: status } : `the status is ${shown(status)}`;
    },
    consequence: "A gate stays closed, whatever its setting for advisory failures is.",
  }),
];

function includedResults({ document }: ServiceResponse): readonly ResourceObject[] {
  return document.included.filter(({ type }) => type === RESULTS || type === "task_results");
}

function onlyAdvisoryFailed(results: readonly ResourceObject[]): boolean {
  const failed = results.filter(({ attributes }) => attributes["status"] !== "passed");
  const isAdvisory = ({ attributes }: ResourceObject): boolean =>
    attributes["workspace-task-enforcement-level"] === "advisory" && attributes["status"] === "failed";
  return failed.length > 0 && failed.every(isAdvisory);
}

/** The workspace, and one list of its newest runs: the service permits few of these a minute. */
const NEWEST_RUNS = {
  workspace: ({ organization, options: { workspaceName = "" } }: World): ServiceRequest =>
    get(requestPath`/organizations/${organization}/workspaces/${workspaceName}`),
  runs: ((_, { workspace }) =>
    workspace === undefined
      ? { skipped: "the workspace was not read" }
      : get(requestPath`/workspaces/${resourceIn(workspace).id}/runs`, { "page[size]": 20 })) satisfies RequestOf,
};

/** How the stages of a run end that has ended with one of these statuses. */
interface EndedRuns extends Pick<Check, "id" | "row"> {
  readonly statuses: readonly string[];
}

const ENDED_RUNS: readonly EndedRuns[] = [
  { id: "stages-of-canceled-run", row: "stage-rules: A canceled run", statuses: ["canceled", "force_canceled"] },
  { id: "stages-of-discarded-run", row: "stages-and-results: Discard a run", statuses: ["discarded"] },
  { id: "stages-of-errored-run", row: "stage-rules: A mandatory failure", statuses: ["errored"] },
];

const OPEN_STATUSES: readonly unknown[] = ["pending", "running", "awaiting_override"];

function endedRun({ id, row, statuses }: EndedRuns): Check {
  return check({
    id,
    row,
    needs: ["workspace"],
    requests: {
      ...NEWEST_RUNS,
      stages: (_, { runs }) => {
        const ended = runs && listIn(runs)?.find(({ attributes }) => statuses.includes(String(attributes["status"])));
        return ended === undefined ? { skipped: `no recent run is ${statuses.join(" or ")}` } : stagesOf(ended.id);
      },
    },
    expects: ({ stages: list }) => {
      const found = listIn(list)?.map(({ attributes }) => attributes["status"]);
      if (found === undefined) return describe(list);
      if (found.length === 0) return { skipped: "the run has no task stages" };
      const open = found.filter((status) => OPEN_STATUSES.includes(status));
      return open.length === 0 ? { found: found.map(String).join(", ") } : `a stage is ${shown(open[0])}`;
    },
    consequence: "None for gates, which take such a stage for failed; other clients wait for it until their timeout.",
  });
}

export const WORKSPACE_RUN_CHECKS: readonly Check[] = [
  check({
    id: "current-run",
    row: "workspaces: The current run",
    needs: ["workspace"],
    requests: NEWEST_RUNS,
    expects: ({ workspace, runs }) => {
      const newest = listIn(runs)?.find(({ attributes }) => attributes["plan-only"] !== true);
      const current = relatedId(resourceIn(workspace), "current-run");
      if (runs.status !== 200) return describe(runs);
      if (newest === undefined) return { skipped: "the workspace has no run" };
      return current === newest.id ? undefined : "another run than the newest";
    },
    consequence: "A gate on a workspace reads another run than the one that is meant.",
  }),
  check({
    id: "rate-limit-of-runs",
    row: "rate-limits: The limit",
    about: "of the list of runs",
    needs: ["workspace"],
    requests: NEWEST_RUNS,
    expects: ({ workspace, runs }) => {
      const [usual, ofRuns] = [workspace, runs].map((it) => it.header("x-ratelimit-limit"));
      if (usual === undefined) return { skipped: "the service has no rate limit" };
      return ofRuns === usual ? undefined : `${ofRuns ?? "none"} for runs, and ${usual} for a workspace`;
    },
    consequence: "tfprojects takes the limit of one operation for that of all, and is slower or rejected.",
  }),
  ...ENDED_RUNS.map(endedRun),
  check({
    id: "stages-of-finished-run",
    row: "stage-rules: Stages of an apply that a run does not need",
    needs: ["workspace"],
    requests: {
      ...NEWEST_RUNS,
      stages: (_, { runs }) => {
        const finished = runs && listIn(runs)?.find(endedWithoutApply);
        return finished === undefined ? { skipped: "no recent run has ended without changes" } : stagesOf(finished.id);
      },
    },
    expects: ({ stages: list }) => {
      const later = listIn(list)?.filter(({ attributes }) => String(attributes["stage"]).endsWith("_apply"));
      if (later === undefined) return describe(list);
      if (later.length === 0) return { skipped: "the run has no task stages of its apply" };
      const found = later.map(({ attributes }) => textOf(attributes["status"]));
      const other = found.find((status) => status !== "pending" && status !== "unreachable");
      return other === undefined ? { found: found.join(", ") } : `a stage is ${shown(other)}`;
    },
    consequence: "A gate on a run without changes does not open.",
  }),
];

function endedWithoutApply({ attributes }: ResourceObject): boolean {
  return attributes["status"] === "planned_and_finished" && attributes["plan-only"] !== true;
}
