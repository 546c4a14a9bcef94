import { compareStrings, indexBy } from "../../lists";
import { nameKey, type Project, type RuleCondition, type Workspace } from "../../model";
import { withConstructIds, withIdentifiers } from "../names";
import { checkRoutes } from "../placement";
import type { Grouping } from "./grouping";

/** A placement, and projects, for groups of workspaces. */
export interface PlacedGroups {
  /** The projects to create, sorted by name. */
  readonly projects: readonly NewProject[];
  /** They are in the order of the placement. */
  readonly rules: readonly PlacedGroup[];
}

export interface NewProject {
  readonly name: string;
  /** The ID of its construct: see {@link withConstructIds}. */
  readonly constructId: string;
  /** The name of its constant: see {@link withIdentifiers}. */
  readonly identifier: string;
}

/** A rule, and the workspaces that it places. */
export interface PlacedGroup {
  /** A project to create, or the name of an existing one. */
  readonly project: NewProject | string;
  readonly condition: RuleCondition;
  readonly workspaces: readonly Workspace[];
}

/**
 * What places exactly the groups.
 *
 * @param existing - All projects of the organization.
 */
export function placeGroups({ groups, left }: Grouping, existing: readonly Pick<Project, "name">[]): PlacedGroups {
  checkRoutes(
    groups.map(({ condition }) => condition),
    [
      ...groups.flatMap(({ workspaces, condition }) => workspaces.map((workspace) => ({ workspace, condition }))),
      ...left.map((workspace) => ({ workspace })),
    ],
  );
  const found = indexBy(existing, ({ name }) => nameKey(name));
  const missing = new Map(
    groups.filter(({ project }) => !found.has(nameKey(project))).map(({ project }) => [nameKey(project), project]),
  );
  const sorted = [...missing].sort(([one], [other]) => compareStrings(one, other));
  const projects = withIdentifiers(withConstructIds(sorted.map(([, name]) => ({ name }))));
  const created = indexBy(projects, ({ name }) => nameKey(name));
  return {
    projects,
    rules: groups.map(({ project, condition, workspaces }) => ({
      project: created.get(nameKey(project)) ?? found.get(nameKey(project))?.name ?? project,
      condition,
      workspaces,
    })),
  };
}
