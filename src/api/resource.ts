import type { Members, ResourceObject } from "./document";

/** A resource of the model, with all its attributes as the service sent them: also those that this version does not know. */
export type Resource<T> = T & { readonly attributes: Members };

/** Keeps the attributes as sent beside what was read from them. */
export function resource<T>(parsed: T, sent: ResourceObject): Resource<T> {
  return { ...parsed, attributes: sent.attributes };
}
