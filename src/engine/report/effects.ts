import { groupBy } from "../../lists";
import { PROJECT_SETTINGS } from "../../model";
import { pluralize } from "../../reconcile";
import type { MoveImpact, SettingImpact } from "../impact/impact";
import { nameIn, type ImpactEffect } from "../impact/kind";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName, type RelatedImpact } from "../impact/kinds";
import type { OptionName } from "../option-name";
import type { Plan } from "../plan/comparison";
import { joined, text, type Effect, type Effects, type Part, type Text } from "./blocks";

type Row = Effects["groups"][number]["rows"][number];

/**
 * What changes for workspaces that move, by pairs of projects. Pairs with the same changes are grouped, and pairs
 * without changes are left out. If a workspace moves, a note says at least what was not compared.
 */
export function effectsOf(plan: Plan, optionName: OptionName): Effects | undefined {
  const { moves } = plan.impact;
  if (moves.length === 0) return undefined;
  const changed = moves.flatMap((move) => {
    const { from, to, settings, related } = move;
    const count = move.workspaceIds.length;
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

/** Warnings say the rest. */
const SHOWN = IMPACT_KIND_NAMES.filter((name) => kindOf(name).isInWarnings !== true);

/** What the groups do not show, and why: what could not be compared or read, and that nothing changes. */
function notesOf(moves: readonly MoveImpact[], hasChanges: boolean, optionName: OptionName): readonly Text[] {
  const labels = IMPACT_KIND_NAMES.map((kind) => kindOf(kind).label);
  const isRead = moves.some(({ related }) => related !== undefined);
  // `policy sets`, or `policy sets (2 of 5 pairs)` if it is about some of the moves; nothing for none.
  const partOf = (label: string, isPart: (move: MoveImpact) => boolean): readonly string[] => {
    const count = moves.filter(isPart).length;
    if (count === 0) return [];
    return [count === moves.length ? label : `${label} (${count} of ${moves.length} pairs)`];
  };
  const unreadable = IMPACT_KIND_NAMES.flatMap((kind) =>
    partOf(kindOf(kind).label, ({ related }) => related !== undefined && related[kind] === undefined),
  );
  const settings = new Set(moves.flatMap(({ notCompared }) => notCompared));
  const notCompared = [...settings].flatMap((name) =>
    partOf(PROJECT_SETTINGS[name].label, (move) => move.notCompared.includes(name)),
  );
  const others = new Set(moves.flatMap(({ related }) => SHOWN.flatMap((kind) => related?.[kind]?.notCompared ?? [])));
  return [
    ...(!hasChanges && isRead ? [text`The moves change nothing that is compared here.`] : []),
    ...(unreadable.length === 0 ? [] : [text`Not readable with this token: ${unreadable.join(", ")}.`]),
    ...(notCompared.length === 0 ? [] : [text`Not compared, because responses lack them: ${notCompared.join(", ")}.`]),
    ...(others.size === 0 ? [] : [text`Not compared: ${{ sentence: [...others].join("; ") }}.`]),
    ...(isRead ? [] : [text`Not compared: ${labels.join(", ")}. Use ${optionName("impact")} to compare them.`]),
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

function relatedRows(related: RelatedImpact, moved: number): readonly Row[] {
  return SHOWN.flatMap((kind) => {
    const items = related[kind]?.effects.map((it) => effectItem(kind, it, moved)) ?? [];
    return items.length === 0 ? [] : [{ label: kindOf(kind).label, items }];
  });
}

const MARKS = { lost: "-", gained: "+", changed: "~", affected: "!" } as const;

/** `- ops (admin)`, `~ env=prod → env=dev`, `+ scan (mandatory; post_plan: may stop runs)` */
function effectItem(kind: ImpactKindName, effect: ImpactEffect, moved: number): Effect {
  const { change, note, workspaces = moved } = effect;
  const isPair = kindOf(kind).style === "pair";
  const value = isPair ? undefined : valueText(effect);
  const details = [
    ...(value === undefined ? [] : [value]),
    ...(note === undefined ? [] : [text`${{ sentence: note }}`]),
    ...partOfMoved(workspaces, moved).map((it) => text`${it}`),
  ];
  const suffix = details.length === 0 ? text`` : text` (${joined(details, "; ")})`;
  return {
    kind: change,
    text: text`${MARKS[change]} ${isPair ? pairText(effect) : [{ name: nameIn(effect) }]}${suffix}`,
  };
}

/** `env=prod`, or `env=prod → env=dev` */
function pairText(effect: ImpactEffect): Text {
  const pairs = [effect.before, effect.after].filter((it) => it !== undefined);
  return joined(
    pairs.map((value) => [{ name: `${nameIn(effect)}=${value}` }]),
    " → ",
  );
}

/** `admin`, `read → write`, or the permissions that differ: `custom: workspace-access.runs read → apply`. */
function valueText({ change, before, after, permissions = [] }: ImpactEffect): Text | undefined {
  const shown = (value: string | boolean | undefined): Part =>
    value === undefined ? "(not known)" : { name: String(value) };
  if (permissions.length > 0) {
    const single = permissions.map((it) => text`${{ name: it.name }} ${shown(it.before)} → ${shown(it.after)}`);
    return text`${shown(after)}: ${joined(single, "; ")}`;
  }
  if (change === "changed") return text`${shown(before)} → ${shown(after)}`;
  const value = before ?? after;
  return value === undefined ? undefined : [{ name: value }];
}
