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
    projectRoutes("create › a name of other characters is told as the service tells it"),
    operations("creating a project › with the name … is rejected, and the error points to the name"),
  ),
  fact(
    GO_CLIENT,
    "A malformed duration",
    "`Auto destroy activity duration has an incorrect format, we expect …`",
    projectRoutes("create › a malformed duration is told in the service's words"),
    operations("creating a project › with the duration … is rejected, and the error points to it"),
  ),
  fact(
    ourChoice,
    "Too short, too long, blank, `0d`",
    "422 with the pointer; the words are ours, in the service's manner.",
    projectRoutes(
      "create › the name … breaks rules, each told at its attribute",
      "create › the duration … is refused at its attribute",
    ),
    operations("updating a project › to an invalid … is rejected there and changes nothing"),
  ),
  fact(
    ourChoice,
    "A space at either end of a name",
    "Refused at the name.",
    projectRoutes('create › the name " abc" breaks rules, …', 'create › the name "abc " breaks rules, …'),
    operations(
      'creating a project › with the name " abc" is rejected, and the error points to the name',
      'creating a project › with the name "abc " is rejected, and the error points to the name',
    ),
  ),
  fact(
    ourChoice,
    "An empty description",
    "Is kept as none.",
    projectRoutes("update › an empty description is none"),
    clientProjects("updating › omitted attributes keep their value, and null clears one"),
  ),
]);

export const nameUniqueness = further("1.4", "Names of projects", [
  fact(
    GO_CLIENT,
    "Unique without regard to case",
    "In an organization.",
    projectRoutes(
      "create › a name that another project has is taken, whatever its case",
      "create › two organizations may have projects of one name",
    ),
    clientProjects("creating › a taken name, in any case, differs from an invalid one"),
  ),
  fact(
    ourChoice,
    "A name that is taken",
    "422 `Name has already been taken`, as documented for workspaces and organizations.",
    projectRoutes("create › a name that another project has is taken, whatever its case"),
    clientProjects("creating › a taken name, in any case, differs from an invalid one"),
  ),
  fact(
    ourChoice,
    "A change of case",
    "A project may change the case of its own name.",
    projectRoutes("update › a project may change the case of its own name"),
    operations("updating a project › changes the case of its own name"),
  ),
]);

const deleted = (test: string) => projectRoutes(`delete (sections 4.5 and 7) › ${test}`);

export const deletion = further("1.5", "Deleting projects", [
  fact(
    ourChoice,
    "A project that contains workspaces",
    "409 `conflict`, as for workspaces that are deleted safely. The emulator can be told to give 403 or 422.",
    deleted("a project with workspaces is not deleted: 409, the emulator's choice").concat(
      deleted("the refusal can be told to be …"),
    ),
    operations("deleting a project › that contains workspaces is rejected as a conflict, and it remains"),
  ),
  fact(
    ourChoice,
    "403, force delete",
    "For who may delete the project, but not force it, while it contains workspaces.",
    deleted("who may delete the project but not force it is told so: 403"),
    operations("deleting a project › that the caller may delete, but not force-delete, is forbidden"),
  ),
  fact(
    PROJECT_PAGES,
    "The default project",
    "May be renamed, never deleted. That the refusal is 409 is our choice.",
    deleted("the default project is never deleted, not even empty").concat(
      projectRoutes("update › the default project may be renamed"),
    ),
    operations(
      "deleting a project › that is the organization's default project is rejected as a conflict, although it is empty",
    ),
  ),
  fact(
    GO_CLIENT,
    "A project that is gone",
    "404, which clients take for success. After a lost attempt ours says that it may have been done; who knows " +
      "the organization settles it.",
    deleted("an empty project is deleted: 204 without content, then 404"),
    clientProjects("deleting › a project whose deletion got no response"),
  ),
]);

export const notPermitted = further("1.6", "What is not permitted", [
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
      "moving workspaces › of which one may not be moved moves none: …",
      "moving workspaces › into a project that does not exist, or without permission, is not found and moves none",
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
    permissions("who may override a task stage › is not found by who may not override it, and keeps waiting"),
  ),
]);
