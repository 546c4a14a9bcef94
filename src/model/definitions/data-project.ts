import { checkProjectName } from "../project";
import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkId, checkOrganization, checkText } from "./rules";

/** The data source `tfprojects_project`. */
export const dataProjectDefinition: Definition = {
  inputs: {
    project_id: { type: "string" },
    name: { type: "string" },
    default: { type: "bool" },
    organization: { type: "string" },
  },
  outputs: [
    "id",
    "is_default",
    "description",
    "auto_destroy_activity_duration",
    "workspace_count",
    "team_count",
    "permissions",
  ],
  rules: (given) => [
    ...whichProject(given),
    ...checkId(given, "project_id", "project", `A project's name goes into ${given.called("name")}.`),
    ...checkText(given, "name", "Invalid project name", checkProjectName),
    ...checkOrganization(given),
  ],
};

/** Exactly one of three ways to name a project; `default = false` is none, as if it were left out. */
function whichProject(given: Given): readonly AttributeProblem[] {
  const isDefault = given.isSet("default") === true ? given.flag("default") : given.isSet("default");
  const ways: readonly (readonly [string, boolean | null | undefined])[] = [
    ["project_id", given.isSet("project_id")],
    ["name", given.isSet("name")],
    ["default", isDefault],
  ];
  const set = ways.filter(([, isGiven]) => isGiven === true).map(([attribute]) => attribute);
  const advice =
    `Set exactly one of ${given.called("project_id")} and ${given.called("name")}, ` +
    `or set ${given.called("default")} to true.`;
  const [first, second] = set;
  if (first !== undefined && second !== undefined) {
    const message = `${set.map((attribute) => given.called(attribute)).join(" and ")} are set. ${advice}`;
    return [{ attribute: second, summary: "More than one project named", message }];
  }
  if (first !== undefined || ways.some(([, isGiven]) => isGiven === undefined)) return [];
  return [{ attribute: "project_id", summary: "No project named", message: `No project is named. ${advice}` }];
}
