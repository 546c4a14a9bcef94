import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  computed,
  withDescription,
  list,
  map,
  object,
  optional,
  string,
  type KnownConfigOf,
  type ValueOf,
} from "../../schema";
import { checkProjectName } from "../project";
import { booleanFlag, listedSettings, organization, projectFields, settingFields } from "./common";
import { define } from "./definition";
import type { ConfigValues } from "./config-values";
import { nameOf, PROJECT } from "./references";
import { checkOrganization, checkStrings } from "./rules";

const listedProject = object(
  {
    id: projectFields.id,
    name: projectFields.name,
    ...listedSettings(settingFields),
    organization: withDescription(string, "Name of the organization."),
    is_default: projectFields.is_default,
    workspace_count: projectFields.workspace_count,
    team_count: projectFields.team_count,
    permissions: projectFields.permissions,
  },
  "ListedProject",
);

const filters = {
  names: optional(list(string), {
    description: "Only projects with one of these names, case-insensitive.",
    unset: "projects of any name",
    refersTo: nameOf(PROJECT),
  }),
  search: optional(string, {
    description: "Only projects whose name contains this text, case-insensitive. Conflicts with `names`.",
    unset: "projects of any name",
  }),
  can_create_workspace: booleanFlag("Whether to list only projects in which the token's owner can create workspaces."),
  can_update: booleanFlag("Whether to list only projects that the token's owner can update."),
};

/** The data source `tfprojects_projects`. */
export const dataProjectsDefinition = define({
  type: "tfprojects_projects",
  description: "Lists all projects of an organization that match every filter.",
  attributes: {
    id: computed(string, { description: "Name of the organization." }),
    ...filters,
    organization,
    projects: computed(list(listedProject), { description: "The projects, by name." }),
    ids: computed(map(string), { description: "Identifier of each project, by its name." }),
  },
  rules: checkFilters,
});

/** The list of `tfprojects_project`, in `terraform query`. */
export const listProjectsDefinition = define({
  type: "tfprojects_project",
  description: "Lists the projects of an organization that match every filter.",
  attributes: {
    ...filters,
    organization: optional(string, { description: "Name of the organization.", unset: "the provider's" }),
  },
  rules: checkFilters,
});

function checkFilters(config: ConfigValues): readonly AttributeDiagnostic[] {
  return [
    ...namesAndSearch(config),
    ...checkStrings(config, "names", "Invalid name", checkProjectName),
    ...checkOrganization(config),
  ];
}

/** The configuration of the data source. */
export type DataProjectsConfig = KnownConfigOf<typeof dataProjectsDefinition>;
/** A project in the list. */
export type ListedProject = ValueOf<typeof listedProject>;

function namesAndSearch(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.isSet("names") !== true || config.isSet("search") !== true) return [];
  const message =
    `The service ignores ${config.displayName("search")} if ${config.displayName("names")} is set. Leave one of ` +
    "the two out.";
  return [attributeError(config.path("search"), "Conflicting configuration", message)];
}
