import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import { bool, computed, defaulted, map, optional, required, set, string, type Attribute } from "../../schema";
import { defineAssignment, readNames } from "./assignment";
import { organizationOf } from "./common";
import type { ConfigValues } from "./config-values";
import { idOf, nameOf, POLICY_SET, PROJECT, VARIABLE_SET } from "./references";
import { checkOrganization, checkProjectId } from "./rules";
import { checkNoEmptyNames } from "./workspace-matching";

/** The resource `tfprojects_project_variable_sets`. */
export const projectVariableSetsDefinition = defineAssignment({
  type: "tfprojects_project_variable_sets",
  label: "variable sets",
  object: "variable set",
  verb: "apply to",
  idsAttribute: "set_ids",
  tfe: { id: "variable_set_id", objectType: VARIABLE_SET.types[0], resources: { tfe_project_variable_set: {} } },
  description:
    "Applies variable sets of the organization, or of the project itself, to a project. Sets that the code does not " +
    "name stay, unless it is `exclusive`. When it is destroyed, the sets that it names are removed from the project. " +
    "Global variable sets, and those that another project owns, are never changed.",
  attributes: {
    ...common("variable sets"),
    names: required(set(string), {
      description: "Names of existing variable sets of the organization, or of the project.",
      refersTo: nameOf(VARIABLE_SET),
    }),
    exclusive: exclusive("variable sets", "others are removed from the project"),
  },
  rules: (config) => [...checkProject(config), ...checkNoEmptyNames(config, "names", "variable set name")],
  read: ({ names }) => readNames("names", names, {}),
});

/** How the policy sets of a project are assigned: the attribute `mode`, by the argument that names them. */
export const POLICY_SET_MODES = { names: "applied", exclude: "excluded" } as const;

/** The resource `tfprojects_project_policy_sets`. */
export const projectPolicySetsDefinition = defineAssignment({
  type: "tfprojects_project_policy_sets",
  label: "policy sets",
  object: "policy set",
  verb: "apply to",
  idsAttribute: "set_ids",
  tfe: {
    id: "policy_set_id",
    objectType: POLICY_SET.types[0],
    resources: {
      tfe_project_policy_set: { mode: POLICY_SET_MODES.names },
      tfe_project_policy_set_exclusion: { mode: POLICY_SET_MODES.exclude },
    },
  },
  description:
    "Applies policy sets of the organization to a project, and excludes the project from others. Sets that the code " +
    "does not name stay as they are, unless it is `exclusive`. When it is destroyed, the sets that it names are " +
    "removed from the project, and its exclusions end. Policy sets that select workspaces by tags are never changed.",
  attributes: {
    ...common("policy sets"),
    names: required(set(string), {
      description: "Names of existing policy sets. A global set applies anyway.",
      refersTo: nameOf(POLICY_SET),
    }),
    exclude: optional(set(string), {
      description: "Names of policy sets, such as global ones, from which the project is excluded.",
      unset: "none",
      refersTo: nameOf(POLICY_SET),
    }),
    exclusive: exclusive("policy sets", "others are removed from the project, and other exclusions of it end"),
  },
  rules: (config) => [
    ...checkProject(config),
    ...checkNoEmptyNames(config, "names", "policy set name"),
    ...checkNoEmptyNames(config, "exclude", "policy set name"),
    ...appliedAndExcluded(config),
  ],
  read: ({ names, exclude }) => {
    const applied = readNames("names", names, { mode: POLICY_SET_MODES.names });
    const excluded = readNames("exclude", exclude, { mode: POLICY_SET_MODES.exclude });
    return {
      assignments: [...applied.assignments, ...excluded.assignments],
      isComplete: applied.isComplete && excluded.isComplete,
    };
  },
});

/** @param what - Such as `variable sets`. */
function common(what: string) {
  return {
    id: computed(string, { description: `Identifier of the ${what} of the project: the project's.` }),
    project_id: required(string, {
      description: `Identifier of the project, prefix \`prj-\`. A change replaces the ${what} of the project.`,
      refersTo: idOf(PROJECT),
    }),
    organization: organizationOf(`${what} of the project`),
    set_ids: computed(map(string), { description: `Identifiers of the ${what}, by their names.` }),
  };
}

function exclusive(what: string, otherwise: string): Attribute<boolean, "defaulted"> {
  return defaulted(bool, {
    description: `Whether the project has only these ${what}: ${otherwise}. It is then the only resource of its type.`,
    default: false,
  });
}

function checkProject(config: ConfigValues): readonly AttributeDiagnostic[] {
  return [...checkProjectId(config), ...checkOrganization(config)];
}

function appliedAndExcluded(config: ConfigValues): readonly AttributeDiagnostic[] {
  const applied = new Set(config.knownStrings("names").map(({ text }) => text));
  return config.knownStrings("exclude").flatMap(({ index, text }) => {
    if (!applied.has(text)) return [];
    const names = config.displayName("names");
    const message = `Policy set ${JSON.stringify(text)} is in ${names}, too. Leave it out of one of the two.`;
    return [attributeError(config.path("exclude", index), "Invalid exclude", message)];
  });
}
