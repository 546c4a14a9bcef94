import type { ProjectPermissions, ProjectSettings } from "../../model";
import type { NamedObject } from "../organization";
import type { Kind, MovedWorkspace, PendingAction, ProjectTarget } from "../plan/action";
import type { ActionDocument, ActionJson } from "./document";
import type { DocumentedAction, Undoing, UndoneObjects } from "./undoing";

/** What is asked about actions of a kind. */
export interface ActionKind<K extends Kind> {
  /** The name of the action's project: the one it has before the action, except for a project that is created. */
  readonly nameOf: (action: PendingAction<K>) => string;
  /** The project that the action changes or moves workspaces to. A deleted project has its current name. */
  readonly projectOf: (action: PendingAction<K>) => ProjectTarget;
  /** What it does: `create project "Platform"`. @param quote - Formats names. */
  readonly describe: (action: PendingAction<K>, quote: (name: string) => string) => string;
  /** Why it is planned. */
  readonly reasonOf: (action: PendingAction<K>) => string;
  /** Its JSON. @param common - What all kinds have. */
  readonly json: (
    action: PendingAction<K>,
    common: Pick<ActionJson<K>, "id" | "reason" | "depends_on"> & { readonly kind: K },
  ) => ActionJson<K>;
  /** What becomes of its project. @default - it stays as it is */
  readonly changeOf?: (action: PendingAction<K>) => ChangeOfProject;
  /** The workspaces that it moves, by name. @default - none */
  readonly movedBy?: (action: PendingAction<K>) => readonly MovedWorkspace[];
  /** What no later plan can take back. @default - nothing */
  readonly irreversible?: (action: PendingAction<K>) => Partial<Irreversible>;
  /** The permission that it needs for its project, as the service reports it. @default - none that is reported */
  readonly permission?: { readonly name: keyof ProjectPermissions; readonly action: "update" | "delete" };
  /** The part that decides whether two actions are the same. @default - all of it */
  readonly comparable?: (document: ActionDocument<K>) => object;
  /** What an undo has to know of the organization. */
  readonly concerns: (document: DocumentedAction<K>) => UndoneObjects;
  /** Takes actions of a document back, as far as what they made holds today. */
  readonly undo: (documents: readonly DocumentedAction<K>[], undoing: Undoing) => void;
}

/** What becomes of a project. */
export interface ChangeOfProject {
  readonly change: "create" | "update" | "delete";
  readonly before: ProjectSettings | null;
  readonly after: ProjectSettings | null;
}

/** What of a plan no later plan can take back. */
export interface Irreversible {
  /** Projects that are deleted: a new one has another ID, and neither the access nor the sets of the old one. */
  readonly deleted: readonly NamedObject[];
  /** Attributes of projects whose values before are not known. */
  readonly unknown: readonly (NamedObject & { readonly attributes: readonly string[] })[];
}
