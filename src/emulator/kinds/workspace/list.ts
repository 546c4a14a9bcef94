import { nameKey } from "../../../model";
import type { Condition, ListDefinition, ServiceRequest } from "../../engine/kind";
import type { Listable } from "../../engine/listable";
import { listable, nameContains } from "../../engine/listable";
import { visible } from "../../engine/path";
import type { ListOrder } from "../../engine/table";
import { notEmulated } from "../../errors";
import { queryList, queryValue, wildcardMatcher } from "../../http/query-parameters";
import { organizations } from "../organization";
import { projects } from "../project";
import { runStatusCounts } from "../run-status-counts";
import { TAG_FILTERS } from "../tag-binding";
import { currentRunOf, NO_RUN, statusOfCurrentRun } from "./current-run";
import { effectiveTags } from "./inherited";
import { tagsOf } from "./name-tags";
import type { WorkspaceRecord } from "./shape";
import { workspaceShape } from "./shape";

/** How the workspaces of an organization are listed. */
export const workspaceList: ListDefinition<WorkspaceRecord> = {
  filters: {
    "search[name]": nameContains,
    "search[wildcard-name]": (pattern) => {
      const matches = wildcardMatcher(pattern);
      return ({ name }) => matches(name);
    },
  },
  conditions: {
    parameters: ["search[tags]", "search[exclude-tags]", "filter[current-run][status]", ...TAG_FILTERS.parameters],
    of: conditions,
  },
  parameters: ["filter[project][id]", "filter[tag-union]"],
  notEmulated: ["filter[tag-value-default-null]", "filter[current-run][id]"],
  sort: { name: "name", "latest-change-at": "creation", "current-run.created-at": byCurrentRun },
  source: inOrder,
  refusedIncludes: ({ workspaceVariables }) => (workspaceVariables === "refuse" ? ["vars"] : []),
  meta: runStatusCounts((it, request) => statusOfCurrentRun(request, it), [NO_RUN]),
};

function conditions(request: ServiceRequest): readonly Condition<WorkspaceRecord>[] {
  const { store, query } = request;
  if (query.get("filter[tag-union]") === "true") throw notEmulated("Parameter filter[tag-union]");
  // Terraform sends the keys of key-value tags in `search[tags]`, too, and expects the same result.
  const hasTag = (it: WorkspaceRecord, name: string): boolean =>
    tagsOf(store, it).some((tag) => tag.name === nameKey(name)) ||
    effectiveTags(store, it).some(({ key }) => key === name);
  const wanted = queryList(query, "search[tags]");
  const excluded = queryList(query, "search[exclude-tags]");
  const statuses = queryList(query, "filter[current-run][status]");
  return [
    ...(wanted === undefined ? [] : [(it: WorkspaceRecord) => wanted.every((name) => hasTag(it, name))]),
    ...(excluded === undefined ? [] : [(it: WorkspaceRecord) => !excluded.some((name) => hasTag(it, name))]),
    ...(statuses === undefined ? [] : [(it: WorkspaceRecord) => statuses.includes(statusOfCurrentRun(request, it))]),
    ...TAG_FILTERS.of(request).map((holds) => (it: WorkspaceRecord) => holds(effectiveTags(store, it))),
  ];
}

/** The workspaces of one project if requested; none for a project of another organization. */
function inOrder(request: ServiceRequest, order: ListOrder): Listable<WorkspaceRecord> {
  const { store, query } = request;
  const table = store.table(workspaceShape);
  const organization = visible(request, organizations);
  const projectId = queryValue(query, "filter[project][id]");
  if (projectId === undefined) return table.where("organizationId", organization.id, order);
  const isHere = store.table(projects).get(projectId)?.organizationId === organization.id;
  return isHere ? table.where("projectId", projectId, order) : listable([]);
}

/** Workspaces without a run come last, in both directions (our choice: undocumented). */
function byCurrentRun({ store }: ServiceRequest, list: Listable<WorkspaceRecord>): Listable<WorkspaceRecord> {
  const keyed = list.slice(0, list.size).map((workspace) => ({
    workspace,
    sequence: currentRunOf(store, workspace)?.sequence ?? Number.POSITIVE_INFINITY,
  }));
  keyed.sort((one, other) => (one.sequence === other.sequence ? 0 : one.sequence - other.sequence));
  return listable(keyed.map(({ workspace }) => workspace));
}
