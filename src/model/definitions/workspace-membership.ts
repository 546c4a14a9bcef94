import { nameKey } from "../name";
import { RELEASE_POLICIES } from "../workspace";
import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkId, checkIds, checkOneOf, checkOrganization } from "./rules";

/** The resource `tfprojects_workspace_membership`. */
export const membershipDefinition: Definition = {
  inputs: {
    project_id: { type: "string", required: true },
    workspace_ids: { type: ["set", "string"] },
    workspace_names: { type: ["set", "string"] },
    exclusive: { type: "bool" },
    on_destroy: { type: "string" },
    organization: { type: "string" },
  },
  outputs: ["id"],
  rules: (given) => [
    ...checkId(given, "project_id", "project", "To find a project by its name, use a data source."),
    ...noWorkspaces(given),
    ...checkIds(given, "workspace_ids", "workspace", `Names of workspaces go into ${given.called("workspace_names")}.`),
    ...emptyNames(given),
    ...sameNames(given),
    ...checkOneOf(given, "on_destroy", RELEASE_POLICIES),
    ...checkOrganization(given),
  ],
};

function noWorkspaces(given: Given): readonly AttributeProblem[] {
  if (given.isSet("workspace_ids") !== false || given.isSet("workspace_names") !== false) return [];
  const message =
    `Neither ${given.called("workspace_ids")} nor ${given.called("workspace_names")} is set. ` +
    "Set one or both; an empty list says that there are none.";
  return [{ attribute: "workspace_ids", summary: "No workspaces", message }];
}

function emptyNames(given: Given): readonly AttributeProblem[] {
  if (given.knownTexts("workspace_names").every(({ text }) => text !== "")) return [];
  const message = "The name of a workspace is not empty. Leave it out.";
  return [{ attribute: "workspace_names", summary: "Invalid workspace_names", message }];
}

/** Names of one workspace that are spelled differently: a set keeps both, and a refresh can find only one. */
function sameNames(given: Given): readonly AttributeProblem[] {
  const spelling = new Map<string, string>();
  return given.knownTexts("workspace_names").flatMap(({ text }) => {
    const other = spelling.get(nameKey(text)) ?? text;
    spelling.set(nameKey(text), other);
    if (other === text) return [];
    const message = `${JSON.stringify(other)} and ${JSON.stringify(text)} are the same name: case makes no difference. Leave one out.`;
    return [{ attribute: "workspace_names", summary: "Invalid workspace_names", message }];
  });
}
