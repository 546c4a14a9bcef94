import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { compareStrings, groupBy } from "../../lists";
import {
  attributeOf,
  nameKey,
  SETTING_NAMES,
  type ProjectPermissions,
  type ProjectSettings,
  type SettingName,
  type NamedObject,
} from "../../model";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { formatList, pluralize } from "../../reconcile/text";
import { named } from "../actual-organization";
import type {
  Action,
  DeletionCause,
  Kind,
  MovedWorkspace,
  PendingAction,
  ProjectTarget,
  UnsetCause,
  UpdateAction,
} from "../plan/action";
import {
  assignedJson,
  assignedName,
  assigningText,
  assignmentChange,
  type AssignmentActionKind,
  type ChangeOfAssignment,
} from "./assignment-change";
import { attributeChanges } from "./attribute-change";
import { actionDocument, attributesJson, type ActionDocument, type ActionJson } from "./document";
import { undoUpdates } from "./undo-updates";
import {
  undoAssignment,
  undoCreations,
  undoDeletion,
  undoMove,
  type DocumentedAction,
  type Undoing,
  type UndoneObjects,
} from "./undoing";

/** Everything about actions of a kind but their planning, order and execution. */
interface ActionKind<K extends Kind> {
  /**
   * What it is about, unique among the actions of its kind: its project, by the name before the action, except for a
   * project that is created; for an assignment, also the object.
   */
  readonly nameOf: (action: PendingAction<K>) => string;
  /** The project that the action changes or moves workspaces to. A deleted project has its current name. */
  readonly projectOf: (action: PendingAction<K>) => ProjectTarget;
  /** In words: `create project "Platform"`. @param quote - Formats names. */
  readonly describe: (action: PendingAction<K>, quote: (name: string) => string) => string;
  /** Why it is planned. */
  readonly reasonOf: (action: PendingAction<K>) => string;
  /** Its JSON. @param common - The members that all kinds have. */
  readonly json: (
    action: PendingAction<K>,
    common: Pick<ActionJson<K>, "id" | "reason" | "depends_on"> & { readonly kind: K },
  ) => ActionJson<K>;
  /** How its project changes. @default - it stays as it is */
  readonly changeOf?: (action: PendingAction<K>) => ChangeOfProject;
  /** How it changes the assignment of an object to its project. @default - it changes none */
  readonly assignmentOf?: (action: PendingAction<K>) => ChangeOfAssignment;
  /** The workspaces that it moves, by name. @default - none */
  readonly movedBy?: (action: PendingAction<K>) => readonly MovedWorkspace[];
  /** Its changes that no later plan can undo. @default - none */
  readonly irreversible?: (action: PendingAction<K>) => Partial<Irreversible>;
  /** The permission that it needs for its project, as the service reports it. @default - none that is reported */
  readonly permission?: { readonly name: keyof ProjectPermissions; readonly action: "update" | "delete" };
  /** The part that decides whether two actions are the same. @default - all of it */
  readonly comparable?: (document: ActionDocument<K>) => object;
  /** The objects of the organization that an undo looks at. */
  readonly concerns: (document: DocumentedAction<K>) => UndoneObjects;
  /** Undoes actions of a document, except where something was changed since. */
  readonly undo: (documents: readonly DocumentedAction<K>[], undoing: Undoing) => void;
}

/** How an action changes its project. */
export interface ChangeOfProject {
  readonly change: "create" | "update" | "delete";
  readonly before: ProjectSettings | null;
  readonly after: ProjectSettings | null;
}

/** The changes of a plan that no later plan can undo. */
export interface Irreversible {
  /** Projects that are deleted: a new one has another ID, and neither the access nor the sets of the old one. */
  readonly deleted: readonly NamedObject[];
  /** Attributes of projects whose values before are not known. */
  readonly unknown: readonly (NamedObject & { readonly attributes: readonly string[] })[];
}

/** What both kinds of actions about assignments have in common. */
const ASSIGNING = {
  nameOf: assignedName,
  projectOf: ({ project }: PendingAction<AssignmentActionKind>) => project,
  describe: assigningText,
  assignmentOf: assignmentChange,
  concerns: ({
    type,
    project: { id, name },
    object,
    after,
  }: DocumentedAction<AssignmentActionKind>): UndoneObjects => ({
    assigned: [{ type, project: id === null ? { by: "name", name } : { by: "id", id }, object, after }],
  }),
  undo: each(undoAssignment),
};

/** Undoes actions one by one. */
function each<D>(undo: (document: D, undoing: Undoing) => void): (documents: readonly D[], undoing: Undoing) => void {
  return (documents, undoing) => documents.forEach((it) => undo(it, undoing));
}

