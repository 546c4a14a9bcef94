import { RUN_STATUSES } from "../../model";
import type { Store } from "../engine/kind";
import type { Listable } from "../engine/listable";
import type { BaseRecord } from "../engine/table";

/** What a list is counted for. */
interface Counted {
  readonly store: Pick<Store, "revision">;
}

/**
 * `meta.status-counts` of lists of runs and workspaces: how many there are for each status, and in all. Each page has
 * them, so they are counted once for all pages of a list between two changes.
 */
export function runStatusCounts<R extends BaseRecord, C extends Counted>(
  statusOf: (record: R, request: C) => string,
  others: readonly string[] = [],
): (all: Listable<R>, matching: Listable<R>, request: C) => object {
  const known = new WeakMap<Listable<R>, { readonly revision: number; readonly counts: object }>();
  return (all, _, request) => {
    const { revision } = request.store;
    const found = known.get(all);
    if (found?.revision === revision) return found.counts;
    const statuses = all.slice(0, all.size).map((record) => statusOf(record, request));
    const counts = countsOf(statuses, others);
    known.set(all, { revision, counts });
    return counts;
  };
}

function countsOf(statuses: readonly string[], others: readonly string[]): object {
  const counts = new Map<string, number>([...RUN_STATUSES, ...others].map((status) => [status, 0]));
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const members = [...counts].map(([status, count]) => [status.replaceAll("_", "-"), count] as const);
  return { "status-counts": { ...Object.fromEntries(members), total: statuses.length } };
}
