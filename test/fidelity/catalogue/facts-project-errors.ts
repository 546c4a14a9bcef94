import { documented, fact, further, ourChoice } from "./build";
import { accessMatrix, clientProjects, operations, permissions, projectRoutes } from "./tests";

const PROJECT_PAGES = documented("2025-11-06");
/** HashiCorp's Go client, whose integration tests run against the real service; its provider of the same month. */
const GO_CLIENT = documented("2026-08");
/** Pages of the documentation without a date of their own, by when we read them. */
const PAGES = documented("2026-11");

export const validationTexts = further("1.3", "What is said of invalid projects", [
  fact(
    GO_CLIENT,
    "A bad name",
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
    "422 with the pointer; the words are ours, in the service's manner.",
    projectRoutes("create-name-invalid", "create-duration-invalid"),
    operations("update-invalid-*"),
  ),
  fact(
    ourChoice,
    "A space at either end of a name",
    "Refused at the name.",
    projectRoutes("create-name-invalid"),
    operations("create-name-invalid"),
  ),
  fact(
    ourChoice,
    "An empty description",
    "Is kept as none.",
    projectRoutes("update-empty-description"),
    clientProjects("update-omitted-and-null"),
  ),
]);

export const nameUniqueness = further("1.4", "Names of projects", [
  fact(
    GO_CLIENT,
    "Unique without regard to case",
    "In an organization.",
    projectRoutes("create-name-taken", "create-name-in-other-organization"),
    clientProjects("create-name-taken"),
  ),
  fact(
    ourChoice,
    "A name that is taken",
    "422 `Name has already been taken`, as documented for workspaces and organizations.",
    projectRoutes("create-name-taken"),
    clientProjects("create-name-taken"),
  ),
  fact(
    ourChoice,
    "A change of case",
    "A project may change the case of its own name.",
    projectRoutes("update-name-case"),
    operations("update-name-case"),
  ),
]);

export const deletion = further("1.5", "Deleting projects", [
  fact(
    ourChoice,
    "A project that contains workspaces",
    "409 `conflict`, as for workspaces that are deleted safely. The emulator can be told to give 403 or 422.",
    projectRoutes("delete-with-workspaces", "delete-refusal-configured"),
    operations("delete-with-workspaces"),
  ),
  fact(
    ourChoice,
    "403, force delete",
    "For who may delete the project, but not force it, while it contains workspaces.",
    projectRoutes("delete-force-forbidden"),
    operations("delete-force-forbidden"),
  ),
  fact(
    PROJECT_PAGES,
    "The default project",
    "May be renamed, never deleted. That the refusal is 409 is our choice.",
    projectRoutes("delete-default-project", "rename-default-project"),
    operations("delete-default-project"),
  ),
  fact(
    GO_CLIENT,
    "A project that is gone",
    "404, which clients take for success. After a lost attempt ours says that it may have been done; who knows " +
      "the organization settles it.",
    projectRoutes("delete-empty"),
    clientProjects("delete-no-response"),
  ),
]);

export const notPermitted = further("1.6", "What is not permitted", [
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
    "Needs an ability of its own, which owners have; others who see the stage get 404.",
    accessMatrix("override-by-owner", "override-by-manager", "override-by-reader"),
    permissions("override-denied"),
  ),
]);
