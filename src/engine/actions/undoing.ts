import {
  attributeOf,
  completed,
  isSame,
  nameKey,
  NO_SETTINGS,
  SETTING_NAMES,
  settingsFrom,
  type AssignmentAttributes,
  type AssignmentType,
  type CodeLanguage,
  type Project,
  type ProjectSettings,
  type SettingName,
  type Workspace,
} from "../../model";
import { compareNames, groupBy, indexBy } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization, type NamedObject } from "../actual-organization";
import type { DesiredProject, ProjectReference } from "../organization";
import type { Kind } from "../plan/action";
import type { LeftCause, LeftChange } from "../undone";
import type { ActionDocument } from "./document";
import { projectCode } from "./project-code";

/** How an action ended; `unknown` if nothing says it, or if the response was lost: the organization shows it. */
export interface End {
  readonly end: "done" | "failed" | "skipped" | "unknown";
  /** The project that it created, if the document is of an apply. */
  readonly createdId?: string | undefined;
}

/** An action of a document, and how it ended. */
export type DocumentedAction<K extends Kind = Kind> = Extract<ActionDocument & End, { readonly kind: K }>;

/** A workspace that an action of a document moved. */
type DocumentedMove = ActionDocument<"move">["workspaces"][number];

/** A project that an action created. */
export interface CreatedProject {
  readonly address: string;
  readonly project: NamedObject;
}

/** The objects that an action of a document is about. */
export interface UndoneObjects {
  /** Projects that were there before: their ids. */
  readonly existing?: readonly string[];
  /** Projects that it changed, as it left them. */
  readonly changed?: readonly DesiredProject[];
  readonly created?: readonly CreatedProject[];
  readonly moved?: readonly DocumentedMove[];
  readonly assigned?: readonly AssignedObject[];
}

/** An object that an action assigned to a project, or took off it. */
export interface AssignedObject {
  readonly type: AssignmentType;
  readonly project: Extract<ProjectReference, { readonly by: "id" | "name" }>;
  readonly object: NamedObject;
}

/** The organization today, and which changes of a document are undone, or left as they are. */
export class Undoing {
  readonly projects: DesiredProject[] = [];
  /** Workspaces that go back to the projects that they came from. */
  readonly moves: Pick<DocumentedMove, "id" | "from">[] = [];
  /** Objects that are assigned as they were before; null if they were not. */
  readonly assignments: (AssignedObject & { readonly attributes: AssignmentAttributes | null })[] = [];
  /** Projects that were created, and are deleted. */
  readonly deletions: CreatedProject[] = [];
  readonly left: LeftChange[] = [];
  readonly projectById: ReadonlyMap<string, Project>;
  readonly projectByName: ReadonlyMap<string, Project>;
  readonly workspaceById: ReadonlyMap<string, Workspace>;
  /** Ids of the projects that were there before. */
  readonly #existing: ReadonlySet<string>;
  /** Name → id of the projects that were created. */
  readonly #created: ReadonlyMap<string, string>;

  /**
   * @param hiding - Ids of projects with workspaces that the token does not see.
   * @param isIgnored - Whether the caller leaves an object out.
   * @param language - The language of the code that made the changes.
   */
  constructor(
    concerned: readonly UndoneObjects[],
    readonly actual: ActualOrganization,
    readonly hiding: ReadonlySet<string>,
    readonly isIgnored: (object: NamedObject) => boolean,
    readonly language: CodeLanguage,
  ) {
    this.projectById = indexBy(actual.projects, ({ id }) => id);
    this.projectByName = indexBy(actual.projects, ({ name }) => nameKey(name));
    this.workspaceById = indexBy(actual.workspaces, ({ id }) => id);
    this.#existing = new Set(concerned.flatMap(({ existing = [] }) => existing));
    this.#created = createdIds(concerned);
  }

  leave(action: DocumentedAction, cause: LeftCause, about: Omit<LeftChange, "action" | "cause"> = {}): void {
    this.left.push({ action: action.id, cause, ...about });
  }

  /** The project that an action is about; undefined if the action is left alone, because that is gone or ignored. */
  projectOf(action: DocumentedAction, { id, name }: NamedObject): Project | undefined {
    const project = this.projectById.get(id);
    if (project !== undefined && !this.isIgnored(project)) return project;
    const cause = project === undefined ? "project-missing" : "ignored";
    this.leave(action, cause, { project: { id, name: project?.name ?? name } });
    return undefined;
  }

  /** The project with the name of one that was created. One that the document knows by its ID was there before. */
  createdAs(name: string): Project | undefined {
    const project = this.projectByName.get(nameKey(name));
    return project === undefined || this.#existing.has(project.id) ? undefined : project;
  }

  /** Whether a project exists, and is not deleted. */
  isKept(id: string): boolean {
    return this.projectById.has(id) && !this.deletions.some(({ project }) => project.id === id);
  }

  /** The id of the project that workspaces were moved to, or objects were assigned to. */
  targetOf({ id, name }: ActionDocument<"move">["destination"]): string | undefined {
    return id ?? this.#created.get(nameKey(name)) ?? this.createdAs(name)?.id;
  }
}

/** Name → id of the projects that were created, as far as documents have them. */
export function createdIds(concerned: readonly UndoneObjects[]): ReadonlyMap<string, string> {
  const created = concerned.flatMap((it) => it.created ?? []);
  return new Map(created.map(({ project: { id, name } }) => [nameKey(name), id]));
}

