import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import {
  attributeOf,
  completed,
  isSame,
  nameKey,
  NO_SETTINGS,
  SETTING_NAMES,
  settingsFrom,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { compareNames, compareStrings, groupBy } from "../../reconcile/lists";
import { pluralize } from "../../reconcile/text";
import { formatArguments, formatBlock, type Argument } from "../../terraform/hcl-format";
import { named, type DesiredProject, type NamedObject } from "../organization";
import type {
  Action,
  DeletionCause,
  Kind,
  MovedWorkspace,
  PendingAction,
  ProjectTarget,
  UpdateAction,
} from "../plan/action";
import type { LeftCause } from "../undone";
import type { ActionKind, ChangeOfProject, Irreversible } from "./action-kind";
import { attributeChanges } from "./attribute-change";
import { actionDocument, attributesJson, type ActionDocument, type ActionJson } from "./document";
import { freeNames } from "./names-back";
import { settingsBack } from "./settings-back";
import type { DocumentedAction, DocumentedMove, Undoing } from "./undoing";

/** The kinds of actions. Only what makes, orders and executes actions looks at their kind; all else asks here. */
const ACTION_KINDS: { readonly [K in Kind]: ActionKind<K> } = {
  /** A project is created. An undo deletes it, if it is empty and as it was made. */
  create: {
    nameOf: ({ after }) => after.name,
    projectOf: ({ after, address }) => ({ id: null, name: after.name, address }),
    describe: ({ after }, quote) => `create project ${quote(after.name)}`,
    reasonOf: () => "missing from the organization",
    json: ({ address, after }, common) => ({ ...common, address, before: null, after: attributesJson(after) }),
    changeOf: ({ after }) => ({ change: "create", before: null, after }),
    concerns: ({ address, after: { name }, createdId: id }) =>
      id === undefined ? {} : { created: [{ address, project: { id, name } }] },
    undo: (documents, undoing) => {
      const leaving = new Set(undoing.moves.map(({ workspaceId }) => workspaceId));
      const kept = new Set(undoing.moves.map(({ from }) => from.id));
      for (const it of documents) undoCreation(it, undoing, leaving, kept);
    },
  },
  /** Attributes of a project change. An undo takes them back value by value. */
  update: {
    nameOf: ({ before }) => before.name,
    projectOf: ({ projectId, after }) => ({ id: projectId, name: after.name }),
    describe: ({ before, after }, quote) =>
      before.name === after.name
        ? `update project ${quote(before.name)}`
        : `rename project ${quote(before.name)} to ${quote(after.name)}`,
    reasonOf: reasonOfUpdate,
    json: ({ address, projectId, before, after }, common) => ({
      ...common,
      address,
      project_id: projectId,
      before: attributesJson(before),
      after: attributesJson(after),
    }),
    changeOf: ({ before, after }) => ({ change: "update", before, after }),
    irreversible: (action) => {
      const attributes = sentUnreported(action).map((name) => attributeOf(name));
      return attributes.length === 0
        ? {}
        : { unknown: [{ id: action.projectId, name: action.before.name, attributes }] };
    },
    permission: { name: "canUpdate", action: "update" },
    concerns: ({ address, project_id: id, after }) => ({
      existing: [id],
      changed: [{ address, ...after, recordedId: id, previousNames: [] }],
    }),
    undo: undoUpdates,
  },
  /** Workspaces move to one project. An undo moves each back to the project that it came from. */
  move: {
    nameOf: ({ destination }) => destination.name,
    projectOf: ({ destination }) => destination,
    describe: ({ workspaces, destination }, quote) =>
      `move ${pluralize(workspaces.length, "workspace")} into ${quote(destination.name)}`,
    reasonOf: ({ workspaces }) =>
      [...groupBy(workspaces, reasonOfMove)]
        .map(([reason, { length }]) => `${pluralize(length, "workspace")} ${reason}`)
        .join(", "),
    json: ({ destination: { id, name }, workspaces }, common) => ({
      ...common,
      destination: { id, name },
      workspaces: workspaces.map(({ id, name, from, reason, match }) => ({
        id,
        name,
        from: named(from),
        reason,
        ...(match === undefined ? {} : { match }),
      })),
    }),
    movedBy: ({ workspaces }) => workspaces,
    comparable: comparableMove,
    concerns: ({ workspaces }) => ({ moved: workspaces }),
    undo: (documents, undoing) => {
      for (const it of documents) undoMove(it, undoing);
    },
  },
  /** A project is deleted, which is empty by then. It is not made anew by an undo: the code can do that. */
  delete: {
    nameOf: ({ before }) => before.name,
    projectOf: ({ projectId, before }) => ({ id: projectId, name: before.name }),
    describe: ({ before }, quote) => `delete project ${quote(before.name)}`,
    reasonOf: ({ cause }) => DELETION_REASONS[cause],
    json: ({ projectId, before }, common) => ({
      ...common,
      project_id: projectId,
      before: attributesJson(before),
      after: null,
    }),
    changeOf: ({ before }) => ({ change: "delete", before, after: null }),
    irreversible: ({ projectId, before }) => ({ deleted: [{ id: projectId, name: before.name }] }),
    permission: { name: "canDestroy", action: "delete" },
    concerns: ({ project_id: id }) => ({ existing: [id] }),
    undo: (documents, undoing) => {
      for (const it of documents) {
        const { project_id: id, before } = it;
        if (undoing.projectById.has(id) || undoing.projectByName.has(nameKey(before.name))) continue;
        undoing.leave(it, "deleted-project", { project: { id, name: before.name }, code: codeOf(before) });
      }
    },
  },
};

/** The entry of an action, which it is passed to: `kindOf(action).describe(action, quote)`. */
export function kindOf<K extends Kind>({ kind }: { readonly kind: K }): ActionKind<K> {
  return ACTION_KINDS[kind];
}

/** @see ActionKind */
export function nameOf<K extends Kind>(action: PendingAction<K>): string {
  return kindOf<K>(action).nameOf(action);
}

/** @see ActionKind */
export function projectOf<K extends Kind>(action: PendingAction<K>): ProjectTarget {
  return kindOf<K>(action).projectOf(action);
}

/** What becomes of the action's project; undefined if it stays as it is. */
export function changeOf<K extends Kind>(action: PendingAction<K>): ChangeOfProject | undefined {
  return kindOf<K>(action).changeOf?.(action);
}

/** The workspaces that an action moves, by name. */
export function movedBy<K extends Kind>(action: PendingAction<K>): readonly MovedWorkspace[] {
  return kindOf<K>(action).movedBy?.(action) ?? [];
}

/** The address of the project that an action creates. */
export function createdAddress(action: PendingAction): string | undefined {
  const project = projectOf(action);
  return changeOf(action) !== undefined && project.id === null ? project.address : undefined;
}

/** What of these actions no later plan can take back, in their order. */
export function irreversibleOf(actions: readonly PendingAction[]): Irreversible {
  const all = actions.map(irreversiblePart);
  return {
    deleted: all.flatMap(({ deleted = [] }) => deleted),
    unknown: all.flatMap(({ unknown = [] }) => unknown),
  };
}

function irreversiblePart<K extends Kind>(action: PendingAction<K>): Partial<Irreversible> {
  return kindOf<K>(action).irreversible?.(action) ?? {};
}

/** How documents identify an action: `create Platform`. */
export function actionId(action: PendingAction): string {
  return `${action.kind} ${nameOf(action)}`;
}

/** How documents identify the action at a position of a plan. */
export function idAt({ actions }: { readonly actions: readonly Action[] }, position: number): string {
  const action = actions[position];
  if (action === undefined) throw new Error(`The plan has no action ${position}.`);
  return actionId(action);
}

/** The actions of a plan as JSON values. */
export function actionsJson(plan: { readonly actions: readonly Action[] }): readonly ActionJson[] {
  return plan.actions.map((action) => {
    return actionJson(action, action.dependsOn.map((position) => idAt(plan, position)).sort());
  });
}

function actionJson<K extends Kind>(action: PendingAction<K>, dependencies: string[]): ActionJson<K> {
  const { kind } = action;
  const reason = kindOf<K>(action).reasonOf(action);
  return kindOf<K>(action).json(action, { id: `${kind} ${nameOf<K>(action)}`, kind, reason, depends_on: dependencies });
}

/** The actions of a plan as they are read from its JSON. */
export function documentedActions(plan: { readonly actions: readonly Action[] }): readonly ActionDocument[] {
  return v.parse(v.array(actionDocument), actionsJson(plan));
}

/** Whether two actions of documents change the same. */
export function isSameAction(one: ActionDocument, other: ActionDocument): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable<K extends Kind>(document: ActionDocument<K>): object {
  return kindOf<K>(document).comparable?.(document) ?? document;
}

/** What holds is taken back after what depends on it. */
const UNDO_ORDER: readonly Kind[] = ["move", "delete", "create", "update"];

/** Takes actions of a document back, as far as what they made holds today. */
export function undoActions(documents: readonly DocumentedAction[], undoing: Undoing): void {
  for (const kind of UNDO_ORDER) {
    const its = documents.filter((it) => it.kind === kind);
    kindOf({ kind }).undo(its, undoing);
  }
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

/** The settings that an update sends although the service does not report them. */
export function sentUnreported({ before, after }: Pick<UpdateAction, "before" | "after">): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] === undefined && after[name] !== undefined);
}

