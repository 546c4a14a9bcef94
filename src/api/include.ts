import type { CallOptions, RequestExecutor, CallContext } from "./request-executor";
import type { Document, ResourceObject } from "./document";
import { BadRequestError } from "./errors/refused-error";
import type { Query } from "./request-path";

/**
 * Reads that ask for related resources along with what they read.
 *
 * The contract writes the names of what can be included with hyphens, the service's public OpenAPI description with underscores (facts, section
 * 6). A service that answers 400 to hyphens is asked again with underscores, and from then on with underscores at once.
 */
export class IncludeReader {
  readonly #connection: RequestExecutor;
  #wantsUnderscores = false;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
  }

  /** Sends a GET; without anything to include, the parameter is left out. */
  async read<T>(
    request: { readonly path: string; readonly query?: Query },
    include: readonly string[] | undefined,
    options: CallOptions | undefined,
    read: (document: Document) => T,
  ): Promise<T> {
    return this.#connection.call(options, (ongoing) => this.#spelled(request, include, ongoing, read));
  }

  async #spelled<T>(
    request: { readonly path: string; readonly query?: Query },
    include: readonly string[] | undefined,
    ongoing: CallContext,
    read: (document: Document) => T,
  ): Promise<T> {
    const names = include === undefined || include.length === 0 ? undefined : [...new Set(include)].join(",");
    const underscored = names?.replaceAll("-", "_");
    const send = (value: string | undefined): Promise<T> => {
      const query = { ...request.query, include: value };
      return this.#connection.request({ method: "GET", path: request.path, query, idempotent: true }, ongoing, read);
    };
    if (names === underscored) return send(names);
    if (this.#wantsUnderscores) return send(underscored);
    try {
      return await send(names);
    } catch (refusal) {
      if (!(refusal instanceof BadRequestError) || refusal.status !== 400) throw refusal;
      const answer = await send(underscored).catch((error: unknown) => {
        // Refused in both spellings, it is not the spelling: the first refusal names what the caller asked for.
        throw error instanceof BadRequestError && error.status === 400 ? refusal : error;
      });
      this.#wantsUnderscores = true;
      return answer;
    }
  }
}

/** Those of the document's included resources that these ids refer to, in the order of the ids. */
export function includedResources(document: Document, type: string, ids: readonly string[]): readonly ResourceObject[] {
  return ids.flatMap((id) => document.included.find((sent) => sent.type === type && sent.id === id) ?? []);
}
