import { groupBy } from "../lists";
import type { NamedObject, Workspace } from "../model";
import { compareNames } from "./lists";

/**
 * How moves between two projects change who may read which state. A workspace that shares its state with its project
 * shares it with all others that are there.
 */
export interface StateSharingImpact {
  /** Whose state the moved workspaces can no longer read: what stays in their project, or moves elsewhere. By name. */
  readonly lost: readonly NamedObject[];
  /** Whose state they can read from then on: what is in the destination afterwards. By name. */
  readonly gained: readonly NamedObject[];
  /** The moved workspaces that share their state with their project, by name. */
  readonly shared: readonly NamedObject[];
  /** Who can no longer read the state of these, and does not move: those that do lose it by their move. By name. */
  readonly lostBy: readonly NamedObject[];
  /** Who can read it from then on, and does not move, by name. */
  readonly gainedBy: readonly NamedObject[];
}

/** Where workspaces are before and after a plan, and which ones share their state with their project. */
export class StateSharing {
  readonly #before: ReadonlyMap<string, readonly Workspace[]>;
  readonly #after: ReadonlyMap<string, readonly Workspace[]>;
  readonly #keyAfter: (workspace: Workspace) => string;
  readonly #stays: (workspace: Workspace) => boolean;

  /** @param destinations - ID of each workspace that moves → key of the project that it moves to. */
  constructor(workspaces: readonly Workspace[], destinations: ReadonlyMap<string, string>) {
    // Nothing changes unless one of them is in a project that workspaces leave or enter.
    const all = workspaces.some(sharesState) ? workspaces : [];
    this.#keyAfter = ({ id, projectId }) => destinations.get(id) ?? projectId;
    this.#stays = ({ id }) => !destinations.has(id);
    this.#before = groupBy(all, ({ projectId }) => projectId);
    this.#after = groupBy(all, this.#keyAfter);
  }

  /**
   * The impact of moves from one project to another; undefined if they change nothing.
   *
   * @param from - The ID of the project.
   * @param to - The key of the project, as in the destinations.
   * @param moved - Those that move between the two. Others that do so are not compared with them.
   */
  impactOf(from: string, to: string, moved: readonly Workspace[]): StateSharingImpact | undefined {
    const left = (this.#before.get(from) ?? []).filter((it) => this.#keyAfter(it) !== to);
    const met = (this.#after.get(to) ?? []).filter(({ projectId }) => projectId !== from);
    const shared = namesOf(moved.filter(sharesState));
    const impact: StateSharingImpact = {
      lost: namesOf(left.filter(sharesState)),
      gained: namesOf(met.filter(sharesState)),
      shared,
      lostBy: shared.length === 0 ? [] : namesOf(left.filter(this.#stays)),
      gainedBy: shared.length === 0 ? [] : namesOf(met.filter(this.#stays)),
    };
    const { lost, gained, lostBy, gainedBy } = impact;
    return [lost, gained, lostBy, gainedBy].every(({ length }) => length === 0) ? undefined : impact;
  }
}

function sharesState({ sharesStateWithProject }: Workspace): boolean {
  return sharesStateWithProject === true;
}

function namesOf(workspaces: readonly Workspace[]): readonly NamedObject[] {
  return workspaces.map(({ id, name }) => ({ id, name })).sort(compareNames);
}
