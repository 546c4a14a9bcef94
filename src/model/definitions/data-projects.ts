import { checkProjectName } from "../project";
import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkOrganization, checkTexts } from "./rules";

/** The data source `tfprojects_projects`. */
export const dataProjectsDefinition: Definition = {
  inputs: {
    names: { type: ["list", "string"] },
    search: { type: "string" },
    can_create_workspace: { type: "bool" },
    can_update: { type: "bool" },
    organization: { type: "string" },
  },
  outputs: ["id", "projects", "ids"],
  rules: (given) => [
    ...namesAndSearch(given),
    ...checkTexts(given, "names", "Invalid name", checkProjectName),
    ...checkOrganization(given),
  ],
};

function namesAndSearch(given: Given): readonly AttributeProblem[] {
  if (given.isSet("names") !== true || given.isSet("search") !== true) return [];
  const message = `The service ignores ${given.called("search")} where ${given.called("names")} is set. Leave one of the two out.`;
  return [{ attribute: "search", summary: "Conflicting configuration", message }];
}
