import { reference, field, notHere } from "./build";
import { clientProjects, projectDocument, projectFields, projectRoutes, projectUpdates } from "./tests";

export const projectFieldRows = reference("Project", [
  field("id", "Begins with `prj-`.", projectDocument("id-type-link"), projectFields("contains-id")),
  field("type", "Always `projects`.", projectDocument("id-type-link"), clientProjects("other-type-rejected")),
  field(
    "attributes.name",
    "3 to 40 letters, numbers, spaces, `-` and `_`; no space at either end.",
    projectDocument("name-and-description"),
    projectFields("contains-name"),
  ),
  field(
    "attributes.description",
    "At most 256 characters; null when unset.",
    [
      ...projectDocument("name-and-description"),
      ...projectRoutes("create-name-only"),
      ...projectUpdates("update-empty-description"),
    ],
    projectFields("contains-description", "unset-null"),
  ),
  field(
    "attributes.workspace-count",
    "Integer; in the responses to update, list and show.",
    projectDocument("counts", "create-no-counts"),
    projectFields("contains-workspace-count", "create-response"),
  ),
  field(
    "attributes.team-count",
    "Integer; in the responses to update, list and show.",
    projectDocument("counts", "create-no-counts"),
    projectFields("contains-team-count", "create-response"),
  ),
  field(
    "attributes.permissions",
    "Booleans: `can-update`; also `can-destroy` and `can-create-workspace` in update, list and show.",
    projectDocument("permissions-in-*", "permissions-of-caller"),
    projectFields("contains-permissions", "permissions-of-caller"),
  ),
  field(
    "attributes.permissions in create",
    "The response to create has only `can-update`.",
    projectDocument("permissions-in-create"),
    projectFields("create-response"),
  ),
  field(
    "attributes.auto-destroy-activity-duration",
    "Up to four digits, greater than 0, then `d` or `h`. In the response to show.",
    projectDocument("duration-in-show"),
    projectFields("contains-duration"),
  ),
  field(
    "relationships.organization.data",
    "The organization's name as `id`, and `type` = `organizations`.",
    projectDocument("organization"),
    projectFields("contains-organization"),
  ),
  field(
    "relationships.organization.links.related",
    "Path of the organization.",
    projectDocument("organization"),
    notHere("The client does not read it: it knows the path from the ID or the name."),
  ),
  field(
    "links.self",
    "Path of the project.",
    projectDocument("id-type-link"),
    notHere("The client does not read it: it knows the path from the ID or the name."),
  ),
]);
