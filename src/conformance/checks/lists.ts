import { requestPath, type Query } from "../../api/request-path";
import { asObject } from "../../json";
import { check, type Check, type Finding } from "../check";
import { attributeIn, listIn, paginationIn } from "../document";
import { describe, hasStatus, ifVisible, isEmptyList, isPage, isRejectedWith, lists, shown } from "../expectations";
import { get, type ServiceRequest } from "../request";
import type { World } from "../world";
import {
  defaultProject,
  listPolicySets,
  listProjects,
  listTeamAccess,
  listVariableSets,
  listWorkspaces,
  WHOLE_PAGE,
} from "./requests";

const MAX_PAGE = 1_000_000;
/** No project has it: it is too long. */
const UNKNOWN_NAME = "tfprojects conformance ".repeat(3).trim();

/** A list that tfprojects reads in pages of 100. */
interface PagedList {
  readonly id: string;
  readonly about: string;
  readonly list: (world: World) => ServiceRequest;
  /** Whether those without rights get a 404. @default false */
  readonly mayBeHidden?: boolean;
}

const LISTS: readonly PagedList[] = [
  { id: "projects", about: "projects", list: listProjects },
  { id: "workspaces", about: "workspaces", list: listWorkspaces },
  {
    id: "teams",
    about: "teams",
    list: ({ organization }) => get(requestPath`/organizations/${organization}/teams`),
    mayBeHidden: true,
  },
  {
    id: "policy-sets",
    about: "policy sets",
    list: listPolicySets,
    mayBeHidden: true,
  },
  {
    id: "variable-sets",
    about: "variable sets of a project",
    list: listVariableSets,
    mayBeHidden: true,
  },
  {
    id: "team-access",
    about: "team access to a project",
    list: listTeamAccess,
    mayBeHidden: true,
  },
];

/** Two requests: a page of 100, and one that is too large. */
function pageSize({ id, about, list, mayBeHidden = false }: PagedList): Check {
  const page = (world: World, size: number): ServiceRequest => withQuery(list(world), { "page[size]": size });
  return check({
    id: `page-size-${id}`,
    row: "pages: A page size over 100",
    about,
    requests: { largest: (world) => page(world, 100), larger: (world) => page(world, 101) },
    expects: ({ largest, larger }) => {
      const finding = (): Finding =>
        hasStatus(largest, 200) ?? isPage(largest, 100) ?? isRejectedWith(larger, 422, "page[size]");
      return mayBeHidden ? ifVisible(largest, about, finding) : finding();
    },
    consequence:
      "A page that is silently shorter than requested counts as the last one: objects are missing from plans.",
  });
}

function withQuery(request: ServiceRequest, query: Query): ServiceRequest {
  return { ...request, query: { ...request.query, ...query } };
}

/** The same name to the service, which ignores case. */
function otherCase(name: string): string {
  const lower = name.toLowerCase();
  return lower === name ? name.toUpperCase() : lower;
}

