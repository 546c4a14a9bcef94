import { nameKey, type Project, type Workspace } from "../../model";
import { indexBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredProject, NamedObject } from "../organization";
import type { Kind } from "../plan/action";
import type { LeftCause, LeftChange } from "../undone";
import type { ActionDocument } from "./document";

/** How an action ended; `unknown` if nothing says it, or if the response was lost: the organization shows it. */
export interface End {
  readonly end: "done" | "failed" | "skipped" | "unknown";
  /** The project that it created, if the document is of an apply. */
  readonly createdId?: string | undefined;
}

/** An action of a document, and how it ended. */
export type DocumentedAction<K extends Kind = Kind> = Extract<ActionDocument & End, { readonly kind: K }>;

/** A workspace that an action of a document moved. */
export type DocumentedMove = ActionDocument<"move">["workspaces"][number];

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
}

/** A workspace that goes back, and the project that it came from. */
export interface MoveBack {
  readonly workspaceId: string;
  readonly from: Project;
}

/** The organization today, and what of the changes of a document is taken back, or left as it is. */
export class Undoing {
  readonly projects: DesiredProject[] = [];
  readonly moves: MoveBack[] = [];
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
   */
  constructor(
    concerned: readonly UndoneObjects[],
    readonly actual: ActualOrganization,
    readonly hiding: ReadonlySet<string>,
    readonly isIgnored: (object: NamedObject) => boolean,
  ) {
    this.projectById = indexBy(actual.projects, ({ id }) => id);
    this.projectByName = indexBy(actual.projects, ({ name }) => nameKey(name));
    this.workspaceById = indexBy(actual.workspaces, ({ id }) => id);
    this.#existing = new Set(concerned.flatMap(({ existing = [] }) => existing));
    const created = concerned.flatMap((it) => it.created ?? []);
    this.#created = new Map(created.map(({ project: { id, name } }) => [nameKey(name), id]));
  }

  leave(action: DocumentedAction, cause: LeftCause, about: Omit<LeftChange, "action" | "cause"> = {}): void {
    this.left.push({ action: action.id, cause, ...about });
  }

  /** The project with the name of one that was created. One that the document knows by its ID was there before. */
  createdAs(name: string): Project | undefined {
    const project = this.projectByName.get(nameKey(name));
    return project === undefined || this.#existing.has(project.id) ? undefined : project;
  }

  /** The id of the project that workspaces were moved to. */
  destinationOf({ id, name }: ActionDocument<"move">["destination"]): string | undefined {
    return id ?? this.#created.get(nameKey(name)) ?? this.createdAs(name)?.id;
  }
}
