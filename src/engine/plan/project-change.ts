import { groupBy, indexBy } from "../../lists";
import { sameName, type ConditionMatch, type ProjectSettings } from "../../model";
import { compareNames } from "../../reconcile";
import type { PlacingRule } from "../organization";
import type { ChangeOfAssignment } from "../changes/assignment-change";
import { assignmentOf, changeOf, movedBy, projectOf } from "../changes/kinds";
import { projectKey, type ChangeKind, type MovedWorkspace, type ProjectTarget } from "../changes/change";
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

/** Workspaces that move for the same reason, and by the same rule. */
export interface ReasonGroup extends Pick<MoveGroup, "workspaces"> {
  readonly reason: MovedWorkspace["reason"];
  readonly rule?: MovingRule | undefined;
}

/** A rule that moves workspaces. */
interface MovingRule extends Pick<PlacingRule, "placement" | "position"> {
  /** Why it matches each of these. */
  readonly matches: readonly ConditionMatch[];
}

/** The workspaces of a group by the reason of their move, and by their rule. Most groups have one. */
export function reasonsOf({ workspaces }: MoveGroup): readonly ReasonGroup[] {
  const groups = groupBy(workspaces, ({ reason, rule }) => JSON.stringify([reason, rule?.placement, rule?.position]));
  return [...groups.values()].map((moved) => {
    const [{ reason, rule }] = moved;
    if (rule === undefined) return { reason, workspaces: moved };
    const { placement, position } = rule;
    const matches = moved.flatMap((it) => it.rule?.match ?? []);
    return { reason, rule: { placement, position, matches }, workspaces: moved };
  });
}

/** How many workspaces move in these groups. */
export function countMoved(groups: readonly MoveGroup[]): number {
  return groups.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
}

/** Everything that a plan changes in one project. */
export interface ProjectChange {
  /** @see projectKey */
  readonly key: string;
  /** Null for a project that the plan creates. */
  readonly id: string | null;
  /** The name after the plan; of a deleted project, the current one. */
  readonly name: string;
  /** `assign` if its attributes stay, and what is assigned to it changes; `none` if only workspaces move in or out. */
  readonly change: "create" | "update" | "assign" | "delete" | "none";
  /** The attributes before; null unless they are updated, or the project is deleted. */
  readonly before: ProjectSettings | null;
  /** The attributes after; null unless they are updated, or the project is created. */
  readonly after: ProjectSettings | null;
  /**
   * Whether only the name of the project identifies it: no state has it. Without a state that is so for all projects,
   * and is said only of those whose attributes change.
   */
  readonly isFoundByName: boolean;
  /** How objects are assigned to it, such as teams, in the order of the actions. */
  readonly assignments: readonly ChangeOfAssignment[];
  /** Workspaces that move in, by name. */
  readonly incoming: readonly MovedWorkspace[];
  /** The same by the project that they come from, by its name. */
  readonly movesIn: readonly MoveGroup[];
  /** Workspaces that move out by the project that they go to, by its name. */
  readonly movesOut: readonly MoveGroup[];
}

/** Numbers of changes in a plan. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  /** Objects that are assigned to projects, or assigned in another way. */
  readonly set: number;
  /** Workspaces. */
  readonly move: number;
  /** Objects that are taken off projects. */
  readonly unset: number;
  readonly delete: number;
}

/**
 * The projects that a plan changes or moves workspaces of: first those that it deletes, then those that it creates or
 * updates, then those that only gain or lose workspaces; each by name. They are applied in a different order.
 */
export function changesByProject(comparison: Comparison): readonly ProjectChange[] {
  const { actions, desired } = comparison;
  const moves = moveGroups({ actions });
  const into = groupBy(moves, ({ to }) => projectKey(to));
  const outOf = groupBy(moves, ({ from }) => from.id);
  const own = groupBy(actions, (action) => projectKey(projectOf(action)));
  // The name of an action's project is the one after the plan.
  const projects = indexBy([...moves.map(({ from }) => from), ...actions.map(projectOf)], projectKey);
  const found = idsFoundByName(comparison);
  const changes = [...projects].map(([key, { id, name }]): ProjectChange => {
    const its = own.get(key) ?? [];
    const assignments = its.flatMap((it) => assignmentOf(it) ?? []);
    const unchanged = { change: assignments.length > 0 ? "assign" : "none", before: null, after: null } as const;
    const { change, before, after } = its.map(changeOf).find((it) => it !== undefined) ?? unchanged;
    const movesIn = into.get(key) ?? [];
    const isSaid = change === "update" || change === "assign" || (desired.inState !== undefined && movesIn.length > 0);
    const isSameName = before === null || after === null || sameName(before.name, after.name);
    const isFoundByName = found.has(key) && isSameName && isSaid;
    const incoming = movesIn.flatMap(({ workspaces }) => workspaces).sort(compareNames);
    const movesOut = outOf.get(key) ?? [];
    return { key, id, name, change, before, after, isFoundByName, assignments, incoming, movesIn, movesOut };
  });
  return changes.sort((one, other) => ORDER[one.change] - ORDER[other.change] || compareNames(one, other));
}

/** Projects of the code that exist, and whose ids neither a state nor the code has. */
function idsFoundByName({ desired, notInState }: Comparison): ReadonlySet<string> {
  const withId = new Set(desired.projects.flatMap(({ address, id }) => (id === undefined ? [] : [address])));
  return new Set(notInState.flatMap(({ address, id }) => (withId.has(address) ? [] : [id])));
}

/** Deletions first. */
const ORDER: Readonly<Record<ProjectChange["change"], number>> = {
  delete: 0,
  create: 1,
  update: 1,
  assign: 1,
  none: 2,
};

export function summaryOf({ actions }: Pick<Comparison, "actions">): PlanSummary {
  const summary: Record<ChangeKind, number> = { create: 0, update: 0, set: 0, move: 0, unset: 0, delete: 0 };
  for (const action of actions) summary[action.kind] += Math.max(1, movedBy(action).length);
  return summary;
}
