import { behaviour, reference, operation, parameter } from "./build";
import {
  moveRoute,
  operations,
  projectFields,
  projectRoutes,
  projectUpdates,
  requests,
  workspaceRoutes,
} from "./tests";

export const createProjectRows = reference("Create a project", [
  operation(
    "POST /organizations/:organization_name/projects",
    "Creates a project.",
    projectRoutes("create"),
    requests("create-project"),
  ),
  parameter(
    ":organization_name",
    "An existing organization in which the caller may create projects.",
    projectRoutes("create-organization-missing"),
    operations("create-organization-missing"),
  ),
  parameter(
    "data.type",
    "Required; must be `projects`.",
    projectRoutes("create-malformed-/data/type"),
    requests("create-project"),
  ),
  parameter(
    "data.attributes.name",
    "Required; 3 to 40 letters, numbers, spaces, `-`, `_`; no space at either end.",
    projectRoutes("create-name-valid", "create-name-invalid"),
    operations("create-name-valid", "create-name-invalid"),
  ),
  parameter(
    "data.attributes.description",
    "Optional; at most 256 characters; none when omitted.",
    projectRoutes("create-description-length", "create-name-only"),
    [
      ...requests("create-project-optional", "create-project"),
      ...operations("create-name-only", "create-description-length"),
    ],
  ),
  parameter(
    "data.attributes.auto-destroy-activity-duration",
    "Optional; for the format, see [the attribute](#project); none when omitted.",
    projectRoutes("create-duration-valid", "create-duration-invalid", "create-name-only"),
    [
      ...requests("create-project-optional", "create-project"),
      ...operations("create-name-only", "create-duration-valid", "create-duration-invalid"),
    ],
  ),
  behaviour(
    "auto-destroy-activity-duration of new workspaces",
    "The default of all future workspaces in the project.",
    workspaceRoutes("create-in-project"),
    operations("create-duration-applies"),
  ),
  behaviour(
    "Response of create",
    "`data` is a project.",
    projectRoutes("create-response"),
    projectFields("create-response"),
  ),
]);

export const updateProjectRows = reference("Update a project", [
  operation("PATCH /projects/:project_id", "Changes a project.", projectUpdates("update-partial"), [
    ...requests("update-project"),
    ...operations("update-partial"),
  ]),
  parameter(":project_id", "ID of the project.", projectUpdates("update-missing"), operations("update-missing")),
  parameter(
    "data.type",
    "Required; must be `projects`.",
    projectUpdates("update-wrong-type"),
    requests("update-project"),
  ),
  parameter(
    "data.attributes.name",
    "Optional; the rules of create; unchanged when omitted.",
    projectUpdates("update-name-invalid", "update-name-omitted"),
    operations("update-invalid-name", "update-name-omitted"),
  ),
  parameter(
    "data.attributes.description",
    "Optional; at most 256 characters; unchanged when omitted.",
    projectUpdates("update-description-too-long", "update-partial"),
    operations("update-invalid-description", "update-partial"),
  ),
  parameter(
    "data.attributes.auto-destroy-activity-duration",
    "Optional; for the format, see [the attribute](#project); unchanged when omitted.",
    projectUpdates("update-duration-malformed", "update-null-and-absent"),
    operations("update-invalid-duration", "update-partial"),
  ),
  behaviour(
    "A changed duration",
    "All workspaces in the project receive it, except those with their own.",
    projectUpdates("update-duration-applies"),
    operations("update-duration-applies"),
  ),
  behaviour(
    "Response of update",
    "`data` is the project.",
    projectUpdates("update-response"),
    operations("update-partial"),
  ),
]);

export const deleteProjectRows = reference("Delete a project", [
  operation("DELETE /projects/:project_id", "Deletes a project; no body.", projectRoutes("delete-empty"), [
    ...requests("delete-project"),
    ...operations("delete-empty"),
  ]),
  parameter(":project_id", "ID of the project.", projectRoutes("delete-empty"), operations("delete-missing")),
  behaviour(
    "A project that contains workspaces",
    "Cannot be deleted.",
    projectRoutes("delete-with-workspaces"),
    operations("delete-with-workspaces"),
  ),
]);

export const moveWorkspacesRows = reference("Move workspaces into a project", [
  operation(
    "POST /projects/:project_id/relationships/workspaces",
    "Moves workspaces into the project.",
    moveRoute("move-all"),
    [...requests("move-workspaces"), ...operations("move-all")],
  ),
  parameter(
    ":project_id",
    "The destination.",
    moveRoute("destination-missing"),
    operations("move-destination-missing"),
  ),
  parameter("data", "Array of workspaces.", moveRoute("malformed-/data"), requests("move-workspaces")),
  parameter("data[].type", "Must be `workspaces`.", moveRoute("malformed-/data/0/type"), requests("move-workspaces")),
  parameter("data[].id", "ID of a workspace.", moveRoute("malformed-/data/1/id"), requests("move-workspaces")),
  behaviour(
    "Permission to move",
    "Needed in the destination and in every source project.",
    moveRoute("workspace-forbidden", "destination-forbidden"),
    operations("move-permitted"),
  ),
  behaviour(
    "All or nothing",
    "If one may not be moved or does not exist, none is moved.",
    moveRoute("workspace-missing", "workspace-forbidden"),
    operations("move-workspace-missing", "move-workspace-forbidden"),
  ),
  behaviour("Response of move", "204 without content.", moveRoute("move-all"), operations("move-all")),
]);
