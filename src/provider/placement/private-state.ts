import { memberOf } from "../private-state";

/** What is stored with a placement besides its state, and what its plans pass on. */
export interface Due {
  /** ID of each workspace to move → the position of the rule that moves it, from 0. */
  readonly positions: ReadonlyMap<string, number>;
  /** The same for workspaces in the project of their rule that leave a membership in the same apply: they come back. */
  readonly kept: ReadonlyMap<string, number>;
  /** The IDs of the projects of rules that exist, by the key of the name. */
  readonly projects: ReadonlyMap<string, string>;
}

export const NOTHING_DUE: Due = { positions: new Map(), kept: new Map(), projects: new Map() };

/** Undefined if nothing was stored, or passed on. */
export function dueIn(json: unknown): Due | undefined {
  if (json === undefined) return undefined;
  const entriesOf = (name: keyof Due): readonly [string, unknown][] => Object.entries(memberOf(json, name) ?? {});
  const numbersOf = (name: keyof Due): ReadonlyMap<string, number> =>
    new Map(entriesOf(name).map(([id, position]) => [id, Number(position)]));
  return {
    positions: numbersOf("positions"),
    kept: numbersOf("kept"),
    projects: new Map(entriesOf("projects").map(([key, id]) => [key, String(id)])),
  };
}

export function dueJson({ positions, kept, projects }: Due): unknown {
  const object = (map: ReadonlyMap<string, unknown>): object => Object.fromEntries([...map].sort());
  return {
    positions: object(positions),
    ...(kept.size === 0 ? {} : { kept: object(kept) }),
    projects: object(projects),
  };
}

/**
 * What is stored. With `-detailed-exitcode`, a refresh that changes private state alone counts as drift: so nothing is
 * stored while nothing is due, whatever happens to projects.
 */
export function storedJson(due: Due): unknown {
  return due.positions.size + due.kept.size === 0 ? undefined : dueJson(due);
}
