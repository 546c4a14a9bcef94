import { nameKey } from "../name";
import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  DELETION_POLICIES,
} from "../project";
import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkOneOf, checkOrganization, checkText, checkTexts } from "./rules";

/** The resource `tfprojects_project`. */
export const projectDefinition: Definition = {
  inputs: {
    name: { type: "string", required: true },
    description: { type: "string" },
    auto_destroy_activity_duration: { type: "string" },
    organization: { type: "string" },
    deletion_policy: { type: "string" },
    adopt_existing: { type: "bool" },
    previous_names: { type: ["list", "string"] },
  },
  outputs: ["id"],
  rules: (given) => [
    ...checkText(given, "name", "Invalid project name", checkProjectName),
    ...checkText(given, "description", "Invalid project description", checkProjectDescription),
    ...checkText(given, "auto_destroy_activity_duration", "Invalid duration", checkAutoDestroyActivityDuration),
    ...checkOrganization(given),
    ...checkOneOf(given, "deletion_policy", DELETION_POLICIES),
    ...checkTexts(given, "previous_names", "Invalid previous name", checkProjectName),
    ...presentNames(given),
  ],
};

/** Previous names that are the present one: as Terraform's `moved` blocks, which may not lead from an address to itself. */
function presentNames(given: Given): readonly AttributeProblem[] {
  const name = given.text("name");
  if (typeof name !== "string") return [];
  const present = nameKey(name);
  return given.knownTexts("previous_names").flatMap(({ index, text }) => {
    if (nameKey(text) !== present) return [];
    const message =
      `${JSON.stringify(text)} is the project's present name; case makes no difference. ` +
      `Leave it out of ${given.called("previous_names")}.`;
    return [{ attribute: "previous_names", index, summary: "Invalid previous name", message }];
  });
}
