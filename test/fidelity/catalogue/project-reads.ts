import { behaviour, reference, field, notHere, operation, parameter } from "./build";
import { fivePages, operations, permissions, projectFields, projectListRoute, projectRoutes, requests } from "./tests";

const sends = (parameterName: string) =>
  requests(`listing projects › sends ${parameterName}, with its brackets percent-encoded`);
const LINKS = "links are full addresses with encoded brackets that keep the other parameters and can be followed";
const NULL_LINKS = "a list of one page has null for the pages before and after it";
const PAGES = "pages follow one another and lose nothing";
const PAGE = "listing projects › returns the requested page of the requested size";
const MIDDLE =
  "listing projects › contains number, size, previous and next page, and totals of a page in the middle of seven";
const FIRST = "listing projects › returns the first page, of 20, by default";
/** Without any parameters. */
const PLAIN = "listing projects › is a GET of the organization's projects";
/** Its tests show that the client takes no notice of them; that shows nothing of what they are. */
const NOT_READ = notHere("The client does not read it: it goes by `meta.pagination`.");

export const listProjectsRows = reference("4.3", "List projects", [
  operation(
    "GET /organizations/:organization_name/projects",
    "Lists the projects of an organization.",
    projectListRoute("without parameters all projects come, in a stable order, …"),
    requests("listing projects › is a GET of the organization's projects"),
  ),
  parameter(
    ":organization_name",
    "The organization whose projects are listed.",
    projectListRoute("the projects of an unknown organization are not found"),
    operations("listing projects › of an organization that does not exist is not found"),
  ),
  behaviour(
    "Brackets in names of parameters",
    "Percent-encoded as `%5B` and `%5D`.",
    projectListRoute(LINKS, "brackets need not be encoded"),
    sends("…"),
  ),
  parameter(
    "page[number]",
    "Page to return; the first when left out.",
    projectListRoute(PAGES, "a page is the first when no number is asked for"),
    [...sends("page[number]"), ...requests(PLAIN), ...operations(PAGE, FIRST)],
  ),
  parameter("page[size]", "Page size; 20 when left out.", projectListRoute("a page has 20 when no size is asked for"), [
    ...sends("page[size]"),
    ...requests(PLAIN),
    ...operations(FIRST),
  ]),
  parameter(
    "q",
    "Case-insensitive search of names; ignored when `filter[names]` is given.",
    projectListRoute(
      "q finds part of a name, whatever its case, and counts what matches",
      "q is ignored when filter[names] is given",
    ),
    [...sends("q"), ...operations("listing projects › finds a part of a name, case-insensitive")],
  ),
  parameter(
    "filter[names]",
    "Case-insensitive match of whole names; several separated by commas match any.",
    projectListRoute("filter[names] matches whole names, whatever their case, any of several"),
    [
      ...sends("filter[names]"),
      ...operations("listing projects › finds exact names, case-insensitive, and ignores the search"),
    ],
  ),
  parameter(
    "filter[permissions][create-workspace]",
    "When present, only projects in which the caller can create workspaces.",
    projectListRoute("filter[permissions] is evaluated for the caller, and what they may not read is not there at all"),
    [
      ...sends("filter[permissions][create-workspace]"),
      ...permissions("the filters by permission are evaluated for the caller"),
    ],
  ),
  parameter(
    "filter[permissions][update]",
    "When present, only projects that the caller can update.",
    projectListRoute("filter[permissions] is evaluated for the caller, and what they may not read is not there at all"),
    [...sends("filter[permissions][update]"), ...permissions("the filters by permission are evaluated for the caller")],
  ),
  parameter(
    "sort",
    "`name`, or `-name` for the reverse; the default order is arbitrary but stable.",
    projectListRoute("sort orders by name, …", "without parameters all projects come, in a stable order, …"),
    [
      ...sends("sort"),
      ...operations(
        "listing projects › is in the order of names, or in the reverse",
        "listing projects › has a stable order by default",
      ),
    ],
  ),
  field("links.self", "Full address of the page.", [...projectListRoute(LINKS), ...fivePages], NOT_READ),
  field("links.first", "Full address of the first page.", [...projectListRoute(LINKS), ...fivePages], NOT_READ),
  field(
    "links.prev",
    "Full address; null when there is none.",
    [...projectListRoute(LINKS, NULL_LINKS), ...fivePages],
    NOT_READ,
  ),
  field(
    "links.next",
    "Full address; null when there is none.",
    [...projectListRoute(LINKS, NULL_LINKS), ...fivePages],
    NOT_READ,
  ),
  field("links.last", "Full address of the last page.", [...projectListRoute(LINKS), ...fivePages], NOT_READ),
  field(
    "meta.status-counts",
    "Integers `total` and `matching`.",
    projectListRoute("q finds part of a name, whatever its case, and counts what matches"),
    operations("listing projects › contains the total and the number of matches"),
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
    field(`meta.pagination.${name}`, says, [...projectListRoute(PAGES), ...fivePages], operations(PAGE, FIRST, MIDDLE)),
  ),
]);

export const showProjectRows = reference("4.4", "Show a project", [
  operation(
    "GET /projects/:project_id",
    "Gives a project, with `auto-destroy-activity-duration`.",
    projectRoutes("show › every documented attribute is there, the duration too"),
    [
      ...requests("showing a project is a GET of it"),
      ...projectFields(
        "of a project, with … documents, › the response to show › contains the duration in show only, or in all " +
          "with full documents",
      ),
    ],
  ),
  parameter(
    ":project_id",
    "Id of the project.",
    projectRoutes("show › an unknown project is not found"),
    operations("showing a project › that does not exist is not found"),
  ),
]);
