import type { Project } from "../model";
import { pluralize, quote } from "./text";

/** Moves that the token may not make: the service checks the permission of the project on each side. */
export interface ForbiddenMoves {
  readonly project: Pick<Project, "id" | "name">;
  readonly direction: "into" | "out of";
  /** How many workspaces would move. */
  readonly moves: number;
}

/**
 * The moves that the service says the token may not make, by project. A project that was not read, and a permission
 * that the service does not report, forbid nothing.
 *
 * @param moves - IDs of projects; without `to` if it is created first.
 */
export function forbiddenMoves(
  moves: readonly { readonly from: string; readonly to?: string | undefined }[],
  projectWith: (id: string) => Project | undefined,
): readonly ForbiddenMoves[] {
  const counts = new Map<
    string,
    { readonly direction: ForbiddenMoves["direction"]; readonly id: string; moves: number }
  >();
  const count = (direction: ForbiddenMoves["direction"], id: string): void => {
    const key = `${direction} ${id}`;
    const counted = counts.get(key) ?? { direction, id, moves: 0 };
    counted.moves += 1;
    counts.set(key, counted);
  };
  for (const { from, to } of moves) {
    if (to !== undefined) count("into", to);
    count("out of", from);
  }
  return [...counts.values()].flatMap(({ direction, id, moves }) => {
    const project = projectWith(id);
    if (project?.permissions.canMoveWorkspaces !== false) return [];
    return [{ project: { id, name: project.name }, direction, moves }];
  });
}

/** The sentence about moves that the token may not make, and what to do. */
export function movesForbidden({ project, direction, moves }: ForbiddenMoves): string {
  return (
    `The token is not authorized to move ${pluralize(moves, "workspace")} ${direction} project ` +
    `${quote(project.name)} (${project.id}). ${MOVING_TOKEN}`
  );
}

export const MOVING_TOKEN =
  "Use a token that may move workspaces in the projects on both sides: one whose team has admin or maintain access " +
  "to them, or custom access with the permission to move workspaces, or that may manage all workspaces.";
