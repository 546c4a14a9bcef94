import { hasFormOfId } from "./id";
import { nearestName } from "./nearest-name";
import { rulesLabel } from "./rule-condition";
import { capitalized } from "./text";

/* Messages about the projects of rules. */

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
