import { groupBy } from "../../lists";
import { isFinalRunStatus, type Workspace } from "../../model";
import { formatList, quoteIfAmbiguous } from "../../reconcile/text";
import { impactKind, sorted, type ImpactEffect, type MovedWorkspaces } from "./kind";

/** The status of the current run by ID of the workspace; undefined if lists do not include runs. */
export type RunsRead = ReadonlyMap<string, string> | undefined;

export const runs = impactKind<RunsRead>({
  label: "unfinished runs",
  reads:
    "`GET /organizations/:organization/workspaces?include=current-run` of each project that workspaces leave whose " +
    "execution mode or agent pool changes",
  permission: "to see the workspaces",
  meaning:
    "Runs that have not ended of workspaces whose execution mode or agent pool changes: their apply may fail. Finish " +
    "or discard them before.",
  async read({ view, moves }) {
    const changing = moves.filter((move) => move.workspaces.some((it) => changesExecution(it, move)));
    const projectIds = [...new Set(changing.map(({ from }) => from.id))];
    const found = await Promise.all(projectIds.map((id) => view.workspacesIncluding(id, "current-run")));
    if (found.includes(undefined)) return undefined;
    return new Map(
      found.flatMap((all) =>
        (all ?? []).flatMap(({ id, currentRunStatus: status }) =>
          status === undefined ? [] : [[id, status] as const],
        ),
      ),
    );
  },
  compare(read, move) {
    if (read === undefined) return undefined;
    const unfinished = move.workspaces.flatMap((workspace) => {
      const status = read.get(workspace.id);
      if (status === undefined || isFinalRunStatus(status) || !changesExecution(workspace, move)) return [];
      return [{ status, name: workspace.name }];
    });
    return {
      effects: sorted(
        [...groupBy(unfinished, ({ status }) => status)].map(([status, all]): ImpactEffect => {
          const names = formatList(all.map(({ name }) => quoteIfAmbiguous(name)).sort());
          const note = `${names}: the apply may fail`;
          return { change: "affected", name: status, note, workspaces: all.length, isCertain: false };
        }),
      ),
    };
  },
});

/** Whether a workspace gets another execution mode or agent pool. */
function changesExecution({ settings }: Workspace, { inherited }: MovedWorkspaces): boolean {
  return (["defaultExecutionMode", "defaultAgentPoolId"] as const).some((name) => {
    const { before, after } = inherited.get(name) ?? {};
    return settings?.[name]?.isInherited !== false && before !== undefined && after !== undefined && before !== after;
  });
}
