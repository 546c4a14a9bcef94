import { documented, fact, further, notHere, observed, ourChoice } from "./build";
import {
  clientProjects,
  clientWorkspaces,
  errors,
  listOperations,
  moveRoute,
  operations,
  permissions,
  projectListRoute,
  projectRoutes,
  projectUpdates,
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

export const successCodes = further("Success codes", [
  fact(OPENAPI, "Create a project", "201, with the project.", projectRoutes("create"), operations("create-name-valid")),
  fact(OPENAPI, "Update a project", "200.", projectUpdates("update-partial"), operations("update-partial")),
  fact(OPENAPI, "Show a project", "200.", projectRoutes("show"), requests("show-project")),
  fact(
    OPENAPI,
    "List projects",
    "200.",
    projectListRoute("stable-default-order"),
    listOperations("list-requested-page"),
  ),
  fact(
    OPENAPI,
    "Delete a project",
    "204, without content.",
    projectRoutes("delete-empty"),
    clientProjects("delete-empty"),
  ),
  fact(
    OPENAPI,
    "Move workspaces",
    "204, without content.",
    moveRoute("move-all"),
    clientProjects("move-500-one-request"),
  ),
  fact(OPENAPI, "List task stages", "200.", taskStageRoutes("list-in-run-order"), stageOperations("list-in-run-order")),
  fact(OPENAPI, "Show a task stage", "200.", taskStageRoutes("show"), stageFields("response-show:contains-id")),
  fact(OPENAPI, "Show a task result", "200.", taskResultRoute("show"), resultFields("response-show:contains-id")),
  fact(
    OPENAPI,
    "Override a task stage",
    "200, with the stage.",
    taskStageRoutes("override-response"),
    stageFields("response-override:contains-status"),
  ),
  fact(OPENAPI, "Create a workspace", "201.", workspaceRoutes("create-in-default-project"), NO_WORKSPACE_WRITES),
  fact(
    OPENAPI,
    "Delete a workspace",
    "204, also for a safe delete, which may be rejected with 409.",
    [...workspaceRoutes("delete"), ...workspaceActions("safe-delete-locked")],
    NO_WORKSPACE_WRITES,
  ),
  fact(
    OPENAPI,
    "Show and update a workspace",
    "200.",
    workspaceRoutes("show-by-id-and-name", "update-moves"),
    clientWorkspaces("read-by-id-and-name"),
  ),
]);

export const errorEnvelope = further("Error documents", [
  fact(
    OPENAPI,
    "Error document",
    "`errors`, each with `status`, `title`, `detail` and, for an attribute, `source.pointer`.",
    projectRoutes("create-name-taken"),
    operations("create-name-invalid"),
  ),
  fact(
    observed("2026-09-07"),
    "No detail",
    "401 and 404 have no `detail`. The API reference has one: the emulator omits it with full documents.",
    service("full-no-detail"),
    errors("without-detail"),
  ),
  fact(
    PAGES,
    "A numeric status",
    'The documented 429 has `"status": 429`.',
    rateLimit("too-many-requests"),
    readErrors("numeric-status"),
  ),
  fact(
    GO_CLIENT,
    "Errors as strings",
    '`{"errors":["text"]}` occurs.',
    notHere("The emulator sends error objects, as documented."),
    readErrors("strings-as-errors"),
  ),
  fact(
    ourChoice,
    "Bodies other than JSON",
    "A proxy's page or text: the client uses the status.",
    notHere("Proxies between client and service send them."),
    readErrors("plain-text", "web-page"),
  ),
  fact(
    observed("2026-09-07"),
    "No token, wrong token",
    "401 `unauthorized`, with the same body.",
    service("unauthorized"),
    permissions("unknown-token"),
  ),
  fact(
    PAGES,
    "Not found, or not permitted",
    "404 `not found`, with the same body.",
    errors("document-404"),
    errors("error-404"),
  ),
  fact(
    observed("2026-11"),
    "Unknown route",
    "404 with the same body, even with a wrong token.",
    service("unknown-path"),
    notHere("The client sends no such request."),
  ),
  fact(
    observed("2026-11"),
    "Wrong media type",
    "415 `invalid content type` for POST, PATCH and DELETE, with or without a body.",
    service("media-type-refused"),
    requests("token-and-media-type"),
  ),
  fact(
    observed("2026-11"),
    "Invalid attribute",
    "422 `invalid attribute`, an error object for each violation, with its pointer.",
    projectRoutes("create-all-errors"),
    readErrors("all-errors-kept"),
  ),
  fact(
    observed("2026-11"),
    "Rejected transition",
    "409 `transition not allowed`.",
    [...taskStageRoutes("override-conflict"), ...runActions("force-refused")],
    stageOperations("override-conflict"),
  ),
  fact(
    PAGES,
    "Invalid include",
    "400; the text contains `Invalid include parameter`.",
    taskStageRoutes("include-none-or-unknown"),
    errors("unprovoked-400"),
  ),
  fact(
    GO_CLIENT,
    "Generic titles",
    "The status phrase in lower case. Titles differ between releases, so the client uses the status.",
    errors("document-*"),
    readErrors("class-by-status"),
  ),
  fact(
    ourChoice,
    "A body that is not JSON",
    "400 `bad request`.",
    service("not-json"),
    notHere("The client sends only JSON."),
  ),
  fact(
    ourChoice,
    "A malformed document of a project",
    "Missing `data`, wrong `data.type`: 422 with a pointer to the member.",
    projectRoutes("create-malformed-*"),
    notHere("The client sends only complete documents."),
  ),
]);
