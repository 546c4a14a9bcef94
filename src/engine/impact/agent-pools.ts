import { mayUsePool, type AgentPool, type Workspace } from "../../model";
import { indexBy, groupBy } from "../../lists";
import { allOf } from "../../reconcile/lists";
import { ifReadable } from "../../reconcile/readable";
import { impactKind, sorted, type ImpactEffect, type MovedWorkspaces } from "./kind";

export const agentPools = impactKind<readonly AgentPool[] | undefined>({
  label: "agent pools",
  reads: "`GET /organizations/:organization/agent-pools`, once, if workspaces have a pool or inherit one",
  permission: "to see the pools",
  meaning:
    "Workspaces whose own pool does not allow the destination, and those that inherit a pool there that does not " +
    "allow the project, excludes them, or has no agent: their runs may wait or fail, which is not documented.",
  async read({ view, moves }) {
    const isNeeded = moves.some((move) => move.workspaces.some((it) => poolAfter(it, move) !== undefined));
    return isNeeded ? ifReadable(allOf(view.client.agentPools.list(view.name))) : [];
  },
  compare(read, move) {
    if (read === undefined) return undefined;
    const byId = indexBy(read, ({ id }) => id);
    const affected = move.workspaces.flatMap((workspace) => {
      const after = poolAfter(workspace, move);
      const pool = after && byId.get(after.id);
      if (after === undefined || pool === undefined) return [];
      const note = problemOf(pool, workspace, move, after);
      return note === undefined ? [] : [{ pool, note }];
    });
    const groups = groupBy(affected, ({ pool, note }) => `${pool.id} ${note}`);
    return {
      effects: sorted(
        [...groups.values()].map(([{ pool, note }, ...others]): ImpactEffect => {
          const { id, name } = pool;
          return { change: "affected", id, name, note, workspaces: others.length + 1, isCertain: false };
        }),
      ),
    };
  },
});

interface PoolAfter {
  readonly id: string;
  readonly isOwn: boolean;
  /** Whether the workspace had the same pool before. */
  readonly isSame: boolean;
}

/** The pool of a workspace after a move; undefined for none, and if it is not known. */
function poolAfter({ settings }: Workspace, { inherited }: MovedWorkspaces): PoolAfter | undefined {
  const { defaultAgentPoolId: own } = settings ?? {};
  const pool = inherited.get("defaultAgentPoolId");
  const id = own?.isInherited === false ? own.value : pool?.after;
  if (typeof id !== "string") return undefined;
  const isOwn = own?.isInherited === false;
  return { id, isOwn, isSame: isOwn || pool?.before === id };
}

/** What is wrong with a pool after a move, and was not before. */
function problemOf(
  pool: AgentPool,
  { id }: Workspace,
  { from, to }: MovedWorkspaces,
  { isOwn, isSame }: PoolAfter,
): string | undefined {
  const mayUse = mayUsePool(pool, id, to.id ?? undefined);
  if (!mayUse && !(isSame && !mayUsePool(pool, id, from.id))) {
    if (pool.excludedWorkspaceIds.includes(id)) return "excludes them: runs may fail";
    return isOwn
      ? "their own, which does not allow the project: runs may fail"
      : "does not allow the project: runs may fail";
  }
  return !isSame && pool.agentCount === 0 ? "has no agent: runs may wait" : undefined;
}
