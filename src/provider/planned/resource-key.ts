/**
 * Identifies a resource in all its plans: its object in the state (`prior` of a plan or, for a replacement,
 * `replaces`), or a unique object for a new resource.
 */
export type ResourceKey = object;
