import {
  attributeOf,
  completed,
  isSame,
  matcherOf,
  nameKey,
  NO_SETTINGS,
  SETTING_NAMES,
  settingsFrom,
  type Project,
  type ProjectSettings,
  type Workspace,
} from "../../model";
import { compareNames, groupBy, indexBy } from "../../reconcile/lists";
import { formatArguments, formatBlock, type Argument } from "../../terraform/hcl-format";
import { named, type ActualOrganization, type DesiredProject, type NamedObject } from "../organization";
import { projectsWithHiddenWorkspaces } from "../plan/absence";
import type { DocumentedAction, DocumentedChanges, DocumentedMove } from "./changes";
import { freeNames } from "./names-back";
import { settingsBack } from "./settings-back";
import type { LeftCause, LeftChange } from "./undone";

type Of<Kind extends DocumentedAction["kind"]> = Extract<DocumentedAction, { readonly kind: Kind }>;

/** A workspace that goes back, and the project that it came from. */
interface MoveBack {
  readonly workspaceId: string;
  readonly from: Project;
}

/** Workspaces that go back to the project that they came from. */
interface MovesBack {
  readonly from: Project;
  readonly workspaceIds: readonly string[];
}

/** What puts an organization back to where it was before the changes of a document. */
export interface WayBack {
  readonly projects: readonly DesiredProject[];
  readonly moves: readonly MovesBack[];
  /** Projects that were created, and are deleted. */
  readonly deletions: readonly { readonly address: string; readonly project: Project }[];
  readonly left: readonly LeftChange[];
}

/**
 * For each change that holds today, what was before; everything else is left alone. Pure.
 *
 * @param ignore - Names or IDs of projects and workspaces to leave alone, in which `*` is a wildcard.
 */
export function wayBack(
  { actions }: DocumentedChanges,
  actual: ActualOrganization,
  ignore: readonly string[],
): WayBack {
  return new Finder(actions, actual, ignore).find();
}

class Finder {
  readonly #left: LeftChange[] = [];
  readonly #projects: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;
  readonly #workspaces: ReadonlyMap<string, Workspace>;
  readonly #ignores: (object: NamedObject) => boolean;
  /** Ids of projects with workspaces that the token does not see. */
  readonly #hiding: ReadonlySet<string>;
  /** Ids of the projects that were there before. */
  readonly #known: ReadonlySet<string>;

  constructor(
    private readonly actions: readonly DocumentedAction[],
    private readonly actual: ActualOrganization,
    ignore: readonly string[],
  ) {
    this.#projects = indexBy(actual.projects, ({ id }) => id);
    this.#byName = indexBy(actual.projects, ({ name }) => nameKey(name));
    this.#workspaces = indexBy(actual.workspaces, ({ id }) => id);
    this.#hiding = new Set(projectsWithHiddenWorkspaces(actual).keys());
    this.#ignores = matcherOf(ignore);
    this.#known = new Set(actions.flatMap((it) => (it.kind === "update" || it.kind === "delete" ? it.projectId : [])));
  }

