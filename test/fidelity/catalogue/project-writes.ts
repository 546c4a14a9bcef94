import { behaviour, reference, operation, parameter } from "./build";
import { moveRoute, operations, projectFields, projectRoutes, requests, workspaceRoutes } from "./tests";

const created = (test: string) => projectRoutes(`create › ${test}`);
const updated = (test: string) => projectRoutes(`update › ${test}`);
const SENDS_CREATE = "creating a project › is a POST to the organization's projects, with the type and the name";
const SENDS_MORE = "creating a project › sends the description and the duration when they are given";
const NAME_ALONE = "a project of which only the name is given has no description and no duration";
const UNSET = "creating a project › with only a name leaves the description and the duration unset";
const ABSENCE = "null clears the duration and the description, absence leaves them";
const SENDS_UPDATE = "updating a project › is a PATCH of the project, with the type and only the changes";

export const createProjectRows = reference("4.1", "Create a project", [
  operation(
    "POST /organizations/:organization_name/projects",
    "Creates a project.",
    created("a project with all attributes comes into being"),
    requests(SENDS_CREATE),
  ),
  parameter(
    ":organization_name",
    "An existing organization in which the caller may create projects.",
    created("in an unknown organization nothing can be created"),
    operations("creating a project › in an organization that does not exist is not found"),
  ),
  parameter(
    "data.type",
    "Required; must be `projects`.",
    created("the document … is refused at /data/type"),
    requests(SENDS_CREATE),
  ),
  parameter(
    "data.attributes.name",
    "Required; 3 to 40 letters, numbers, spaces, `-`, `_`; no space at either end.",
    created("the name … is good").concat(created("the name … breaks rules, each told at its attribute")),
    operations(
      "creating a project › with the name … succeeds",
      "creating a project › with the name … is rejected, and the error points to the name",
    ),
  ),
  parameter(
    "data.attributes.description",
    "Optional; at most 256 characters; none when it is left out.",
    created("a description has at most 256 characters").concat(created(NAME_ALONE)),
    [
      ...requests(SENDS_MORE, SENDS_CREATE),
      ...operations(
        UNSET,
        "creating a project › with a description of 256 characters succeeds, with one of 257 is rejected at the " +
          "description",
      ),
    ],
  ),
  parameter(
    "data.attributes.auto-destroy-activity-duration",
    "Optional; format as in 2.1; none when it is left out.",
    created("the duration … is good").concat(
      created("the duration … is refused at its attribute"),
      created(NAME_ALONE),
    ),
    [
      ...requests(SENDS_MORE, SENDS_CREATE),
      ...operations(
        UNSET,
        "creating a project › with the duration … succeeds",
        "creating a project › with the duration … is rejected, and the error points to it",
      ),
    ],
  ),
  behaviour(
    "auto-destroy-activity-duration of new workspaces",
    "It is the default of all future workspaces in the project.",
    workspaceRoutes("a workspace with a project comes into that one, and inherits its duration"),
    operations("creating a project › applies its duration to workspaces moved into it"),
  ),
  behaviour(
    "Response of create",
    "`data` is a project.",
    created(
      "the response carries the attributes documented for create: of permissions can-update alone, no counts, no " +
        "duration",
    ),
    projectFields("of a project, with … documents, › the response to create contains only can-update, …"),
  ),
]);

