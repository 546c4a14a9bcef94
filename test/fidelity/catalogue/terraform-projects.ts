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

const SENT_BY_CLIENT = notHere("The client puts it into each request.");
const READ_BY_CLIENT = notHere("The client refuses documents of another type before anything gets here.");
const NO_LINKS = notHere("The client does not read links, so none come here.");
const NO_PAGES = notHere("The client follows the pages; lists come whole.");

/** Of the rows on projects: what shows them in constructs and provider. */
export const TERRAFORM_PROJECTS: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("1", ["Projects group workspaces"], [...everyOperation, ...MOVE]),
  ...each(
    "1",
    ["JSON:API documents", "Names of members"],
    notHere("Users write and read the attributes of Terraform, whose words are joined by underscores."),
  ),
  ...each(
    "2.1",
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
  ...each("2.1", ["type"], READ_BY_CLIENT),
  ...each("2.1", ["attributes.permissions in create"], reads("read-after-create")),
  ...each("2.1", ["relationships.organization.links.related", "links.self"], NO_LINKS),
  ...each("2.4", ["type"], SENT_BY_CLIENT),
  ...each("2.4", ["id"], MOVE),
  ...each("2.5", ["errors", "status", "title", "detail"], ALL_ERRORS),
  ...each("3", ["Projects have no states"], notHere("There is nothing to give to users.")),

  ...each("4.1", ["POST /organizations/:organization_name/projects"], [...CREATE, ...everyOperation]),
  ...each("4.1", [":organization_name"], [...CREATE, ...MAY_ONLY_READ]),
  ...each("4.1", ["data.type"], SENT_BY_CLIENT),
  ...each("4.1", ["data.attributes.name"], [...CREATE, ...NAME]),
  ...each("4.1", ["data.attributes.description"], [...CREATE, ...DESCRIPTION, ...LEFT_OUT]),
  ...each("4.1", ["data.attributes.auto-destroy-activity-duration"], [...CREATE, ...DURATION, ...LEFT_OUT]),
  ...each("4.1", ["auto-destroy-activity-duration of new workspaces"], INHERITED),
  ...each("4.1", ["Response of create"], CREATE),

  ...each("4.2", ["PATCH /projects/:project_id"], [...UPDATE, ...everyOperation]),
  ...each("4.2", [":project_id", "Response of update"], UPDATE),
  ...each("4.2", ["data.type"], SENT_BY_CLIENT),
  ...each("4.2", ["data.attributes.name"], [...UPDATE, ...NAME]),
  ...each("4.2", ["data.attributes.description"], [...UPDATE, ...DESCRIPTION]),
  ...each("4.2", ["data.attributes.auto-destroy-activity-duration"], [...UPDATE, ...DURATION]),
  ...each("4.2", ["A changed duration goes to the workspaces"], INHERITED),

  ...each("4.3", ["GET /organizations/:organization_name/projects"], [...WHOLE_LIST, ...everyOperation]),
  ...each("4.3", [":organization_name"], dataSources("list-organization-missing")),
  ...each("4.3", ["Brackets in names of parameters"], notHere("The client encodes them.")),
  ...each(
    "4.3",
    ["page[number]", "page[size]", "meta.pagination.next-page", "meta.pagination.total-pages"],
    [...PAGES, ...WHOLE_LIST],
  ),
  ...each("4.3", ["q"], [...dataSources("list-by-part-of-name"), ...listConstruct("search-with-names")]),
  ...each("4.3", ["filter[names]"], [...BY_NAME, ...dataSources("list-by-names")]),
  ...each("4.3", ["filter[permissions][create-workspace]", "filter[permissions][update]"], WHAT_ONE_MAY),
  ...each("4.3", ["sort"], notHere("Lists are given by name, whatever order the service has them in.")),
  ...each("4.3", ["links.self", "links.first", "links.prev", "links.next", "links.last"], NO_LINKS),
  ...each("4.3", ["meta.status-counts"], notHere("No data source gives them: whoever has the list can count.")),
  ...each(
    "4.3",
    [
      "meta.pagination.current-page",
      "meta.pagination.page-size",
      "meta.pagination.prev-page",
      "meta.pagination.total-count",
    ],
    NO_PAGES,
  ),

  ...each("4.4", ["GET /projects/:project_id"], [...PROJECT, ...SINGLE, ...everyOperation]),
  ...each("4.4", [":project_id"], [...PROJECT, ...ABSENT]),
  ...each("4.5", ["DELETE /projects/:project_id"], [...DELETE, ...everyOperation]),
  ...each("4.5", [":project_id"], DELETE),
  ...each("4.5", ["A project that contains workspaces"], ensured("delete-with-workspaces")),
  ...each("4.6", ["POST /projects/:project_id/relationships/workspaces"], [...MOVE, ...everyOperation]),
  ...each("4.6", [":project_id", "data", "data[].id", "Response of move"], MOVE),
  ...each("4.6", ["data[].type"], SENT_BY_CLIENT),
  ...each("4.6", ["Permission to move"], [...MAY_MOVE, ...MAY_NOT_MOVE_OUT, ...MAY_NOT_MOVE_IN]),
  ...each("4.6", ["All or nothing"], [...REFUSED_MOVE, ...MAY_NOT_MOVE_OUT]),
];
