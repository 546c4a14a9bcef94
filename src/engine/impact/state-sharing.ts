import { groupBy } from "../../lists";
import type { NamedObject, Workspace } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named } from "../actual-organization";

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
  /** Who can no longer read the state of these, by name. */
  readonly lostBy: readonly NamedObject[];
  /** Who can read it from then on, by name. */
  readonly gainedBy: readonly NamedObject[];
}

/** Where workspaces are before and after a plan, and which ones share their state with their project. */
export class StateSharing {
  readonly #before: ReadonlyMap<string, readonly Workspace[]>;
  readonly #after: ReadonlyMap<string, readonly Workspace[]>;

  /** @param destinations - ID of each workspace that moves → key of the project that it moves to. */
  constructor(workspaces: readonly Workspace[], destinations: ReadonlyMap<string, string>) {
    const sharing = workspaces.filter(({ sharesStateWithProject }) => sharesStateWithProject === true);
    // Nothing changes unless one of them is in a project that workspaces leave or enter.
    const all = sharing.length === 0 ? [] : workspaces;
    this.#before = groupBy(all, ({ projectId }) => projectId);
    this.#after = groupBy(all, ({ id, projectId }) => destinations.get(id) ?? projectId);
  }

  /**
   * The impact of moves from one project to another; undefined if they change nothing.
   *
   * @param from - The ID of the project.
   * @param to - The key of the project: see `projectKey`.
   */
  impactOf(from: string, to: string, moved: readonly Workspace[]): StateSharingImpact | undefined {
    const ids = new Set(moved.map(({ id }) => id));
    const othersIn = (inside: readonly Workspace[] = []): readonly Workspace[] =>
      inside.filter(({ id }) => !ids.has(id));
    const [left, met] = [othersIn(this.#before.get(from)), othersIn(this.#after.get(to))];
    const shared = sharingIn(moved);
    const impact: StateSharingImpact = {
      lost: sharingIn(left),
      gained: sharingIn(met),
      shared,
      lostBy: shared.length === 0 ? [] : namesOf(left),
      gainedBy: shared.length === 0 ? [] : namesOf(met),
    };
    const { lost, gained, lostBy, gainedBy } = impact;
    return [lost, gained, lostBy, gainedBy].every(({ length }) => length === 0) ? undefined : impact;
  }
}

function sharingIn(workspaces: readonly Workspace[]): readonly NamedObject[] {
  return namesOf(workspaces.filter(({ sharesStateWithProject }) => sharesStateWithProject === true));
}

function namesOf(workspaces: readonly Workspace[]): readonly NamedObject[] {
  return workspaces.map(named).sort(compareNames);
}
