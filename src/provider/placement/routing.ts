import { decidePlacement, type Placing as PlacingOf, type PlacementDecision } from "../../decide";
import { nameKey, tagKeysOf, takesFromAnywhere } from "../../model";
import type { NamedRule, PlacementTable, RoutedTo, Workspace } from "../../model";
import { TagsNotReportedError, type OrganizationView } from "../../reconcile";
import type { PlannedWorkspaces } from "../planned/workspaces";

/** The IDs of the projects of rules, by {@link nameKey}; undefined for a project that does not exist yet. */
export type Targets = ReadonlyMap<string, string | undefined>;

/** The ID of the project of a rule; undefined if it does not exist, or not yet. */
export function targetOf({ project }: Pick<NamedRule, "project">, targets: Targets): string | undefined {
  return targets.get(nameKey(project));
}

/** A workspace, and the rule that decides about it. */
export type Placing = PlacingOf<NamedRule>;

/** What rules decide about workspaces. */
export interface Routing {
  /** Workspaces that belong into another project, and that the rule takes. */
  readonly moves: readonly Placing[];
  /** Workspaces in the project of a rule that takes workspaces from any project. */
  readonly placed: readonly Placing[];
  /** The rule that decides about each of the workspaces. */
  readonly routes: readonly RoutedTo[];
}

function routingOf({ placings, routes }: Omit<PlacementDecision<NamedRule>, "undecided">): Routing {
  return {
    moves: placings.filter(({ effect }) => effect === "moves"),
    placed: placings.filter(({ effect, takeFrom }) => effect === "stays" && takeFrom === "any"),
    routes,
  };
}

export function positionsOf(moves: readonly Placing[]): ReadonlyMap<string, number> {
  return new Map(moves.map(({ workspace, position }) => [workspace.id, position]));
}

/** What else is planned, where rules decide. */
interface RoutingContext {
  /** Has the workspaces that memberships of the plan so far list. */
  readonly plannedWorkspaces: PlannedWorkspaces;
  /**
   * Whether to leave what this process has moved to the default project where it was: Terraform plans again while it
   * applies, and what the same apply releases is left to the next one. @default false
   */
  readonly isPlan?: boolean;
}

/**
 * Routes the workspaces that rules may take: all, or those in the default project.
 *
 * @throws TagsNotReportedError if no rule can decide about one of them
 */
export async function routeLive(
  view: OrganizationView,
  table: PlacementTable,
  targets: Targets,
  { plannedWorkspaces, isPlan = false }: RoutingContext,
): Promise<Routing> {
  if (tagKeysOf(table).length > 0) await view.workspaces.includeTags();
  const defaultProjectId = await view.defaultProjectId();
  const found = takesFromAnywhere(table)
    ? await view.workspaces.all()
    : await view.workspaces.inProject(defaultProjectId, view.projects.knownWorkspaceCount(defaultProjectId));
  const isReleased = ({ projectId }: Workspace): boolean => isPlan && projectId === defaultProjectId;
  const workspaces = found.map((it) => (isReleased(it) ? view.workspaces.beforeMoves(it) : it));
  const isListed = (id: string): boolean => plannedWorkspaces.isListed(id);
  const facts = { defaultProjectId, targetId: idIn(table, targets), isListed };
  const first = decidePlacement(table, workspaces, facts);
  if (first.undecided.length === 0) return routingOf(first);
  // Lists do not include their tags. Those of others decide nothing.
  const tagged = await view.workspacesWithTags(first.undecided, tagKeysOf(table));
  const { placings, undecided, routes } = decidePlacement(table, tagged, facts);
  if (undecided.length > 0) throw new TagsNotReportedError(view.name);
  const again = new Set<unknown>(first.undecided);
  return routingOf({
    placings: [...first.placings, ...placings],
    routes: [...first.routes.filter(({ workspace }) => !again.has(workspace)), ...routes],
  });
}

/** The workspaces that {@link routeLive} finds in their places, of those that were read so far. */
export async function placedSoFar(
  view: OrganizationView,
  table: PlacementTable,
  targets: Targets,
): Promise<readonly Placing[]> {
  const { workspaces, knownDefaultProjectId: defaultProjectId = "" } = view;
  if (!workspaces.isComplete) return [];
  const facts = { defaultProjectId, targetId: idIn(table, targets), isListed: () => false };
  return routingOf(decidePlacement(table, await workspaces.all(), facts)).placed;
}

function idIn({ rules }: PlacementTable, targets: Targets): (position: number) => string | undefined {
  const ids = rules.map((rule) => targetOf(rule, targets));
  return (position) => ids[position];
}
