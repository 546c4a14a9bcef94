import { attributeIn, settingIn, type CodeLanguage } from "./code-language";
import { hasFormOfId } from "./id";
import { nearestName } from "./nearest-name";
import { capitalized, eachWith, formatList, MANY_LISTED } from "./text";

/*
 * Messages about placements that conflict with other resources, the same in the constructs, the provider and the
 * engine. Labels are the known parts of addresses. All names that matter are listed, unless a report has a list of them
 * elsewhere: then `max` names.
 */

/** How messages call a rule: `rule 3`. @param position - From 0. */
export function ruleLabel(position: number): string {
  return `rule ${position + 1}`;
}

/** `rule 3`, `rules 1, 2 and 5`. @param positions - From 0, in their order. */
export function rulesLabel(positions: readonly number[]): string {
  const [first = 0, ...others] = positions;
  if (others.length === 0) return ruleLabel(first);
  const numbers = positions.map((position) => position + 1);
  return `rules ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1) ?? ""}`;
}

/** A membership names workspaces that a placement takes from any project. */
export function listedAndPlaced(
  workspaces: readonly string[],
  membership: string,
  placement: string,
  language: CodeLanguage,
  max?: number,
): string {
  const { listed, are, them } = wordsFor(workspaces, max);
  const line = settingIn(language, "except_names", [...workspaces].sort());
  return (
    `${listed} ${are} in ${membership}, and ${placement} takes ${them} from any project, so every apply of one would ` +
    `undo the other. To keep ${them} in ${membership}, add this to ${placement}: ${line}`
  );
}

/** Placements, at least two, decide about the same workspaces, and one of them would move these. */
export function placedTwice(workspaces: readonly string[], placements: readonly string[], max?: number): string {
  const { listed, are, them } = wordsFor(workspaces, max);
  const [one, fewer] = placements.length === 2 ? ["one of the two", "one"] : ["one of them", "all but one"];
  return (
    `${listed} ${are} placed ${eachWith("by", placements)}, but only within one placement the first rule that ` +
    `matches decides. Put all rules into ${one}, or add exceptions for ${them} to ${fewer}.`
  );
}

/** A rule places workspaces in a project that is exclusive to those of a membership. */
export function placedInExclusive(rules: readonly number[], membership: string): string {
  const [place, them] = rules.length === 1 ? ["places", "the rule"] : ["place", "the rules"];
  return (
    `${capitalized(rulesLabel(rules))} ${place} workspaces in the project of ${membership}, which is exclusive. ` +
    `Remove ${them}, or \`exclusive\` from the membership.`
  );
}

/**
 * The code has the name of a project literally that it also manages, so Terraform does not know that the placement
 * depends on that project.
 *
 * @param project - The known part of its address.
 */
export function referToProject(rules: readonly number[], name: string, project: string): string {
  const has = rules.length === 1 ? "has" : "have";
  return (
    `${capitalized(rulesLabel(rules))} ${has} the name ${JSON.stringify(name)} literally, which the same code gives ` +
    `to ${project}. Refer to the name of ${project} instead, so that the project is changed first.`
  );
}

/** A project that rules name, and that does not exist. */
export interface MissingRuleProject {
  readonly name: string;
  /** Of the rules, from 0. */
  readonly positions: readonly number[];
  /** Why there is none: `which this plan deletes`. @default - unknown */
  readonly reason?: string | undefined;
}

/** Lists projects of rules that do not exist. @param existing - Names of projects to suggest. */
export function missingRuleProjects(
  organization: string,
  missing: readonly MissingRuleProject[],
  existing: readonly string[] = [],
): string {
  const lines = missing.map(({ name, positions, reason }) => {
    const nearest = reason === undefined ? nearestName(name, existing) : undefined;
    const suggestion = nearest === undefined ? "" : ` (did you mean ${JSON.stringify(nearest)}?)`;
    const because = reason === undefined ? "" : `, ${reason}`;
    return `- ${rulesLabel(positions)}: ${JSON.stringify(name)}${idForName(name)}${suggestion}${because}`;
  });
  const [these, them] = missing.length === 1 ? ["this project", "it"] : ["these projects", "them"];
  return (
    `The organization ${JSON.stringify(organization)} does not have ${these}, or the token is not authorized to read ` +
    `${them}:\n${lines.join("\n")}`
  );
}

/** Follows the name of a project that does not exist, in a rule; empty if it does not look like an ID. */
export function idForName(name: string): string {
  return hasFormOfId("project", name) ? " (the ID of a project; a rule needs its name)" : "";
}

/** What to do about such an ID. */
export const NAME_FOR_ID =
  "If the same code has the project, refer to its `name` instead of its `id`. Otherwise use its name.";

/** A plan would move more workspaces than the placement allows. */
export function tooManyMoves(
  workspaces: readonly string[],
  { maxMoves = 0 }: { readonly maxMoves?: number | undefined },
  language?: CodeLanguage,
  max = MANY_LISTED,
): string {
  const listed = formatList(workspaces, undefined, max);
  const limit = attributeIn(language, "max_moves");
  const count = workspaces.length === 1 ? "1 workspace" : `${workspaces.length} workspaces`;
  return (
    `The placement would move ${count} (${listed}), and ${limit} is ${maxMoves}. Narrow its rules, or raise ` +
    `${limit} if these moves are intended.`
  );
}

function wordsFor(
  workspaces: readonly string[],
  max = MANY_LISTED,
): {
  readonly listed: string;
  readonly are: string;
  readonly them: string;
} {
  const [noun, are, them] = workspaces.length === 1 ? ["workspace", "is", "it"] : ["workspaces", "are", "them"];
  return {
    listed: `The ${noun} ${formatList(workspaces, (name) => JSON.stringify(name), max)}`,
    are,
    them,
  };
}
