import { groupBy } from "../../../lists";
import { PROJECT_SETTINGS } from "../../../model";
import { formatList, pluralize } from "../../../reconcile";
import {
  RELATED_KINDS,
  RELATED_LABELS,
  teamName,
  type ChangedGrant,
  type Changes,
  type ChangedSet,
  type RelatedChanges,
  type RelatedKind,
} from "../../plan/related-changes";
import type { MoveImpact, SettingImpact } from "../../plan/impact";
import type { OptionName } from "../../option-name";
import type { Plan } from "../../plan/comparison";

/*
 * The effects of moves on the workspaces that move, in the same form for every report. A report passes a function that
 * formats texts from outside.
 */

/** Applied to names and values from outside. */
export type Format = (text: string) => string;

/** Effects on the workspaces that move between projects. */
export interface ImpactSection {
  /** The pairs of projects for which all of this changes; at least one. */
  readonly pairs: readonly ImpactPair[];
  readonly rows: readonly ImpactRow[];
}

/** Workspaces move from one project to another. */
export interface ImpactPair {
  readonly from: string;
  readonly to: string;
  readonly workspaces: number;
}

/** Everything that changes of one kind. */
interface ImpactRow {
  /** `auto-destroy`, `team access` */
  readonly label: string;
  readonly items: readonly ImpactItem[];
}

/** Something that is gained, lost or changed. */
interface ImpactItem {
  readonly kind: "gained" | "lost" | "changed";
  /** With its sign: `+ Web (write)`, `- aws`. A setting has no sign: `(none) → 14d`. */
  readonly text: string;
}

/**
 * The effects of moves, by pairs of projects. Pairs with the same changes are grouped,
 * and pairs without changes are left out.
 */
export function impactSections({ impact }: Plan, format: Format): readonly ImpactSection[] {
  const changed = impact.moves.flatMap((move) => {
    const rows = [
      ...move.settings.map((it) => settingRow(it, move.workspaceIds.length, format)),
      ...(move.related === undefined ? [] : relatedRows(move.related, move.workspaceIds.length, format)),
    ];
    const { from, to, workspaceIds } = move;
    const pair: ImpactPair = { from: format(from.name), to: format(to.name), workspaces: workspaceIds.length };
    return rows.length === 0 ? [] : [{ pair, rows }];
  });
  return [...groupBy(changed, ({ rows }) => JSON.stringify(rows)).values()].map((same) => ({
    pairs: same.map(({ pair }) => pair),
    rows: same[0].rows,
  }));
}

/** `Web → Data (2 workspaces)`, or `40 pairs of projects (80 workspaces)`. */
export function pairsTitle(pairs: readonly ImpactPair[]): string {
  const [only, ...others] = pairs;
  const count = pairs.reduce((sum, { workspaces }) => sum + workspaces, 0);
  const title =
    only === undefined || others.length > 0 ? `${pairs.length} pairs of projects` : `${only.from} → ${only.to}`;
  return `${title} (${pluralize(count, "workspace")})`;
}

/** `Web → Data (2)` */
export function pairText({ from, to, workspaces }: ImpactPair): string {
  return `${from} → ${to} (${workspaces})`;
}

/**
 * What the sections do not show, and why: what could not be compared or read, and that nothing changes. Empty if there
 * is no section and nothing else was to be read.
 */
export function impactNotes(plan: Plan, format: Format, optionName: OptionName): readonly string[] {
  const { moves } = plan.impact;
  const isRead = moves.some(({ related }) => related !== undefined);
  const sections = impactSections(plan, format).length;
  // `policy sets`, or `policy sets (2 of 5 pairs)` if it is about some of the moves; nothing for none.
  const partOf = (label: string, isPart: (move: MoveImpact) => boolean): readonly string[] => {
    const count = moves.filter(isPart).length;
    if (count === 0) return [];
    return [count === moves.length ? label : `${label} (${count} of ${moves.length} pairs)`];
  };
  const unreadable = RELATED_KINDS.flatMap((kind) =>
    partOf(RELATED_LABELS[kind], ({ related }) => related !== undefined && related[kind] === undefined),
  );
  const settings = new Set(moves.flatMap(({ notCompared }) => notCompared));
  const notCompared = [...settings].flatMap((name) =>
    partOf(PROJECT_SETTINGS[name].label, (move) => move.notCompared.includes(name)),
  );
  const byTags = new Set(moves.flatMap(({ related }) => related?.policySetsByTags ?? []).map(({ name }) => name));
  return [
    ...(sections === 0 && isRead ? ["The moves change no setting, access, set or tag that was compared."] : []),
    ...(unreadable.length === 0 ? [] : [`Not readable with this token: ${unreadable.join(", ")}.`]),
    ...(notCompared.length === 0 ? [] : [`Not compared, because responses lack them: ${notCompared.join(", ")}.`]),
    ...(byTags.size === 0
      ? []
      : [`Not compared, because they select workspaces by tags: policy sets ${formatList([...byTags], format)}.`]),
    ...(isRead ? [] : [`Not compared: ${RELATED}. Use ${optionName("impact")} to compare them.`]),
  ];
}

