import { compareNames, groupBy } from "../../reconcile";
import { movedBy, projectOf } from "../actions/table";
import { projectKey, type MovedWorkspace, type ProjectTarget } from "./action";
import type { Comparison } from "./comparison";

/** The workspaces that a plan moves from one project to another. */
export interface MoveGroup {
  /** The project that they leave, with its name before the plan. */
  readonly from: MovedWorkspace["from"];
  readonly to: ProjectTarget;
  /** At least one, by name. */
  readonly workspaces: readonly MovedWorkspace[];
}

/** All moves of a plan by source and destination, sorted by the name of the destination, then of the source. */
export function moveGroups({ actions }: Pick<Comparison, "actions">): readonly MoveGroup[] {
  const moves = actions.flatMap((action) => movedBy(action).map((workspace) => ({ workspace, to: projectOf(action) })));
  const groups = [...groupBy(moves, ({ to }) => projectKey(to)).values()].flatMap((inside) =>
    [...groupBy(inside, ({ workspace }) => workspace.from.id).values()].map((group): MoveGroup => {
      const [first] = group;
      const workspaces = group.map(({ workspace }) => workspace).sort(compareNames);
      return { from: first.workspace.from, to: first.to, workspaces };
    }),
  );
  return groups.sort((one, other) => compareNames(one.to, other.to) || compareNames(one.from, other.from));
}

/** Workspaces that move for the same reason. */
export interface ReasonGroup extends Pick<MoveGroup, "workspaces"> {
  readonly reason: MovedWorkspace["reason"];
  readonly match?: MovedWorkspace["match"];
}

/** The workspaces of a group by the reason of their move. Most groups have one. */
export function reasonsOf({ workspaces }: MoveGroup): readonly ReasonGroup[] {
  const groups = groupBy(workspaces, ({ reason, match }) => JSON.stringify([reason, match]));
  return [...groups.values()].map((moved) => {
    const [{ reason, match }] = moved;
    return { reason, match, workspaces: moved };
  });
}

/** How many workspaces move in these groups. */
export function countMoved(groups: readonly MoveGroup[]): number {
  return groups.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
}
