import {
  bool,
  computed,
  defaulted,
  map,
  nullable,
  number,
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
import { matchesEveryName } from "../name-pattern";
import { checkWorkspaceName, RELEASE_POLICIES } from "../workspace";
import { TAKE_FROM, type SelectionRule } from "../selection-rule";
import { MISSING_WORKSPACES } from "../workspace-selection";
import { organizationOf } from "./common";
import { define, type AttributeProblem } from "./definition";
import type { ConfigValues } from "./config-values";
import { checkId, checkIds, checkOrganization, checkStrings } from "./rules";
import { checkMatchedTags, checkMaxMoves, checkNoEmptyNames, checkPatterns } from "./workspace-matching";

/** The resource `tfprojects_workspace_membership`. */
export const membershipDefinition = define({
  type: "tfprojects_workspace_membership",
  description:
    "Puts workspaces into a project. They are moved with one request for each destination, all or none. " +
    "At least one of `workspace_ids`, `workspace_names`, `match_names` and `match_tags` is required. The last two " +
    "form a rule, which selects workspaces whose name matches a pattern of `match_names` and that have all of " +
    "`match_tags`, except those that `except_names` or `except_tags` excludes. An attribute that is not set " +
    "restricts nothing.",
  attributes: {
    id: computed(string, { description: "Identifier of the membership: the project's." }),
    project_id: required(string, {
      description: "Identifier of the project to move the workspaces into, prefix `prj-`.",
    }),
    workspace_ids: optionalComputed(set(string), {
      description:
        "Identifiers of the workspaces, prefix `ws-`. A workspace that is removed from the code is moved to the " +
        "default project, unless `on_destroy` is `retain`.",
      unset: "the identifiers of all selected workspaces",
    }),
    workspace_names: optionalComputed(set(string), {
      description:
        "Names of existing workspaces, case-insensitive, in addition to `workspace_ids`. For workspaces that the " +
        "same deployment creates, use `workspace_ids`.",
      unset: "the names of all selected workspaces",
    }),
    match_names: optional(set(string), {
      description:
        "Patterns of the names of workspaces, case-insensitive: letters, numbers, `-`, `_`, and `*`, which matches " +
        "any text. A pattern that matches every name requires `match_tags`, or `take_from` `default-project`.",
      unset: "any name, if `match_tags` is set",
    }),
    match_tags: optional(map(string), {
      description:
        "Key-value tags that workspaces have themselves, not inherited from their project; all must match. The value " +
        "`*` matches any value, and an empty value matches a tag without a value.",
      unset: "any tags, if `match_names` is set",
    }),
    except_names: optional(set(string), {
      description: "Patterns of names that the rule excludes, with the syntax of `match_names`.",
      unset: "none",
    }),
    except_tags: optional(map(string), {
      description: "Key-value tags, as in `match_tags`: the rule excludes workspaces that have any of them.",
      unset: "none",
    }),
    take_from: optional(string, {
      description:
        "Where the rule takes workspaces from: `any` project, or only the `default-project`, so that matching " +
        "workspaces in other projects stay there.",
      unset: "`any`",
      choices: TAKE_FROM,
    }),
    max_moves: optional(number, {
      description: "How many workspaces a plan may add and release because of the rule. More are an error.",
      unset: "any number",
    }),
    missing_workspaces: optional(string, {
      description:
        "What happens if a workspace of `workspace_ids` or `workspace_names` does not exist: `error` fails the plan, " +
        "`warn` plans the other workspaces.",
      unset: "`error`",
      choices: MISSING_WORKSPACES,
    }),
    matched_workspaces: computed(nullable(map(string)), {
      description:
        "With a rule, the names of all workspaces that the membership selects, by their identifiers, as of the last " +
        "refresh. Null without a rule.",
    }),
    exclusive: defaulted(bool, {
      description:
        "Whether the project is exclusive to these workspaces: others found in it are moved to the " +
        "organization's default project. An exclusive membership is the only one of its project.",
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
    ...checkId(config, "project_id", "project", "To find a project by its name, use a data source."),
    ...noWorkspaces(config),
    ...tooManyLists(config),
    ...withoutRule(config),
    ...everyName(config),
    ...["match_names", "except_names"].flatMap((attribute) => checkPatterns(config, attribute)),
    ...["match_tags", "except_tags"].flatMap((attribute) => checkMatchedTags(config, attribute)),
    ...checkMaxMoves(config),
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

/** Attributes that select workspaces. */
const SELECTING = ["workspace_ids", "workspace_names", "match_names", "match_tags"] as const;
/** Attributes of a rule that have no effect without `match_names` or `match_tags`. */
const DEPENDENT = ["except_names", "except_tags", "take_from", "max_moves"] as const;

/** The rule in the attributes of a membership, all of which are known; undefined if there is none. */
export function selectionRule({
  match_names: matchNames,
  match_tags: matchTags,
  except_names: exceptNames,
  except_tags: exceptTags,
  take_from: takeFrom,
  max_moves: maxMoves,
}: RuleAttributes): SelectionRule | undefined {
  if (matchNames === null && matchTags === null) return undefined;
  return {
    ...(matchNames === null ? {} : { matchNames }),
    ...(matchTags === null ? {} : { matchTags }),
    ...(exceptNames === null ? {} : { exceptNames }),
    ...(exceptTags === null ? {} : { exceptTags }),
    ...(takeFrom === null ? {} : { takeFrom: takeFrom === "default-project" ? takeFrom : "any" }),
    ...(maxMoves === null ? {} : { maxMoves: Number(maxMoves) }),
  };
}

/** The attributes that make up a rule. */
export const RULE_ATTRIBUTES = ["match_names", "match_tags", ...DEPENDENT] as const;
/** Values of {@link RULE_ATTRIBUTES}. */
export type RuleAttributes = Pick<MembershipState, (typeof RULE_ATTRIBUTES)[number]>;

function noWorkspaces(config: ConfigValues): readonly AttributeProblem[] {
  if (SELECTING.some((attribute) => config.isSet(attribute) !== false)) return [];
  const message =
    `None of ${namesOf(config, SELECTING)} is set. Set at least one of them; for no workspaces, use an empty list of ` +
    `${config.displayName("workspace_names")}.`;
  return [{ path: config.path("workspace_ids"), summary: "No workspaces", message }];
}

/** With a rule, one of the lists must be computed, to show the workspaces of the membership. */
function tooManyLists(config: ConfigValues): readonly AttributeProblem[] {
  if (hasRule(config) !== true) return [];
  if (config.isSet("workspace_ids") !== true || config.isSet("workspace_names") !== true) return [];
  const message =
    `${config.displayName("workspace_ids")} and ${config.displayName("workspace_names")} are both set, and so is a ` +
    "rule. Leave one of the two lists out: it is computed, and shows the workspaces of the membership.";
  return [{ path: config.path("workspace_names"), summary: "Conflicting configuration", message }];
}

function hasRule(config: ConfigValues): boolean | undefined {
  const set = [config.isSet("match_names"), config.isSet("match_tags")];
  return set.includes(true) ? true : set.includes(undefined) ? undefined : false;
}

function withoutRule(config: ConfigValues): readonly AttributeProblem[] {
  if (hasRule(config) !== false) return [];
  return DEPENDENT.filter((attribute) => config.isSet(attribute) === true).map((attribute) => ({
    path: config.path(attribute),
    summary: `Invalid ${attribute}`,
    message:
      `${config.displayName(attribute)} is set without a rule. Leave it out, or set ` +
      `${namesOf(config, ["match_names", "match_tags"])}.`,
  }));
}

function everyName(config: ConfigValues): readonly AttributeProblem[] {
  const pattern = config.knownStrings("match_names").find(({ text }) => matchesEveryName(text));
  if (pattern === undefined || config.isSet("match_tags") !== false) return [];
  const takeFrom = config.string("take_from");
  if (takeFrom === undefined || takeFrom === "default-project") return [];
  const message =
    `${JSON.stringify(pattern.text)} matches every workspace of the organization. Set ` +
    `${config.displayName("take_from")} to "default-project" to leave workspaces in other projects alone, or use a ` +
    "narrower pattern.";
  return [{ path: config.path("match_names", pattern.index), summary: "Invalid match_names", message }];
}

function namesOf(config: ConfigValues, attributes: readonly string[]): string {
  const names = attributes.map((attribute) => config.displayName(attribute));
  return `${names.slice(0, -1).join(", ")} ${names.length === 2 ? "or" : "and"} ${names.at(-1) ?? ""}`;
}

/** Names that differ only in case: a set keeps both, but a refresh finds only one. */
function duplicateNames(config: ConfigValues): readonly AttributeProblem[] {
  const spelling = new Map<string, string>();
  return config.knownStrings("workspace_names").flatMap(({ index, text }) => {
    const key = nameKey(text);
    const other = spelling.get(key);
    if (other === undefined) spelling.set(key, text);
    if (other === undefined || other === text) return [];
    const message =
      `${JSON.stringify(other)} and ${JSON.stringify(text)} are the same name, since names are case-insensitive. ` +
      "Leave one out.";
    return [{ path: config.path("workspace_names", index), summary: "Invalid workspace_names", message }];
  });
}

/** Names that no workspace can have. */
function impossibleNames(config: ConfigValues): readonly AttributeProblem[] {
  const patterns = `${config.displayName("match_names")} has patterns, in which "*" matches any text.`;
  return checkStrings(config, "workspace_names", "Invalid workspace_names", (name) =>
    checkWorkspaceName(name).map((violation) =>
      name.includes("*") ? { ...violation, message: `${violation.message} ${patterns}` } : violation,
    ),
  );
}
