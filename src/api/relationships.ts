import type { CallOptions, RequestExecutor } from "./request-executor";

/** A change of a to-many relationship: which objects are added or removed. */
interface RelationshipChange {
  readonly method: "POST" | "DELETE";
  /** Below `/api/v2`, ending in `/relationships/…`. */
  readonly path: string;
  /** Type of the objects. */
  readonly type: string;
  readonly ids: readonly string[];
}

/** Adds or removes objects, all or none, in one request. Sends nothing for an empty list. */
export async function changeRelationship(
  executor: RequestExecutor,
  { method, path, type, ids }: RelationshipChange,
  options: CallOptions | undefined,
): Promise<void> {
  if (ids.length === 0) return;
  const body = { data: [...new Set(ids)].map((id) => ({ type, id })) };
  const request = { method, path, body, idempotent: true, expectsNoContent: true } as const;
  await executor.request(request, options, () => undefined);
}
