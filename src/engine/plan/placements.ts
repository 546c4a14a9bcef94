import {
  nearestName,
  routerOf,
  ruleCoverage,
  takesFrom,
  takesFromAnywhere,
  UNKNOWN_TAGS,
  type CodeLanguage,
  type RoutedTo,
  type Workspace,
} from "../../model";
import { compareNames, groupBy, indexBy } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization, type NamedObject } from "../actual-organization";
import { type DesiredPlacement, type PlacingRule } from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import { unresolvedProject, type IdentifiedOrganization } from "./identity";
import type { Refusal } from "./refusal";
import type { Members } from "./memberships";
import { sharedObjects } from "./shared-objects";
import { isPlacedElsewhere, type PlacedWorkspace } from "./tfe-resources";
import type { PlanWarning } from "./warnings";

/** Where the rules of placements put workspaces. */
export interface Routing {
  /** By id of the workspace: those that a rule moves, and those that are in the project of their rule. */
  readonly routed: ReadonlyMap<string, Placing>;
  /** Ids of the workspaces about which no rule can decide, because their tags are not known. */
  readonly undecided: readonly string[];
  /** Workspaces that rules match and leave where they are. */
  readonly elsewhere: readonly WorkspaceElsewhere[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly PlanWarning[];
}

/** What a rule does about a workspace. */
interface Placing {
  readonly to: ProjectTarget;
  readonly rule: PlacingRule;
  /** Whether it takes the workspace from any project; otherwise only from the default project. */
  readonly takesFromAny: boolean;
}

/** A workspace that a rule matches and leaves where it is, as it takes workspaces only from the default project. */
export interface WorkspaceElsewhere extends NamedObject {
  readonly project: NamedObject;
  /** Of several placements, the first one. */
  readonly rule: PlacingRule;
}

/**
 * Routes all workspaces. What a membership has stays with it, silently if the rule takes workspaces only from the
 * default project. What leaves a project in the same plan for another reason counts as where it is before.
 *
 * @param renamed - Ids of the workspaces that a membership may have.
 * @param byTfe - The workspaces of no membership that a `tfe_workspace` puts into a project, by id.
 */
export function routeWorkspaces(
  identified: IdentifiedOrganization,
  members: Members,
  renamed: ReadonlySet<string>,
  byTfe: ReadonlyMap<string, PlacedWorkspace>,
): Routing {
  const { desired, actual } = identified;
  const { placements = [], language = "terraform" } = desired;
  const tables = placements.map((placement) => tableOf(placement, identified));
  const all = tables.map((table) => claimsOf(table, actual, members, renamed, byTfe));
  const claims = all.flatMap(({ own }) => own);
  const settled = claims.filter(({ isElsewhere }) => !isElsewhere);
  // What one placement has in its project may be moved by another; of several that move it, the first one does.
  const byPrecedence = [...settled.filter(isMoved), ...settled.filter((it) => !isMoved(it))];
  const routed = new Map(byPrecedence.reverse().map(({ workspace, ...it }) => [workspace.id, it]));
  const left = claims.filter(({ isElsewhere, workspace }) => isElsewhere && !routed.has(workspace.id));
  const nameOf = projectNames(actual);
  return {
    routed,
    undecided: all.flatMap(({ unknown }) => unknown.map(({ id }) => id)),
    elsewhere: [...groupBy(left, ({ workspace }) => workspace.id).values()].map(([{ workspace, rule }]) => {
      return { ...named(workspace), project: nameOf(workspace.projectId), rule };
    }),
    refusals: [
      ...tables.flatMap(({ refusals }) => refusals),
      ...tables.flatMap((table) => placedInExclusive(table, members)),
      ...all.flatMap((it) => listedAndPlaced(it, members, language)),
      ...placedTwice(claims),
      ...unknownTags(all, actual.name),
    ],
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

type DesiredRule = DesiredPlacement["rules"][number];

/** A placement with the projects of its rules after the plan. */
type Table = ReturnType<typeof tableOf>;

/** A rule whose project does not exist still decides: what it matches stays where it is. */
function tableOf(placement: DesiredPlacement, identified: IdentifiedOrganization) {
  const { address, rules } = placement;
  const { desired, actual, resolver } = identified;
  // By position of the rule; undefined if there is no such project.
  const targets = rules.map(({ project }) =>
    project.by === "default" ? resolver.defaultProject : resolver.resolve(project),
  );
  const unresolved = rules.flatMap(({ project: reference }, position) =>
    targets[position] === undefined ? [{ reference, position }] : [],
  );
  const groups = [...groupBy(unresolved, ({ reference }) => JSON.stringify(reference)).values()];
  const refusals = groups.flatMap((group) => {
    const [{ reference }] = group;
    const names = [...desired.projects, ...actual.projects].map(({ name }) => name);
    const nearest = reference.by === "name" ? nearestName(reference.name, names) : undefined;
    const what = { rules: group.map(({ position }) => position), reference, organization: actual.name, nearest };
    const unknown = { cause: "unknown-target", code: "UNKNOWN_PROJECT", address, ...what } as const;
    return unresolvedProject(address, reference, identified, unknown);
  });
  return { placement, targets, refusals };
}

/** What a placement decides about a workspace that it may move, or has in its project. */
interface Claim extends Placing {
  readonly workspace: Workspace;
  /** Whether the workspace is in another project than the default one, and the rule leaves it there. */
  readonly isElsewhere: boolean;
}

/** What a placement decides. */
type Claims = ReturnType<typeof claimsOf>;

function claimsOf(
  table: Table,
  { workspaces, defaultProjectId }: ActualOrganization,
  { byWorkspace }: Members,
  renamed: ReadonlySet<string>,
  byTfe: ReadonlyMap<string, PlacedWorkspace>,
) {
  const { placement, targets } = table;
  const { address, rules, decided } = placement;
  const routeOf = routerOf<DesiredRule>(placement);
  const decisions = decided && indexBy(decided, ({ id }) => id);
  const mayTakeFromAny = takesFromAnywhere(placement);
  const own: Claim[] = [];
  // Those that a membership has, and that rules take from any project.
  const listed: Workspace[] = [];
  const [unknown, newMatches]: [Workspace[], Workspace[]] = [[], []];
  const matched = new Set<string>();
  const routes: RoutedTo[] = [];
  for (const workspace of workspaces) {
    const { id, projectId } = workspace;
    const decision = decisions?.get(id);
    const found = decision?.rule ?? routeOf(workspace);
    routes.push({ workspace, route: found });
    if (found === undefined) continue;
    const isInDefault = projectId === defaultProjectId;
    if (found === UNKNOWN_TAGS) {
      if (!byWorkspace.has(id) && (isInDefault || mayTakeFromAny)) unknown.push(workspace);
      continue;
    }
    matched.add(id);
    const { position, match } = found;
    const [rule, to] = [rules[position], targets[position]];
    const takesFromAny = rule !== undefined && takesFrom(placement, rule) === "any";
    if (byWorkspace.has(id)) {
      if (takesFromAny) listed.push(workspace);
      continue;
    }
    if (
      to === undefined ||
      renamed.has(id) ||
      (!takesFromAny && isPlacedElsewhere(byTfe.get(id), to, defaultProjectId))
    )
      continue;
    const isElsewhere = !takesFromAny && !isInDefault && to.id !== projectId;
    const waits = decisions !== undefined && decision === undefined && !isElsewhere && to.id !== projectId;
    if (waits) newMatches.push(workspace);
    else own.push({ workspace, to, rule: { placement: address, position, match }, takesFromAny, isElsewhere });
  }
  const matches = (kind: "lost-match" | "new-match", found: readonly NamedObject[]): readonly PlanWarning[] =>
    found.length === 0 ? [] : [{ kind, addresses: [address], workspaces: found.map(named) }];
  return {
    address,
    own,
    listed,
    unknown,
    warnings: [
      ...matches(
        "lost-match",
        (decided ?? []).filter(({ id }) => !matched.has(id)),
      ),
      ...matches("new-match", newMatches.sort(compareNames)),
      ...coverageWarnings(table, routes),
    ],
  };
}

/** The rules that decide about nothing. */
function coverageWarnings({ placement, targets }: Table, routed: readonly RoutedTo[]): readonly PlanWarning[] {
  const addresses = [placement.address];
  const { unmatched, unreached } = ruleCoverage(placement, routed, (position) => {
    const target = targets[position];
    return target && projectKey(target);
  });
  return [
    ...(unmatched.length === 0 ? [] : [{ kind: "no-match", addresses, rules: unmatched } as const]),
    ...(unreached.length === 0 ? [] : [{ kind: "no-reach", addresses, rules: unreached } as const]),
  ];
}

/** Rules into projects that are exclusive to the workspaces of memberships. */
function placedInExclusive({ placement: { address }, targets }: Table, { resolved }: Members): readonly Refusal[] {
  return resolved.flatMap(({ membership, to }): Refusal[] => {
    if (!membership.exclusive) return [];
    const key = projectKey(to);
    const rules = targets.flatMap((target, position) =>
      target !== undefined && projectKey(target) === key ? [position] : [],
    );
    if (rules.length === 0) return [];
    const code = "EXCLUSIVE_PROJECT_SHARED";
    return [{ cause: "placed-in-exclusive", code, address, rules, membership: membership.address }];
  });
}

/** One refusal for each membership whose workspaces the placement takes. */
function listedAndPlaced(
  { address, listed }: Claims,
  { byWorkspace }: Members,
  language: CodeLanguage,
): readonly Refusal[] {
  const ownerOf = ({ id }: Workspace): string => byWorkspace.get(id)?.membership.address ?? "";
  return [...groupBy(listed, ownerOf)].map(([membership, its]): Refusal => {
    const workspaces = its.map(({ name }) => name).sort();
    const code = "WORKSPACE_IN_TWO_PROJECTS";
    return { cause: "listed-and-placed", code, address, workspaces, membership, language };
  });
}

/** Placements that decide about the same workspaces, which one of them would move. */
function placedTwice(claims: readonly Claim[]): readonly Refusal[] {
  const taking = claims.filter(({ workspace: { projectId }, takesFromAny, isElsewhere, to }) => {
    return takesFromAny || (!isElsewhere && to.id !== projectId);
  });
  const moved = new Set(taking.filter(isMoved).map(({ workspace }) => workspace.id));
  const contested = taking.filter(({ workspace }) => moved.has(workspace.id));
  return sharedObjects(contested.map(({ rule, workspace }) => ({ owner: rule.placement, ...named(workspace) }))).map(
    ({ names: workspaces, ...owners }) => {
      return { cause: "placed-twice", code: "WORKSPACE_IN_TWO_PROJECTS", ...owners, workspaces };
    },
  );
}

/** Whether a placement would move the workspace, or has it in its project. */
function isMoved({ workspace, to }: Claim): boolean {
  return workspace.projectId !== to.id;
}

function unknownTags(all: readonly Claims[], organization: string): readonly Refusal[] {
  const concerned = all.filter(({ unknown }) => unknown.length > 0);
  if (concerned.length === 0) return [];
  const addresses = concerned.map(({ address }) => address);
  const workspaces = [...new Set(concerned.flatMap(({ unknown }) => unknown.map(({ name }) => name)))].sort();
  return [{ cause: "unknown-tags", code: "TAGS_NOT_REPORTED", addresses, workspaces, organization }];
}
