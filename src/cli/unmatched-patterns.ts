import type { Compared } from "../engine/plan";
import { matcherOf, nearestPattern } from "../model";
import { formatList, quote } from "../reconcile";
import { sanitize } from "../sanitize";
import { printErr } from "./output";

/** `"platfrom-*" (did you mean "platform-*"?)` */
export function quoteWithNearest(pattern: string, names: readonly string[]): string {
  const nearest = nearestPattern(pattern, names);
  return quote(pattern) + (nearest === undefined ? "" : ` (did you mean ${quote(nearest)}?)`);
}

/** Warns of each pattern of `--ignore` that matches nothing in any of the organizations: it is probably mistyped. */
export function warnOfUnmatched(patterns: readonly string[] | undefined, compared: Compared): void {
  const organizations = formatList(compared.map(({ organization }) => organization));
  const objects = compared.flatMap(({ actual }) => [...actual.projects, ...actual.workspaces]);
  for (const pattern of new Set(patterns)) {
    if (objects.some(matcherOf([pattern]))) continue;
    const shown = quoteWithNearest(
      pattern,
      objects.map(({ name }) => name),
    );
    const problem = `No project or workspace of ${organizations} matches --ignore ${shown}`;
    printErr(sanitize(`Warning: ${problem}, or the token cannot read it.`));
  }
}
