import { groupBy } from "../../lists";
import { sameName, type PlacementTable } from "../../model";
import { moveWorkspaces, pluralize, type OrganizationView } from "../../reconcile";
import { manyWorkspacesLabel, quote } from "../diagnostics";
import { linesOf } from "./moves";
import { NOTHING_DUE, type Due } from "./private-state";
import { positionsOf, routeLive, targetOf, type Placing, type Targets } from "./routing";
import { liveTargets, reportMissing, type Reporting } from "./targets";

/**
 * Moves the workspaces that the plan names, as far as the same rules still decide about them, and no other ones. If
 * moves fail, adds an error, makes the others, and returns what is not moved.
 */
export async function applyPlacement(
  view: OrganizationView,
  table: PlacementTable,
  planned: Pick<Due, "positions" | "kept">,
  context: Reporting,
): Promise<{ readonly unplaced: Readonly<Record<string, string>>; readonly due: Due }> {
  const positions = new Map([...planned.positions, ...planned.kept]);
  if (positions.size === 0) return { unplaced: {}, due: NOTHING_DUE };
  // A membership may be giving them up right now.
  await view.moveLock.runExclusive([...planned.kept.keys()], () => Promise.resolve());
  const { targets, missing } = await liveTargets(view, table);
  const needed = new Set(positions.values());
  const missed = missing.filter((project) => project.positions.some((position) => needed.has(position)));
  const { moves } = await routeLive(view, table, targets, context.provider);
  const due = moves.filter(({ workspace: { id }, rule }) => {
    const decided = table.rules[positions.get(id) ?? -1];
    if (decided === undefined || context.provider.plannedWorkspaces.isListed(id)) return false;
    return sameName(decided.project, rule.project);
  });
  if (missed.length > 0) await reportMissing(view, missed, context);
  else await warnOfStaying(view, table, { positions, due, targets }, context);
  const failed = missed.length > 0 ? due : await move(view, due, targets, context);
  return {
    unplaced: await linesOf(view, failed),
    due: { ...NOTHING_DUE, positions: positionsOf(failed), projects: targets },
  };
}

/** Moves workspaces, with one request for each project, and adds an error if some fail. Returns what is not moved. */
async function move(
  view: OrganizationView,
  due: readonly Placing[],
  targets: Targets,
  { provider, diagnostics }: Reporting,
): Promise<readonly Placing[]> {
  const groups = [...groupBy(due, ({ rule }) => targetOf(rule, targets) ?? "")];
  const outcomes = await Promise.all(
    groups.map(async ([projectId, its]) => {
      const workspaces = its.map(({ workspace }) => workspace);
      const ids = workspaces.map(({ id }) => id);
      // Another resource may have moved one in the meantime.
      const present = () =>
        workspaces.filter(({ id, projectId: source }) => view.workspaces.peek(id)?.projectId === source);
      try {
        await view.moveLock.runExclusive(ids, () => moveWorkspaces(view, present(), projectId));
        return [];
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        provider.plannedWorkspaces.failClaims(ids, projectId);
        const line = `- ${manyWorkspacesLabel(workspaces)}, to ${quote(its[0].rule.project)}: ${error.message}`;
        return [{ its, line }];
      }
    }),
  );
  const failures = outcomes.flat();
  const failed = failures.flatMap(({ its }) => its);
  if (failed.length > 0) {
    const lines = failures.map(({ line }) => line).join("\n");
    const detail = `${lines}\nThe next apply moves what is not moved.`;
    diagnostics.error(`Cannot move ${pluralize(failed.length, "workspace")}`, detail, ["rule"]);
  }
  return failed;
}

/** Warns of workspaces that the plan names, and that rules no longer move, unless they are in their project already. */
async function warnOfStaying(
  view: OrganizationView,
  table: PlacementTable,
  plan: { readonly positions: Due["positions"]; readonly due: readonly Placing[]; readonly targets: Targets },
  { provider, diagnostics }: Reporting,
): Promise<void> {
  const isMoved = positionsOf(plan.due);
  const left = [...plan.positions].filter(([id]) => !isMoved.has(id) && !provider.plannedWorkspaces.isListed(id));
  const found = await Promise.all(
    left.map(async ([id, position]) => {
      const workspace = (await view.workspaces.byId(id)) ?? { name: id, projectId: "" };
      const rule = table.rules[position];
      return rule === undefined || workspace.projectId === targetOf(rule, plan.targets) ? [] : [workspace];
    }),
  );
  const staying = found.flat();
  if (staying.length === 0) return;
  const detail =
    `Rules no longer move ${manyWorkspacesLabel(staying)}: deleted, renamed, moved or tagged after the plan. ` +
    "The next refresh shows what is to be moved.";
  diagnostics.warning("Planned workspaces stay where they are", detail, ["rule"]);
}
