import { nameKey } from "../../model";
import { currentRun, workspaceResource } from "../documents/workspace";
import { badRequest } from "../http/errors";
import { given, givenList, TAG_FILTERS, tagFilters, wildcard } from "../http/filters";
import type { Listable } from "../http/list";
import { inOrder, listable, only, pageOf } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import type { OrganizationRecord, WorkspaceRecord } from "../world/records";
import { runStatus } from "../world/run-progress";
import type { SortedList } from "../world/sorted-list";
import { workspaceTags } from "../world/tag-bindings";
import { tagsOf } from "../world/tags";
import { visibleOrganization } from "./visible";
import { includedWith, readWorkspaceIncludes } from "./workspace-included";

const FILTERS = [
  "filter[project][id]",
  "filter[current-run][status]",
  "search[name]",
  "search[wildcard-name]",
  "search[tags]",
  "search[exclude-tags]",
];

/** List workspaces, beyond the contract (facts, section 4). */
export const workspaceListRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/organizations/:organization/workspaces",
    query: {
      emulated: ["sort", "include", ...FILTERS, ...TAG_FILTERS],
      notEmulated: ["filter[tag-union]", "filter[tag-value-default-null]", "filter[current-run][id]"],
    },
    handle: list,
  },
];

function list(request: ServiceRequest): ServiceAnswer {
  const { caller } = request;
  const organization = visibleOrganization(request);
  const included = readWorkspaceIncludes(request);
  const shown = only(
    workspacesInOrder(request, organization),
    ...(caller.mayWithEveryProject("read", organization)
      ? []
      : [(it: WorkspaceRecord) => caller.mayWithWorkspace("read", it)]),
    ...conditions(request),
  );
  const page = pageOf(request, shown, (workspace) => workspaceResource(request, workspace, included));
  return ok({
    data: page.data,
    links: page.links,
    meta: page.meta,
    ...includedWith(request, page.records, included),
  });
}

/** What the parameters ask of each workspace; empty when they ask for all, so that a list then costs no more than its page. */
function conditions({ world, query }: ServiceRequest): ((workspace: WorkspaceRecord) => boolean)[] {
  const all: ((workspace: WorkspaceRecord) => boolean)[] = [];
  const search = given(query, "search[name]");
  if (search !== undefined) all.push((it) => nameKey(it.name).includes(nameKey(search)));
  const pattern = given(query, "search[wildcard-name]");
  if (pattern !== undefined) {
    const matches = wildcard(pattern);
    all.push((it) => matches(it.name));
  }
  const hasTag = (it: WorkspaceRecord, name: string): boolean =>
    tagsOf(world, it).some((tag) => tag.name === nameKey(name));
  const tags = givenList(query, "search[tags]");
  if (tags !== undefined) all.push((it) => tags.every((name) => hasTag(it, name)));
  const excluded = givenList(query, "search[exclude-tags]");
  if (excluded !== undefined) all.push((it) => !excluded.some((name) => hasTag(it, name)));
  const statuses = givenList(query, "filter[current-run][status]");
  if (statuses !== undefined) {
    all.push((it) => {
      const run = currentRun(world, it);
      return run !== undefined && statuses.includes(runStatus(world, run));
    });
  }
  for (const holds of tagFilters(query)) all.push((it) => holds(workspaceTags(world, it)));
  return all;
}

/** Those of one project when asked for it; a project that is not of this organization has none here. */
function workspacesInOrder(request: ServiceRequest, organization: OrganizationRecord): Listable<WorkspaceRecord> {
  const { world, query } = request;
  const id = given(query, "filter[project][id]");
  if (id === undefined) {
    return sorted(request, world.workspacesOf(organization.id), world.workspacesByNameOf(organization.id));
  }
  const elsewhere = world.projects.get(id)?.organizationId !== organization.id;
  const found = sorted(request, world.workspacesIn(id), world.workspacesByNameIn(id));
  return elsewhere ? listable([]) : found;
}

/**
 * In the order that `sort` names, backwards with a hyphen. `latest-change-at` is the time of the latest state version, and without one
 * that of creation: no workspace of the emulator has one.
 *
 * @throws ServiceError 400 for an order there is not; the service's answer to that is not public.
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
      return inOrder(sort, byCreation, byName);
    case "current-run.created-at":
      return listable(byCurrentRun(request, byCreation));
    case "-current-run.created-at":
      return listable([...byCurrentRun(request, byCreation)].reverse());
    default:
      throw badRequest(
        `Invalid sort parameter: ${sort}. Known are name, current-run.created-at and latest-change-at, each also with a hyphen before it.`,
      );
  }
}

/** Workspaces without a run come last (emulator's choice: nothing is public). */
function byCurrentRun({ world }: ServiceRequest, workspaces: SortedList<WorkspaceRecord>): readonly WorkspaceRecord[] {
  const keyed = workspaces.all().map((workspace) => ({
    workspace,
    sequence: currentRun(world, workspace)?.sequence ?? Number.POSITIVE_INFINITY,
  }));
  keyed.sort((one, other) => (one.sequence === other.sequence ? 0 : one.sequence - other.sequence));
  return keyed.map(({ workspace }) => workspace);
}
