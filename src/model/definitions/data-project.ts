import { bool, optional, optionalComputed, string, type ConfigOf } from "../../schema";
import { checkProjectName } from "../project";
import { computedFields, computedFrom, organization, projectFields, settingFields } from "./common";
import { define, type AttributeProblem } from "./definition";
import type { ConfigValues } from "./config-values";
import { checkId, checkOrganization, checkString } from "./rules";

/** The data source `tfprojects_project`. */
export const dataProjectDefinition = define({
  type: "tfprojects_project",
  description:
    "Reads an existing project, selected by exactly one of `project_id`, `name` and `default`. Fails when there " +
    "is none.",
  attributes: {
    id: computedFrom(projectFields.id),
    project_id: optionalComputed(string, { description: "Identifier of the project to read, prefix `prj-`." }),
    name: optionalComputed(string, { description: "Name of the project to read, without regard to case." }),
    default: optional(bool, {
      description:
        "`true` reads the organization's default project, which holds the workspaces that no other project does.",
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
    ...checkId(config, "project_id", "project", `A project's name goes into ${config.displayName("name")}.`),
    ...checkString(config, "name", "Invalid project name", checkProjectName),
    ...checkOrganization(config),
  ],
});

/** The configuration of the data source. */
export type DataProjectConfig = ConfigOf<typeof dataProjectDefinition>;

/** Exactly one of three attributes selects the project; `default = false` counts as omitted. */
function exactlyOneProject(config: ConfigValues): readonly AttributeProblem[] {
  const isDefault = config.isSet("default") === true ? config.boolean("default") : config.isSet("default");
  const ways: readonly (readonly [string, boolean | null | undefined])[] = [
    ["project_id", config.isSet("project_id")],
    ["name", config.isSet("name")],
    ["default", isDefault],
  ];
  const set = ways.filter(([, isGiven]) => isGiven === true).map(([attribute]) => attribute);
  const advice =
    `Set exactly one of ${config.displayName("project_id")} and ${config.displayName("name")}, ` +
    `or set ${config.displayName("default")} to true.`;
  const [first, second] = set;
  if (first !== undefined && second !== undefined) {
    const message = `${set.map((attribute) => config.displayName(attribute)).join(" and ")} are set. ${advice}`;
    return [{ attribute: second, summary: "More than one project named", message }];
  }
  if (first !== undefined || ways.some(([, isGiven]) => isGiven === undefined)) return [];
  return [{ attribute: "project_id", summary: "No project named", message: `No project is named. ${advice}` }];
}
