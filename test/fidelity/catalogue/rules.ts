import { behaviour, reference, error, limit } from "./build";
import {
  accessMatrix,
  conventions,
  listOperations,
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

export const authenticationRows = reference("Authentication", [
  behaviour("Authorization: Bearer", "On every request.", service("unauthorized"), requests("token-and-media-type")),
  behaviour(
    "A user token",
    "Is accepted.",
    accessMatrix("create-by-owner", "update-by-owner", "delete-empty-by-owner"),
    permissions("allowed-owner"),
  ),
  behaviour(
    "An organization API token",
    "Is accepted; it may create and manage projects.",
    accessMatrix("create-by-orgtoken", "update-by-orgtoken", "delete-empty-by-orgtoken"),
    permissions("allowed-organization"),
  ),
  behaviour(
    "The Owners permission",
    "Permits creating and managing projects.",
    accessMatrix("create-by-owner", "update-by-owner", "delete-empty-by-owner"),
    permissions("allowed-owner"),
  ),
  behaviour(
    "The Manage projects permission",
    "Permits creating and managing projects.",
    accessMatrix("create-by-manager", "update-by-manager", "delete-empty-by-manager"),
    permissions("allowed-manage-projects"),
  ),
  behaviour(
    "Other callers",
    "Cannot create projects.",
    accessMatrix("create-by-mover", "create-by-reader", "create-by-stranger"),
    permissions("denied-*"),
  ),
  behaviour(
    "filter[permissions]",
    "Is evaluated for the authenticated user.",
    projectListRoute("filter-permissions"),
    permissions("filters-evaluated-for-caller"),
  ),
  behaviour(
    "Moving workspaces",
    "Needs permission on the destination and on all source projects.",
    moveRoute("workspace-forbidden", "destination-forbidden"),
    operations("move-workspace-forbidden", "move-permitted"),
  ),
  behaviour(
    "Override permissions",
    "Are in `attributes.permissions` of each stage.",
    taskStageDocument("permissions"),
    permissions("override-permissions-sent"),
  ),
]);

export const errorRows = reference("Errors", [
  error("Delete project 204", "Project deleted; no body.", projectRoutes("delete-empty"), operations("delete-empty")),
  error(
    "Delete project 403",
    "Caller not authorized to perform a force delete.",
    projectRoutes("delete-force-forbidden"),
    operations("delete-force-forbidden"),
  ),
  error(
    "Delete project 404",
    "Project not found, or caller not authorized to delete it.",
    [...projectRoutes("delete-empty"), ...accessMatrix("delete-empty-by-reader", "delete-empty-by-updater")],
    operations("delete-missing"),
  ),
  error("Move workspaces 204", "All workspaces moved; no body.", moveRoute("move-all"), operations("move-all")),
  error(
    "Move workspaces 403",
    "A workspace not found, or caller not authorized to move it out; the detail names them; title `forbidden`.",
    moveRoute("workspace-missing", "workspace-forbidden"),
    operations("move-workspace-missing", "move-workspace-forbidden"),
  ),
  error(
    "Move workspaces 404",
    "Destination not found, or caller not authorized to move into it.",
    moveRoute("destination-missing", "destination-forbidden"),
    operations("move-destination-missing"),
  ),
  error(
    "Show task stage 404",
    "Stage not found, or caller not authorized.",
    taskStageRoutes("show-missing"),
    stageOperations("show-missing"),
  ),
  error(
    "Show task result 404",
    "Result not found, or caller not authorized.",
    taskResultRoute("show-missing"),
    stageOperations("result-missing"),
  ),
]);

export const limitRows = reference("Limits", [
  limit(
    "Project name length",
    "3 to 40 characters.",
    projectRoutes("create-name-valid", "create-name-invalid"),
    operations("create-name-valid", "create-name-invalid"),
  ),
  limit(
    "Project description length",
    "At most 256 characters.",
    projectRoutes("create-description-length"),
    operations("create-description-length"),
  ),
  limit(
    "auto-destroy-activity-duration",
    "Up to four digits, greater than 0, then `d` or `h`.",
    projectRoutes("create-duration-valid", "create-duration-invalid"),
    operations("create-duration-valid", "create-duration-invalid"),
  ),
  limit(
    "Default page size (projects)",
    "20.",
    projectListRoute("default-page-size"),
    listOperations("list-first-page-default"),
  ),
  limit(
    "Default page size (task stages)",
    "20.",
    [...conventions("task-stages-default-page-size"), ...taskStageRoutes("list-first-page-default")],
    stageOperations("list-first-page-default"),
  ),
  limit(
    "Maximum page size",
    "Not in the reference; 100, see [Pages and filters](#pages-and-filters).",
    projectListRoute("page-size-101", "maximum-page-size"),
    listOperations("list-at-most-100"),
  ),
]);

export const versioningRows = reference("Versioning", [
  behaviour(
    "The prefix /api/v2",
    "All paths are under it.",
    conventions("outside-prefix-not-found"),
    conventions("client-under-prefix"),
  ),
  behaviour(
    "Links",
    "Begin with `/api/v2`.",
    conventions("links-begin-with-prefix"),
    conventions("client-under-prefix"),
  ),
  behaviour(
    "The media type",
    "`application/vnd.api+json`.",
    conventions("json-api-documents"),
    requests("token-and-media-type"),
  ),
]);
