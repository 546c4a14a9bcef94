import { compareStrings, groupBy, indexBy } from "../../lists";
import { nameKey, routerOf, type Project, type RuleCondition, type Workspace } from "../../model";
import { compareNames } from "../../reconcile";
import { withConstructIds, withIdentifiers } from "../names";
import { checkRoutes } from "../placement";
import type { Group, Grouping } from "./grouping";

/** Which projects the workspaces of a default project move to, and by what. */
export interface Layout {
  /** The projects to create, sorted by name. */
  readonly created: readonly LayoutProject[];
  /** In the order of the placement: the first that matches a workspace decides. */
  readonly rules: readonly LayoutRule[];
  /** The memberships, sorted by the names of their projects. No rule decides about their workspaces. */
  readonly lists: readonly LayoutList[];
  /** Whether a rule matches workspaces of a list. */
  readonly listsPrecede: boolean;
  /** What each grouping has decided, in their order. */
  readonly taken: readonly Taken[];
  /** The workspaces that stay, sorted by name. */
  readonly left: readonly Workspace[];
}

/** A project to create, or an existing one. */
export interface LayoutProject {
  readonly name: string;
  /** Undefined for one to create. */
  readonly id: string | undefined;
  /** The ID of its construct: see {@link withConstructIds}. */
  readonly constructId: string;
  /** The name of its constant: see {@link withIdentifiers}. */
  readonly identifier: string;
}

export interface LayoutRule {
  readonly project: LayoutProject;
  readonly condition: RuleCondition;
}

export interface LayoutList {
  readonly project: LayoutProject;
  /** Sorted by name. */
  readonly workspaces: readonly Workspace[];
}

interface Taken {
  readonly grouping: Grouping;
  /** How many of its groups have workspaces that no earlier grouping has. */
  readonly groups: number;
  readonly workspaces: number;
}

/**
 * Where workspaces move by groupings of them, of which the first that has a group for a workspace decides. Groupings
 * with conditions become rules, others lists. Pure.
 *
 * @param groupings - Of the same workspaces, at least one.
 * @param existing - All projects of the organization.
 */
export function layoutOf(
  groupings: readonly [Grouping, ...Grouping[]],
  existing: readonly Pick<Project, "id" | "name">[],
): Layout {
  const decided = new Set<Workspace>();
  const shares = groupings.map((grouping) => {
    const groups = grouping.groups
      .map((group) => ({ ...group, workspaces: group.workspaces.filter((it) => !decided.has(it)) }))
      .filter(({ workspaces }) => workspaces.length > 0);
    for (const workspace of groups.flatMap(({ workspaces }) => workspaces)) decided.add(workspace);
    return { grouping, groups };
  });
  const all = shares.flatMap(({ grouping, groups }) =>
    groups.map((group) => ({ ...group, condition: grouping.missingTag === undefined ? group.condition : undefined })),
  );
  const projects = projectsOf(all, existing);
  const placed = all.flatMap(({ project, ...group }) => {
    const found = projects.get(nameKey(project));
    return found === undefined ? [] : [{ ...group, project: found }];
  });
  const rules = placed.flatMap(({ condition, ...rest }) => (condition === undefined ? [] : [{ ...rest, condition }]));
  const unrouted = placed.filter(({ condition }) => condition === undefined);
  const lists = [...groupBy(unrouted, ({ project }) => project)]
    .map(([project, its]) => ({
      project,
      workspaces: its.flatMap(({ workspaces }) => workspaces).sort(compareNames),
    }))
    .sort((one, other) => compareNames(one.project, other.project));
  const left = groupings[0].left.filter((it) => !decided.has(it));
  checkRoutes(
    rules.map(({ condition }) => condition),
    [
      ...rules.flatMap(({ workspaces, condition }) => workspaces.map((workspace) => ({ workspace, condition }))),
      ...left.map((workspace) => ({ workspace })),
    ],
  );
  const route = routerOf({ rules: rules.map(({ condition }) => condition) });
  return {
    created: [...projects.values()].filter(({ id }) => id === undefined),
    rules,
    lists,
    listsPrecede: lists.some(({ workspaces }) => workspaces.some((it) => route(it) !== undefined)),
    taken: shares.map(({ grouping, groups }) => ({
      grouping,
      groups: groups.length,
      workspaces: groups.flatMap(({ workspaces }) => workspaces).length,
    })),
    left,
  };
}

/** The projects of groups by the keys of their names, sorted by name. */
function projectsOf(
  groups: readonly Pick<Group, "project">[],
  existing: readonly Pick<Project, "id" | "name">[],
): ReadonlyMap<string, LayoutProject> {
  const found = indexBy(existing, ({ name }) => nameKey(name));
  // Of several spellings, the first one.
  const names = indexBy([...groups].reverse(), ({ project }) => nameKey(project));
  const projects = [...names]
    .sort(([one], [other]) => compareStrings(one, other))
    .map(([key, { project }]) => ({ name: found.get(key)?.name ?? project, id: found.get(key)?.id }));
  return indexBy(withIdentifiers(withConstructIds(projects)), ({ name }) => nameKey(name));
}
