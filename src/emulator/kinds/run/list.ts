import type { RunStatus } from "../../../model";
import { isFinalRunStatus } from "../../../model";
import type { Condition, ListDefinition, ServiceRequest, Store } from "../../engine/kind";
import { listable } from "../../engine/listable";
import { visible } from "../../engine/path";
import { COMPARE } from "../../engine/table";
import { badRequest } from "../../errors";
import { ownMember } from "../../../own-member";
import { queryList, queryValue } from "../../http/query-parameters";
import { agentPools } from "../agent-pool";
import { organizations } from "../organization";
import { runStatusCounts } from "../run-status-counts";
import { workspaceExecution } from "../workspace/inherited";
import type { WorkspaceRecord } from "../workspace/shape";
import { workspaceShape } from "../workspace/shape";
import type { RunRecord } from "./shape";
import { runShape } from "./shape";

/*
 * The lists of runs; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#list-runs-in-a-workspace
 */

type RunCondition = Condition<RunRecord>;
type Filter = NonNullable<ListDefinition<RunRecord>["filters"]>[string];

const SEARCHES = ["search[user]", "search[commit]", "search[basic]"] as const;

const FILTERS: Readonly<Record<string, Filter>> = {
  "filter[status]": oneOfThem("filter[status]", ({ status }) => status),
  "filter[status_group]": inStatusGroup,
  "filter[source]": oneOfThem("filter[source]", ({ settings }) => settings.source ?? runShape.settings.source.default),
  "filter[agent_pool_names]": oneOfThem("filter[agent_pool_names]", agentPoolOf),
};

/**
 * The runs of a workspace, newest first. Without `filter[operation]`, those that only plan are left out, though they
 * count in `status-counts`.
 */
export const workspaceRuns: ListDefinition<RunRecord> = {
  order: "-creation",
  meta: runStatusCounts(({ status }) => status),
  filters: { ...FILTERS, "filter[timeframe]": createdIn },
  conditions: {
    parameters: ["filter[operation]", ...SEARCHES],
    of: (request) => [
      ofOperations(queryList(request.query, "filter[operation]")) ?? (({ planOnly }) => !planOnly),
      ...searches(request),
    ],
  },
};

/** The runs of an organization, newest first. Without `filter[timeframe]`, those of the last year. */
export const organizationRuns: ListDefinition<RunRecord> & { readonly path: string } = {
  path: "/organizations/:organization/runs",
  order: "-creation",
  pages: "uncounted",
  filters: {
    ...FILTERS,
    "filter[workspace_names]": oneOfThem("filter[workspace_names]", (run, store) => workspaceOf(store, run).name),
  },
  conditions: {
    parameters: ["filter[operation]", "filter[timeframe]", ...SEARCHES],
    of: (request) => [
      ofOperations(queryList(request.query, "filter[operation]")) ?? (() => true),
      createdIn(queryValue(request.query, "filter[timeframe]") ?? "year", request),
      ...searches(request),
    ],
  },
  source: (request, order) => {
    const { store } = request;
    const all = store.table(workspaceShape).where("organizationId", visible(request, organizations).id).all();
    const runs = all.flatMap(({ id }) => store.table(runShape).where("workspaceId", id).all());
    return listable(runs.sort(COMPARE[order]));
  },
};

/** The runs with one of the values of a comma-separated parameter. */
function oneOfThem(parameter: string, valueOf: (run: RunRecord, store: Store) => string | undefined): Filter {
  return (_, { query, store }) => {
    const values = queryList(query, parameter) ?? [];
    return (run) => values.includes(valueOf(run, store) ?? "");
  };
}

/** Statuses of runs that can be discarded, according to the documentation of the filter. */
export const DISCARDABLE: readonly RunStatus[] = [
  ...(["planned", "planned_and_saved", "cost_estimated", "policy_checked", "policy_override"] as const),
  ...(["post_plan_running", "post_plan_completed"] as const),
];

const STATUS_GROUPS: Readonly<Record<string, (status: RunStatus) => boolean>> = {
  non_final: (status) => !isFinalRunStatus(status),
  final: isFinalRunStatus,
  discardable: (status) => DISCARDABLE.includes(status),
};

function inStatusGroup(group: string): RunCondition {
  const holds = ownMember(STATUS_GROUPS, group);
  if (holds === undefined) {
    throw badRequest(`Invalid status group: ${group}. Expected one of ${Object.keys(STATUS_GROUPS).join(", ")}.`);
  }
  return ({ status }) => holds(status);
}

/** The runs of some operations; undefined for all. */
function ofOperations(operations: readonly string[] | undefined): RunCondition | undefined {
  return operations === undefined ? undefined : (run) => operations.includes(operationOf(run));
}

/** The operation of a run. One that only plans is nothing else (our choice: undocumented). */
function operationOf({ planOnly, isDestroy, settings }: RunRecord): string {
  if (planOnly) return "plan_only";
  if (settings.savePlan === true) return "save_plan";
  if (isDestroy) return "destroy";
  if ((settings.invokeActionAddrs ?? []).length > 0) return "action_only";
  if (settings.refreshOnly === true) return "refresh_only";
  return settings.allowEmptyApply === true ? "empty_apply" : "plan_and_apply";
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The runs that were created in a year, such as `2026`, or in the past one: `year`. */
function createdIn(timeframe: string, { store }: ServiceRequest): RunCondition {
  if (timeframe === "year") {
    const since = store.clock.now() - YEAR_MS;
    return ({ createdAt }) => Date.parse(createdAt) >= since;
  }
  if (!/^\d{4}$/.test(timeframe)) throw badRequest(`Invalid timeframe: ${timeframe}. Expected a year, or "year".`);
  return ({ createdAt }) => createdAt.startsWith(`${timeframe}-`);
}

/** No run of the emulator comes from a commit. Users are those of the emulator, not of a VCS provider. */
function searches({ query }: ServiceRequest): readonly RunCondition[] {
  const [user, commit, basic] = SEARCHES.map((name) => queryValue(query, name));
  const isBy =
    (name: string): RunCondition =>
    ({ createdBy }) =>
      createdBy === name;
  if (user !== undefined || commit !== undefined) {
    return [...(user === undefined ? [] : [isBy(user)]), ...(commit === undefined ? [] : [() => false])];
  }
  if (basic === undefined) return [];
  return [(run) => run.id === basic || run.message.includes(basic) || isBy(basic)(run)];
}

function agentPoolOf(run: RunRecord, store: Store): string | undefined {
  const { agentPoolId } = workspaceExecution(store, workspaceOf(store, run));
  const pool = agentPoolId === null ? undefined : store.table(agentPools).get(agentPoolId);
  return pool?.name;
}

function workspaceOf(store: Store, { workspaceId }: RunRecord): WorkspaceRecord {
  return store.table(workspaceShape).expect(workspaceId);
}