/** Deletes projects that were created, if they are empty and as they were made. */
export function undoCreations(documents: readonly DocumentedAction<"create">[], undoing: Undoing): void {
  const leaving = new Set(undoing.moves.map(({ id }) => id));
  const kept = new Set(undoing.moves.map(({ from }) => from.id));
  for (const it of documents) undoCreation(it, undoing, leaving, kept);
}

/**
 * @param leaving - Ids of the workspaces that go back to where they were.
 * @param kept - Ids of the projects that they go back to.
 */
function undoCreation(
  document: DocumentedAction<"create">,
  undoing: Undoing,
  leaving: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): void {
  const { address, after, createdId } = document;
  if (createdId === undefined) {
    const project = undoing.createdAs(after.name);
    if (project !== undefined) undoing.leave(document, "created-not-known", { project: named(project) });
    return;
  }
  const project = undoing.projectById.get(createdId);
  if (project === undefined) return;
  const about = { project: named(project) };
  const made = completed(after, NO_SETTINGS);
  const changed = SETTING_NAMES.filter(
    (name) => project[name] !== undefined && !isSame(name, made[name], project[name]),
  );
  const inside = undoing.actual.workspaces.filter(({ id, projectId }) => projectId === project.id && !leaving.has(id));
  if (undoing.isIgnored(project)) undoing.leave(document, "ignored", about);
  else if (changed.length > 0) {
    undoing.leave(document, "created-changed", { ...about, attributes: changed.map((name) => attributeOf(name)) });
  } else if (inside.length > 0 || kept.has(project.id) || undoing.hiding.has(project.id)) {
    undoing.leave(document, "created-not-empty", { ...about, workspaces: inside.map(named).sort(compareNames) });
  } else undoing.deletions.push({ address, project });
}

/** Takes changes of attributes back, value by value. */
export function undoUpdates(documents: readonly DocumentedAction<"update">[], undoing: Undoing): void {
  const found = documents.flatMap((document) => {
    const now = undoing.projectOf(document, { id: document.project_id, name: document.after.name });
    return now === undefined ? [] : [{ document, now, about: { project: named(now) } }];
  });
  const renamed = found.flatMap(({ document, now, about }) => {
    const { before, after } = document;
    if (before.name === after.name || now.name === before.name) return [];
    if (now.name === after.name) return [{ id: now.id, name: before.name }];
    undoing.leave(document, "renamed-since", { ...about, before: before.name });
    return [];
  });
  const free = freeNames(renamed, undoing);
  const names = new Map(renamed.map(({ id, name }) => [id, name]));
  const projects = found.flatMap(({ document, now, about }): DesiredProject[] => {
    const before = names.get(now.id);
    const isFree = free.has(now.id);
    if (before !== undefined && !isFree) undoing.leave(document, "name-taken", { ...about, before });
    const name = (isFree ? before : undefined) ?? now.name;
    const { back, changed, unknown } = settingsBack({ ...document, now });
    if (changed.length > 0) undoing.leave(document, "changed-since", { ...about, attributes: changed });
    if (unknown.length > 0) undoing.leave(document, "not-known", { ...about, attributes: unknown });
    if (name === now.name && Object.keys(back).length === 0) return [];
    // A description always has a value.
    const settings = settingsFrom((it) => (Object.hasOwn(back, it) || it !== "description" ? back[it] : now[it]));
    return [{ address: document.address, id: now.id, previousNames: [], ...settings, name }];
  });
  undoing.projects.push(...projects);
}

/** Moves each workspace back to the project that it came from. */
export function undoMove(document: DocumentedAction<"move">, undoing: Undoing): void {
  const destination = undoing.targetOf(document.destination);
  const to = { id: destination ?? "", name: document.destination.name };
  const nameOf = projectNames(undoing.actual);
  const left = document.workspaces.flatMap((workspace) => {
    const now = undoing.workspaceById.get(workspace.id);
    const leave = (cause: LeftCause, project: NamedObject = to) => {
      return [{ cause, project, workspace: { ...named(workspace), ...(now && { now: nameOf(now.projectId) }) } }];
    };
    if (now === undefined) return leave("workspaces-missing");
    if (now.projectId === workspace.from.id) return [];
    if (now.projectId !== destination) return leave("moved-since");
    const inside = undoing.projectById.get(now.projectId);
    if ([now, inside].some((it) => it !== undefined && undoing.isIgnored(it))) return leave("ignored");
    const from = undoing.projectById.get(workspace.from.id);
    if (from === undefined) return leave("source-missing", workspace.from);
    undoing.moves.push({ id: workspace.id, from });
    return [];
  });
  for (const group of groupBy(left, ({ cause, project }) => JSON.stringify([cause, project.id])).values()) {
    const [{ cause, project }] = group;
    undoing.leave(document, cause, {
      ...(project.id === "" ? {} : { project: named(project) }),
      workspaces: group.map(({ workspace }) => workspace).sort(compareNames),
    });
  }
}

/** A project that was deleted is not made anew: the code can do that. */
export function undoDeletion(document: DocumentedAction<"delete">, undoing: Undoing): void {
  const { project_id: id, before } = document;
  if (undoing.projectById.has(id) || undoing.projectByName.has(nameKey(before.name))) return;
  undoing.leave(document, "deleted-project", {
    project: { id, name: before.name },
    code: projectCode(before, undoing.language),
  });
}

/**
 * The projects whose names are free for them, one after the other: others belong to a project that keeps its name, or
 * to each other. Those that are deleted give up their names.
 */
function freeNames(
  wanted: readonly NamedObject[],
  { actual: { projects }, projectById, deletions }: Undoing,
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
