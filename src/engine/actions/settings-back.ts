import { attributeOf, isSame, SETTING_NAMES, type ProjectSettings, type SettingName } from "../../model";

/** The settings of a project that get the values from before a change, and those that stay. */
export interface SettingsBack {
  readonly back: Partial<ProjectSettings>;
  /** Attributes that someone has changed since. */
  readonly changed: readonly string[];
  /** Attributes whose value before, or today, is not known. */
  readonly unknown: readonly string[];
}

interface Change {
  readonly before: ProjectSettings;
  readonly after: ProjectSettings;
  readonly now: ProjectSettings;
}

/** The name is apart: whether it can be given back depends on other projects. A pool belongs to its mode. */
const TOGETHER: readonly (readonly SettingName[])[] = [
  ["defaultExecutionMode", "defaultAgentPoolId"],
  ...SETTING_NAMES.filter((name) => !["name", "tags", "defaultExecutionMode", "defaultAgentPoolId"].includes(name)).map(
    (name) => [name],
  ),
];

/** What of the settings a change can be taken back: value by value, where it holds today. */
export function settingsBack(change: Change): SettingsBack {
  const all = [...TOGETHER.map((names) => valuesBack(names, change)), tagsBack(change)];
  return {
    back: Object.assign({}, ...all.map(({ back }) => back)) as Partial<ProjectSettings>,
    changed: all.flatMap(({ changed }) => changed),
    unknown: all.flatMap(({ unknown }) => unknown),
  };
}

/** Settings that have their values together, or not at all. */
function valuesBack(names: readonly SettingName[], { before, after, now }: Change): SettingsBack {
  const changed = names.filter((name) => after[name] !== undefined && !isSame(name, before[name], after[name]));
  if (changed.length === 0) return NONE;
  const attributes = changed.map((name) => attributeOf(name));
  if (changed.some((name) => now[name] === undefined)) return { ...NONE, unknown: attributes };
  if (changed.some((name) => before[name] === undefined)) {
    const holds = changed.every((name) => isSame(name, now[name], after[name]));
    return holds ? { ...NONE, unknown: attributes } : NONE;
  }
  const are = (values: ProjectSettings): boolean =>
    names.every((name) => values[name] === undefined || isSame(name, now[name], values[name]));
  if (are(after)) return { ...NONE, back: Object.fromEntries(names.map((name) => [name, before[name]])) };
  return are(before) ? NONE : { ...NONE, changed: attributes };
}

/** Tags one by one: others are left alone. */
function tagsBack({ before, after, now }: Change): SettingsBack {
  const [was, became, is] = [before.tags, after.tags, now.tags];
  if (became === undefined || isSame("tags", was, became)) return NONE;
  if (was === undefined || is === undefined) return { ...NONE, unknown: ["tags"] };
  const tags = new Map(Object.entries(is));
  const [old, made] = [new Map(Object.entries(was)), new Map(Object.entries(became))];
  const changed: string[] = [];
  for (const key of new Set([...old.keys(), ...made.keys()])) {
    const value = old.get(key);
    if (value === made.get(key) || tags.get(key) === value) continue;
    if (tags.get(key) !== made.get(key)) changed.push(`tags.${key}`);
    else if (value === undefined) tags.delete(key);
    else tags.set(key, value);
  }
  const back = Object.fromEntries(tags);
  return { ...NONE, changed, ...(isSame("tags", back, is) ? {} : { back: { tags: back } }) };
}

const NONE: SettingsBack = { back: {}, changed: [], unknown: [] };