const RELATED = Object.values(RELATED_LABELS).join(", ");

function settingRow(impact: SettingImpact, moved: number, format: Format): ImpactRow {
  const { setting, before, after, workspaces, isCertain } = impact;
  const { noneLabel = "(none)" } = PROJECT_SETTINGS[setting].inWorkspaces ?? {};
  const value = (it: string | null): string => (it === null ? noneLabel : format(it));
  const own = isCertain ? [] : ["unless a workspace has its own"];
  const condition = [...partOfMoved(workspaces, moved), ...own].join(", ");
  const text =
    `${before === undefined ? "(not known)" : value(before)} → ${value(after)}` +
    (condition === "" ? "" : ` (${condition})`);
  return { label: PROJECT_SETTINGS[setting].label, items: [{ kind: "changed", text }] };
}

/** `for 1 of 2 workspaces`; nothing for all. */
function partOfMoved(workspaces: number, moved: number): readonly string[] {
  return workspaces < moved ? [`for ${workspaces} of ${pluralize(moved, "workspace")}`] : [];
}

function relatedRows(related: RelatedChanges, moved: number, format: Format): readonly ImpactRow[] {
  const setText = ({ name, workspaces }: ChangedSet): string =>
    [format(name), ...partOfMoved(workspaces, moved).map((some) => `(${some})`)].join(" ");
  const items: Readonly<Record<RelatedKind, readonly ImpactItem[]>> = {
    teamAccess: itemsOf(
      related.teamAccess,
      ({ team, access }) => `${format(teamName(team))} (${format(access)})`,
      (grant) => changedGrant(grant, format),
    ),
    variableSets: itemsOf(related.variableSets, setText, setText),
    policySets: itemsOf(related.policySets, setText, setText),
    tags: itemsOf(
      related.tags,
      ({ key, value }) => format(`${key}=${value}`),
      ({ key, before, after }) => `${format(`${key}=${before}`)} → ${format(`${key}=${after}`)}`,
    ),
  };
  return RELATED_KINDS.flatMap((kind) =>
    items[kind].length === 0 ? [] : [{ label: RELATED_LABELS[kind], items: items[kind] }],
  );
}

function itemsOf<T, C>(
  changes: Changes<T, C> | undefined,
  text: (item: T) => string,
  changedText: (item: C) => string,
): readonly ImpactItem[] {
  if (changes === undefined) return [];
  const { lost, gained, changed } = changes;
  return [
    ...lost.map((it): ImpactItem => ({ kind: "lost", text: `- ${text(it)}` })),
    ...gained.map((it): ImpactItem => ({ kind: "gained", text: `+ ${text(it)}` })),
    ...changed.map((it): ImpactItem => ({ kind: "changed", text: `~ ${changedText(it)}` })),
  ];
}

/** `QA (read → write)`, or the permissions that differ: `QA (custom: workspace-access.runs read → apply)`. */
function changedGrant({ team, before, after, permissions }: ChangedGrant, format: Format): string {
  const shown = (value: string | boolean | undefined): string =>
    value === undefined ? "(not known)" : format(String(value));
  const details =
    permissions.length === 0
      ? `${format(before)} → ${format(after)}`
      : `${format(after)}: ${permissions
          .map((it) => `${format(it.name)} ${shown(it.before)} → ${shown(it.after)}`)
          .join("; ")}`;
  return `${format(teamName(team))} (${details})`;
}