export const LIST_CHECKS: readonly Check[] = [
  ...LISTS.map(pageSize),
  check({
    id: "pagination",
    row: "pages: meta.pagination",
    requests: { list: (world) => listProjects(world, WHOLE_PAGE) },
    expects: ({ list }) => {
      const pagination = paginationIn(list);
      const missing = ["current-page", "next-page", "total-count"].filter((name) => !Object.hasOwn(pagination, name));
      return missing.length === 0 ? undefined : `meta.pagination lacks ${missing.join(", ")}`;
    },
    consequence: "Every command fails as soon as it lists projects or workspaces.",
  }),
  check({
    id: "default-page-size",
    row: "limits: Default page size (projects)",
    requests: { list: (world) => listProjects(world) },
    expects: ({ list }) => isPage(list, 20),
    consequence: "None for tfprojects, which always sends a page size.",
  }),
  check({
    id: "page-past-end",
    row: "pages: A page past the end",
    requests: {
      whole: (world) => listProjects(world, WHOLE_PAGE),
      past: (world) => listProjects(world, { "page[number]": MAX_PAGE, ...WHOLE_PAGE }),
    },
    expects: ({ past }) => {
      const { "current-page": page, "total-count": total } = paginationIn(past);
      return (
        isEmptyList(past) ??
        (page === MAX_PAGE ? undefined : `current-page is ${shown(page)}`) ??
        (typeof total === "number" && total > 0 ? undefined : `total-count is ${shown(total)}`)
      );
    },
    consequence: "A list that shrinks while it is read ends in an error.",
  }),
  check({
    id: "empty-list",
    row: "pages: An empty list",
    requests: { list: (world) => listProjects(world, { "filter[names]": UNKNOWN_NAME, ...WHOLE_PAGE }) },
    expects: ({ list }) => {
      const { "total-pages": pages, "next-page": next } = paginationIn(list);
      const isPlausible = (pages === 0 || pages === 1) && next === null;
      return isEmptyList(list) ?? (isPlausible ? { found: `total-pages is ${pages}` } : "it has further pages");
    },
    consequence: "A list that is empty is read again and again.",
  }),
  check({
    id: "page-size-zero",
    row: "pages: A page size that is 0 or not a number",
    requests: { list: (world) => listProjects(world, { "page[size]": 0 }) },
    expects: ({ list }) => isRejectedWith(list, 422, "page[size]"),
    consequence: "None for tfprojects, which sends no such size.",
  }),
  check({
    id: "page-number-zero",
    row: "pages: A page number that is 0, negative or not a number",
    requests: { list: (world) => listProjects(world, { "page[number]": 0 }) },
    expects: ({ list }) => hasStatus(list, 422),
    consequence: "None for tfprojects, which sends no such number.",
  }),
  check({
    id: "sort",
    row: "pages: sort",
    requests: {
      ascending: (world) => listProjects(world, { sort: "name", ...WHOLE_PAGE }),
      descending: (world) => listProjects(world, { sort: "-name", ...WHOLE_PAGE }),
    },
    expects: ({ ascending, descending }) => {
      const [up, down] = [ascending, descending].map((it) => listIn(it)?.map(({ id }) => id));
      if (up === undefined || down === undefined) return `no list: ${describe(ascending)}, ${describe(descending)}`;
      // Others may create and delete projects between the two.
      const both = up.filter((id) => down.includes(id));
      const isReversed = both.every((id, index) => down.filter((it) => both.includes(it)).at(-1 - index) === id);
      return isReversed ? undefined : "the one is not the reverse of the other";
    },
    consequence: "Lists of more than 100 projects can lack some that were created or renamed while they were read.",
  }),
  check({
    id: "unknown-sort",
    row: "pages: An unknown sort order",
    requests: { list: (world) => listProjects(world, { sort: "tfprojects" }) },
    expects: ({ list }) => hasStatus(list, 400),
    consequence: "None for tfprojects, which sends no other order than by name.",
  }),
  check({
    id: "unknown-filter",
    row: "pages: An unknown filter",
    requests: { list: (world) => listProjects(world, { "filter[tfprojects]": "x" }) },
    expects: ({ list }) => hasStatus(list, 400),
    consequence: "A release that does not know a filter returns everything; tfprojects checks what it filters by.",
  }),
  check({
    id: "names-filter",
    row: "pages: filter[names]",
    about: "case",
    requests: {
      list: (world) => listProjects(world, { "filter[names]": otherCase(world.defaultProject.name), ...WHOLE_PAGE }),
    },
    expects: ({ list }, { defaultProject: { id } }) => {
      const count = listIn(list)?.length ?? 0;
      return lists(list, id) ?? (count === 1 ? undefined : `a list of ${count}`);
    },
    consequence: "A project that exists is not found by its name, and plans create it a second time.",
  }),
  check({
    id: "search",
    row: "pages: q",
    requests: {
      list: (world) => listProjects(world, { q: otherCase(world.defaultProject.name.slice(1, -1)), ...WHOLE_PAGE }),
    },
    expects: ({ list }, { defaultProject: { id } }) => lists(list, id),
    consequence: "The data source tfprojects_projects finds fewer projects with `search`.",
  }),
  check({
    id: "permission-filter",
    row: "list-projects: filter[permissions][update]",
    requests: {
      project: defaultProject,
      list: (world) => listProjects(world, { "filter[permissions][update]": "true", ...WHOLE_PAGE }),
    },
    expects: ({ project, list }, { defaultProject: { id } }) => {
      const updatable = listIn(list)?.map(({ id }) => id);
      if (updatable === undefined) return `no list: ${describe(list)}`;
      const isUpdatable = asObject(attributeIn(project, "permissions"))["can-update"] === true;
      if (updatable.length >= 100) return { skipped: "the projects do not fit on one page" };
      return updatable.includes(id) === isUpdatable ? undefined : `a project with can-update ${isUpdatable}`;
    },
    consequence: "The data source tfprojects_projects returns other projects with `can_update`.",
  }),
  check({
    id: "unknown-project-filter",
    row: "workspaces: filter[project][id] of an unknown project",
    requests: {
      list: (world) => listWorkspaces(world, { "filter[project][id]": world.unknownId("project"), ...WHOLE_PAGE }),
    },
    expects: ({ list }) => isEmptyList(list),
    consequence:
      "With an error, a project that was deleted out of band breaks every plan. Without a filter, all workspaces " +
      "count as those of the deleted project.",
  }),
  check({
    id: "unknown-tag-filter",
    row: "project-attributes: filter[tagged]",
    about: "an unknown key",
    requests: {
      list: (world) => listProjects(world, { "filter[tagged][0][key]": world.unknownId("project"), ...WHOLE_PAGE }),
    },
    expects: ({ list }) => isEmptyList(list),
    consequence: "Lists of tagged projects have others, too.",
  }),
];