  find(): WayBack {
    const made = this.actions.filter((it) => this.#isMade(it));
    const of = <Kind extends DocumentedAction["kind"]>(kind: Kind): readonly Of<Kind>[] =>
      made.filter((it): it is Of<Kind> => it.kind === kind);
    const moves = of("move").flatMap((it) => this.#moves(it));
    for (const it of of("delete")) this.#deleted(it);
    const leaving = new Set(moves.map(({ workspaceId }) => workspaceId));
    const kept = new Set(moves.map(({ from }) => from.id));
    const deletions = of("create").flatMap((it) => this.#created(it, leaving, kept));
    const projects = this.#updates(of("update"), new Set(deletions.map(({ project }) => project.id)));
    const byProject = [...groupBy(moves, ({ from }) => from)].map(([from, its]): MovesBack => {
      return { from, workspaceIds: its.map(({ workspaceId }) => workspaceId) };
    });
    return { projects, moves: byProject, deletions, left: this.#left };
  }

  #leave(action: DocumentedAction, cause: LeftCause, about: Omit<LeftChange, "action" | "cause"> = {}): void {
    this.#left.push({ action: action.id, cause, ...about });
  }

  #isMade(action: DocumentedAction): boolean {
    const { progress } = action;
    if (progress !== "failed" && progress !== "skipped") return true;
    this.#leave(action, progress);
    return false;
  }

  #moves(action: Of<"move">): readonly MoveBack[] {
    const { id, name } = action.destination;
    const destination = id ?? this.#createdAs(name)?.id;
    const moves: MoveBack[] = [];
    const left = new Map<string, { cause: LeftCause; project: NamedObject; workspaces: DocumentedMove[] }>();
    const leave = (cause: LeftCause, project: NamedObject, workspace: DocumentedMove): void => {
      const key = JSON.stringify([cause, project.id]);
      const group = left.get(key) ?? { cause, project, workspaces: [] };
      left.set(key, group);
      group.workspaces.push(workspace);
    };
    const to = { id: destination ?? "", name };
    for (const workspace of action.workspaces) {
      const now = this.#workspaces.get(workspace.id);
      const from = this.#projects.get(workspace.from.id);
      if (now === undefined) leave("workspaces-gone", to, workspace);
      else if (now.projectId === workspace.from.id) continue;
      else if (now.projectId !== destination) leave("moved-since", to, workspace);
      else if (this.#isIgnored(now)) leave("ignored", to, workspace);
      else if (from === undefined) leave("source-gone", workspace.from, workspace);
      else moves.push({ workspaceId: workspace.id, from });
    }
    for (const { cause, project, workspaces } of left.values()) {
      const about = workspaces.map((it) => ({ ...named(it), ...this.#whereIs(it) })).sort(compareNames);
      this.#leave(action, cause, { ...(project.id === "" ? {} : { project: named(project) }), workspaces: about });
    }
    return moves;
  }

  #whereIs({ id }: NamedObject): { readonly now?: NamedObject } {
    const now = this.#workspaces.get(id);
    if (now === undefined) return {};
    return { now: named(this.#projects.get(now.projectId) ?? { id: now.projectId, name: now.projectId }) };
  }

  #isIgnored(workspace: Workspace): boolean {
    const project = this.#projects.get(workspace.projectId);
    return this.#ignores(workspace) || (project !== undefined && this.#ignores(project));
  }

  /** The project with the name of one that was created. One that the document knows by its ID was there before. */
  #createdAs(name: string): Project | undefined {
    const project = this.#byName.get(nameKey(name));
    return project === undefined || this.#known.has(project.id) ? undefined : project;
  }

  /** A project that was deleted is not made anew: the code can do that. */
  #deleted(action: Of<"delete">): void {
    const { projectId: id, before } = action;
    if (this.#projects.has(id) || this.#byName.has(nameKey(before.name))) return;
    this.#leave(action, "deleted-project", { project: { id, name: before.name }, code: codeOf(before) });
  }

  #created(action: Of<"create">, leaving: ReadonlySet<string>, kept: ReadonlySet<string>): WayBack["deletions"] {
    const { address, after } = action;
    if (action.projectId === undefined) {
      const project = this.#createdAs(after.name);
      if (project !== undefined) this.#leave(action, "created-not-known", { project: named(project) });
      return [];
    }
    const project = this.#projects.get(action.projectId);
    if (project === undefined) return [];
    const about = { project: named(project) };
    const made = completed(after, NO_SETTINGS);
    const changed = SETTING_NAMES.filter(
      (name) => project[name] !== undefined && !isSame(name, made[name], project[name]),
    );
    const inside = this.actual.workspaces.filter(({ id, projectId }) => projectId === project.id && !leaving.has(id));
    if (this.#ignores(project)) this.#leave(action, "ignored", about);
    else if (changed.length > 0) {
      this.#leave(action, "created-changed", { ...about, attributes: changed.map((name) => attributeOf(name)) });
    } else if (inside.length > 0 || kept.has(project.id) || this.#hiding.has(project.id)) {
      this.#leave(action, "created-not-empty", { ...about, workspaces: inside.map(named).sort(compareNames) });
    } else return [{ address, project }];
    return [];
  }

  #updates(actions: readonly Of<"update">[], deleted: ReadonlySet<string>): readonly DesiredProject[] {
    const found = actions.flatMap((action) => {
      const now = this.#projects.get(action.projectId);
      const about = { project: { id: action.projectId, name: now?.name ?? action.after.name } };
      if (now === undefined) this.#leave(action, "project-gone", about);
      else if (this.#ignores(now)) this.#leave(action, "ignored", about);
      else return [{ action, now, about }];
      return [];
    });
    const renamed = found.flatMap(({ action, now, about }) => {
      const { before, after, projectId } = action;
      if (before.name === after.name || now.name === before.name) return [];
      if (now.name === after.name) return [{ projectId, name: before.name }];
      this.#leave(action, "renamed-since", { ...about, before: before.name });
      return [];
    });
    const free = freeNames(renamed, this.actual.projects, deleted);
    const names = new Map(renamed.map(({ projectId, name }) => [projectId, name]));
    return found.flatMap(({ action, now, about }): DesiredProject[] => {
      const before = names.get(now.id);
      if (before !== undefined && !free.has(now.id)) this.#leave(action, "name-taken", { ...about, before });
      const name = before !== undefined && free.has(now.id) ? before : now.name;
      const { back, changed, unknown } = settingsBack({ before: action.before, after: action.after, now });
      if (changed.length > 0) this.#leave(action, "changed-since", { ...about, attributes: changed });
      if (unknown.length > 0) this.#leave(action, "not-known", { ...about, attributes: unknown });
      if (name === now.name && Object.keys(back).length === 0) return [];
      // A description always has a value.
      const settings = settingsFrom((it) => (Object.hasOwn(back, it) || it !== "description" ? back[it] : now[it]));
      return [{ address: action.address, id: now.id, previousNames: [], ...settings, name }];
    });
  }
}

/** Code in HCL that declares a project. */
function codeOf(settings: ProjectSettings): readonly string[] {
  const args = SETTING_NAMES.flatMap((name): Argument[] => {
    const value = settings[name];
    if (value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)) {
      return [];
    }
    return [{ name: attributeOf(name), value }];
  });
  const label = settings.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_");
  return formatBlock(`resource "tfprojects_project" "${label}"`, formatArguments(args, 2));
}
