import { documented, fact, facts, notHere, observed, ourChoice } from "./build";
import {
  accessMatrix,
  clientProjects,
  errors,
  operations,
  permissions,
  projectListRoute,
  projectRoutes,
  readErrors,
  requests,
  resultFields,
  service,
  stageFields,
  stageOperations,
  taskResultRoute,
  taskStageRoutes,
  workspaceRoutes,
} from "./tests";

/** The OpenAPI description of the service's interface. */
const OPENAPI = documented("2026-08-04");
const PROJECT_PAGES = documented("2025-11-06");
/** HashiCorp's Go client, whose integration tests run against the real service; its provider of the same month. */
const GO_CLIENT = documented("2026-08");
/** Pages of the documentation without a date of their own, by when we read them. */
const PAGES = documented("2026-11");

const NO_WORKSPACE_WRITES = notHere("The client does not create, change or delete workspaces.");
const answers = (status: number) => errors(`an error document › of status ${status} has errors, each with …`);
const becomes = (status: number) => errors(`an error document › of status ${status} becomes an error of the client, …`);

/** Facts, section 1.1. */
export const successCodes = facts("1.1", "Success codes", [
  fact(
    OPENAPI,
    "Create a project",
    "201, with the project.",
    projectRoutes("create (section 4.1) › a project with all attributes comes into being"),
    operations("creating a project › with the name … is done"),
  ),
  fact(
    OPENAPI,
    "Update a project",
    "200.",
    projectRoutes("update (section 4.2) › what is not given stays as it is"),
    operations("updating a project › changes what is given and leaves the rest"),
  ),
  fact(
    OPENAPI,
    "Show a project",
    "200.",
    projectRoutes("show (section 4.4) › everything of section 2.1 is there, the duration too"),
    requests("showing a project is a GET of it"),
  ),
  fact(
    OPENAPI,
    "List projects",
    "200.",
    projectListRoute("without parameters all projects come, in a stable order, with counts and no duration"),
    operations("listing projects › gives the page that is asked for, of the size that is asked for"),
  ),
  fact(
    OPENAPI,
    "List task stages",
    "200.",
    taskStageRoutes("list (section 4.7) › the stages of a run come in the order in which it comes to them"),
    stageOperations("listing the task stages of a run › gives one for each run stage that has tasks, …"),
  ),
  fact(
    OPENAPI,
    "Show a task stage",
    "200.",
    taskStageRoutes("show (section 4.8) › everything of section 2.2 is there"),
    stageFields("of a task stage, with … documents, › the response to show › tells the id"),
  ),
  fact(
    OPENAPI,
    "Show a task result",
    "200.",
    taskResultRoute("everything of section 2.3 is there"),
    resultFields("of a task result, with … documents, › the response to show › tells the id"),
  ),
  fact(
    OPENAPI,
    "Override a task stage",
    "200, with the stage.",
    taskStageRoutes(
      "override (sections 3.1 and 4.10) › the response shows running, both timestamps, and that it cannot be done again",
    ),
    stageFields("of a task stage, with … documents, › the response to override › tells the status"),
  ),
  fact(
    OPENAPI,
    "Create a workspace",
    "201.",
    workspaceRoutes("a workspace without a project comes into the default project"),
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Delete a workspace",
    "204, also when done safely.",
    workspaceRoutes("a workspace is deleted …"),
    NO_WORKSPACE_WRITES,
  ),
]);

