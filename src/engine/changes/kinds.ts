import { groupBy } from "../../lists";
import {
  attributeOf,
  nameKey,
  SETTING_NAMES,
  type NamedObject,
  type ProjectPermissions,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { pluralize } from "../../reconcile/text";
import { assignedName, assigningText, assignmentChange, type ChangeOfAssignment } from "./assignment-change";
import type { Change, ChangeKind, MovedWorkspace, PendingChange, ProjectTarget } from "./change";

/** What is asked of changes of a kind, but their planning, order, execution and undo. */
interface KindEntry<K extends ChangeKind> {
  /**
   * What it is about, unique among the changes of its kind: its project, by the name before the change, except for a
   * project that is created; for an assignment, also the object.
   */
  readonly nameOf: (change: PendingChange<K>) => string;
  /** The project that it changes or moves workspaces to. A deleted project has its current name. */
  readonly projectOf: (change: PendingChange<K>) => ProjectTarget;
  /** In words: `create project "Platform"`. @param quote - Formats names. */
  readonly describe: (change: PendingChange<K>, quote: (name: string) => string) => string;
  /** What it does that no later plan can undo. @default - nothing */
  readonly irreversible?: (change: PendingChange<K>) => Partial<Irreversible>;
  /** The permission that it needs for its project, as the service reports it. @default - none that is reported */
  readonly permission?: { readonly name: keyof ProjectPermissions; readonly action: "update" | "delete" };
}

/** The changes of a plan that no later plan can undo. */
export interface Irreversible {
  /** Projects that are deleted: a new one has another ID, and neither the access nor the sets of the old one. */
  readonly deleted: readonly NamedObject[];
  /** Attributes of projects whose values before are not known. */
  readonly unknown: readonly (NamedObject & { readonly attributes: readonly string[] })[];
}

const ASSIGNING = {
  nameOf: assignedName,
  projectOf: ({ project }: PendingChange<"set" | "unset">) => project,
  describe: assigningText,
};

/** In no order; `orderChanges` of the planner has one. */
const CHANGE_KINDS: { readonly [K in ChangeKind]: KindEntry<K> } = {
  create: {
    nameOf: ({ after }) => after.name,
    projectOf: ({ after, address }) => ({ id: null, name: after.name, address }),
    describe: ({ after }, quote) => `create project ${quote(after.name)}`,
  },
  update: {
    nameOf: ({ before }) => before.name,
    projectOf: ({ projectId, after }) => ({ id: projectId, name: after.name }),
    describe: ({ before, after }, quote) =>
      before.name === after.name
        ? `update project ${quote(before.name)}`
        : `rename project ${quote(before.name)} to ${quote(after.name)}`,
    irreversible: (change) => {
      const attributes = sentUnreported(change).map((name) => attributeOf(name));
      return attributes.length === 0
        ? {}
        : { unknown: [{ id: change.projectId, name: change.before.name, attributes }] };
    },
    permission: { name: "canUpdate", action: "update" },
  },
  set: ASSIGNING,
  move: {
    nameOf: ({ destination }) => destination.name,
    projectOf: ({ destination }) => destination,
    describe: ({ workspaces, destination }, quote) =>
      `move ${pluralize(workspaces.length, "workspace")} into ${quote(destination.name)}`,
  },
  unset: ASSIGNING,
  delete: {
    nameOf: ({ before }) => before.name,
    projectOf: ({ projectId, before }) => ({ id: projectId, name: before.name }),
    describe: ({ before }, quote) => `delete project ${quote(before.name)}`,
    irreversible: ({ projectId, before }) => ({ deleted: [{ id: projectId, name: before.name }] }),
    permission: { name: "canDestroy", action: "delete" },
  },
};

function kindOf<K extends ChangeKind>(kind: K): KindEntry<K> {
  return CHANGE_KINDS[kind];
}

/** @see KindEntry */
export function nameOf<K extends ChangeKind>(change: PendingChange<K>): string {
  return kindOf<K>(change.kind).nameOf(change);
}

/** @see KindEntry */
export function projectOf<K extends ChangeKind>(change: PendingChange<K>): ProjectTarget {
  return kindOf<K>(change.kind).projectOf(change);
}

/** @see KindEntry */
export function describe<K extends ChangeKind>(change: PendingChange<K>, quote: (name: string) => string): string {
  return kindOf<K>(change.kind).describe(change, quote);
}

/** @see KindEntry */
export function permissionOf(change: PendingChange): KindEntry<ChangeKind>["permission"] {
  return kindOf(change.kind).permission;
}

/** The changes of these that no later plan can undo, in their order. */
export function irreversibleOf(changes: readonly PendingChange[]): Irreversible {
  const all = changes.map((it) => kindOf(it.kind).irreversible?.(it) ?? {});
  return {
    deleted: all.flatMap(({ deleted = [] }) => deleted),
    unknown: all.flatMap(({ unknown = [] }) => unknown),
  };
}

/** How a project is changed. */
export interface ChangeOfProject {
  readonly change: "create" | "update" | "delete";
  readonly before: ProjectSettings | null;
  readonly after: ProjectSettings | null;
}

/** How a change creates, updates or deletes its project; undefined if the project stays as it is. */
export function changeOf(change: PendingChange): ChangeOfProject | undefined {
  const { kind } = change;
  if (kind !== "create" && kind !== "update" && kind !== "delete") return undefined;
  return { change: kind, before: change.before, after: change.after };
}

/** How a change assigns an object to its project, or takes it off; undefined for others. */
export function assignmentOf(change: PendingChange): ChangeOfAssignment | undefined {
  return change.kind === "set" || change.kind === "unset" ? assignmentChange(change) : undefined;
}

/** The workspaces that a change moves, by name. */
export function movedBy(change: PendingChange): readonly MovedWorkspace[] {
  return change.kind === "move" ? change.workspaces : [];
}

/** The address of the project that a change creates. */
export function createdAddress(change: PendingChange): string | undefined {
  return change.kind === "create" ? change.address : undefined;
}

/** The settings that an update sends although the service does not report them. */
export function sentUnreported({ before, after }: Pick<Change<"update">, "before" | "after">): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] === undefined && after[name] !== undefined);
}

/** The reason of a change that undoes another one. */
export const UNDONE = "changed by the changes that are undone";

/** A move of workspaces. */
export function pendingMove(destination: ProjectTarget, workspaces: readonly MovedWorkspace[]): PendingChange<"move"> {
  const reason = [...groupBy(workspaces, (it) => MOVE_REASONS[it.reason].ofAction)]
    .map(([text, { length }]) => `${pluralize(length, "workspace")} ${text}`)
    .join(", ");
  return { kind: "move", reason, destination, workspaces };
}

/** Whether an update gives its project another name. */
export function isRename(change: PendingChange): change is PendingChange<"update"> {
  return change.kind === "update" && nameKey(change.before.name) !== nameKey(change.after.name);
}
