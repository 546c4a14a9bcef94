import { nameKey } from "../../model";
import { badRequest } from "../errors";
import type { Listable } from "../http/list";
import { sortedBy, listable, filterList, pageOf } from "../http/list";
import { queryValue, queryList, TAG_FILTER_PARAMETERS, tagFilters, wildcardMatcher } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { MEDIA_TYPE } from "../http/reply";
import { currentRun, workspaceJson } from "../serializers/workspace";
import type { OrganizationRecord, WorkspaceRecord } from "../store/records";
import { runStatus } from "../runs/run-status";
import type { SortedList } from "../store/sorted-list";
import { workspaceTags } from "../store/tag-bindings";
import { tagsOf } from "../store/tags";
import { visibleOrganization } from "./visible";
import { includedWith, readWorkspaceIncludes } from "./workspace-includes";

const FILTERS = [
  "filter[project][id]",
  "filter[current-run][status]",
  "search[name]",
  "search[wildcard-name]",
  "search[tags]",
  "search[exclude-tags]",
];

/** Lists workspaces. */
export const workspaceListRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/organizations/:organization/workspaces",
    query: {
      emulated: ["sort", "include", ...FILTERS, ...TAG_FILTER_PARAMETERS],
      notEmulated: ["filter[tag-union]", "filter[tag-value-default-null]", "filter[current-run][id]"],
    },
    handle: list,
  },
];

function list(request: ServiceRequest): RouteResult {
  const { principal } = request;
  const organization = visibleOrganization(request);
  const included = readWorkspaceIncludes(request);
  const shown = filterList(
    workspacesInOrder(request, organization),
    ...(principal.canInEveryProject("read", organization)
      ? []
      : [(it: WorkspaceRecord) => principal.canInWorkspace("read", it)]),
    ...conditions(request),
  );
  const { data, links, meta, records } = pageOf(request, shown, (it) => workspaceJson(request, it, included));
  // Not `join`, which copies each of these texts once more.
  const items = data.reduce((text, item) => (text === "" ? item : `${text},${item}`), "");
  const rest = JSON.stringify({ links, meta, ...includedWith(request, records, included) });
  return { status: 200, text: `{"data":[${items}],${rest.slice(1)}`, type: MEDIA_TYPE };
}

/** The conditions in the query. Without any, the cost of a list depends only on the size of its page. */
function conditions({ store, query }: ServiceRequest): ((workspace: WorkspaceRecord) => boolean)[] {
  const all: ((workspace: WorkspaceRecord) => boolean)[] = [];
  const search = queryValue(query, "search[name]");
  if (search !== undefined) all.push((it) => nameKey(it.name).includes(nameKey(search)));
  const pattern = queryValue(query, "search[wildcard-name]");
  if (pattern !== undefined) {
    const matches = wildcardMatcher(pattern);
    all.push((it) => matches(it.name));
  }
  const hasTag = (it: WorkspaceRecord, name: string): boolean =>
    tagsOf(store, it).some((tag) => tag.name === nameKey(name));
  const tags = queryList(query, "search[tags]");
  if (tags !== undefined) all.push((it) => tags.every((name) => hasTag(it, name)));
  const excluded = queryList(query, "search[exclude-tags]");
  if (excluded !== undefined) all.push((it) => !excluded.some((name) => hasTag(it, name)));
  const statuses = queryList(query, "filter[current-run][status]");
  if (statuses !== undefined) {
    all.push((it) => {
      const run = currentRun(store, it);
      return run !== undefined && statuses.includes(runStatus(store, run));
    });
  }
  for (const holds of tagFilters(query)) all.push((it) => holds(workspaceTags(store, it)));
  return all;
}

/** The workspaces of one project if requested; none for a project of another organization. */
function workspacesInOrder(request: ServiceRequest, organization: OrganizationRecord): Listable<WorkspaceRecord> {
  const { store, query } = request;
  const id = queryValue(query, "filter[project][id]");
  if (id === undefined) {
    return sorted(request, store.workspacesOf(organization.id), store.workspacesByNameOf(organization.id));
  }
  const elsewhere = store.projects.get(id)?.organizationId !== organization.id;
  const found = sorted(request, store.workspacesIn(id), store.workspacesByNameIn(id));
  return elsewhere ? listable([]) : found;
}

/**
 * In the order of `sort`. `latest-change-at` is the time of the latest state version, or of creation if there is none,
 * as always in the emulator.
 *
 * @throws HttpError 400 for another order (our choice: undocumented)
 */
function sorted(
  request: ServiceRequest,
  byCreation: SortedList<WorkspaceRecord>,
  byName: SortedList<WorkspaceRecord>,
): Listable<WorkspaceRecord> {
  const sort = request.query.get("sort") ?? "";
  switch (sort) {
    case "":
    case "latest-change-at":
      return byCreation;
    case "-latest-change-at":
      return { size: byCreation.size, slice: (start, end) => byCreation.sliceReversed(start, end) };
    case "name":
    case "-name":
      return sortedBy(sort, byCreation, byName);
    case "current-run.created-at":
      return listable(byCurrentRun(request, byCreation));
    case "-current-run.created-at":
      return listable([...byCurrentRun(request, byCreation)].reverse());
    default:
      throw badRequest(
        `Invalid sort parameter: ${sort}. Expected one of name, current-run.created-at and latest-change-at, ` +
          "optionally with a leading hyphen.",
      );
  }
}

/** Workspaces without a run come last (our choice: undocumented). */
function byCurrentRun({ store }: ServiceRequest, workspaces: SortedList<WorkspaceRecord>): readonly WorkspaceRecord[] {
  const keyed = workspaces.all().map((workspace) => ({
    workspace,
    sequence: currentRun(store, workspace)?.sequence ?? Number.POSITIVE_INFINITY,
  }));
  keyed.sort((one, other) => (one.sequence === other.sequence ? 0 : one.sequence - other.sequence));
  return keyed.map(({ workspace }) => workspace);
}
