import { documented, fact, further, notHere, observed, ourChoice } from "./build";
import {
  clientProjects,
  clientWorkspaces,
  errors,
  moveRoute,
  operations,
  permissions,
  projectListRoute,
  projectRoutes,
  rateLimit,
  readErrors,
  requests,
  resultFields,
  runActions,
  service,
  stageFields,
  stageOperations,
  taskResultRoute,
  taskStageRoutes,
  workspaceActions,
  workspaceRoutes,
} from "./tests";

/** The OpenAPI description of the service's interface. */
const OPENAPI = documented("2026-08-04");
/** HashiCorp's Go client, whose integration tests run against the real service; its provider of the same month. */
const GO_CLIENT = documented("2026-08");
/** Pages of the documentation without a date of their own, by when we read them. */
const PAGES = documented("2026-11");

const NO_WORKSPACE_WRITES = notHere("The client does not create, change or delete workspaces.");
const answers = (status: number) => errors(`an error document › of status ${status} has errors, each with …`);
const becomes = (status: number) => errors(`an error document › of status ${status} becomes an error of the client, …`);

export const successCodes = further("1.1", "Success codes", [
  fact(
    OPENAPI,
    "Create a project",
    "201, with the project.",
    projectRoutes("create › a project with all attributes comes into being"),
    operations("creating a project › with the name … succeeds"),
  ),
  fact(
    OPENAPI,
    "Update a project",
    "200.",
    projectRoutes("update › what is not given stays as it is"),
    operations("updating a project › changes the given attributes and leaves the rest"),
  ),
  fact(
    OPENAPI,
    "Show a project",
    "200.",
    projectRoutes("show › every documented attribute is there, the duration too"),
    requests("showing a project is a GET of it"),
  ),
  fact(
    OPENAPI,
    "List projects",
    "200.",
    projectListRoute("without parameters all projects come, in a stable order, …"),
    operations("listing projects › returns the requested page of the requested size"),
  ),
  fact(
    OPENAPI,
    "Delete a project",
    "204, without content.",
    projectRoutes("delete (sections 4.5 and 7) › an empty project is deleted: 204 without content, then 404"),
    clientProjects("deleting › an empty project"),
  ),
  fact(
    OPENAPI,
    "Move workspaces",
    "204, without content.",
    moveRoute("all workspaces named are moved: 204 without content"),
    clientProjects("moving workspaces › 500 of them sends one request"),
  ),
  fact(
    OPENAPI,
    "List task stages",
    "200.",
    taskStageRoutes("list › the stages of a run come in the order in which it comes to them"),
    stageOperations("listing the task stages of a run › returns one per run stage with tasks, …"),
  ),
  fact(
    OPENAPI,
    "Show a task stage",
    "200.",
    taskStageRoutes("show › every documented attribute is there"),
    stageFields("of a task stage, with … documents, › the response to show › contains the ID"),
  ),
  fact(
    OPENAPI,
    "Show a task result",
    "200.",
    taskResultRoute("every documented attribute is there"),
    resultFields("of a task result, with … documents, › the response to show › contains the ID"),
  ),
  fact(
    OPENAPI,
    "Override a task stage",
    "200, with the stage.",
    taskStageRoutes(
      "override (sections 3.1 and 4.10) › the response shows running, both timestamps, and that it cannot be " +
        "done again",
    ),
    stageFields("of a task stage, with … documents, › the response to override › contains the status"),
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
    "204, also when done safely. A safe delete may be refused with 409.",
    [
      ...workspaceRoutes("a workspace is deleted …"),
      ...workspaceActions("a locked workspace is not deleted safely, but by force"),
    ],
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Show and update a workspace",
    "200.",
    workspaceRoutes(
      "by identifier and by name a workspace is the same, an unknown one is not found",
      "a workspace is moved by naming another project in its relationships, and by nothing else",
    ),
    clientWorkspaces("reads a workspace with its project by ID and by name"),
  ),
]);

