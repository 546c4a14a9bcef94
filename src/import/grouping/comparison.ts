import { groupBy } from "../../lists";
import { sameName, type Workspace } from "../../model";
import { compareNames } from "../../reconcile";
import type { Group, Grouping } from "./grouping";
import type { Way } from "./ways";

/** Two ways beside each other, for the workspaces that both have in groups. */
export interface Comparison {
  readonly ways: readonly [Way, Way];
  /** How many workspaces are in groups that correspond to each other. */
  readonly alike: number;
  /** The others by the projects of their two groups, the most first. */
  readonly apart: readonly Difference[];
}

interface Difference {
  readonly projects: readonly [string, string];
  /** Sorted by name. */
  readonly workspaces: readonly Workspace[];
}

/** The best ways, each two of which are compared. */
const MAX_COMPARED = 8;

/** Compares each of the first ways with each other one. Pure. */
export function compareGroupings(groupings: readonly Grouping[]): readonly Comparison[] {
  const compared = groupings
    .slice(0, MAX_COMPARED)
    .map((grouping) => ({ grouping, groupOf: groupsByWorkspace(grouping) }));
  return compared.flatMap((one, index) =>
    compared.slice(index + 1).map((other): Comparison => ({
      ways: [one.grouping.way, other.grouping.way],
      ...differences(one.groupOf, other.groupOf),
    })),
  );
}

type GroupOf = ReadonlyMap<Workspace, Group>;

function groupsByWorkspace({ groups }: Grouping): GroupOf {
  return new Map(groups.flatMap((group) => group.workspaces.map((workspace) => [workspace, group] as const)));
}

/** A workspace that both ways have in a group. */
interface Both {
  readonly workspace: Workspace;
  readonly one: Group;
  readonly other: Group;
}

/**
 * Two groups correspond to each other if they give the same project, or if each has more workspaces in common with the
 * other than with any other group.
 */
function differences(ones: GroupOf, others: GroupOf): Pick<Comparison, "alike" | "apart"> {
  const both = [...ones].flatMap(([workspace, one]): readonly Both[] => {
    const other = others.get(workspace);
    return other === undefined ? [] : [{ workspace, one, other }];
  });
  const counterparts = mostCommon(
    both,
    (it) => it.one,
    (it) => it.other,
  );
  const backwards = mostCommon(
    both,
    (it) => it.other,
    (it) => it.one,
  );
  const apart = both.filter(({ one, other }) => {
    const isMutual = counterparts.get(one) === other && backwards.get(other) === one;
    return !isMutual && !sameName(one.project, other.project);
  });
  const pairs = groupBy(apart, ({ one, other }) => JSON.stringify([one.project, other.project]));
  return {
    alike: both.length - apart.length,
    apart: [...pairs.values()]
      .map((its): Difference => {
        const [{ one, other }] = its;
        const workspaces = its.map(({ workspace }) => workspace).sort(compareNames);
        return { projects: [one.project, other.project], workspaces };
      })
      .sort((one, other) => other.workspaces.length - one.workspaces.length),
  };
}

/** How many workspaces two ways group differently. */
export function countApart({ apart }: Comparison): number {
  return apart.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
}

/** Whether ways of two kinds group most workspaces alike, so that the others are worth a look. */
export function isClose(comparison: Comparison): boolean {
  const apart = countApart(comparison);
  return comparison.ways.some(({ by }) => by !== "word") && apart > 0 && comparison.alike >= apart;
}

/** For each group of one way the group of the other with most workspaces in common; of several, the first. */
function mostCommon(
  both: readonly Both[],
  from: (it: Both) => Group,
  to: (it: Both) => Group,
): ReadonlyMap<Group, Group | undefined> {
  return new Map(
    [...groupBy(both, from)].map(([group, its]) => {
      const [most] = [...groupBy(its, to)].sort(([, one], [, other]) => other.length - one.length);
      return [group, most?.[0]];
    }),
  );
}
