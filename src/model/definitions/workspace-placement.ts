import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  computed,
  defaulted,
  listBlock,
  map,
  number,
  optional,
  required,
  set,
  string,
  type ConfigOf,
  type PlanOf,
  type StateOf,
} from "../../schema";
import { checkProjectName } from "../project";
import { TAKE_FROM, type Placement, type PlacementRule, type TakeFrom } from "../placement";
import { organizationOf } from "./common";
import { define } from "./definition";
import type { ConfigValues } from "./config-values";
import { nameOf, PROJECT } from "./references";
import { checkOrganization, checkString } from "./rules";
import { checkMatchedTags, checkMaxMoves, checkPatterns } from "./workspace-matching";

/** How many rules a placement can have. */
export const MAX_RULES = 500;

/** A rule of a placement. */
export const placementRuleBlock = listBlock({
  description:
    "Where workspaces belong that match `match_names` and `match_tags`. At least one of the two is required; an " +
    "attribute that is not set restricts nothing. The order of rules matters.",
  minItems: 1,
  maxItems: MAX_RULES,
  attributes: {
    project: required(string, {
      description:
        "Name of the project to move the workspaces into, case-insensitive. For a project of the same " +
        "deployment, refer to its `name`. A rule for the default project leaves workspaces there.",
      refersTo: nameOf(PROJECT),
    }),
    match_names: optional(set(string), {
      description:
        "Patterns of the names of workspaces, case-insensitive: letters, numbers, `-`, `_`, and `*`, which " +
        "matches any text. One of them must match.",
      unset: "any name, if `match_tags` is set",
    }),
    match_tags: optional(map(string), {
      description:
        "Key-value tags that workspaces have themselves, not inherited from their project; all must match. The " +
        "value `*` matches any value, and an empty value matches a tag without a value. Flat tags, of " +
        "`tag_names`, never match.",
      unset: "any tags, if `match_names` is set",
    }),
    take_from: optional(string, {
      description: "Where the rule takes workspaces from, as an exception.",
      unset: "the `take_from` of the placement",
      choices: TAKE_FROM,
    }),
  },
});

/** The resource `tfprojects_workspace_placement`. */
export const placementDefinition = define({
  type: "tfprojects_workspace_placement",
  description:
    "Routes workspaces to projects by an ordered list of rules, like a routing table: the first rule that matches a " +
    "workspace decides, and no later rule is considered. A placement moves workspaces in, and never out: a workspace " +
    "stays where it is when its rule is changed or removed, when it no longer matches, and when the placement is " +
    "destroyed. An organization should have one placement.",
  isImportable: false,
  attributes: {
    id: computed(string, { description: "Identifier of the placement: the name of the organization." }),
    except_names: optional(set(string), {
      description: "Patterns of the names of workspaces that all rules leave alone, with the syntax of `match_names`.",
      unset: "none",
    }),
    except_tags: optional(map(string), {
      description: "Key-value tags, as in `match_tags`: all rules leave workspaces alone that have any of them.",
      unset: "none",
    }),
    take_from: defaulted(string, {
      description:
        "Where rules take workspaces from: only the `default-project`, so that workspaces in other projects stay " +
        "there, or `any` project, which enforces the rules.",
      default: "default-project",
      choices: TAKE_FROM,
    }),
    max_moves: optional(number, {
      description: "How many workspaces a plan may move. More are an error.",
      unset: "any number",
    }),
    organization: organizationOf("placement"),
    unplaced: computed(map(string), {
      description:
        "The workspaces that the placement would move, as of the last refresh, by their identifiers: names and " +
        "projects, such as `net-prod-7 (Default Project → Networks)`.",
    }),
  },
  blocks: {
    rule: placementRuleBlock,
  },
  rules: (config) => [
    ...checkPatterns(config, "except_names"),
    ...checkMatchedTags(config, "except_tags"),
    ...checkMaxMoves(config),
    ...checkOrganization(config),
    ...(config.blocks("rule") ?? []).flatMap(checkRule),
  ],
});

/** A line of `unplaced`: a workspace that a placement would move. */
export function unplacedLine(workspace: string, from: string, to: string): string {
  return `${workspace} (${from} → ${to})`;
}

/** The name of the workspace in a line of `unplaced`. */
export function unplacedName(line: string): string {
  return line.split(" (", 1)[0] ?? line;
}

/** A configured placement. */
export type PlacementConfig = ConfigOf<typeof placementDefinition>;
/** A planned placement. */
export type PlacementPlan = PlanOf<typeof placementDefinition>;
/** A placement in the state. */
export type PlacementState = StateOf<typeof placementDefinition>;

/** The rules of a placement in code or in the state, by the names of their projects. */
export interface PlacementTable extends Placement<NamedRule> {
  /** How many workspaces a plan may move. @default - any number */
  readonly maxMoves?: number | undefined;
}

/** A rule with the name of its project, in any case. */
export interface NamedRule extends PlacementRule {
  readonly project: string;
}

type TableAttributes = Pick<PlacementState, "rule" | "except_names" | "except_tags" | "take_from" | "max_moves">;

/** The rules in the values of a placement. Equal values have equal rules: sets are sorted. */
export function placementTable({ rule, max_moves: maxMoves, ...values }: TableAttributes): PlacementTable {
  return {
    rules: rule.map(({ project, match_names: names, match_tags: tags, take_from: from }) => ({
      project,
      matchNames: names === null ? undefined : [...names].sort(),
      matchTags: tags ?? undefined,
      takeFrom: from === null ? undefined : takeFromOf(from),
    })),
    exceptNames: values.except_names === null ? undefined : [...values.except_names].sort(),
    exceptTags: values.except_tags ?? undefined,
    takeFrom: takeFromOf(values.take_from),
    maxMoves: maxMoves === null ? undefined : Number(maxMoves),
  };
}

function takeFromOf(value: string): TakeFrom {
  return value === "any" ? value : "default-project";
}

function checkRule(rule: ConfigValues): readonly AttributeDiagnostic[] {
  return [
    ...checkString(rule, "project", "Invalid project", checkProjectName),
    ...withoutCondition(rule),
    ...checkPatterns(rule, "match_names"),
    ...checkMatchedTags(rule, "match_tags"),
  ];
}

function withoutCondition(rule: ConfigValues): readonly AttributeDiagnostic[] {
  if (rule.isSet("match_names") !== false || rule.isSet("match_tags") !== false) return [];
  const [names, tags] = [rule.displayName("match_names"), rule.displayName("match_tags")];
  const message = `Neither ${names} nor ${tags} is set. Set one of them; the pattern "*" matches every name.`;
  return [attributeError(rule.path("match_names"), "Rule without a condition", message)];
}
