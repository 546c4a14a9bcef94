import { documented, fact, further, ourChoice } from "./build";
import { accessMatrix, clientProjects, operations, permissions, projectRoutes, projectUpdates } from "./tests";

const PROJECT_PAGES = documented("2025-11-06");
/** HashiCorp's Go client, whose integration tests run against the real service; its provider of the same month. */
const GO_CLIENT = documented("2026-08");
/** Pages of the documentation without a date of their own, by when we read them. */
const PAGES = documented("2026-11");

export const validationTexts = further("Validation errors of projects", [
  fact(
    GO_CLIENT,
    "An invalid name",
    "Title `invalid attribute`; the detail begins `Name may only contain`.",
    projectRoutes("create-name-error-text"),
    operations("create-name-invalid"),
  ),
  fact(
    GO_CLIENT,
    "A malformed duration",
    "`Auto destroy activity duration has an incorrect format, we expect …`",
    projectRoutes("create-duration-error-text"),
    operations("create-duration-invalid"),
  ),
  fact(
    ourChoice,
    "Too short, too long, blank, `0d`",
    "422 with the pointer; the messages are ours, in the service's style.",
    projectRoutes("create-name-invalid", "create-duration-invalid"),
    operations("update-invalid-*"),
  ),
  fact(
    ourChoice,
    "A space at either end of a name",
    "Rejected with a pointer to the name.",
    projectRoutes("create-name-invalid"),
    operations("create-name-invalid"),
  ),
  fact(
    ourChoice,
    "An empty description",
    "Is stored as null.",
    projectUpdates("update-empty-description"),
    clientProjects("update-omitted-and-null"),
  ),
]);

export const nameUniqueness = further("Project names", [
  fact(
    GO_CLIENT,
    "Unique names",
    "In an organization, ignoring case.",
    projectRoutes("create-name-taken", "create-name-in-other-organization"),
    clientProjects("create-name-taken"),
  ),
  fact(
    ourChoice,
    "A taken name",
    "422 `Name has already been taken`, as documented for workspaces and organizations.",
    projectRoutes("create-name-taken"),
    clientProjects("create-name-taken"),
  ),
  fact(
    ourChoice,
    "A change of case",
    "A project may change the case of its own name.",
    projectUpdates("update-name-case"),
    operations("update-name-case"),
  ),
]);

export const deletion = further("Deleting projects", [
  fact(
    ourChoice,
    "A project that contains workspaces",
    "409 `conflict`, as for safe deletes of workspaces. The emulator can be configured to respond with 403 or 422.",
    projectRoutes("delete-with-workspaces", "delete-refusal-configured"),
    operations("delete-with-workspaces"),
  ),
  fact(
    ourChoice,
    "403, force delete",
    "For a caller who may delete the project but not force-delete it, while it contains workspaces.",
    projectRoutes("delete-force-forbidden"),
    operations("delete-force-forbidden"),
  ),
  fact(
    PROJECT_PAGES,
    "The default project",
    "May be renamed, but not deleted. The status 409 is our choice.",
    [...projectRoutes("delete-default-project"), ...projectUpdates("rename-default-project")],
    operations("delete-default-project"),
  ),
  fact(
    GO_CLIENT,
    "A deleted project",
    "404, which clients treat as success. After a lost response, our client reports an unknown outcome, " +
      "which a caller that knows the organization can resolve.",
    projectRoutes("delete-empty"),
    clientProjects("delete-no-response"),
  ),
]);

export const notPermitted = further("Missing permissions", [
  fact(
    PAGES,
    "Create, update, delete and list",
    "404.",
    accessMatrix("create-by-reader", "update-by-reader", "delete-empty-by-reader", "list-by-foreign"),
    permissions("denied-read-only"),
  ),
  fact(
    PROJECT_PAGES,
    "Move",
    "403 for workspaces, 404 for the destination.",
    accessMatrix("move-by-taker", "move-by-giver"),
    operations("move-workspace-forbidden", "move-destination-missing"),
  ),
  fact(
    ourChoice,
    "Override",
    "Needs a separate permission, which owners have; others who can read the stage get 404.",
    accessMatrix("override-by-owner", "override-by-manager", "override-by-reader"),
    permissions("override-denied"),
  ),
]);
