import { nameKey, routerOf, tagKeysOf, takesFrom, takesFromAnywhere, UNKNOWN_TAGS } from "../../model";
import type { NamedRule, PlacementTable, RoutedTo, Route, Workspace } from "../../model";
import { TagsNotReportedError, type OrganizationView } from "../../reconcile";

/** The IDs of the projects of rules, by {@link nameKey}; undefined for a project that does not exist yet. */
export type Targets = ReadonlyMap<string, string | undefined>;

/** The ID of the project of a rule; undefined if it does not exist, or not yet. */
export function targetOf({ project }: Pick<NamedRule, "project">, targets: Targets): string | undefined {
  return targets.get(nameKey(project));
}

/** A workspace, and the rule that decides about it. */
export interface Placing extends Route<NamedRule> {
  readonly workspace: Workspace;
}

/** What rules decide about workspaces. */
export interface Routing {
  /** Workspaces that belong into another project, and that the rule takes. */
  readonly moves: readonly Placing[];
  /** Workspaces in the project of a rule that takes workspaces from any project. */
  readonly placed: readonly Placing[];
  /** Workspaces about which no rule can decide, because their tags are unknown. */
  readonly undecided: readonly Workspace[];
  /** What decides about each of the workspaces. */
  readonly routes: readonly RoutedTo[];
}

/** Routes workspaces. What a rule into a missing project matches is a move, too: no later rule may decide about it. */
export function route(
  table: PlacementTable,
  workspaces: readonly Workspace[],
  { targets, defaultProjectId }: { readonly targets: Targets; readonly defaultProjectId: string },
): Routing {
  const routeOf = routerOf(table);
  const [moves, placed, undecided]: [Placing[], Placing[], Workspace[]] = [[], [], []];
  const routes: RoutedTo[] = [];
  for (const workspace of workspaces) {
    const found = routeOf(workspace);
    routes.push({ workspace, route: found });
    if (found === UNKNOWN_TAGS) undecided.push(workspace);
    else if (found !== undefined) {
      const { rule } = found;
      const isThere = workspace.projectId === targetOf(rule, targets);
      const isTaken = takesFrom(table, rule) === "any" || (workspace.projectId === defaultProjectId && !isThere);
      if (isTaken) (isThere ? placed : moves).push({ workspace, ...found });
    }
  }
  return { moves, placed, undecided, routes };
}

export function positionsOf(moves: readonly Placing[]): ReadonlyMap<string, number> {
  return new Map(moves.map(({ workspace, position }) => [workspace.id, position]));
}

/**
 * Routes the workspaces that rules may take: all, or those in the default project.
 *
 * @param options.isPlan - Whether to leave what this process has moved to the default project where it was: Terraform
 *   plans again while it applies, and what the same apply releases is left to the next one.
 * @throws TagsNotReportedError if no rule can decide about one of them
 */
export async function routeLive(
  view: OrganizationView,
  table: PlacementTable,
  targets: Targets,
  { isPlan = false }: { readonly isPlan?: boolean } = {},
): Promise<Routing> {
  if (tagKeysOf(table).length > 0) await view.workspaces.includeTags();
  const defaultProjectId = await view.defaultProjectId();
  const found = takesFromAnywhere(table)
    ? await view.workspaces.all()
    : await view.workspaces.inProject(defaultProjectId, view.projects.knownWorkspaceCount(defaultProjectId));
  const isReleased = ({ projectId }: Workspace): boolean => isPlan && projectId === defaultProjectId;
  const workspaces = found.map((it) => (isReleased(it) ? view.workspaces.beforeMoves(it) : it));
  const places = { targets, defaultProjectId };
  const routing = route(table, workspaces, places);
  if (routing.undecided.length === 0) return routing;
  // Lists do not include their tags. Those of others decide nothing.
  const tagged = await view.workspacesWithTags(routing.undecided, tagKeysOf(table));
  const { moves, placed, undecided, routes } = route(table, tagged, places);
  if (undecided.length > 0) throw new TagsNotReportedError(view.name);
  return {
    moves: [...routing.moves, ...moves],
    placed: [...routing.placed, ...placed],
    undecided,
    routes: [...routing.routes.filter(({ route: it }) => it !== UNKNOWN_TAGS), ...routes],
  };
}

/** The workspaces that {@link routeLive} finds in their places, of those that were read so far. */
export async function placedSoFar(
  view: OrganizationView,
  table: PlacementTable,
  targets: Targets,
): Promise<readonly Placing[]> {
  const { workspaces, knownDefaultProjectId: defaultProjectId = "" } = view;
  return workspaces.isComplete ? route(table, await workspaces.all(), { targets, defaultProjectId }).placed : [];
}
