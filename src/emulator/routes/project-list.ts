import { nameKey } from "../../model";
import type { ProjectPermission } from "../access/roles";
import type { Listable, SortOrder } from "../http/list";
import { sortedBy, listable, filterList, pageOf, readSort, reversed } from "../http/list";
import { queryValue, readInclude, TAG_FILTER_PARAMETERS, tagFilters } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { includedTags, PROJECT_INCLUDES, projectResource } from "../serializers/project";
import type { OrganizationRecord, ProjectRecord } from "../store/records";
import { projectTags } from "../store/tag-bindings";
import { visibleOrganization } from "./visible";

const PERMISSION_FILTERS = [
  ["filter[permissions][create-workspace]", "create-workspace"],
  ["filter[permissions][update]", "update"],
] as const;
const FILTERS = ["filter[names]", ...PERMISSION_FILTERS.map(([parameter]) => parameter)];

/** Lists projects; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects#list-projects */
export const projectListRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/organizations/:organization/projects",
    query: {
      emulated: ["q", "sort", "include", ...FILTERS, ...TAG_FILTER_PARAMETERS],
      notEmulated: ["filter[permissions][move-stack]"],
    },
    handle: list,
  },
];

function list(request: ServiceRequest): RouteResult {
  const { principal, query } = request;
  const organization = visibleOrganization(request);
  const included = readInclude(query, PROJECT_INCLUDES);
  const order = readSort(query);
  const permitted = (ability: ProjectPermission) =>
    principal.canInEveryProject(ability, organization) ? [] : [(it: ProjectRecord) => principal.can(ability, it)];
  const visible = permitted("read");
  const all = filterList(projectsInOrder(request, organization, order), ...visible);
  const conditions = [
    ...PERMISSION_FILTERS.flatMap(([parameter, ability]) => (query.has(parameter) ? permitted(ability) : [])),
    ...tagFilters(query).map((holds) => (it: ProjectRecord) => holds(projectTags(it))),
  ];
  const names = queryValue(query, "filter[names]");
  const matching =
    names === undefined
      ? filterList(all, ...conditions, ...matches(queryValue(query, "q")))
      : filterList(namedProjects(request, organization, order, names), ...visible, ...conditions);
  const page = pageOf(request, matching, (project) => projectResource(request, project, "list", included));
  return ok({
    data: page.data,
    links: page.links,
    meta: { "status-counts": { total: all.size, matching: matching.size }, ...page.meta },
    ...includedTags(page.records, included),
  });
}

/**
 * By default newest first: the order is documented as arbitrary but stable, and clients look for a new project on the
 * first page.
 */
function projectsInOrder(
  { store }: ServiceRequest,
  organization: OrganizationRecord,
  order: SortOrder,
): Listable<ProjectRecord> {
  const byCreation = store.projectsOf(organization.id);
  return order === "default"
    ? reversed(byCreation)
    : sortedBy(order, byCreation, store.projectsByNameOf(organization.id));
}

function matches(search: string | undefined): ((project: ProjectRecord) => boolean)[] {
  if (search === undefined) return [];
  const key = nameKey(search);
  return [(project) => nameKey(project.name).includes(key)];
}

/** The projects with exactly these names; names cannot contain commas. */
function namedProjects(
  { store }: ServiceRequest,
  organization: OrganizationRecord,
  order: SortOrder,
  names: string,
): Listable<ProjectRecord> {
  const keys = new Set(names.split(",").map((name) => nameKey(name.trim())));
  const found = [...keys].flatMap((key) => store.findProject(organization.id, key) ?? []);
  if (order === "default") return listable(found.sort((one, other) => other.sequence - one.sequence));
  const byName = found.sort((one, other) => (nameKey(one.name) < nameKey(other.name) ? -1 : 1));
  return listable(order === "name" ? byName : byName.reverse());
}
