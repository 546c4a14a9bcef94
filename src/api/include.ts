import { hasRelationship, relatedIds } from "./document";
import type { Document, ResourceObject } from "./document";
import type { CallContext, CallOptions, RequestExecutor } from "./request-executor";
import type { Query } from "./request-path";
import { BadRequestError } from "./response-errors";

/**
 * Reads resources and includes related ones.
 *
 * HashiCorp's documentation spells the values of `include` with underscores on some pages and with hyphens on others.
 * This class sends hyphens, and once the service has rejected them with 400, underscores.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#inclusion-of-related-resources
 */
export class IncludeReader {
  readonly #executor: RequestExecutor;
  #usesUnderscores = false;

  constructor(executor: RequestExecutor) {
    this.#executor = executor;
  }

  /** Sends a GET; the parameter is omitted when there is nothing to include. */
  async read<T>(
    request: { readonly path: string; readonly query?: Query },
    include: readonly string[] | undefined,
    options: CallOptions | undefined,
    read: (document: Document) => T,
  ): Promise<T> {
    return this.#executor.call(options, (context) => this.readIn(context, request, include, read));
  }

  /** Like {@link read}, within a call. */
  async readIn<T>(
    context: CallContext,
    request: { readonly path: string; readonly query?: Query },
    include: readonly string[] | undefined,
    read: (document: Document) => T,
  ): Promise<T> {
    const names = include === undefined || include.length === 0 ? undefined : [...new Set(include)].join(",");
    const underscored = names?.replaceAll("-", "_");
    const send = (value: string | undefined): Promise<T> => {
      const query = { ...request.query, include: value };
      return this.#executor.request({ method: "GET", path: request.path, query, idempotent: true }, context, read);
    };
    if (names === underscored) return send(names);
    if (this.#usesUnderscores) return send(underscored);
    try {
      return await send(names);
    } catch (rejection) {
      if (!(rejection instanceof BadRequestError) || rejection.status !== 400) throw rejection;
      const result = await send(underscored).catch((error: unknown) => {
        // Both spellings were rejected, so spelling is not the cause: report the values as the caller gave them.
        throw error instanceof BadRequestError && error.status === 400 ? rejection : error;
      });
      this.#usesUnderscores = true;
      return result;
    }
  }
}

/** The included resources of documents, by type and ID; made on first use, since few documents are searched. */
const included = new WeakMap<Document, ReadonlyMap<string, ResourceObject>>();

/** The document's included resource with this ID; undefined when it is not included. */
export function includedResource(document: Document, type: string, id: string): ResourceObject | undefined {
  const known = included.get(document) ?? new Map(document.included.map((sent) => [`${sent.type} ${sent.id}`, sent]));
  included.set(document, known);
  return known.get(`${type} ${id}`);
}

/** The document's included resources with these IDs, in the order of the IDs. */
export function includedResources(document: Document, type: string, ids: readonly string[]): readonly ResourceObject[] {
  return ids.flatMap((id) => includedResource(document, type, id) ?? []);
}

/** The resources in a relationship; undefined unless all of them are included. */
export function allIncluded(
  resource: ResourceObject,
  relationship: string,
  document: Document | undefined,
): readonly ResourceObject[] | undefined {
  if (document === undefined || !hasRelationship(resource, relationship)) return undefined;
  const ids = relatedIds(resource, relationship);
  const found = includedResources(document, relationship, ids);
  return found.length === ids.length ? found : undefined;
}