export const errorEnvelope = further("1.2", "Error documents", [
  fact(
    OPENAPI,
    "The envelope",
    "`errors`, each with `status`, `title`, `detail` and, for an attribute, `source.pointer`.",
    projectRoutes("create › a name that another project has is taken, whatever its case"),
    operations("creating a project › with the name … is rejected, and the error points to the name"),
  ),
  fact(
    observed("2026-09-07"),
    "No detail",
    "401 and 404 come without `detail`. The API reference has one: the emulator omits it with full documents.",
    service("with full documents › errors of which the real service gives no detail have none"),
    errors("an error document › without a detail, as with full documents, becomes the same error"),
  ),
  fact(
    PAGES,
    "A numeric status",
    'The documented 429 has `"status": 429`.',
    rateLimit("above the limit the service answers 429 with the documented body …"),
    readErrors("a response with a numeric status is read"),
  ),
  fact(
    GO_CLIENT,
    "Plain texts for errors",
    '`{"errors":["text"]}` occurs.',
    notHere("The emulator sends error objects, as documented."),
    readErrors("a response with strings as errors is read"),
  ),
  fact(
    ourChoice,
    "Bodies that are no JSON",
    "A proxy's page or text: the client goes by the status.",
    notHere("It is what stands between client and service that sends them."),
    readErrors("a response with plain text is read", "a response with a web page is read"),
  ),
  fact(
    observed("2026-09-07"),
    "No token, wrong token",
    "401 `unauthorized`, told the same.",
    service("authentication › … is unauthorized, and all are told the same"),
    permissions("an unknown token is unauthorized, and nothing is done"),
  ),
  fact(PAGES, "Not found, or not permitted", "404 `not found`; which of them is not told.", answers(404), becomes(404)),
  fact(
    observed("2026-11"),
    "Unknown route",
    "404 with the same body, even with a wrong token.",
    service("authentication › an unknown path is not found, also without a token"),
    notHere("The client asks for no such route."),
  ),
  fact(
    observed("2026-11"),
    "Wrong media type",
    "415 `invalid content type` for POST, PATCH and DELETE, with or without a body.",
    service("media types › … of another type is refused"),
    requests("every request has the bearer token, and every write the media type"),
  ),
  fact(
    observed("2026-11"),
    "Invalid attribute",
    "422 `invalid attribute`, an error object for each violation, with its pointer.",
    projectRoutes("create › everything that is wrong is told at once, one error object for each"),
    readErrors("all errors in the response are kept, with their pointers"),
  ),
  fact(
    observed("2026-11"),
    "Refused transition",
    "409 `transition not allowed`.",
    [
      ...taskStageRoutes(
        "override (sections 3.1 and 4.10) › a stage that is … cannot be overridden: 409, and nothing changes",
      ),
      ...runActions("there is never anything to force, and what is refused says why"),
    ],
    stageOperations("overriding a task stage › that is … is a conflict, and changes nothing"),
  ),
  fact(
    PAGES,
    "Invalid include",
    "400; the text contains `Invalid include parameter`.",
    taskStageRoutes("show › without include nothing is included, with an unknown value nothing is answered: 400"),
    errors("an error document › of status 400, which no request of the client causes, becomes an error too"),
  ),
  fact(
    GO_CLIENT,
    "Generic titles",
    "The status phrase in lower case; they differ from release to release, so the client goes by the status.",
    errors("an error document › of status … has errors, each with a status, a title and a detail"),
    readErrors("status … is …, whatever the title"),
  ),
  fact(
    ourChoice,
    "A body that is not JSON",
    "400 `bad request`.",
    service("media types › what is not JSON is a bad request"),
    notHere("The client sends JSON alone."),
  ),
  fact(
    ourChoice,
    "A malformed document of a project",
    "Missing `data`, wrong `data.type`: 422 with a pointer to the place.",
    projectRoutes("create › the document … is refused at …"),
    notHere("The client sends whole documents alone."),
  ),
]);