/** The kinds of actions. Only planning, order and execution look at the kind of an action; all other code asks here. */
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
    undo: undoCreations,
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
      changed: [{ address, ...after, stateId: id, previousNames: [] }],
    }),
    undo: undoUpdates,
  },
  /** An object is assigned to a project. An undo takes it off again, or restores how it was assigned. */
  set: {
    ...ASSIGNING,
    reasonOf: reasonOfSet,
    json: ({ address, before, after, ...it }, common) => ({ ...common, ...assignedJson(it), address, before, after }),
  },
  /** Workspaces move to one project. An undo moves each back to the project that it came from. */
  move: {
    nameOf: ({ destination }) => destination.name,
    projectOf: ({ destination }) => destination,
    describe: ({ workspaces, destination }, quote) =>
      `move ${pluralize(workspaces.length, "workspace")} into ${quote(destination.name)}`,
    reasonOf: ({ workspaces }) =>
      [...groupBy(workspaces, ({ reason }) => MOVE_REASONS[reason].ofAction)]
        .map(([reason, { length }]) => `${pluralize(length, "workspace")} ${reason}`)
        .join(", "),
    json: ({ destination: { id, name }, workspaces }, common) => ({
      ...common,
      destination: { id, name },
      workspaces: workspaces.map(({ id, name, from, reason, rule }) => ({
        id,
        name,
        from: named(from),
        reason,
        ...(rule === undefined ? {} : { rule }),
      })),
    }),
    movedBy: ({ workspaces }) => workspaces,
    comparable: comparableMove,
    concerns: ({ workspaces }) => ({ moved: workspaces }),
    undo: each(undoMove),
  },
  /** An object is taken off a project. An undo assigns it as it was. */
  unset: {
    ...ASSIGNING,
    reasonOf: ({ cause }) => UNSET_REASONS[cause],
    json: (action, common) => ({ ...common, ...assignedJson(action), before: action.before, after: null }),
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
    undo: each(undoDeletion),
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

/** How an action changes its project; undefined if the project stays as it is. */
export function changeOf<K extends Kind>(action: PendingAction<K>): ChangeOfProject | undefined {
  return kindOf<K>(action).changeOf?.(action);
}

/** How an action changes the assignment of an object to its project; undefined if it changes none. */
export function assignmentOf<K extends Kind>(action: PendingAction<K>): ChangeOfAssignment | undefined {
  return kindOf<K>(action).assignmentOf?.(action);
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

/** The changes of these actions that no later plan can undo, in their order. */
export function irreversibleOf(actions: readonly PendingAction[]): Irreversible {
  const all = actions.map((it) => kindOf(it).irreversible?.(it) ?? {});
  return {
    deleted: all.flatMap(({ deleted = [] }) => deleted),
    unknown: all.flatMap(({ unknown = [] }) => unknown),
  };
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

/** Created projects are deleted if workspaces leave them; what was assigned to those that stay, and names, follow. */
const UNDO_ORDER: readonly Kind[] = ["move", "delete", "create", "set", "unset", "update"];

/** Undoes actions of a document, except where something was changed since. */
export function undoActions(documents: readonly DocumentedAction[], undoing: Undoing): void {
  const made: DocumentedAction[] = [];
  for (const it of documents) {
    if (it.end === "failed" || it.end === "skipped") undoing.leave(it, it.end);
    else made.push(it);
  }
  for (const kind of UNDO_ORDER) {
    const its = made.filter((it) => it.kind === kind);
    kindOf({ kind }).undo(its, undoing);
  }
}

/** The settings that an update sends although the service does not report them. */
export function sentUnreported({ before, after }: Pick<UpdateAction, "before" | "after">): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] === undefined && after[name] !== undefined);
}

function reasonOfSet({ before, after, cause }: PendingAction<"set">): string {
  if (cause === "undone") return UNDONE;
  if (before === null) return "not assigned";
  const differing = Object.keys(after).filter((name) => before[name] !== after[name]);
  return `${formatList(differing)} ${differing.length === 1 ? "differs" : "differ"} from the code`;
}

function reasonOfUpdate({ before, after, cause }: PendingAction<"update">): string {
  if (cause === "undone") return UNDONE;
  if (before.name !== after.name) {
    return nameKey(before.name) === nameKey(after.name)
      ? "case of the name differs from the code"
      : "renamed in the code";
  }
  const unreported = sentUnreported({ before, after });
  const differing = attributeChanges({ before, after }).flatMap(({ setting, from }) =>
    from === undefined ? [] : [attributeOf(setting)],
  );
  return [
    ...(differing.length === 0
      ? []
      : [`${differing.join(" and ")} ${differing.length === 1 ? "differs" : "differ"} from the code`]),
    ...(unreported.length === 0 ? [] : [`the service does not report ${unreported.map(attributeOf).join(" and ")}`]),
  ].join(", and ");
}

/** Workspaces that a rule places may be renamed. */
function comparableMove({ workspaces, ...rest }: ActionDocument<"move">): object {
  const moved = workspaces.map(({ name, ...it }) => (it.rule === undefined ? { name, ...it } : it));
  return { ...rest, workspaces: moved.sort((one, other) => compareStrings(one.id, other.id)) };
}

const UNDONE = "changed by the changes that are undone";

const UNSET_REASONS: Readonly<Record<UnsetCause, string>> = {
  exclusive: "not in the code, which is exclusive",
  imported: "imported, and not in the code",
  dropped: "removed from the code",
  undone: "assigned by the changes that are undone",
};

const DELETION_REASONS: Readonly<Record<DeletionCause, string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
  undone: "created by the changes that are undone",
};