export const updateProjectRows = reference("4.2", "Update a project", [
  operation("PATCH /projects/:project_id", "Changes a project.", updated("what is not given stays as it is"), [
    ...requests(SENDS_UPDATE),
    ...operations("updating a project › changes the given attributes and leaves the rest"),
  ]),
  parameter(
    ":project_id",
    "Id of the project.",
    updated("an unknown project is not found"),
    operations("updating a project › that does not exist is not found"),
  ),
  parameter(
    "data.type",
    "Required; must be `projects`.",
    updated("a document of another type is refused at /data/type, and changes nothing"),
    requests(SENDS_UPDATE),
  ),
  parameter(
    "data.attributes.name",
    "Optional; the rules of create; the name stays when it is left out.",
    updated("a bad or taken name changes nothing").concat(updated("a name that is not given stays")),
    operations(
      "updating a project › to an invalid name is rejected there and changes nothing",
      "updating a project › leaves the name when it is omitted",
    ),
  ),
  parameter(
    "data.attributes.description",
    "Optional; at most 256 characters; stays when it is left out.",
    updated("a description of 257 characters is refused, and changes nothing").concat(
      updated("what is not given stays as it is"),
    ),
    operations(
      "updating a project › to an invalid description is rejected there and changes nothing",
      "updating a project › changes the given attributes and leaves the rest",
    ),
  ),
  parameter(
    "data.attributes.auto-destroy-activity-duration",
    "Optional; format as in 2.1; stays when it is left out.",
    updated("a malformed duration is refused, and changes nothing").concat(updated(ABSENCE)),
    operations(
      "updating a project › to an invalid duration is rejected there and changes nothing",
      "updating a project › changes the given attributes and leaves the rest",
    ),
  ),
  behaviour(
    "A changed duration goes to the workspaces",
    "All workspaces in the project receive it, but for those with an override of their own.",
    updated("workspaces receive a changed duration unless they have their own"),
    operations("updating a project › applies a changed duration to its workspaces, except those with their own"),
  ),
  behaviour(
    "Response of update",
    "`data` is the project.",
    updated("the response carries counts and permissions, but no duration"),
    operations("updating a project › changes the given attributes and leaves the rest"),
  ),
]);

export const deleteProjectRows = reference("4.5", "Delete a project", [
  operation(
    "DELETE /projects/:project_id",
    "Deletes a project; no body.",
    projectRoutes("delete (sections 4.5 and 7) › an empty project is deleted: 204 without content, then 404"),
    [
      ...requests("deleting a project is a DELETE of it, without a body"),
      ...operations("deleting a project › that is empty succeeds"),
    ],
  ),
  parameter(
    ":project_id",
    "Id of the project.",
    projectRoutes("delete (sections 4.5 and 7) › an empty project is deleted: 204 without content, then 404"),
    operations("deleting a project › that does not exist, or without permission to delete it, is not found"),
  ),
  behaviour(
    "A project that contains workspaces",
    "Cannot be deleted.",
    projectRoutes("delete (sections 4.5 and 7) › a project with workspaces is not deleted: …"),
    operations("deleting a project › that contains workspaces is rejected as a conflict, and it remains"),
  ),
]);

const SENDS_MOVE = "moving workspaces is a POST to the destination's workspaces, with the type and the id of each";

export const moveWorkspacesRows = reference("4.6", "Move workspaces into a project", [
  operation(
    "POST /projects/:project_id/relationships/workspaces",
    "Moves workspaces into the project.",
    moveRoute("all workspaces named are moved: 204 without content"),
    [...requests(SENDS_MOVE), ...operations("moving workspaces › moves all of them")],
  ),
  parameter(
    ":project_id",
    "The destination.",
    moveRoute("an unknown destination is not found, and nothing moves"),
    operations(
      "moving workspaces › into a project that does not exist, or without permission, is not found and moves none",
    ),
  ),
  parameter("data", "Array of workspaces.", moveRoute("the document … is refused at /data"), requests(SENDS_MOVE)),
  parameter(
    "data[].type",
    "Must be `workspaces`.",
    moveRoute("the document … is refused at /data/0/type"),
    requests(SENDS_MOVE),
  ),
  parameter(
    "data[].id",
    "Id of a workspace.",
    moveRoute("the document … is refused at /data/1/id"),
    requests(SENDS_MOVE),
  ),
  behaviour(
    "Permission to move",
    "Needed in the destination and in every source project.",
    moveRoute(
      "a move of 100 of which two may not be moved moves none …",
      "a destination into which the caller may not move is not found either, …",
    ),
    operations("moving workspaces › with permission for their projects and the destination succeeds"),
  ),
  behaviour(
    "All or nothing",
    "When one may not be moved or does not exist, none is moved.",
    moveRoute(
      "a move of 100 of which one does not exist moves none …",
      "a move of 100 of which two may not be moved moves none …",
    ),
    operations(
      "moving workspaces › of which one does not exist moves none: …",
      "moving workspaces › of which one may not be moved moves none: …",
    ),
  ),
  behaviour(
    "Response of move",
    "204 without content.",
    moveRoute("all workspaces named are moved: 204 without content"),
    operations("moving workspaces › moves all of them"),
  ),
]);