function reasonOfUpdate({ before, after, cause }: PendingAction<"update">): string {
  if (cause === "undone") return "changed by the changes that are undone";
  if (before.name !== after.name) {
    return nameKey(before.name) === nameKey(after.name)
      ? "case of the name differs from the code"
      : "renamed in the code";
  }
  const changes = attributeChanges({ before, after });
  const listed = (isReported: boolean): string =>
    changes
      .filter(({ from }) => (from !== undefined) === isReported)
      .map(({ setting }) => attributeOf(setting))
      .join(" and ");
  const [differing, unreported] = [listed(true), listed(false)];
  return [
    ...(differing === "" ? [] : [`${differing} ${differing.includes(" ") ? "differ" : "differs"} from the code`]),
    ...(unreported === "" ? [] : [`the service does not report ${unreported}`]),
  ].join(", and ");
}

function undoUpdates(documents: readonly DocumentedAction<"update">[], undoing: Undoing): void {
  const found = documents.flatMap((document) => {
    const now = undoing.projectById.get(document.project_id);
    const about = { project: { id: document.project_id, name: now?.name ?? document.after.name } };
    if (now === undefined) undoing.leave(document, "project-gone", about);
    else if (undoing.isIgnored(now)) undoing.leave(document, "ignored", about);
    else return [{ document, now, about }];
    return [];
  });
  const renamed = found.flatMap(({ document, now, about }) => {
    const { before, after, project_id: projectId } = document;
    if (before.name === after.name || now.name === before.name) return [];
    if (now.name === after.name) return [{ projectId, name: before.name }];
    undoing.leave(document, "renamed-since", { ...about, before: before.name });
    return [];
  });
  const deleted = new Set(undoing.deletions.map(({ project }) => project.id));
  const free = freeNames(renamed, undoing.actual.projects, deleted);
  const names = new Map(renamed.map(({ projectId, name }) => [projectId, name]));
  const projects = found.flatMap(({ document, now, about }): DesiredProject[] => {
    const before = names.get(now.id);
    if (before !== undefined && !free.has(now.id)) undoing.leave(document, "name-taken", { ...about, before });
    const name = before !== undefined && free.has(now.id) ? before : now.name;
    const { back, changed, unknown } = settingsBack({ before: document.before, after: document.after, now });
    if (changed.length > 0) undoing.leave(document, "changed-since", { ...about, attributes: changed });
    if (unknown.length > 0) undoing.leave(document, "not-known", { ...about, attributes: unknown });
    if (name === now.name && Object.keys(back).length === 0) return [];
    // A description always has a value.
    const settings = settingsFrom((it) => (Object.hasOwn(back, it) || it !== "description" ? back[it] : now[it]));
    return [{ address: document.address, id: now.id, previousNames: [], ...settings, name }];
  });
  undoing.projects.push(...projects);
}

