import {
  routerOf,
  takesFrom,
  takesFromAnywhere,
  UNKNOWN_TAGS,
  type Placement,
  type PlacementRule,
  type Route,
  type RoutedTo,
  type TakeFrom,
  type Workspace,
} from "../model";
import type { WorkspaceClaim } from "./workspace-claims";

/** What is known of an organization where a placement is concerned. */
export interface PlacementFacts<Rule extends PlacementRule> {
  readonly defaultProjectId: string;
  /**
   * The ID of the project of a rule, by its position: null before it is created; undefined if there is none, because it
   * was deleted or renamed. Callers move nothing there, and report that.
   */
  readonly targetId: (position: number) => string | null | undefined;
  /** Whether a membership lists the workspace, as far as is known: then its unknown tags need not be read. */
  readonly isListed: (workspaceId: string) => boolean;
  /** The rule that decides about a workspace if that is known from elsewhere. @default the rules say so */
  readonly decidedRoute?: ((workspaceId: string) => Route<Rule> | undefined) | undefined;
}

/**
 * What a rule does about a workspace that it matches:
 *
 * - `moves`: it takes the workspace into its project, also if there is no such project: no later rule decides;
 * - `stays`: the workspace is in its project;
 * - `elsewhere`: it leaves the workspace in another project, as it takes workspaces only from the default project.
 */
type RuleEffect = "moves" | "stays" | "elsewhere";

/** A workspace, and the rule that decides about it. */
export interface Placing<Rule extends PlacementRule = PlacementRule> extends Route<Rule> {
  readonly workspace: Workspace;
  readonly takeFrom: TakeFrom;
  readonly effect: RuleEffect;
}

/** What rules do about workspaces. */
export interface PlacementDecision<Rule extends PlacementRule> {
  readonly placings: readonly Placing<Rule>[];
  /**
   * Workspaces about which no rule can decide before their tags are known, as an exception, or a rule before the first
   * that matches, depends on them. They are not among the placings: callers read the tags, or the plan is an error.
   */
  readonly undecided: readonly Workspace[];
  /** The rule that decides about each of the workspaces. */
  readonly routes: readonly RoutedTo[];
}

/**
 * Decides what a placement does about workspaces, all or only those that its rules may take. Pure.
 *
 * A membership that lists a workspace is another claim on it: see {@link claimOf}.
 */
export function decidePlacement<Rule extends PlacementRule>(
  placement: Placement<Rule>,
  workspaces: readonly Workspace[],
  { defaultProjectId, targetId, isListed, decidedRoute }: PlacementFacts<Rule>,
): PlacementDecision<Rule> {
  const routeOf = routerOf(placement);
  const mayTakeFromAny = takesFromAnywhere(placement);
  const [placings, undecided]: [Placing<Rule>[], Workspace[]] = [[], []];
  const routes: RoutedTo[] = [];
  for (const workspace of workspaces) {
    const { id, projectId } = workspace;
    const route = decidedRoute?.(id) ?? routeOf(workspace);
    routes.push({ workspace, route });
    if (route === UNKNOWN_TAGS) {
      if (!isListed(id) && (mayTakeFromAny || projectId === defaultProjectId)) undecided.push(workspace);
    } else if (route !== undefined) {
      const takeFrom = takesFrom(placement, route.rule);
      const isTaken = takeFrom === "any" || projectId === defaultProjectId;
      const effect = projectId === targetId(route.position) ? "stays" : isTaken ? "moves" : "elsewhere";
      placings.push({ ...route, workspace, takeFrom, effect });
    }
  }
  return { placings, undecided, routes };
}

/** The claim on a workspace that a rule makes; undefined if it leaves the workspace to others. */
export function claimOf({
  workspace,
  takeFrom,
  effect,
}: Pick<Placing, "workspace" | "takeFrom" | "effect">): WorkspaceClaim | undefined {
  if (effect === "elsewhere" || (effect === "stays" && takeFrom === "default-project")) return undefined;
  return { takeFrom, isPlaced: effect === "stays", foundIn: workspace.projectId };
}
