import type { Principal } from "../access/principal";
import type { Store } from "../store/store";

/**
 * Which attributes documents carry:
 *
 * - `contract`: those that service-api.md section 2 says each response carries;
 * - `full`: also those of the service's public OpenAPI description.
 */
export type DocumentsOption = "contract" | "full";

/** What a document depends on beside its record. */
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

/** The path of an organization, as links to it have it. */
export function organizationPath(name: string): string {
  return `/api/v2/organizations/${encodeURIComponent(name)}`;
}

/** The relationship that most resources have to their organization: the service's identifier of an organization is its name. */
export function organizationRelationship(name: string): object {
  return { data: identifier("organizations", name), links: { related: organizationPath(name) } };
}
