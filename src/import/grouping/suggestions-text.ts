import type { Colors } from "picocolors/types";
import { sanitize } from "../../sanitize";
import { formatTable } from "../../table";
import { padText, widthOf, wrapText } from "../../engine/report/wrap";
import { formatList, pluralize } from "../../reconcile";
import { MIN_MATCHES } from "../rules";
import { countApart, isClose, type Comparison } from "./comparison";
import { unroutedText } from "./grouped-organization";
import type { Group, Grouping } from "./grouping";
import { bySize, formOf, leftOutText, samplesOf, titleOf, type Suggestions } from "./suggestions";
import { ACCESS_NOTE, accessText, type TeamAccess } from "./team-access";
import { wayText } from "./ways";

/** How many ways a terminal shows in detail, how many groups of a way, and how many differences of two ways. */
const WAYS_SHOWN = 8;
const GROUPS_SHOWN = 12;
const DIFFERENCES_SHOWN = 5;

/** How suggestions look as text. */
export interface SuggestionsTextOptions {
  readonly colors: Colors;
  readonly width: number;
  /** Says where all of a long list is. */
  readonly cutNote: string;
}

/** Suggestions for a terminal. Pure. */
export function suggestionsAsText(
  { found, leftOut, groupings, comparisons, access }: Suggestions,
  { colors, width, cutNote }: SuggestionsTextOptions,
): string {
  const { organization, project, workspaces } = found;
  const count = pluralize(workspaces.length, "workspace");
  const where = `the default project of ${sanitize(organization)}, ${sanitize(project.name)}`;
  if (groupings.length === 0) {
    const isFew = workspaces.length < MIN_MATCHES;
    const why = isFew
      ? `has ${count}`
      : `has ${count}, of which no ${MIN_MATCHES} have a word, a tag or a repository in common`;
    return wrapText(`No groups: ${where}, ${why}.`, width).join("\n");
  }
  const words = leftOutText(leftOut);
  const close = comparisons.filter(isClose);
  const detailed = groupings.slice(0, WAYS_SHOWN);
  const isCut =
    groupings.length > WAYS_SHOWN ||
    detailed.some(({ groups }) => groups.length > GROUPS_SHOWN) ||
    close.some(({ apart }) => apart.length > DIFFERENCES_SHOWN);
  return [
    ...wrapText(`Ways to group the ${count} of ${where}:`, width),
    "",
    tableOf(groupings, colors),
    ...(words === undefined ? [] : ["", ...wrapText(sanitize(words), width)]),
    ...(access === undefined ? [] : ["", ...wrapText(ACCESS_NOTE, width)]),
    ...detailed.flatMap((grouping) => ["", ...groupingLines(grouping, access, colors, width)]),
    ...(close.length === 0 ? [] : ["", "Where two ways disagree that mostly agree:"]),
    ...close.flatMap((it) => comparisonLines(it, width)),
    ...(isCut ? ["", ...wrapText(cutNote, width).map(colors.dim)] : []),
  ].join("\n");
}

function tableOf(groupings: readonly Grouping[], colors: Colors): string {
  const rows = groupings.map((grouping) => [
    sanitize(wayText(grouping.way)),
    ...[grouping.groups.length, grouping.covered, grouping.left.length].map(String),
    largest(grouping.groups),
    formOf(grouping),
  ]);
  const headings = ["WAY", "GROUPS", "COVERED", "LEFT", "LARGEST GROUP", "WRITTEN AS"];
  return formatTable(headings, rows, colors, ["GROUPS", "COVERED", "LEFT"]);
}

function largest(groups: readonly Group[]): string {
  const [first] = bySize(groups);
  return first === undefined ? "" : groupLabel(first);
}

function groupLabel({ project, workspaces }: Group): string {
  return `${sanitize(project)} (${workspaces.length})`;
}

/** A way with its groups, three names of each, and what it leaves. */
function groupingLines(
  grouping: Grouping,
  access: TeamAccess | undefined,
  colors: Colors,
  width: number,
): readonly string[] {
  const { groups, left } = grouping;
  const shown = bySize(groups).slice(0, GROUPS_SHOWN);
  const rest = bySize(groups).slice(GROUPS_SHOWN);
  const rows = [
    ...shown.flatMap((group) => [
      [groupLabel(group), samplesOf(group.workspaces).join(", ")] as const,
      ...(access === undefined ? [] : [["", `teams: ${accessText(group.workspaces, access)}`] as const]),
    ]),
    ...(rest.length === 0 ? [] : [[`${rest.length} more`, formatList(rest.map(({ project }) => project))] as const]),
    ...(left.length === 0 ? [] : [[`left (${left.length})`, samplesOf(left).join(", ")] as const]),
  ];
  const column = Math.max(...rows.map(([label]) => widthOf(label))) + 2;
  const [title = "", ...more] = wrapText(sanitize(titleOf(grouping)), width, 2);
  return [
    colors.bold(title),
    ...more,
    ...rows.flatMap(([label, names]) => wrapText(`  ${padText(label, column)}${sanitize(names)}`, width, column + 2)),
    ...wrapText(sanitize(unroutedText(grouping) ?? ""), width)
      .filter((line) => line !== "")
      .map(colors.dim),
  ];
}

/** Two ways, with the largest of their differences. */
function comparisonLines(comparison: Comparison, width: number): readonly string[] {
  const { ways, alike, apart } = comparison;
  const count = `${pluralize(alike, "workspace")} alike, ${countApart(comparison)} not`;
  const rest = apart.slice(DIFFERENCES_SHOWN);
  return [
    `  ${ways.map(wayText).join(" and ")}: ${count}`,
    ...apart.slice(0, DIFFERENCES_SHOWN).map(({ projects, workspaces }) => {
      return `    ${projects.join(" or ")} (${workspaces.length}): ${samplesOf(workspaces).join(", ")}`;
    }),
    ...(rest.length === 0 ? [] : [`    ${pluralize(rest.length, "more pair")} of projects`]),
  ].flatMap((line) => wrapText(sanitize(line), width, 6));
}
