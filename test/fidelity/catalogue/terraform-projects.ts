import type { Evidence } from "../row";
import { testsOf } from "../row";
import { each, everyOperation, notHere } from "./constructs-and-provider-tests";

/** What the provider does its work with; the engine does too. */
const ensured = testsOf("test/reconcile/project.test.ts");
const members = testsOf("test/reconcile/membership.test.ts");
const reads = testsOf("test/reconcile/view.test.ts");
const dataSources = testsOf("test/provider/project-data-sources.test.ts");
const durations = testsOf("test/provider/project-durations.test.ts");
const permissions = testsOf("test/provider/permissions.test.ts");
const serviceErrors = testsOf("test/provider/service-errors.test.ts");
const listConstruct = testsOf("test/constructs/data-projects.test.ts");
const projectConstruct = testsOf("test/constructs/project.test.ts");

const CREATE = ensured("create");
const UPDATE = ensured("update-differences");
const LEFT_OUT = durations("name-only");
const INHERITED = durations("duration-inherited");
export const DELETE = ensured("delete-empty");
export const MOVE = members("move-500-one-request");
export const REFUSED_MOVE = members("move-refused");
export const MAY_NOT_MOVE_OUT = permissions("move-out-denied");
export const MAY_NOT_MOVE_IN = permissions("move-in-denied");
export const MAY_MOVE = permissions("move-permitted");
const MAY_ONLY_READ = permissions("read-only-denied");

export const PAGES = reads("concurrent-reads-batched");
const BY_NAME = reads("find-by-name");
const SINGLE = reads("few-reads-single");
const PROJECT = dataSources("every-field");
const ABSENT = dataSources("project-missing");
const WHOLE_LIST = dataSources("list-sorted-by-name");
export const WHAT_ONE_MAY = dataSources("list-by-permissions");

export const NAME = projectConstruct("name-too-short", "name-too-long", "name-with-dot");
export const DESCRIPTION = projectConstruct("description-too-long");
export const DURATION = projectConstruct("duration-zero");

const ALL_ERRORS = serviceErrors("all-errors-shown");

const SENT_BY_CLIENT = notHere("The client adds it to each request.");
const READ_BY_CLIENT = notHere("The client already rejects documents of another type.");
const NO_LINKS = notHere("The client does not read links.");
const NO_PAGES = notHere("The client follows the pages and returns whole lists.");