/** Why a workspace moves, after the number of those that do. */
function reasonOfMove({ reason, match }: MovedWorkspace): string {
  return match === undefined ? MOVE_REASONS[reason].ofAction : "selected by the rule of a membership";
}

/** Workspaces that a rule has selected may be renamed. */
function comparableMove({ workspaces, ...rest }: ActionDocument<"move">): object {
  const moved = workspaces.map(({ name, ...it }) => (it.match === undefined ? { name, ...it } : it));
  return { ...rest, workspaces: moved.sort((one, other) => compareStrings(one.id, other.id)) };
}

function undoMove(document: DocumentedAction<"move">, undoing: Undoing): void {
  const destination = undoing.destinationOf(document.destination);
  const to = { id: destination ?? "", name: document.destination.name };
  const left = new Map<string, { cause: LeftCause; project: NamedObject; workspaces: DocumentedMove[] }>();
  const leave = (cause: LeftCause, project: NamedObject, workspace: DocumentedMove): void => {
    const key = JSON.stringify([cause, project.id]);
    const group = left.get(key) ?? { cause, project, workspaces: [] };
    left.set(key, group);
    group.workspaces.push(workspace);
  };
  for (const workspace of document.workspaces) {
    const now = undoing.workspaceById.get(workspace.id);
    const inside = now && undoing.projectById.get(now.projectId);
    const from = undoing.projectById.get(workspace.from.id);
    if (now === undefined) leave("workspaces-gone", to, workspace);
    else if (now.projectId === workspace.from.id) continue;
    else if (now.projectId !== destination) leave("moved-since", to, workspace);
    else if (undoing.isIgnored(now) || (inside !== undefined && undoing.isIgnored(inside))) {
      leave("ignored", to, workspace);
    } else if (from === undefined) leave("source-gone", workspace.from, workspace);
    else undoing.moves.push({ workspaceId: workspace.id, from });
  }
  for (const { cause, project, workspaces } of left.values()) {
    const about = workspaces.map((it) => ({ ...named(it), ...whereIs(it, undoing) })).sort(compareNames);
    undoing.leave(document, cause, { ...(project.id === "" ? {} : { project: named(project) }), workspaces: about });
  }
}

function whereIs({ id }: NamedObject, { workspaceById, projectById }: Undoing): { readonly now?: NamedObject } {
  const now = workspaceById.get(id);
  if (now === undefined) return {};
  return { now: named(projectById.get(now.projectId) ?? { id: now.projectId, name: now.projectId }) };
}

const DELETION_REASONS: Readonly<Record<DeletionCause, string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
  undone: "created by the changes that are undone",
};

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
