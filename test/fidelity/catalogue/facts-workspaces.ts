import { documented, fact, further, notHere, ourChoice } from "./build";
import {
  clientOrganizations,
  clientProjects,
  clientWorkspaces,
  conventions,
  execution,
  moveRoute,
  operations,
  organizationRoutes,
  realClients,
  remoteStateConsumers,
  runTaskRoutes,
  stringTags,
  tagBindings,
  workspaceActions,
  workspaceList,
  workspaceRoutes,
} from "./tests";

const PAGES = documented("2026-11");
const PROJECT_PAGES = documented("2025-11-06");
const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

const NO_WORKSPACE_WRITES = notHere("The client does not create, change or delete workspaces.");
const SAME = "reads a workspace with its project by ID and by name";

const NOT_READ = notHere("The client keeps it as it came, and has no use for it.");
const SENT = clientWorkspaces("sends every filter as its query parameter");

export const workspaces = further("4", "Workspaces", [
  fact(
    PAGES,
    "Show a workspace",
    "By id or by organization and name, the same document; it always tells its project.",
    workspaceRoutes("by identifier and by name a workspace is the same, an unknown one is not found"),
    clientWorkspaces(SAME, "a missing workspace is not found"),
  ),
  fact(
    PAGES,
    "links.self of a workspace",
    "The path by organization and name.",
    workspaceRoutes("a workspace with a project comes into that one, and inherits its duration"),
    NOT_READ,
  ),
  fact(
    OPENAPI,
    "List workspaces",
    "Pages, `filter[project][id]`, `search[name]` for a part of the name, `sort`.",
    workspaceRoutes("the list can be narrowed to a project or a part of a name, sorted and paged"),
    clientWorkspaces("lists workspaces by project and by part of the name"),
  ),
  fact(
    ourChoice,
    "filter[project][id] of an unknown project",
    "An empty list.",
    conventions("a project that does not exist has no workspaces"),
    conventions("a project that does not exist has no workspaces"),
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
    moveRoute("a move of 100 of which one does not exist moves none …"),
    operations("moving workspaces › of which one does not exist moves none: …"),
  ),
  fact(
    ourChoice,
    "A workspace that is there already",
    "Is no mistake, nor is one that is named twice: 204.",
    moveRoute("workspaces that are there already, or are named twice, are no mistake"),
    operations("moving workspaces › that are already in the project succeeds"),
  ),
  fact(
    ourChoice,
    "The number of workspaces in a move",
    "Has no limit.",
    moveRoute("all workspaces named are moved: 204 without content"),
    clientProjects("moving workspaces › 500 of them sends one request"),
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
      "reads an organization with its default project's ID in one request",
      "a release that sends the default project only when it is included › is sent the include parameter",
    ),
  ),
  fact(
    GO_CLIENT,
    "include=default-project",
    "Loads the default project with its organization.",
    realClients("with … documents › the Go client reads entitlements and includes the default project"),
    clientOrganizations("includes the default project on request"),
  ),
  fact(
    GO_CLIENT,
    "A new workspace in a project",
    "Comes into it, and inherits its duration.",
    workspaceRoutes("a workspace with a project comes into that one, and inherits its duration"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Inheritance of the duration",
    "`inherits-project-auto-destroy` tells whether a workspace has the project's.",
    workspaceRoutes("a workspace has its own duration, or inherits again"),
    conventions("the client keeps the duration of a workspace"),
  ),
  fact(
    GO_CLIENT,
    "A workspace that is moved",
    "Follows the duration of its new project, unless it has its own.",
    moveRoute("a moved workspace follows the duration of its new project"),
    conventions("the client keeps the duration of a workspace"),
  ),
  fact(
    OPENAPI,
    "search[wildcard-name]",
    "`*` at either end stands for anything.",
    workspaceList("search[wildcard-name]=… finds …"),
    SENT,
  ),
  fact(OPENAPI, "search[tags]", "Those that have all of the tags.", workspaceList('{"search[tags]":…} finds …'), SENT),
  fact(
    OPENAPI,
    "search[exclude-tags]",
    "Those that have none of the tags.",
    workspaceList('{"search[exclude-tags]":…} finds …'),
    SENT,
  ),
  fact(
    OPENAPI,
    "filter[current-run][status]",
    "One status of the current run or several.",
    workspaceList("filter[current-run][status] takes several statuses; without a run there is none"),
    SENT,
  ),
  fact(
    PAGES,
    "filter[tagged] of workspaces",
    "Keys and values, inherited ones too; all must hold.",
    tagBindings(
      "of a workspace › lists can be narrowed to keys and values, all of which must hold",
      "a workspace inherits its project's tags but for the keys it has itself",
    ),
    SENT,
  ),
  fact(
    OPENAPI,
    "sort of workspaces",
    "`name`, `current-run.created-at`, `latest-change-at`, each also with a hyphen before it.",
    workspaceList("sort=…"),
    SENT,
  ),
  fact(
    ourChoice,
    "An order of workspaces that there is not",
    "400.",
    workspaceList("an order there is not is a bad request"),
    notHere("The client's type allows the known ones alone."),
  ),
  fact(
    OPENAPI,
    "The current run",
    "The newest that is not speculative. Which one it is, is our choice.",
    workspaceList("a workspace names its newest run, and as its current one the newest that is not speculative"),
    NOT_READ,
  ),
  fact(
    PAGES,
    "A safe delete",
    "409 where the workspace is locked; by force it is deleted.",
    workspaceActions("a locked workspace is not deleted safely, but by force"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    PAGES,
    "Locks",
    "What is locked is not locked again, nor what is not unlocked: 409.",
    workspaceActions("what is locked is not locked again, what is not is not unlocked: 409"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    GO_CLIENT,
    "The reason of a lock",
    "As documented, or as the Go client sends it.",
    workspaceActions("a workspace is locked with a reason …, and unlocked"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    PAGES,
    "Force-unlock",
    "Opens somebody else's lock, for who may change the workspace.",
    workspaceActions("somebody else's lock can only be forced open, by who may change the workspace"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    PAGES,
    "String tags of workspaces",
    "Added in lower case, listed, removed, given at creation.",
    stringTags(
      "tags are added in lower case, listed in their order, and removed; an unknown name is passed over",
      "a new workspace can be given tags",
    ),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Remote state consumers",
    "Added, taken away, replaced, listed.",
    remoteStateConsumers(
      "consumers are added, taken away and replaced, none twice",
      "a workspace that shares its state with all has the others as consumers, and none can be chosen",
    ),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Execution settings of workspaces",
    "The project's, and through it the organization's, until the workspace has its own.",
    execution(
      "of a workspace › it is the project's, and through it the organization's, until it has its own",
      "of a workspace › a workspace that moves inherits from where it comes",
    ),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    PAGES,
    "Run tasks of workspaces",
    "Attached with their stages, changed, detached.",
    runTaskRoutes(
      "a task is attached to a workspace with one stage, as older clients say it, and detached again",
    ).concat(
      runTaskRoutes(
        "what clients say of a run task › of an attachment may be changed too, and counts for the next run",
      ),
    ),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "include=project",
    "Brings the project along.",
    workspaceList("what belongs to the workspaces is included once, and what none of them has is not"),
    clientWorkspaces("includes the project on request, by ID, by name and in lists"),
  ),
]);
