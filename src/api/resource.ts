import type { JsonObject, ResourceObject } from "./document";

/**
 * A resource of the model, with all its attributes and relationships as the service sent them: also those that this version does not
 * know. Empty where the answer had none.
 */
export type Resource<T> = T & { readonly attributes: JsonObject; readonly relationships: JsonObject };

/** Keeps what was sent beside what was read from it. */
export function resource<T>(parsed: T, sent: ResourceObject): Resource<T> {
  return { ...parsed, attributes: sent.attributes, relationships: sent.relationships };
}
