import { decidePlacement } from "../decide";
import { isWarning } from "../diagnostics";
import type { ProjectTarget } from "../engine";
import { movedBy } from "../engine/changes/kinds";
import type { Comparison, IdentifiedOrganization } from "../engine/plan";
import type { DesiredPlacement } from "../engine/source";
import { conditionMatcher, routerOf, UNKNOWN_TAGS, type ConditionMatch, type Workspace } from "../model";
import { nearMiss, type NearMiss } from "./near-miss";

/** A rule of a placement, and its project after the plan. */
interface ExplainedRule {
  /** The first rule has position 0. */
  readonly position: number;
  /** Undefined if it is neither in the code nor in the organization. */
  readonly project: ProjectTarget | undefined;
}

/** A rule that matches the workspace, and why. */
export interface MatchingRule extends ExplainedRule {
  readonly match: ConditionMatch;
}

/** A rule that nearly matches the workspace. */
interface NearRule extends ExplainedRule {
  readonly miss: NearMiss;
}

/**
 * - `moves`: the rule moves the workspace;
 * - `there`: the workspace is in the project of the rule;
 * - `elsewhere`: the rule takes workspaces only from the default project, and it is in another one;
 * - `waits`: the Terraform plan was made before the workspace matched;
 * - `member`: a membership has the workspace;
 * - `no-project`: the project of the rule does not exist;
 * - `left`: something else decides;
 * - `excepted`: the placement leaves the workspace alone;
 * - `unknown-tags`: the response does not have the tags that decide.
 */
type Effect =
  | ("moves" | "there" | "elsewhere" | "waits" | "member" | "no-project" | "left")
  | ("excepted" | "unknown-tags");

/** What a placement says about a workspace. */
export interface ExplainedPlacement {
  readonly address: string;
  /** The first rule that matches; undefined if none does, or if that is not known. */
  readonly rule: MatchingRule | undefined;
  /** Undefined if no rule matches. */
  readonly effect: Effect | undefined;
  /** What matches after the first rule. */
  readonly next: MatchingRule | undefined;
  /** Why no rule may decide. */
  readonly exception: ConditionMatch | undefined;
  /** Rules before the first one that matches. */
  readonly nearly: readonly NearRule[];
}

/** @param isMember - Whether a membership has the workspace. @param isNew - Whether a Terraform plan creates it. */
export function explainPlacement(
  placement: DesiredPlacement,
  workspace: Workspace,
  comparison: Pick<Comparison, "actions" | "warnings">,
  { actual, resolver }: IdentifiedOrganization,
  { isMember, isNew }: { readonly isMember: boolean; readonly isNew: boolean },
): ExplainedPlacement {
  const { address, rules } = placement;
  const projectOf = (position: number): ProjectTarget | undefined => {
    const project = rules[position]?.project;
    return project && (project.by === "default" ? resolver.defaultProject : resolver.resolve(project));
  };
  const matchAfter = (start: number): MatchingRule | typeof UNKNOWN_TAGS | undefined => {
    const found = routerOf({ rules: rules.slice(start) })(workspace);
    if (typeof found !== "object") return found;
    const position = start + found.position;
    return { position, project: projectOf(position), match: found.match };
  };
  const first = matchAfter(0);
  const rule = typeof first === "object" ? first : undefined;
  const next = rule && matchAfter(rule.position + 1);
  const exception = exceptionOf(placement, workspace);
  const { placings, routes } = decidePlacement(placement, [workspace], {
    defaultProjectId: actual.defaultProjectId,
    targetId: (position) => projectOf(position)?.id,
    isListed: () => isMember,
  });
  const decided = placings[0]?.effect;
  const effectOf = (): Effect | undefined => {
    if (exception !== undefined) return first === undefined ? undefined : "excepted";
    if (routes.some(({ route }) => route === UNKNOWN_TAGS)) return "unknown-tags";
    if (rule === undefined) return undefined;
    if (isMember) return "member";
    if (rule.project === undefined) return "no-project";
    if (decided === "stays") return "there";
    const isTaken = decided === "moves";
    const moved = comparison.actions.flatMap(movedBy).find(({ id }) => id === workspace.id);
    if (moved?.rule?.placement === address || (isNew && isTaken)) return "moves";
    const waiting = comparison.warnings.filter(isWarning("new-match")).flatMap(({ data }) => data.matching);
    const isWaiting = waiting.some(({ id }) => id === workspace.id);
    return isWaiting ? "waits" : isTaken ? "left" : "elsewhere";
  };
  return {
    address,
    rule,
    effect: effectOf(),
    next: typeof next === "object" ? next : undefined,
    exception,
    nearly: rules.slice(0, rule?.position).flatMap((condition, position): NearRule[] => {
      const miss = nearMiss(condition, workspace);
      return miss === undefined ? [] : [{ position, project: projectOf(position), miss }];
    }),
  };
}

/** Why a placement leaves a workspace alone, if it certainly does. */
function exceptionOf(
  { exceptNames, exceptTags = {} }: DesiredPlacement,
  workspace: Workspace,
): ConditionMatch | undefined {
  const conditions = [
    ...(exceptNames === undefined ? [] : [{ matchNames: exceptNames }]),
    ...Object.entries(exceptTags).map(([key, value]) => ({ matchTags: { [key]: value } })),
  ];
  return conditions.map((it) => conditionMatcher(it)(workspace)).find((it) => typeof it === "object");
}
