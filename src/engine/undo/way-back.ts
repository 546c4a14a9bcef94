import { groupBy, indexBy } from "../../lists";
import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  attributeOf,
  completed,
  isSame,
  nameKey,
  NO_SETTINGS,
  SETTING_NAMES,
  type AssignmentAttributes,
  type AssignmentType,
  type CodeLanguage,
  type Project,
  type Workspace,
  type NamedObject,
} from "../../model";
import { ASSIGNMENT_KINDS, isAssignedAs, mayChange, type ObservedAssignment } from "../../reconcile/assignments";
import { compareNames } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import type { DesiredProject, ProjectReference } from "../organization";
import type { LeftCause, LeftChange } from "../left-changes";
import { assignedText } from "../changes/assignment-change";
import type { Change, ChangeKind, MovedWorkspace, ProjectTarget } from "../changes/change";
import { projectCode } from "./project-code";

/** How an action ended; `unknown` if nothing says it, or if the response was lost: the organization shows it. */
export interface End {
  readonly end: "done" | "failed" | "skipped" | "unknown";
  /** The project that it created, if the document is of an apply. */
  readonly createdId?: string | undefined;
}

/** A change of a document, and how it ended. */
export type DocumentedChange<K extends ChangeKind = ChangeKind> = Change<K> & End;

/** Where the changes of a document come from. */
export interface DocumentOrigin {
  /** The language of the code. */
  readonly language: CodeLanguage;
  /** Whether Terraform may have made the changes: they are planned for code, and the document has no outcomes. */
  readonly mayBeTerraforms: boolean;
}

/** A project that an action created. */
export interface CreatedProject {
  readonly address: string;
  readonly project: NamedObject;
}

/** The objects that an action of a document is about. */
export interface ObjectsOfChange {
  /** Projects that were there before: their ids. */
  readonly existing?: readonly string[];
  /** Projects that it changed, as it left them. */
  readonly changed?: readonly DesiredProject[];
  readonly created?: readonly CreatedProject[];
  readonly moved?: readonly MovedWorkspace[];
  readonly assigned?: readonly (AssignedObject & { readonly after: AssignmentAttributes | null })[];
}

/** An object that an action assigned to a project, or took off it. */
export interface AssignedObject {
  readonly type: AssignmentType;
  readonly project: Extract<ProjectReference, { readonly by: "id" | "name" }>;
  readonly object: NamedObject;
}

/** The organization today, and which changes of a document are undone, or left as they are. */
export class WayBack {
  readonly projects: DesiredProject[] = [];
  /** Workspaces that go back to the projects that they came from. */
  readonly moves: Pick<MovedWorkspace, "id" | "from">[] = [];
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
  readonly #assigned: NonNullable<ObjectsOfChange["assigned"]>;
  /** Name → id of the projects that were created. */
  readonly #created: ReadonlyMap<string, string>;

  /**
   * @param hiding - Ids of projects with workspaces that the token does not see.
   * @param isIgnored - Whether the caller leaves an object out.
   */
  constructor(
    concerned: readonly ObjectsOfChange[],
    readonly actual: ActualOrganization,
    readonly hiding: ReadonlySet<string>,
    readonly isIgnored: (object: NamedObject) => boolean,
    readonly origin: DocumentOrigin,
  ) {
    this.projectById = indexBy(actual.projects, ({ id }) => id);
    this.projectByName = indexBy(actual.projects, ({ name }) => nameKey(name));
    this.workspaceById = indexBy(actual.workspaces, ({ id }) => id);
    this.#existing = new Set(concerned.flatMap(({ existing = [] }) => existing));
    this.#created = createdIds(concerned);
    this.#assigned = concerned.flatMap((it) => it.assigned ?? []);
  }

  /** The types of objects that were assigned to a project that was created, or in another way, since. */
  assignedSince({ id }: NamedObject): readonly AssignmentType[] {
    const isMade = (type: AssignmentType, { object, attributes }: ObservedAssignment): boolean =>
      this.#assigned.some(
        ({ project, after, ...it }) =>
          it.type === type &&
          it.object.id === object.id &&
          (project.by === "id" ? project.id === id : this.targetOf({ id: null, name: project.name }) === id) &&
          isAssignedAs([{ object, attributes }], object.id, after),
      );
    return ASSIGNMENT_TYPES.filter((type) =>
      this.actual.assignments?.[type]?.projects[id]?.some(
        (it) => mayChange(ASSIGNMENT_KINDS[type], it) && !isMade(type, it),
      ),
    );
  }

  leave(action: DocumentedChange, cause: LeftCause, about: Omit<LeftChange, "action" | "cause"> = {}): void {
    this.left.push({ action: action.id, cause, ...about });
  }

  /** The project that an action is about; undefined if the action is left alone, because that is gone or ignored. */
  projectOf(action: DocumentedChange, { id, name }: NamedObject): Project | undefined {
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
  targetOf({ id, name }: Pick<ProjectTarget, "id" | "name">): string | undefined {
    return id ?? this.#created.get(nameKey(name)) ?? this.createdAs(name)?.id;
  }
}

