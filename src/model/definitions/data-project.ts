import { type AttributeDiagnostic } from "../diagnostic";
import { bool, optional, optionalComputed, string, type KnownConfigOf } from "../../schema";
import { checkProjectName } from "../project";
import { computedFields, computedFrom, organization, projectFields, settingFields } from "./common";
import { define } from "./definition";
import type { ConfigValues } from "./config-values";
import { idOf, nameOf, PROJECT } from "./references";
import { checkExactlyOne, checkId, checkOrganization, checkString } from "./rules";

/** The data source `tfprojects_project`. */
export const dataProjectDefinition = define({
  type: "tfprojects_project",
  description:
    "Reads an existing project, selected by exactly one of `project_id`, `name` and `default`. Fails if it does not " +
    "exist.",
  attributes: {
    id: computedFrom(projectFields.id),
    project_id: optionalComputed(string, {
      description: "Identifier of the project to read, prefix `prj-`.",
      refersTo: idOf(PROJECT),
    }),
    name: optionalComputed(string, {
      description: "Name of the project to read, case-insensitive.",
      refersTo: nameOf(PROJECT),
    }),
    default: optional(bool, {
      description:
        "`true` reads the organization's default project, which contains the workspaces that are in no other project.",
      unset: "`false`",
    }),
    organization,
    is_default: computedFrom(projectFields.is_default),
    ...computedFields(settingFields),
    workspace_count: computedFrom(projectFields.workspace_count),
    team_count: computedFrom(projectFields.team_count),
    permissions: computedFrom(projectFields.permissions),
  },
  rules: (config) => [
    ...exactlyOneProject(config),
    ...checkId(config, "project_id", "project", `To select a project by name, use ${config.displayName("name")}.`),
    ...checkString(config, "name", "Invalid project name", checkProjectName),
    ...checkOrganization(config),
  ],
});

/** The configuration of the data source. */
export type DataProjectConfig = KnownConfigOf<typeof dataProjectDefinition>;

/** Exactly one of three attributes selects the project; `default = false` counts as omitted. */
function exactlyOneProject(config: ConfigValues): readonly AttributeDiagnostic[] {
  const advice =
    `Set exactly one of ${config.displayName("project_id")} and ${config.displayName("name")}, ` +
    `or set ${config.displayName("default")} to true.`;
  return checkExactlyOne(
    config,
    "project",
    [
      ["project_id", config.isSet("project_id")],
      ["name", config.isSet("name")],
      ["default", config.boolean("default")],
    ],
    advice,
  );
}