/** Of the rows on projects: what shows them in constructs and provider. */
export const TERRAFORM_PROJECTS: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("overview", ["Projects group workspaces"], [...everyOperation, ...MOVE]),
  ...each(
    "overview",
    ["JSON:API documents", "Names of members"],
    notHere("Users see Terraform's attributes, whose names have underscores."),
  ),
  ...each(
    "project",
    [
      "id",
      "attributes.name",
      "attributes.description",
      "attributes.workspace-count",
      "attributes.team-count",
      "attributes.permissions",
      "attributes.auto-destroy-activity-duration",
      "relationships.organization.data",
    ],
    PROJECT,
  ),
  ...each("project", ["type"], READ_BY_CLIENT),
  ...each("project", ["attributes.permissions in create"], reads("read-after-create")),
  ...each("project", ["relationships.organization.links.related", "links.self"], NO_LINKS),
  ...each("workspace-reference", ["type"], SENT_BY_CLIENT),
  ...each("workspace-reference", ["id"], MOVE),
  ...each("error-object", ["errors", "status", "title", "detail"], ALL_ERRORS),
  ...each("states-and-transitions", ["Projects have no states"], notHere("There is nothing to expose.")),

  ...each("create-a-project", ["POST /organizations/:organization_name/projects"], [...CREATE, ...everyOperation]),
  ...each("create-a-project", [":organization_name"], [...CREATE, ...MAY_ONLY_READ]),
  ...each("create-a-project", ["data.type"], SENT_BY_CLIENT),
  ...each("create-a-project", ["data.attributes.name"], [...CREATE, ...NAME]),
  ...each("create-a-project", ["data.attributes.description"], [...CREATE, ...DESCRIPTION, ...LEFT_OUT]),
  ...each(
    "create-a-project",
    ["data.attributes.auto-destroy-activity-duration"],
    [...CREATE, ...DURATION, ...LEFT_OUT],
  ),
  ...each("create-a-project", ["auto-destroy-activity-duration of new workspaces"], INHERITED),
  ...each("create-a-project", ["Response of create"], CREATE),

  ...each("update-a-project", ["PATCH /projects/:project_id"], [...UPDATE, ...everyOperation]),
  ...each("update-a-project", [":project_id", "Response of update"], UPDATE),
  ...each("update-a-project", ["data.type"], SENT_BY_CLIENT),
  ...each("update-a-project", ["data.attributes.name"], [...UPDATE, ...NAME]),
  ...each("update-a-project", ["data.attributes.description"], [...UPDATE, ...DESCRIPTION]),
  ...each("update-a-project", ["data.attributes.auto-destroy-activity-duration"], [...UPDATE, ...DURATION]),
  ...each("update-a-project", ["A changed duration"], INHERITED),

  ...each("list-projects", ["GET /organizations/:organization_name/projects"], [...WHOLE_LIST, ...everyOperation]),
  ...each("list-projects", [":organization_name"], dataSources("list-organization-missing")),
  ...each("list-projects", ["Brackets in names of parameters"], notHere("The client encodes them.")),
  ...each(
    "list-projects",
    ["page[number]", "page[size]", "meta.pagination.next-page", "meta.pagination.total-pages"],
    [...PAGES, ...WHOLE_LIST],
  ),
  ...each("list-projects", ["q"], [...dataSources("list-by-part-of-name"), ...listConstruct("search-with-names")]),
  ...each("list-projects", ["filter[names]"], [...BY_NAME, ...dataSources("list-by-names")]),
  ...each("list-projects", ["filter[permissions][create-workspace]", "filter[permissions][update]"], WHAT_ONE_MAY),
  ...each("list-projects", ["sort"], notHere("Lists are always sorted by name.")),
  ...each("list-projects", ["links.self", "links.first", "links.prev", "links.next", "links.last"], NO_LINKS),
  ...each("list-projects", ["meta.status-counts"], notHere("No data source returns them: the list can be counted.")),
  ...each(
    "list-projects",
    [
      "meta.pagination.current-page",
      "meta.pagination.page-size",
      "meta.pagination.prev-page",
      "meta.pagination.total-count",
    ],
    NO_PAGES,
  ),

  ...each("show-a-project", ["GET /projects/:project_id"], [...PROJECT, ...SINGLE, ...everyOperation]),
  ...each("show-a-project", [":project_id"], [...PROJECT, ...ABSENT]),
  ...each("delete-a-project", ["DELETE /projects/:project_id"], [...DELETE, ...everyOperation]),
  ...each("delete-a-project", [":project_id"], DELETE),
  ...each("delete-a-project", ["A project that contains workspaces"], ensured("delete-with-workspaces")),
  ...each(
    "move-workspaces-into-a-project",
    ["POST /projects/:project_id/relationships/workspaces"],
    [...MOVE, ...everyOperation],
  ),
  ...each("move-workspaces-into-a-project", [":project_id", "data", "data[].id", "Response of move"], MOVE),
  ...each("move-workspaces-into-a-project", ["data[].type"], SENT_BY_CLIENT),
  ...each(
    "move-workspaces-into-a-project",
    ["Permission to move"],
    [...MAY_MOVE, ...MAY_NOT_MOVE_OUT, ...MAY_NOT_MOVE_IN],
  ),
  ...each("move-workspaces-into-a-project", ["All or nothing"], [...REFUSED_MOVE, ...MAY_NOT_MOVE_OUT]),
];
