import {
  attributeOf,
  isSame,
  nameKey,
  SETTING_NAMES,
  settingsFrom,
  type ProjectSettings,
  type SettingName,
  type NamedObject,
} from "../../model";
import { named } from "../actual-organization";
import type { DesiredProject } from "../organization";
import type { DocumentedChange, WayBack } from "./way-back";

/** Takes changes of attributes back, value by value. */
export function undoUpdates(documents: readonly DocumentedChange<"update">[], wayBack: WayBack): void {
  const found = documents.flatMap((document) => {
    const now = wayBack.projectOf(document, { id: document.projectId, name: document.after.name });
    return now === undefined ? [] : [{ document, now, about: { project: named(now) } }];
  });
  const renamed = found.flatMap(({ document, now, about }) => {
    const { before, after } = document;
    if (before.name === after.name || now.name === before.name) return [];
    if (now.name === after.name) return [{ id: now.id, name: before.name }];
    wayBack.leave(document, "renamed-since", { ...about, before: before.name });
    return [];
  });
  const free = freeNames(renamed, wayBack);
  const names = new Map(renamed.map(({ id, name }) => [id, name]));
  const projects = found.flatMap(({ document, now, about }): DesiredProject[] => {
    const before = names.get(now.id);
    const isFree = free.has(now.id);
    if (before !== undefined && !isFree) wayBack.leave(document, "name-taken", { ...about, before });
    const name = (isFree ? before : undefined) ?? now.name;
    const { back, changed, unknown } = settingsBack({ ...document, now });
    if (changed.length > 0) wayBack.leave(document, "changed-since", { ...about, attributes: changed });
    if (unknown.length > 0) wayBack.leave(document, "not-known", { ...about, attributes: unknown });
    if (name === now.name && Object.keys(back).length === 0) return [];
    // A description always has a value.
    const settings = settingsFrom((it) => (Object.hasOwn(back, it) || it !== "description" ? back[it] : now[it]));
    return [{ address: document.address, id: now.id, previousNames: [], ...settings, name }];
  });
  wayBack.projects.push(...projects);
}

/**
 * The projects whose names are free for them, one after the other: others belong to a project that keeps its name, or
 * to each other. Those that are deleted give up their names.
 */
function freeNames(
  wanted: readonly NamedObject[],
  { actual: { projects }, projectById, deletions }: WayBack,
): ReadonlySet<string> {
  const holders = new Map(projects.map(({ id, name }) => [nameKey(name), id]));
  const giveUp = (id: string): boolean => holders.delete(nameKey(projectById.get(id)?.name ?? ""));
  for (const { project } of deletions) giveUp(project.id);
  const free = new Set<string>();
  for (let size = -1; size < free.size;) {
    size = free.size;
    for (const { id, name } of wanted) {
      const holder = holders.get(nameKey(name));
      if (free.has(id) || (holder !== undefined && holder !== id)) continue;
      giveUp(id);
      holders.set(nameKey(name), id);
      free.add(id);
    }
  }
  return free;
}

/** The settings of a project that get the values from before a change, and those that stay. */
interface SettingsBack {
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

/** A pool belongs to its mode. */
const TOGETHER: readonly SettingName[] = ["defaultExecutionMode", "defaultAgentPoolId"];

/** The settings whose change can be taken back, since it still holds. Names depend on other projects. */
function settingsBack(change: Change): SettingsBack {
  const single = SETTING_NAMES.filter((name) => name !== "name" && name !== "tags" && !TOGETHER.includes(name));
  const all = [TOGETHER, ...single.map((name) => [name])].map((names) => valuesBack(names, change));
  all.push(tagsBack(change));
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
