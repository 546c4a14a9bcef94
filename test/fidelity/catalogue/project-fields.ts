import { reference, field, notHere } from "./build";
import { clientProjects, projectDocument, projectFields, projectRoutes } from "./tests";

const documents = (what: string) =>
  projectDocument(`the response to each operation carries its documented attributes › …: ${what}`);
const contains = (what: string) =>
  projectFields(`of a project, with … documents, › the response to … › contains ${what}`);
const CREATED = "of a project, with … documents, › the response to create contains only can-update, …";

export const projectFieldRows = reference("2.1", "Project", [
  field("id", "Begins with `prj-`.", documents("id, type and link"), contains("the ID")),
  field(
    "type",
    "Always `projects`.",
    documents("id, type and link"),
    clientProjects("reading › a document that has another type is rejected with the reason"),
  ),
  field(
    "attributes.name",
    "3 to 40 letters, numbers, spaces, `-` and `_`; no space at either end. For the rule see 4.1.",
    documents("name and description"),
    contains("the name"),
  ),
  field(
    "attributes.description",
    "At most 256 characters; null when unset.",
    [
      ...documents("name and description"),
      ...projectRoutes(
        "create › a project of which only the name is given has no description and no duration",
        "update › an empty description is none",
      ),
    ],
    [...contains("the description"), ...projectFields("of a project, with … documents, › unset attributes are null")],
  ),
  field(
    "attributes.workspace-count",
    "Integer; in the responses to update, list and show.",
    [...documents("the counts"), ...documents("no counts")],
    [...contains("the number of workspaces"), ...projectFields(CREATED)],
  ),
  field(
    "attributes.team-count",
    "Integer; in the responses to update, list and show.",
    [...documents("the counts"), ...documents("no counts")],
    [...contains("the number of teams"), ...projectFields(CREATED)],
  ),
  field(
    "attributes.permissions",
    "Booleans: `can-update`; also `can-destroy` and `can-create-workspace` in update, list and show.",
    [
      ...documents("the permissions …"),
      ...projectDocument(
        "the response to each operation carries its documented attributes › who may … alone has the permission … alone",
      ),
    ],
    [
      ...contains("the permissions"),
      ...projectFields(
        "of a project, with … documents, › permissions are the caller's own: who may only … has that one",
      ),
    ],
  ),
  field(
    "attributes.permissions in create",
    "The response to create carries only `can-update`.",
    documents('the permissions ["can-update"]'),
    projectFields(CREATED),
  ),
  field(
    "attributes.auto-destroy-activity-duration",
    "Up to four digits, greater than 0, then `d` or `h`. In the response to show.",
    projectDocument("the response to each operation carries its documented attributes › show alone: the duration"),
    contains("the duration in show only, or in all with full documents"),
  ),
  field(
    "relationships.organization.data",
    "The organization's name as `id`, and `type` = `organizations`.",
    documents("the organization, with its path"),
    contains("the organization"),
  ),
  field(
    "relationships.organization.links.related",
    "Path of the organization.",
    documents("the organization, with its path"),
    notHere("The client does not read it: it knows the path from the id or the name."),
  ),
  field(
    "links.self",
    "Path of the project.",
    documents("id, type and link"),
    notHere("The client does not read it: it knows the path from the id or the name."),
  ),
]);
