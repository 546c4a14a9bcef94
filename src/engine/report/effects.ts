import { groupBy } from "../../lists";
import { PROJECT_SETTINGS } from "../../model";
import { pluralize } from "../../reconcile";
import {
  RELATED_KINDS,
  RELATED_LABELS,
  teamName,
  type ChangedGrant,
  type Changes,
  type ChangedSet,
  type RelatedChanges,
  type RelatedKind,
} from "../plan/related-changes";
import type { MoveImpact, SettingImpact } from "../plan/impact";
import type { OptionName } from "../option-name";
import type { Plan } from "../plan/comparison";
import { joined, listedNames, text, type Effect, type Effects, type Part, type Text } from "./blocks";

type Row = Effects["groups"][number]["rows"][number];

/**
 * What changes for workspaces that move, by pairs of projects. Pairs with the same changes are grouped, and pairs
 * without changes are left out. If a workspace moves, a note says at least what was not compared.
 */
export function effectsOf(plan: Plan, optionName: OptionName): Effects | undefined {
  const { moves } = plan.impact;
  if (moves.length === 0) return undefined;
  const changed = moves.flatMap(({ from, to, settings, related, workspaceIds: { length: count } }) => {
    const rows = [
      ...settings.map((it) => settingRow(it, count)),
      ...(related === undefined ? [] : relatedRows(related, count)),
    ];
    return rows.length === 0 ? [] : [{ pair: { from: from.name, to: to.name, count }, rows }];
  });
  const groups = [...groupBy(changed, ({ rows }) => JSON.stringify(rows)).values()];
  return {
    kind: "effects",
    heading: "What the moves change",
    groups: groups.map((same) => ({ pairs: same.map(({ pair }) => pair), rows: same[0].rows })),
    notes: notesOf(moves, changed.length > 0, optionName),
  };
}

const RELATED = Object.values(RELATED_LABELS).join(", ");

/** What the groups do not show, and why: what could not be compared or read, and that nothing changes. */
function notesOf(moves: readonly MoveImpact[], hasChanges: boolean, optionName: OptionName): readonly Text[] {
  const isRead = moves.some(({ related }) => related !== undefined);
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
    ...(!hasChanges && isRead ? [text`The moves change no setting, access, set or tag that was compared.`] : []),
    ...(unreadable.length === 0 ? [] : [text`Not readable with this token: ${unreadable.join(", ")}.`]),
    ...(notCompared.length === 0 ? [] : [text`Not compared, because responses lack them: ${notCompared.join(", ")}.`]),
    ...(byTags.size === 0
      ? []
      : [text`Not compared, because they select workspaces by tags: policy sets ${listedNames([...byTags])}.`]),
    ...(isRead ? [] : [text`Not compared: ${RELATED}. Use ${optionName("impact")} to compare them.`]),
  ];
}

function settingRow({ setting, before, after, workspaces, isCertain }: SettingImpact, moved: number): Row {
  const { noneLabel = "(none)" } = PROJECT_SETTINGS[setting].inWorkspaces ?? {};
  const shown = (it: string | null | undefined): Part =>
    it === undefined ? "(not known)" : it === null ? noneLabel : { name: it };
  const conditions = [...partOfMoved(workspaces, moved), ...(isCertain ? [] : ["unless a workspace has its own"])];
  const suffix = conditions.length === 0 ? "" : ` (${conditions.join(", ")})`;
  const change = text`${shown(before)} → ${shown(after)}${suffix}`;
  return { label: PROJECT_SETTINGS[setting].label, items: [{ kind: "changed", text: change }] };
}

/** `for 1 of 2 workspaces`; nothing for all. */
function partOfMoved(workspaces: number, moved: number): readonly string[] {
  return workspaces < moved ? [`for ${workspaces} of ${pluralize(moved, "workspace")}`] : [];
}

function relatedRows(related: RelatedChanges, moved: number): readonly Row[] {
  const setText = ({ name, workspaces }: ChangedSet): Text =>
    text`${{ name }}${partOfMoved(workspaces, moved)
      .map((some) => ` (${some})`)
      .join("")}`;
  const items: Readonly<Record<RelatedKind, readonly Effect[]>> = {
    teamAccess: effects(
      related.teamAccess,
      ({ team, access }) => text`${{ name: teamName(team) }} (${{ name: access }})`,
      changedGrant,
    ),
    variableSets: effects(related.variableSets, setText, setText),
    policySets: effects(related.policySets, setText, setText),
    tags: effects(
      related.tags,
      ({ key, value }) => [{ name: `${key}=${value}` }],
      ({ key, before, after }) => text`${{ name: `${key}=${before}` }} → ${{ name: `${key}=${after}` }}`,
    ),
  };
  return RELATED_KINDS.flatMap((kind) =>
    items[kind].length === 0 ? [] : [{ label: RELATED_LABELS[kind], items: items[kind] }],
  );
}

function effects<T, C>(
  changes: Changes<T, C> | undefined,
  textOf: (item: T) => Text,
  changedText: (item: C) => Text,
): readonly Effect[] {
  if (changes === undefined) return [];
  const { lost, gained, changed } = changes;
  return [
    ...lost.map((it): Effect => ({ kind: "lost", text: text`- ${textOf(it)}` })),
    ...gained.map((it): Effect => ({ kind: "gained", text: text`+ ${textOf(it)}` })),
    ...changed.map((it): Effect => ({ kind: "changed", text: text`~ ${changedText(it)}` })),
  ];
}

/** `QA (read → write)`, or the permissions that differ: `QA (custom: workspace-access.runs read → apply)`. */
function changedGrant({ team, before, after, permissions }: ChangedGrant): Text {
  const shown = (value: string | boolean | undefined): Part =>
    value === undefined ? "(not known)" : { name: String(value) };
  const single = permissions.map((it) => text`${{ name: it.name }} ${shown(it.before)} → ${shown(it.after)}`);
  const details =
    single.length === 0
      ? text`${{ name: before }} → ${{ name: after }}`
      : text`${{ name: after }}: ${joined(single, "; ")}`;
  return text`${{ name: teamName(team) }} (${details})`;
}