/** Facts, section 1.2. */
export const errorEnvelope = facts("1.2", "Error documents", [
  fact(
    OPENAPI,
    "The envelope",
    "`errors`, each with `status`, `title`, `detail` and, for an attribute, `source.pointer`.",
    projectRoutes("create (section 4.1) › a name that another project has is taken, whatever its case"),
    operations("creating a project › with the name … is refused, and the error points at the name"),
  ),
  fact(
    observed("2026-09-07"),
    "No detail",
    "401 and 404 come without `detail`. The contract promises one: with full documents the emulator leaves it out.",
    service("with full documents › errors of which the real service gives no detail have none"),
    errors("an error document › without a detail, as full documents have it, becomes the same error"),
  ),
  fact(
    GO_CLIENT,
    "Plain texts for errors",
    '`{"errors":["text"]}` occurs.',
    notHere("The emulator sends error objects, as the contract says."),
    readErrors("an answer with plain texts for errors is read"),
  ),
  fact(
    ourChoice,
    "Bodies that are no JSON",
    "A proxy's page or text: the client goes by the status.",
    notHere("It is what stands between client and service that sends them."),
    readErrors("an answer with a text and no JSON is read", "an answer with a web page is read"),
  ),
  fact(
    observed("2026-09-07"),
    "No token, wrong token",
    "401 `unauthorized`, told the same.",
    service("authentication (section 5) › … is unauthorized, and all are told the same"),
    permissions("a token that the service does not know is unauthorized, and nothing is done"),
  ),
  fact(PAGES, "Not found, or not permitted", "404 `not found`; which of them is not told.", answers(404), becomes(404)),
  fact(
    observed("2026-11"),
    "Unknown route",
    "404 with the same body, even with a wrong token.",
    service("authentication (section 5) › an unknown path is not found, also without a token"),
    notHere("The client asks for no such route."),
  ),
  fact(
    observed("2026-11"),
    "Wrong media type",
    "415 `invalid content type` for POST, PATCH and DELETE, with or without a body.",
    service("media types (section 9) › … of another type is refused"),
    requests("every request carries the bearer token, and every one that changes something the media type"),
  ),
  fact(
    observed("2026-11"),
    "Invalid attribute",
    "422 `invalid attribute`, an error object for each violation, with its pointer.",
    projectRoutes("create (section 4.1) › everything that is wrong is told at once, one error object for each"),
    readErrors("all of the service's errors are kept, with their pointers"),
  ),
  fact(
    observed("2026-11"),
    "Refused transition",
    "409 `transition not allowed`.",
    taskStageRoutes(
      "override (sections 3.1 and 4.10) › a stage that is … cannot be overridden: 409, and nothing changes",
    ),
    stageOperations("overriding a task stage › that is … is a conflict, and changes nothing"),
  ),
  fact(
    PAGES,
    "Invalid include",
    "400; the text contains `Invalid include parameter`.",
    taskStageRoutes(
      "show (section 4.8) › without include nothing is included, with an unknown value nothing is answered: 400",
    ),
    errors("an error document › of status 400, which no request of the client brings about, becomes an error too"),
  ),
  fact(
    GO_CLIENT,
    "Generic titles",
    "The status phrase in lower case; they differ from release to release, so the client goes by the status.",
    errors("an error document › of status … has errors, each with a status, a title and a detail"),
    readErrors("status … is …, whatever the title says"),
  ),
  fact(
    ourChoice,
    "A body that is not JSON",
    "400 `bad request`.",
    service("media types (section 9) › what is not JSON is a bad request"),
    notHere("The client sends JSON alone."),
  ),
  fact(
    ourChoice,
    "A malformed document",
    "Missing `data`, wrong `data.type`: 422 with a pointer to the place.",
    projectRoutes("create (section 4.1) › the document … is refused at …"),
    notHere("The client sends whole documents alone."),
  ),
]);

/** Facts, section 1.3. */
export const validationTexts = facts("1.3", "What is said of invalid projects", [
  fact(
    GO_CLIENT,
    "A bad name",
    "Title `invalid attribute`; the detail begins `Name may only contain`.",
    projectRoutes("create (section 4.1) › a name of other characters is told as the service tells it"),
    operations("creating a project › with the name … is refused, and the error points at the name"),
  ),
  fact(
    GO_CLIENT,
    "A malformed duration",
    "`Auto destroy activity duration has an incorrect format, we expect …`",
    projectRoutes("create (section 4.1) › a malformed duration is told in the service's words"),
    operations("creating a project › with the duration … is refused, and the error points at it"),
  ),
  fact(
    ourChoice,
    "Too short, too long, blank, `0d`",
    "422 with the pointer; the words are ours, in the service's manner.",
    projectRoutes(
      "create (section 4.1) › the name … breaks rules, each told at its attribute",
      "create (section 4.1) › the duration … is refused at its attribute",
    ),
    operations("updating a project › to a … that breaks a rule is refused there and changes nothing"),
  ),
  fact(
    ourChoice,
    "A space at either end of a name",
    "Refused at the name.",
    projectRoutes(
      'create (section 4.1) › the name " abc" breaks rules, …',
      'create (section 4.1) › the name "abc " breaks rules, …',
    ),
    operations(
      'creating a project › with the name " abc" is refused, and the error points at the name',
      'creating a project › with the name "abc " is refused, and the error points at the name',
    ),
  ),
  fact(
    ourChoice,
    "An empty description",
    "Is kept as none.",
    projectRoutes("update (section 4.2) › an empty description is none"),
    clientProjects("updating › what is left out stays, and null unsets"),
  ),
]);

