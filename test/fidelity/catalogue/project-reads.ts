import { behaviour, reference, field, notHere, operation, parameter } from "./build";
import {
  fivePages,
  listOperations,
  operations,
  permissions,
  projectFields,
  projectListRoute,
  projectRoutes,
  requests,
} from "./tests";

/** Its tests show that the client takes no notice of them; that shows nothing of what they are. */
const NOT_READ = notHere("The client uses `meta.pagination` instead.");

export const listProjectsRows = reference("List projects", [
  operation(
    "GET /organizations/:organization_name/projects",
    "Lists the projects of an organization.",
    projectListRoute("stable-default-order"),
    requests("list-projects"),
  ),
  parameter(
    ":organization_name",
    "The organization whose projects are listed.",
    projectListRoute("organization-missing"),
    listOperations("list-organization-missing"),
  ),
  behaviour(
    "Brackets in names of parameters",
    "Percent-encoded as `%5B` and `%5D`.",
    projectListRoute("links", "brackets-unencoded"),
    requests("list-projects-with-*"),
  ),
  parameter(
    "page[number]",
    "Page to return; the first by default.",
    projectListRoute("pages-follow", "first-page-default"),
    [
      ...requests("list-projects-with-page[number]"),
      ...requests("list-projects"),
      ...listOperations("list-requested-page", "list-first-page-default"),
    ],
  ),
  parameter("page[size]", "Page size; 20 by default.", projectListRoute("default-page-size"), [
    ...requests("list-projects-with-page[size]"),
    ...requests("list-projects"),
    ...listOperations("list-first-page-default"),
  ]),
  parameter(
    "q",
    "Case-insensitive search of names; ignored when `filter[names]` is given.",
    projectListRoute("search", "search-ignored-with-names"),
    [...requests("list-projects-with-q"), ...listOperations("list-search")],
  ),
  parameter(
    "filter[names]",
    "Case-insensitive match of whole names; several separated by commas match any.",
    projectListRoute("filter-names"),
    [...requests("list-projects-with-filter[names]"), ...listOperations("list-exact-names")],
  ),
  parameter(
    "filter[permissions][create-workspace]",
    "When present, only projects in which the caller can create workspaces.",
    projectListRoute("filter-permissions"),
    [
      ...requests("list-projects-with-filter[permissions][create-workspace]"),
      ...permissions("filters-evaluated-for-caller"),
    ],
  ),
  parameter(
    "filter[permissions][update]",
    "When present, only projects that the caller can update.",
    projectListRoute("filter-permissions"),
    [...requests("list-projects-with-filter[permissions][update]"), ...permissions("filters-evaluated-for-caller")],
  ),
  parameter(
    "sort",
    "`name`, or `-name` for the reverse; the default order is arbitrary but stable.",
    projectListRoute("sort", "stable-default-order"),
    [...requests("list-projects-with-sort"), ...listOperations("list-sorted", "list-default-order-stable")],
  ),
  field("links.self", "Full URL of the page.", [...projectListRoute("links"), ...fivePages], NOT_READ),
  field("links.first", "Full URL of the first page.", [...projectListRoute("links"), ...fivePages], NOT_READ),
  field(
    "links.prev",
    "Full URL; null when there is none.",
    [...projectListRoute("links", "single-page-null-links"), ...fivePages],
    NOT_READ,
  ),
  field(
    "links.next",
    "Full URL; null when there is none.",
    [...projectListRoute("links", "single-page-null-links"), ...fivePages],
    NOT_READ,
  ),
  field("links.last", "Full URL of the last page.", [...projectListRoute("links"), ...fivePages], NOT_READ),
  field(
    "meta.status-counts",
    "Integers `total` and `matching`.",
    projectListRoute("search"),
    listOperations("list-status-counts"),
  ),
  ...(
    [
      ["current-page", "Integer."],
      ["page-size", "Integer."],
      ["prev-page", "Integer; null when there is none."],
      ["next-page", "Integer; null when there is none."],
      ["total-pages", "Integer."],
      ["total-count", "Integer."],
    ] as const
  ).map(([name, says]) =>
    field(
      `meta.pagination.${name}`,
      says,
      [...projectListRoute("pages-follow"), ...fivePages],
      listOperations("list-requested-page", "list-first-page-default", "list-pagination"),
    ),
  ),
]);

export const showProjectRows = reference("Show a project", [
  operation(
    "GET /projects/:project_id",
    "Shows a project, with `auto-destroy-activity-duration`.",
    projectRoutes("show"),
    [...requests("show-project"), ...projectFields("response-show:contains-duration")],
  ),
  parameter(":project_id", "ID of the project.", projectRoutes("show-missing"), operations("show-missing")),
]);