/** Name → id of the projects that were created, as far as documents have them. */
export function createdIds(concerned: readonly ObjectsOfChange[]): ReadonlyMap<string, string> {
  const created = concerned.flatMap((it) => it.created ?? []);
  return new Map(created.map(({ project: { id, name } }) => [nameKey(name), id]));
}

/** Deletes projects that were created, if they are empty and as they were made. */
export function undoCreations(documents: readonly DocumentedChange<"create">[], wayBack: WayBack): void {
  const { actual, moves, projectById } = wayBack;
  // Workspaces go back to where they were.
  const leaving = new Set(moves.map(({ id }) => id));
  const kept = new Set(moves.map(({ from }) => from.id));
  const workspacesIn = groupBy(actual.workspaces, ({ projectId }) => projectId);
  for (const document of documents) {
    const { address, after, createdId } = document;
    const project = createdId === undefined ? wayBack.createdAs(after.name) : projectById.get(createdId);
    if (project === undefined) continue;
    const about = { project: named(project) };
    const made = completed(after, NO_SETTINGS);
    const changed = [
      ...SETTING_NAMES.filter((name) => project[name] !== undefined && !isSame(name, made[name], project[name])).map(
        (name) => attributeOf(name),
      ),
      ...wayBack.assignedSince(project).map((type) => ASSIGNMENTS[type].label),
    ];
    const inside = (workspacesIn.get(project.id) ?? []).filter(({ id }) => !leaving.has(id));
    if (createdId === undefined) wayBack.leave(document, "created-not-known", about);
    else if (wayBack.isIgnored(project)) wayBack.leave(document, "ignored", about);
    else if (changed.length > 0) wayBack.leave(document, "created-changed", { ...about, attributes: changed });
    else if (inside.length > 0 || kept.has(project.id) || wayBack.hiding.has(project.id)) {
      wayBack.leave(document, "created-not-empty", { ...about, workspaces: inside.map(named).sort(compareNames) });
    } else wayBack.deletions.push({ address, project });
  }
}

/** Moves each workspace back to the project that it came from. */
export function undoMove(document: DocumentedChange<"move">, wayBack: WayBack): void {
  const destination = wayBack.targetOf(document.destination);
  const to = { id: destination ?? "", name: document.destination.name };
  const nameOf = projectNames(wayBack.actual);
  const left = document.workspaces.flatMap((workspace) => {
    const now = wayBack.workspaceById.get(workspace.id);
    const leave = (cause: LeftCause, project: NamedObject = to) => {
      return [{ cause, project, workspace: { ...named(workspace), ...(now && { now: nameOf(now.projectId) }) } }];
    };
    if (now === undefined) return leave("workspaces-missing");
    if (now.projectId === workspace.from.id) return [];
    if (now.projectId !== destination) {
      const mayBeInterrupted = wayBack.origin.mayBeTerraforms && now.projectId === wayBack.actual.defaultProjectId;
      return leave(mayBeInterrupted ? "moved-or-interrupted" : "moved-since");
    }
    const inside = wayBack.projectById.get(now.projectId);
    if ([now, inside].some((it) => it !== undefined && wayBack.isIgnored(it))) return leave("ignored");
    const from = wayBack.projectById.get(workspace.from.id);
    if (from === undefined) return leave("source-missing", workspace.from);
    wayBack.moves.push({ id: workspace.id, from });
    return [];
  });
  for (const group of groupBy(left, ({ cause, project }) => JSON.stringify([cause, project.id])).values()) {
    const [{ cause, project }] = group;
    wayBack.leave(document, cause, {
      ...(project.id === "" ? {} : { project: named(project) }),
      workspaces: group.map(({ workspace }) => workspace).sort(compareNames),
    });
  }
}

/** A project that was deleted is not made anew: the code can do that. */
export function undoDeletion(document: DocumentedChange<"delete">, wayBack: WayBack): void {
  const { projectId: id, before } = document;
  if (wayBack.projectById.has(id) || wayBack.projectByName.has(nameKey(before.name))) return;
  wayBack.leave(document, "deleted-project", {
    project: { id, name: before.name },
    code: projectCode(before, wayBack.origin.language),
  });
}

/**
 * Restores how an object was assigned to a project. What was assigned to a project that was created goes with that
 * project, unless it stays.
 */
export function undoAssignment(document: DocumentedChange<"set" | "unset">, wayBack: WayBack): void {
  const { type, project, object, before, after } = document;
  const id = wayBack.targetOf(project);
  if (id === undefined || (project.id === null && !wayBack.isKept(id))) return;
  const now = wayBack.projectOf(document, { id, name: project.name });
  if (now === undefined) return;
  const about = { project: named(now), attributes: [assignedText(document)] };
  const observed = wayBack.actual.assignments?.[type]?.projects[id];
  if (observed === undefined) wayBack.leave(document, "not-known", about);
  else if (isAssignedAs(observed, object.id, before)) return;
  else if (!isAssignedAs(observed, object.id, after)) wayBack.leave(document, "changed-since", about);
  else wayBack.assignments.push({ type, project: { by: "id", id }, object, attributes: before });
}
