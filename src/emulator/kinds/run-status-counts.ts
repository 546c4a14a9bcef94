import { RUN_STATUSES } from "../../model";

/** `meta.status-counts` of lists of runs and workspaces: how many there are for each status, and in all. */
export function runStatusCounts(statuses: readonly string[], others: readonly string[] = []): object {
  const counts = new Map<string, number>([...RUN_STATUSES, ...others].map((status) => [status, 0]));
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const members = [...counts].map(([status, count]) => [status.replaceAll("_", "-"), count] as const);
  return { "status-counts": { ...Object.fromEntries(members), total: statuses.length } };
}
