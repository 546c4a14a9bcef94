import { groupBy } from "../../lists";
import {
  formatList,
  MANY_LISTED,
  nameKey,
  ruleCoverage,
  takenText,
  takesFromAnywhere,
  unmatchedText,
  unplacedLine,
  unreachedText,
  type PlacementTable,
  type RoutedTo,
} from "../../model";
import type { ConfiguredContext, Diagnostics } from "../../plugin";
import { pluralize, type OrganizationView } from "../../reconcile";
import { quote } from "../diagnostics";
import { moveEffects, type PlannedMove } from "../move-effects";
import type { ProviderData } from "../provider-data";
import type { Placing } from "./routing";

/** The attribute `unplaced`: `net-prod-7 (Default Project → Networks)`, by the ID of the workspace. */
export async function linesOf(
  view: OrganizationView,
  moves: readonly Placing[],
): Promise<Readonly<Record<string, string>>> {
  const nameOf = await sourceNames(view, moves);
  const lines = moves.map(({ workspace: { id, name, projectId }, rule }) => {
    return [id, unplacedLine(name, nameOf(projectId), rule.project)] as const;
  });
  return Object.fromEntries(lines);
}

/** The same for workspaces in the project of their rule that leave a membership: `net-7 (membership → Networks)`. */
export function keptLines(kept: readonly Placing[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kept.map(({ workspace: { id, name }, rule }) => [id, unplacedLine(name, "membership", rule.project)]),
  );
}

/**
 * Warns which workspaces rules move, and what that changes. New or changed rules have a line for each rule and each
 * project that it takes workspaces from: no attribute shows them. Those that unchanged ones move are in `unplaced`.
 *
 * @param placings - What new or changed rules decide; undefined if the rules are those of the state.
 */
export async function warnOfMoves(
  view: OrganizationView,
  moves: readonly PlannedMove[],
  placings: readonly Placing[] | undefined,
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  const lines = placings === undefined ? [] : await linesOfRules(view, placings);
  const details = [...(lines.length === 0 ? [] : [lines.join("\n")]), ...(await moveEffects(view, moves, provider))];
  if (details.length === 0) return;
  const { length: count } = placings ?? moves;
  const summary = `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} by rules`;
  diagnostics.warning(summary, details.join("\n\n"), ["rule"]);
}

async function linesOfRules(view: OrganizationView, moves: readonly Placing[]): Promise<readonly string[]> {
  const nameOf = await sourceNames(view, moves);
  const inOrder = [...moves].sort((one, other) => one.position - other.position);
  let left = MANY_LISTED;
  const groups = groupBy(inOrder, ({ position, workspace }) => `${position} ${workspace.projectId}`);
  return [...groups.values()].map((its) => {
    const [{ rule, position, workspace }] = its;
    const names = its.map((it) => it.workspace.name);
    const listed = left > 0 ? ` (${formatList(names, undefined, left)})` : "";
    left -= names.length;
    const [from, to] = [quote(nameOf(workspace.projectId)), quote(rule.project)];
    const count = pluralize(names.length, "workspace");
    const taken = takenText(
      position,
      its.map(({ match }) => match),
    );
    return `- ${taken}, from ${from} to ${to}: ${count}${listed}`;
  });
}

/** Reads the names of the projects that workspaces are in. One that cannot be read is shown by its ID. */
async function sourceNames(view: OrganizationView, moves: readonly Placing[]): Promise<(id: string) => string> {
  const ids = new Set(moves.map(({ workspace }) => workspace.projectId));
  await Promise.allSettled([...ids].map((id) => view.projects.byId(id)));
  return (id) => view.projects.peek(id)?.name ?? id;
}

/** Warns of rules that decide about none of the workspaces that were looked at, as the engine does. */
export function warnOfCoverage(table: PlacementTable, routes: readonly RoutedTo[], diagnostics: Diagnostics): void {
  const { unmatched, unreached } = ruleCoverage(table, routes, (position) =>
    nameKey(table.rules[position]?.project ?? ""),
  );
  // What a rule has placed before is not in the default project.
  const isComplete = takesFromAnywhere(table);
  const which = isComplete ? "workspace" : "workspace of the default project";
  const without = isComplete ? unmatched : unmatched.filter(({ patterns }) => patterns !== undefined);
  const lines = [
    ...(without.length === 0 ? [] : [unmatchedText(without, THIS, which)]),
    ...(unreached.length === 0 ? [] : [unreachedText(unreached, THIS, which)]),
  ];
  if (lines.length > 0) diagnostics.warning("Rules without workspaces", lines.join("\n"), ["rule"]);
}

const THIS = "this placement";
