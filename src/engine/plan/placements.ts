import { claimOf, decidePlacement, ProjectMembers, WorkspaceClaims, type Placing as PlacingOf } from "../../decide";
import {
  exclusiveShared,
  inTwoMemberships,
  listedAndPlaced,
  placedInExclusive,
  placedTwice,
  unknownTags,
  unknownTarget,
  warningOf,
} from "../../diagnostics";
import { compareStrings, groupBy, indexBy } from "../../lists";
import {
  MAX_LISTED,
  nearestName,
  ruleCoverage,
  type Diagnostic,
  type RoutedTo,
  type Workspace,
  type NamedObject,
} from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import { type DesiredPlacement, type PlacingRule } from "../organization";
import { projectKey, type ProjectTarget } from "../changes/change";
import { unresolvedProject, type IdentifiedOrganization } from "./identity";
import type { Members } from "./memberships";
import { isSetElsewhere, type WorkspaceSetByTfe } from "./tfe-resources";

/** Where the rules of placements put workspaces. */
export interface Routing {
  /** By id of the workspace: those that a rule moves, and those that are in the project of their rule. */
  readonly routed: ReadonlyMap<string, Placing>;
  /** Ids of the workspaces about which no rule can decide, because their tags are not known. */
  readonly undecided: readonly string[];
  /** Workspaces that rules match and leave where they are. */
  readonly elsewhere: readonly WorkspaceElsewhere[];
  /** Also of memberships that decide about the same workspaces, or share a project. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** What a rule does about a workspace. */
interface Placing extends Pick<PlacingOf, "workspace" | "takeFrom" | "effect"> {
  readonly to: ProjectTarget;
  readonly rule: PlacingRule;
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
  byTfe: ReadonlyMap<string, WorkspaceSetByTfe>,
): Routing {
  const { desired, actual } = identified;
  const { placements = [] } = desired;
  const tables = placements.map((placement) => tableOf(placement, identified));
  const all = tables.map((table) => placingsOf(table, actual, members, renamed, byTfe));
  const placings = all.flatMap(({ own }) => own);
  const settled = placings.filter(({ effect }) => effect !== "elsewhere");
  // What one placement has in its project may be moved by another; of several that move it, the first one does.
  const byPrecedence = [...settled.filter(isMoved), ...settled.filter((it) => !isMoved(it))];
  const routed = new Map(byPrecedence.reverse().map((it) => [it.workspace.id, it]));
  const left = placings.filter(({ effect, workspace }) => effect === "elsewhere" && !routed.has(workspace.id));
  const nameOf = projectNames(actual);
  const exclusive = exclusiveConflicts(members, tables);
  const contested = contestedWorkspaces(members, all, identified);
  return {
    routed,
    undecided: all.flatMap(({ undecided }) => undecided.map(({ id }) => id)),
    elsewhere: [...groupBy(left, ({ workspace }) => workspace.id).values()].map(([{ workspace, rule }]) => {
      return { ...named(workspace), project: nameOf(workspace.projectId), rule };
    }),
    errors: [
      ...contested("two-memberships"),
      ...exclusive.shared,
      ...tables.flatMap(({ errors }) => errors),
      ...exclusive.placed,
      ...contested("listed-and-placed"),
      ...contested("placed-twice"),
      ...tagsNotReported(all, actual.name),
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
  const errors = groups.flatMap((group) => {
    const [{ reference }] = group;
    const names = [...desired.projects, ...actual.projects].map(({ name }) => name);
    const nearest = reference.by === "name" ? nearestName(reference.name, names) : undefined;
    const what = { rules: group.map(({ position }) => position), reference, organization: actual.name, nearest };
    return unresolvedProject(address, reference, identified, unknownTarget({ address, ...what }));
  });
  return { placement, targets, errors };
}

/** What a placement decides. */
type Placings = ReturnType<typeof placingsOf>;

function placingsOf(
  table: Table,
  { workspaces, defaultProjectId }: ActualOrganization,
  { byWorkspace }: Members,
  renamed: ReadonlySet<string>,
  byTfe: ReadonlyMap<string, WorkspaceSetByTfe>,
) {
  const { placement, targets } = table;
  const { address, rules, decided } = placement;
  const decisions = decided && indexBy(decided, ({ id }) => id);
  const { placings, undecided, routes } = decidePlacement<DesiredRule>(placement, workspaces, {
    defaultProjectId,
    targetId: (position) => targets[position]?.id,
    isListed: (id) => byWorkspace.has(id),
    decidedRoute: (id) => {
      const found = decisions?.get(id)?.rule;
      const rule = found && rules[found.position];
      return rule && { ...found, rule };
    },
  });
  const own: Placing[] = [];
  const newMatches: Workspace[] = [];
  for (const { workspace, position, match, takeFrom, effect } of placings) {
    const { id } = workspace;
    const to = targets[position];
    if (to === undefined || byWorkspace.has(id) || renamed.has(id)) continue;
    if (takeFrom === "default-project" && isSetElsewhere(byTfe.get(id), to, defaultProjectId)) continue;
    const waits = decisions !== undefined && !decisions.has(id) && effect === "moves";
    if (waits) newMatches.push(workspace);
    else own.push({ workspace, to, rule: { placement: address, position, match }, takeFrom, effect });
  }
  const matched = new Set(placings.map(({ workspace }) => workspace.id));
  const lost = (decided ?? []).filter(({ id }) => !matched.has(id)).map(named);
  const matching = newMatches.sort(compareNames).map(named);
  return {
    address,
    own,
    // A rule that leaves what a membership has to that one claims nothing.
    claims: [...own, ...placings.filter(({ workspace }) => byWorkspace.has(workspace.id))],
    undecided,
    warnings: [
      ...(lost.length === 0 ? [] : [warningOf("lost-match", { addresses: [address], lost })]),
      ...(matching.length === 0 ? [] : [warningOf("new-match", { addresses: [address], matching })]),
      ...coverageWarnings(table, routes),
    ],
  };
}

/** The rules that decide about nothing. */
function coverageWarnings({ placement, targets }: Table, routed: readonly RoutedTo[]): readonly Diagnostic[] {
  const addresses = [placement.address];
  const { unmatched, unreached } = ruleCoverage(placement, routed, (position) => {
    const target = targets[position];
    return target && projectKey(target);
  });
  return [
    ...(unmatched.length === 0 ? [] : [warningOf("no-match", { addresses, rules: unmatched })]),
    ...(unreached.length === 0 ? [] : [warningOf("no-reach", { addresses, rules: unreached })]),
  ];
}

/** Memberships and rules of projects that are exclusive to the workspaces of one membership. */
function exclusiveConflicts({ resolved }: Members, tables: readonly Table[]) {
  const members = new ProjectMembers<string>();
  for (const { membership, to } of resolved) members.add(membership.address, projectKey(to), membership);
  for (const { placement, targets } of tables) {
    const positions = targets.flatMap((target, position) => (target ? [{ key: projectKey(target), position }] : []));
    for (const [key, its] of groupBy(positions, (it) => it.key)) {
      const rules = its.map(({ position }) => position);
      members.add(placement.address, key, { exclusive: false, rules });
    }
  }
  return {
    shared: members.shared.map(({ at, others }) => {
      return exclusiveShared({ address: at.resource, others: others.map(({ resource }) => resource) });
    }),
    placed: members.placedInExclusive.flatMap(({ at: { resource: address, entry }, others }) =>
      others.map(({ resource: membership }) => placedInExclusive({ address, rules: entry.rules ?? [], membership })),
    ),
  };
}

/** Memberships and placements that decide about the same workspaces, by the kind of their conflict. */
function contestedWorkspaces(
  { resolved }: Members,
  all: readonly Placings[],
  { desired: { language = "terraform" }, workspaces: index }: IdentifiedOrganization,
) {
  const claims = new WorkspaceClaims<string>();
  for (const { membership, to, selected } of resolved) {
    for (const { workspace } of selected)
      claims.add(membership.address, workspace.id, { projectId: to.id ?? undefined });
  }
  for (const { address, claims: placed } of all) {
    for (const it of placed) {
      const claim = claimOf(it);
      if (claim !== undefined) claims.add(address, it.workspace.id, claim);
    }
  }
  const found = claims.conflicts().map(({ conflict, at: address, others, workspaceIds }) => {
    const workspaces = workspaceIds.map((id) => index.withId(id)?.name ?? id).sort(compareStrings);
    const what = { address, workspaces };
    const resources = [...others, address];
    const diagnostics = {
      "two-memberships": () =>
        inTwoMemberships({ ...what, memberships: resources.map((label) => ({ label })) }, MAX_LISTED),
      "listed-and-placed": () =>
        listedAndPlaced({ ...what, membership: others[0] ?? "", placement: address, language }, MAX_LISTED),
      "placed-twice": () => placedTwice({ ...what, placements: resources }, MAX_LISTED),
    };
    return { conflict, diagnostic: diagnostics[conflict]() };
  });
  return (kind: (typeof found)[number]["conflict"]) =>
    found.flatMap(({ conflict, diagnostic }) => (conflict === kind ? [diagnostic] : []));
}

/** Whether a placement would move the workspace, or has it in its project. */
function isMoved({ workspace, to }: Placing): boolean {
  return workspace.projectId !== to.id;
}

function tagsNotReported(all: readonly Placings[], organization: string): readonly Diagnostic[] {
  const concerned = all.filter(({ undecided }) => undecided.length > 0);
  if (concerned.length === 0) return [];
  const addresses = concerned.map(({ address }) => address);
  const workspaces = [...new Set(concerned.flatMap(({ undecided }) => undecided.map(({ name }) => name)))].sort();
  return [unknownTags({ addresses, workspaces, organization })];
}