/** Facts, section 1.4. */
export const nameUniqueness = facts("1.4", "Names of projects", [
  fact(
    GO_CLIENT,
    "Unique without regard to case",
    "In an organization.",
    projectRoutes(
      "create (section 4.1) › a name that another project has is taken, whatever its case",
      "create (section 4.1) › two organizations may have projects of one name",
    ),
    clientProjects("creating › a name that is taken, whatever its case, is told apart from one that is wrong"),
  ),
  fact(
    ourChoice,
    "A name that is taken",
    "422 `Name has already been taken`, as documented for workspaces and organizations.",
    projectRoutes("create (section 4.1) › a name that another project has is taken, whatever its case"),
    clientProjects("creating › a name that is taken, whatever its case, is told apart from one that is wrong"),
  ),
  fact(
    ourChoice,
    "A change of case",
    "A project may change the case of its own name.",
    projectRoutes("update (section 4.2) › a project may change the case of its own name"),
    operations("updating a project › changes the case of its own name"),
  ),
]);

const deleted = (test: string) => projectRoutes(`delete (sections 4.5 and 7) › ${test}`);

/** Facts, section 1.5. */
export const deletion = facts("1.5", "Deleting projects", [
  fact(
    ourChoice,
    "A project that contains workspaces",
    "409 `conflict`, as for workspaces that are deleted safely. The emulator can be told to give 403 or 422.",
    deleted("a project with workspaces is not deleted: 409, the emulator's choice").concat(
      deleted("the refusal can be told to be …"),
    ),
    operations("deleting a project › that contains workspaces is refused as a conflict, and it stays"),
  ),
  fact(
    ourChoice,
    "403, force delete",
    "For who may delete the project, but not force it, while it contains workspaces.",
    deleted("who may delete the project but not force it is told so: 403"),
    operations("deleting a project › that one may delete, but not force the deletion of, is forbidden"),
  ),
  fact(
    PROJECT_PAGES,
    "The default project",
    "May be renamed, never deleted. That the refusal is 409 is our choice.",
    deleted("the default project is never deleted, not even empty").concat(
      projectRoutes("update (section 4.2) › the default project may be renamed"),
    ),
    operations(
      "deleting a project › that is the organization's default project is refused as a conflict, though it is empty",
    ),
  ),
  fact(
    GO_CLIENT,
    "A project that is gone",
    "404, which clients take for success. Ours does when its own lost attempt may have deleted it.",
    deleted("an empty project is deleted: 204 without content, then 404"),
    clientProjects("deleting › a project whose deletion was done but not answered"),
  ),
]);

/** Facts, section 1.6. */
export const notPermitted = facts("1.6", "What is not permitted", [
  fact(
    PAGES,
    "Create, update, delete and list",
    "404.",
    accessMatrix(
      "4.1  create, by reader: 404",
      "4.2  update, by reader: 404",
      "4.5  delete, empty, by reader: 404",
      "4.3  list, by foreign: 404",
    ),
    permissions("a caller who may only read › neither creates nor updates nor deletes a project: not found"),
  ),
  fact(
    PROJECT_PAGES,
    "Move",
    "403 for workspaces, 404 for the destination.",
    accessMatrix("4.6  move, by taker: 403", "4.6  move, by giver: 404"),
    operations(
      "moving workspaces › of which one may not be moved out moves none: forbidden, and the detail names it alone",
      "moving workspaces › into a project that does not exist, or that one may not move into, is not found and moves none",
    ),
  ),
  fact(
    ourChoice,
    "Override",
    "Needs an ability of its own, which owners have; others who see the stage get 404.",
    accessMatrix(
      "4.10 override task stage, by owner: 200",
      "4.10 override task stage, by manager: 404",
      "4.10 override task stage, by reader: 404",
    ),
    permissions(
      "who may override a task stage › and who may not, does not find it to override, and it goes on waiting",
    ),
  ),
]);
