import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  bool,
  computed,
  defaulted,
  optional,
  optionalComputed,
  required,
  set,
  string,
  type ConfigOf,
  type PlanOf,
  type StateOf,
} from "../../schema";
import { nameKey } from "../name";
import { checkWorkspaceName, MISSING_WORKSPACES, RELEASE_POLICIES } from "../workspace";
import { organizationOf } from "./common";
import { define } from "./definition";
import type { ConfigValues } from "./config-values";
import { idOf, nameOf, PROJECT, WORKSPACE } from "./references";
import { checkIds, checkOrganization, checkProjectId, checkStrings } from "./rules";
import { checkNoEmptyNames } from "./workspace-matching";

/** The resource `tfprojects_workspace_membership`. */
export const membershipDefinition = define({
  type: "tfprojects_workspace_membership",
  description:
    "Puts workspaces into a project. They are moved with one request for each destination, all or none. " +
    "At least one of `workspace_ids` and `workspace_names` is required. To put workspaces into projects by rules, " +
    "use a placement.",
  attributes: {
    id: computed(string, { description: "Identifier of the membership: the project's." }),
    project_id: required(string, {
      description: "Identifier of the project to move the workspaces into, prefix `prj-`.",
      refersTo: idOf(PROJECT),
    }),
    workspace_ids: optionalComputed(set(string), {
      description:
        "Identifiers of the workspaces, prefix `ws-`. A workspace that is removed from the code is moved to the " +
        "default project, unless `on_destroy` is `retain`.",
      unset: "the identifiers of the workspaces of `workspace_names`",
      refersTo: idOf(WORKSPACE),
    }),
    workspace_names: optionalComputed(set(string), {
      description:
        "Names of existing workspaces, case-insensitive, in addition to `workspace_ids`. For workspaces that the " +
        "same deployment creates, use `workspace_ids`.",
      unset: "the names of the workspaces of `workspace_ids`",
      refersTo: nameOf(WORKSPACE),
    }),
    missing_workspaces: optional(string, {
      description:
        "What happens if a workspace of `workspace_ids` or `workspace_names` does not exist: `error` fails the plan, " +
        "`warn` plans the other workspaces.",
      unset: "`error`",
      choices: MISSING_WORKSPACES,
    }),
    exclusive: defaulted(bool, {
      description:
        "Whether the project is exclusive to these workspaces: others found in it are moved to the " +
        "organization's default project. An exclusive membership is the only one of its project. If this becomes " +
        "`false`, workspaces that have entered the project count as removed from the code.",
      default: false,
    }),
    on_destroy: defaulted(string, {
      description:
        "What happens to the workspaces when the membership is destroyed: `default-project` moves them to the " +
        "organization's default project, `retain` leaves them where they are.",
      default: "default-project",
      choices: RELEASE_POLICIES,
    }),
    organization: organizationOf("membership"),
  },
  rules: (config) => [
    ...checkProjectId(config),
    ...noWorkspaces(config),
    ...checkIds(
      config,
      "workspace_ids",
      "workspace",
      `For workspace names, use ${config.displayName("workspace_names")}.`,
    ),
    ...checkNoEmptyNames(config, "workspace_names", "workspace name"),
    ...duplicateNames(config),
    ...impossibleNames(config),
    ...checkOrganization(config),
  ],
});

/** A configured membership. */
export type MembershipConfig = ConfigOf<typeof membershipDefinition>;
/** A planned membership. */
export type MembershipPlan = PlanOf<typeof membershipDefinition>;
/** A membership in the state. */
export type MembershipState = StateOf<typeof membershipDefinition>;

function noWorkspaces(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.isSet("workspace_ids") !== false || config.isSet("workspace_names") !== false) return [];
  const [ids, names] = [config.displayName("workspace_ids"), config.displayName("workspace_names")];
  const empty = `for no workspaces, use an empty list of ${names}`;
  const message = `Neither ${ids} nor ${names} is set. Set one of them; ${empty}.`;
  return [attributeError(config.path("workspace_ids"), "No workspaces", message)];
}

/** Names that differ only in case: a set keeps both, but a refresh finds only one. */
function duplicateNames(config: ConfigValues): readonly AttributeDiagnostic[] {
  const spelling = new Map<string, string>();
  return config.knownStrings("workspace_names").flatMap(({ index, text }) => {
    const key = nameKey(text);
    const other = spelling.get(key);
    if (other === undefined) spelling.set(key, text);
    if (other === undefined || other === text) return [];
    const message =
      `${JSON.stringify(other)} and ${JSON.stringify(text)} are the same name, since names are case-insensitive. ` +
      "Leave one out.";
    return [attributeError(config.path("workspace_names", index), "Invalid workspace_names", message)];
  });
}

const PATTERNS = 'For patterns, in which "*" matches any text, use a placement.';

/** Names that no workspace can have. */
function impossibleNames(config: ConfigValues): readonly AttributeDiagnostic[] {
  return checkStrings(config, "workspace_names", "Invalid workspace_names", (name) =>
    checkWorkspaceName(name).map((violation) =>
      name.includes("*") ? { ...violation, message: `${violation.message} ${PATTERNS}` } : violation,
    ),
  );
}
