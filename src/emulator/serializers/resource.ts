import type { Principal } from "../access/principal";
import type { Store } from "../store/store";

/**
 * Which attributes responses have:
 *
 * - `documented`: those in the samples of the API documentation;
 * - `full`: also those of the OpenAPI description.
 */
export type DocumentsOption = "documented" | "full";

/** What a serializer needs in addition to the record. */
export interface SerializerContext {
  readonly store: Store;
  readonly principal: Principal;
  readonly documents: DocumentsOption;
}

/** A JSON:API resource. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** A resource's type and identifier. */
export function identifier(type: string, id: string): { readonly id: string; readonly type: string } {
  return { id, type };
}

/** The path of an organization, for links. */
export function organizationPath(name: string): string {
  return `/api/v2/organizations/${encodeURIComponent(name)}`;
}

/** The relationship to an organization, whose ID is its name. */
export function organizationRelationship(name: string): object {
  return { data: identifier("organizations", name), links: { related: organizationPath(name) } };
}
