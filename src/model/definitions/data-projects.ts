import { computed, described, list, map, object, optional, string, type ConfigOf, type ValueOf } from "../../schema";
import { checkProjectName } from "../project";
import { flag, organization, projectFields } from "./common";
import { define, type AttributeProblem } from "./definition";
import type { Given } from "./given";
import { checkOrganization, checkTexts } from "./rules";

const listedProject = object(
  {
    id: projectFields.id,
    name: projectFields.name,
    description: projectFields.description,
    organization: described(string, "Name of the organization."),
    is_default: projectFields.is_default,
    workspace_count: projectFields.workspace_count,
    team_count: projectFields.team_count,
    permissions: projectFields.permissions,
  },
  "ListedProject",
);

/** The data source `tfprojects_projects`. */
export const dataProjectsDefinition = define({
  type: "tfprojects_projects",
  description: "Lists the projects of an organization, all pages of them: those that match every filter given.",
  attributes: {
    id: computed(string, { description: "Name of the organization." }),
    names: optional(list(string), {
      description: "Only projects with one of these names, without regard to case.",
      unset: "projects of any name",
    }),
    search: optional(string, {
      description: "Only projects whose name contains this text, without regard to case. Conflicts with `names`.",
      unset: "projects of any name",
    }),
    can_create_workspace: flag("Whether to list only projects in which the token's owner can create workspaces."),
    can_update: flag("Whether to list only projects that the token's owner can update."),
    organization,
    projects: computed(list(listedProject), { description: "The projects, by name." }),
    ids: computed(map(string), { description: "Identifier of each project, by its name." }),
  },
  rules: (given) => [
    ...namesAndSearch(given),
    ...checkTexts(given, "names", "Invalid name", checkProjectName),
    ...checkOrganization(given),
  ],
});

/** Which projects to list, as the code says it. */
export type DataProjectsConfig = ConfigOf<typeof dataProjectsDefinition>;
/** A project in the list. */
export type ListedProject = ValueOf<typeof listedProject>;

function namesAndSearch(given: Given): readonly AttributeProblem[] {
  if (given.isSet("names") !== true || given.isSet("search") !== true) return [];
  const message = `The service ignores ${given.called("search")} where ${given.called("names")} is set. Leave one of the two out.`;
  return [{ attribute: "search", summary: "Conflicting configuration", message }];
}
