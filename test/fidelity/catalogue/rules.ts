import { behaviour, reference, error, limit } from "./build";
import {
  accessMatrix,
  conventions,
  moveRoute,
  operations,
  permissions,
  projectListRoute,
  projectRoutes,
  requests,
  service,
  stageOperations,
  taskResultRoute,
  taskStageDocument,
  taskStageRoutes,
} from "./tests";

const asCaller = (caller: string) => permissions(`a caller ${caller} › …`);

const manages = (caller: string) =>
  accessMatrix(
    `4.1  create, by ${caller}: 201`,
    `4.2  update, by ${caller}: 200`,
    `4.5  delete, empty, by ${caller}: 204`,
  );

export const authenticationRows = reference("5", "Authentication", [
  behaviour(
    "Authorization: Bearer",
    "On every request.",
    service("authentication › … is unauthorized, and all are told the same"),
    requests("every request has the bearer token, and every write the media type"),
  ),
  behaviour("A user token", "Is accepted.", manages("owner"), asCaller("on the owners team")),
  behaviour(
    "An organization API token",
    "Is accepted; it may create and manage projects.",
    manages("orgtoken"),
    asCaller("with an organization API token"),
  ),
  behaviour(
    "The Owners permission",
    "Allows to create and manage projects.",
    manages("owner"),
    asCaller("on the owners team"),
  ),
  behaviour(
    "The Manage projects permission",
    "Allows to create and manage projects.",
    manages("manager"),
    asCaller("with the permission to manage projects"),
  ),
  behaviour(
    "Anybody else",
    "Does not create projects.",
    accessMatrix("4.1  create, by mover: 404", "4.1  create, by reader: 404", "4.1  create, by stranger: 404"),
    permissions("a caller … › neither creates nor updates nor deletes a project: not found"),
  ),
  behaviour(
    "filter[permissions]",
    "Is evaluated for the authenticated user.",
    projectListRoute("filter[permissions] is evaluated for the caller, and what they may not read is not there at all"),
    permissions("the filters by permission are evaluated for the caller"),
  ),
  behaviour(
    "Moving workspaces",
    "Needs permission on the destination and on all source projects.",
    moveRoute(
      "a move of 100 of which two may not be moved moves none …",
      "a destination into which the caller may not move is not found either, …",
    ),
    operations(
      "moving workspaces › of which one may not be moved moves none: …",
      "moving workspaces › with permission for their projects and the destination succeeds",
    ),
  ),
  behaviour(
    "Override permissions",
    "Are told for each stage in `attributes.permissions`.",
    taskStageDocument("the response to … carries the documented attributes › the permissions of the caller"),
    permissions("who may override a task stage › is sent in the stage's permissions, for each caller"),
  ),
]);

const DELETED = "delete (sections 4.5 and 7) › an empty project is deleted: 204 without content, then 404";

export const errorRows = reference("7", "Errors", [
  error(
    "Delete project 204",
    "Project deleted; no body.",
    projectRoutes(DELETED),
    operations("deleting a project › that is empty succeeds"),
  ),
  error(
    "Delete project 403",
    "Caller not authorized to perform a force delete.",
    projectRoutes("delete (sections 4.5 and 7) › who may delete the project but not force it is told so: 403"),
    operations("deleting a project › that the caller may delete, but not force-delete, is forbidden"),
  ),
  error(
    "Delete project 404",
    "Project not found, or caller not authorized to delete it.",
    [
      ...projectRoutes(DELETED),
      ...accessMatrix("4.5  delete, empty, by reader: 404", "4.5  delete, empty, by updater: 404"),
    ],
    operations("deleting a project › that does not exist, or without permission to delete it, is not found"),
  ),
  error(
    "Move workspaces 204",
    "All workspaces moved; no body.",
    moveRoute("all workspaces named are moved: 204 without content"),
    operations("moving workspaces › moves all of them"),
  ),
  error(
    "Move workspaces 403",
    "A workspace not found, or caller not authorized to move it out; the detail names them; title `forbidden`.",
    moveRoute(
      "a move of 100 of which one does not exist moves none …",
      "a move of 100 of which two may not be moved moves none …",
    ),
    operations(
      "moving workspaces › of which one does not exist moves none: …",
      "moving workspaces › of which one may not be moved moves none: …",
    ),
  ),
  error(
    "Move workspaces 404",
    "Destination not found, or caller not authorized to move into it.",
    moveRoute(
      "an unknown destination is not found, and nothing moves",
      "a destination into which the caller may not move is not found either, …",
    ),
    operations(
      "moving workspaces › into a project that does not exist, or without permission, is not found and moves none",
    ),
  ),
  error(
    "Show task stage 404",
    "Stage not found, or caller not authorized.",
    taskStageRoutes("show › an unknown stage is not found, and neither is one the caller may not see"),
    stageOperations("showing a task stage › that does not exist, or is not visible, is not found"),
  ),
  error(
    "Show task result 404",
    "Result not found, or caller not authorized.",
    taskResultRoute("an unknown result is not found, and neither is one the caller may not see"),
    stageOperations("showing a task result that does not exist, or is not visible, is not found"),
  ),
]);

export const limitRows = reference("8", "Limits", [
  limit(
    "Project name length",
    "3 to 40 characters.",
    projectRoutes("create › the name … is good", "create › the name … breaks rules, each told at its attribute"),
    operations(
      "creating a project › with the name … succeeds",
      "creating a project › with the name … is rejected, and the error points to the name",
    ),
  ),
  limit(
    "Project description length",
    "At most 256 characters.",
    projectRoutes("create › a description has at most 256 characters"),
    operations(
      "creating a project › with a description of 256 characters succeeds, with one of 257 is rejected at the " +
        "description",
    ),
  ),
  limit(
    "auto-destroy-activity-duration",
    "Up to four digits, greater than 0, then `d` or `h`.",
    projectRoutes("create › the duration … is good", "create › the duration … is refused at its attribute"),
    operations(
      "creating a project › with the duration … succeeds",
      "creating a project › with the duration … is rejected, and the error points to it",
    ),
  ),
  limit(
    "Default page size (projects)",
    "20.",
    projectListRoute("a page has 20 when no size is asked for"),
    operations("listing projects › returns the first page, of 20, by default"),
  ),
  limit(
    "Default page size (task stages)",
    "20.",
    [
      ...conventions("a page of task stages has 20 by default"),
      ...taskStageRoutes("list › a page of which nothing is said is the first, of 20"),
    ],
    stageOperations("listing the task stages of a run › returns the first page, of 20, by default"),
  ),
  limit(
    "Maximum page size",
    "Not in the reference; 100, see [below](#further-2).",
    projectListRoute("a page size of 101 is refused, not capped", "a page may have 100"),
    operations("listing projects › has at most 100 per page, and rejects more"),
  ),
]);

export const versioningRows = reference("9", "Versioning", [
  behaviour(
    "The prefix /api/v2",
    "All paths are under it.",
    conventions("paths outside /api/v2 do not belong to the service"),
    conventions("the client finds everything under /api/v2"),
  ),
  behaviour(
    "Links",
    "Begin with `/api/v2`.",
    conventions("every link in a resource begins with /api/v2"),
    conventions("the client finds everything under /api/v2"),
  ),
  behaviour(
    "The media type",
    "`application/vnd.api+json`.",
    conventions("every response with a body is a JSON:API document of its media type"),
    requests("every request has the bearer token, and every write the media type"),
  ),
]);
