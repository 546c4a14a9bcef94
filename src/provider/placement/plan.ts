import { listedAndPlaced, placedInExclusive, placedTwice, tooManyPlaced } from "../../diagnostics/conflicts";
import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../lists";
import { takesFrom, type PlacementTable, type Workspace } from "../../model";
import type { ConfiguredContext } from "../../plugin";
import { type OrganizationView } from "../../reconcile";
import { conflictAt, LISTED_FIRST } from "../diagnostics";
import { checkMovesPermitted } from "../move-permissions";
import type { ResourceKey } from "../planned/resource-key";
import type { Claim } from "../planned/workspaces";
import type { ProviderData } from "../provider-data";
import { warnOfCoverage, warnOfMoves } from "./moves";
import { NOTHING_DUE, type Due } from "./private-state";
import { placedSoFar, positionsOf, routeLive, targetOf, type Targets } from "./routing";
import { plannedTargets } from "./targets";

export interface PlanInput {
  readonly table: PlacementTable;
  /** In the state; undefined for a new placement. */
  readonly before: PlacementTable | undefined;
  /** What the last refresh or apply has stored with the placement. */
  readonly stored: Due;
  /** What the first plan has passed on, if Terraform plans again while it applies. */
  readonly first: Due | undefined;
  readonly resource: ResourceKey;
}

/**
 * Plans which workspaces to move: with the rules of the state, those that the last refresh has recorded, without a
 * request; with new or changed rules, those that they decide about now.
 */
export async function planPlacement(
  view: OrganizationView,
  { table, before, stored, first, resource }: PlanInput,
  context: ConfiguredContext<ProviderData>,
): Promise<Due> {
  const { provider, diagnostics } = context;
  const { plannedWorkspaces } = provider;
  const isUnchanged = isDeepStrictEqual({ ...table, maxMoves: undefined }, { ...before, maxMoves: undefined });
  const decided = isUnchanged ? stored : first;
  const targets = await plannedTargets(view, table, decided?.projects, context);
  checkExclusive(resource, table, targets, context);
  if (diagnostics.hasErrors) return NOTHING_DUE;

  const live =
    decided === undefined ? await routeLive(view, table, targets, { plannedWorkspaces, isPlan: true }) : undefined;
  const positions = decided?.positions ?? positionsOf(live?.moves ?? []);
  const placed = live?.placed ?? (await placedSoFar(view, table, targets));
  // A membership gives up what a rule has in its project, or has already moved it away in this apply.
  const isLeaving = ({ id, projectId }: Workspace): boolean =>
    plannedWorkspaces.isReleasedByAnother(resource, id) || view.workspaces.peek(id)?.projectId !== projectId;
  const leaving = positionsOf(placed.filter(({ workspace }) => isLeaving(workspace)));
  const kept = new Map([...(decided?.kept ?? []), ...leaving]);
  const claims = [...positions, ...new Map([...positionsOf(placed), ...kept])].flatMap(([id, position]) => {
    const rule = table.rules[position];
    if (rule === undefined) return [];
    const claim = { projectId: targetOf(rule, targets), claimant: { label: "the placement" } };
    const name = view.workspaces.peek(id)?.name ?? id;
    const takeFrom = takesFrom(table, rule);
    const foundIn = takeFrom === "any" ? undefined : view.knownDefaultProjectId;
    return [{ ...claim, id, name, isPlaced: !positions.has(id), takeFrom, foundIn }];
  });
  const moved = claims.filter(
    ({ id, isPlaced, takeFrom }) => !isPlaced && !(takeFrom === "default-project" && plannedWorkspaces.isListed(id)),
  );
  if (moved.length > (table.maxMoves ?? Infinity)) {
    const tooMany = tooManyPlaced({ workspaces: moved.map(({ name }) => name), limit: table.maxMoves ?? 0 });
    diagnostics.add(conflictAt(["max_moves"], { ...tooMany, detail: tooMany.detail + LISTED_FIRST }));
    return NOTHING_DUE;
  }
  if (isContested(resource, claims, context)) return NOTHING_DUE;
  for (const { id, ...claim } of claims) plannedWorkspaces.add(resource, id, claim);
  const isFree = (id: string): boolean => !plannedWorkspaces.isListed(id);
  if (live !== undefined) warnOfCoverage(table, live.routes, diagnostics);
  const moves = claims.flatMap(({ id, isPlaced, projectId }) => {
    const workspace = isPlaced || !isFree(id) ? undefined : view.workspaces.peek(id);
    if (workspace === undefined || workspace.projectId === projectId) return [];
    return [{ workspace, to: { id: projectId, name: table.rules[positions.get(id) ?? -1]?.project } }];
  });
  await warnOfMoves(
    view,
    moves,
    live?.moves.filter(({ workspace }) => isFree(workspace.id)),
    context,
  );
  const permitted = moves.map(({ workspace, to }) => [workspace, to.id] as const);
  checkMovesPermitted(view, permitted, diagnostics, ["rule"]);
  return { positions, kept, projects: new Map([...targets].flatMap(([key, id]) => (id ? [[key, id] as const] : []))) };
}

/**
 * Adds an error for each membership of the plan so far that has some of these workspaces, and for each placement that
 * moves them: only what is planned second can detect this. Returns whether there is one.
 */
function isContested(
  resource: ResourceKey,
  claims: readonly (Claim & Pick<Workspace, "id" | "name">)[],
  { provider: { plannedWorkspaces }, diagnostics }: ConfiguredContext<ProviderData>,
): boolean {
  const conflicts = claims.flatMap((claim) => {
    const other = plannedWorkspaces.conflictWith(resource, claim.id, claim);
    return other === undefined ? [] : [{ name: claim.name, other }];
  });
  for (const its of groupBy(conflicts, ({ other }) => other.resource).values()) {
    const workspaces = its.map(({ name }) => name);
    const { claimant, takeFrom } = its[0].other.entry;
    const placement = "this placement";
    const conflict =
      takeFrom === undefined
        ? listedAndPlaced({ workspaces, membership: claimant.label, placement, language: "terraform" })
        : placedTwice({ workspaces, placements: ["another placement", placement] });
    diagnostics.add(conflictAt(["rule"], conflict));
  }
  return conflicts.length > 0;
}

/** Adds an error for each project of rules that is exclusive to the workspaces of a membership. */
function checkExclusive(
  resource: ResourceKey,
  table: PlacementTable,
  targets: Targets,
  { provider, diagnostics }: ConfiguredContext<ProviderData>,
): void {
  const { members } = provider.plannedProjects;
  const rules = table.rules.map((rule, position) => ({ id: targetOf(rule, targets), position }));
  for (const [id, its] of groupBy(rules, (rule) => rule.id)) {
    if (id === undefined) continue;
    const positions = its.map(({ position }) => position);
    members.add(resource, id, { exclusive: false, label: "placement", rules: positions });
    for (const { label } of members.placedWith(resource, id)) {
      const conflict = placedInExclusive({ rules: positions, membership: `a ${label}` });
      diagnostics.add(conflictAt(["rule", its[0].position, "project"], conflict));
    }
  }
}
