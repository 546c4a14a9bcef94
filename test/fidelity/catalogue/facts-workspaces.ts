import { documented, fact, facts, notHere, ourChoice } from "./build";
import {
  clientOrganizations,
  clientProjects,
  clientWorkspaces,
  conventions,
  moveRoute,
  operations,
  organizationRoutes,
  workspaceActions,
  workspaceList,
  workspaceRoutes,
} from "./tests";

const PAGES = documented("2026-11");
const PROJECT_PAGES = documented("2025-11-06");
const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

const NO_WORKSPACE_WRITES = notHere("The client does not create, change or delete workspaces.");
const SAME = "a workspace is the same by its id and by its name, and tells where it lives";

/** Facts, section 4. */
export const workspaces = facts("4", "Workspaces", [
  fact(
    PAGES,
    "Show a workspace",
    "By id or by organization and name, the same document; it always tells its project.",
    workspaceRoutes("by identifier and by name a workspace is the same, an unknown one is not found"),
    clientWorkspaces(SAME, "what is not there is not found"),
  ),
  fact(
    OPENAPI,
    "List workspaces",
    "Pages, `filter[project][id]`, `search[name]` for a part of the name, `sort`.",
    workspaceRoutes("the list can be narrowed to a project or a part of a name, sorted and paged"),
    clientWorkspaces("workspaces are listed by project and by a part of the name"),
  ),
  fact(
    ourChoice,
    "filter[project][id] of an unknown project",
    "An empty list.",
    conventions("the workspaces of a project that does not exist are none"),
    conventions("the workspaces of a project that does not exist are none"),
  ),
  fact(
    PAGES,
    "PATCH of a workspace moves it",
    "Where its relationship `project` names another project; permission is needed on both.",
    workspaceRoutes(
      "a workspace is moved by naming another project in its relationships, and by nothing else",
      "a move by PATCH needs leave on both projects and a project that there is",
    ),
    notHere("The client moves workspaces with the operation of 4.6."),
  ),
  fact(
    PROJECT_PAGES,
    "The detail of a refused move",
    "`Workspace(s) not found, or you are not authorized to move them: ws-…`",
    moveRoute("a move of 100 of which one does not exist moves none and names it: 403 forbidden"),
    operations("moving workspaces › of which one does not exist moves none: forbidden, and the detail names it alone"),
  ),
  fact(
    ourChoice,
    "A workspace that is there already",
    "Is no mistake, nor is one that is named twice: 204.",
    moveRoute("workspaces that are there already, or are named twice, are no mistake"),
    operations("moving workspaces › that are in the project already is done"),
  ),
  fact(
    ourChoice,
    "The number of workspaces in a move",
    "Has no limit.",
    moveRoute("all workspaces named are moved: 204 without content"),
    clientProjects("moving workspaces › 500 of them is one request"),
  ),
  fact(
    ourChoice,
    "A workspace of another organization",
    "Is not found: 403, as the others.",
    moveRoute("a workspace of another organization is not found"),
    operations("moving workspaces › of another organization is forbidden, and moves none"),
  ),
  fact(
    PAGES,
    "A new workspace without a project",
    "Comes into the default project.",
    workspaceRoutes("a workspace without a project comes into the default project"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "The default project",
    "The organization's relationship `default-project`. First named `Default Project`.",
    organizationRoutes("an organization names its default project, which has the service's name for it"),
    clientOrganizations(
      "an organization tells its default project, with one request",
      "a release that tells the default project only when asked › is asked",
    ),
  ),
  fact(
    OPENAPI,
    "Inheritance of the duration",
    "`inherits-project-auto-destroy` tells whether a workspace has the project's.",
    workspaceRoutes("a workspace has its own duration, or inherits again"),
    conventions("the client keeps what a workspace tells of its duration"),
  ),
  fact(
    GO_CLIENT,
    "A workspace that is moved",
    "Follows the duration of its new project, unless it has its own.",
    moveRoute("a moved workspace follows the duration of its new project"),
    conventions("the client keeps what a workspace tells of its duration"),
  ),
  fact(
    OPENAPI,
    "Further filters of workspaces",
    "`search[wildcard-name]`, `search[tags]`, `search[exclude-tags]`, `filter[current-run][status]`.",
    workspaceList(
      "search[wildcard-name]=*-prod finds …",
      '{"search[tags]":"prod,WEB"} finds …',
      '{"search[exclude-tags]":"prod"} finds …',
      "filter[current-run][status] takes several statuses; without a run there is none",
    ),
    clientWorkspaces("every filter goes into the query as the service knows it"),
  ),
  fact(
    PAGES,
    "Locks",
    "What is locked is not locked again, nor what is not unlocked: 409.",
    workspaceActions("what is locked is not locked again, what is not is not unlocked: 409"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "include=project",
    "Brings the project along.",
    workspaceList("what belongs to the workspaces is included once, and what none of them has is not"),
    clientWorkspaces("a workspace comes with its project when that is asked for, by id, by name and in lists"),
  ),
]);
