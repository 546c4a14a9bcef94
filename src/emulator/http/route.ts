import type { Answer, OutgoingRequest } from "./exchange";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A request to a route: authenticated, of a valid media type, parsed. */
export interface RouteRequest {
  /** @throws Error when the route has no such parameter (a bug in the emulator) */
  readonly param: (name: string) => string;
  readonly has: (name: string) => boolean;
  readonly query: URLSearchParams;
  /** Parsed JSON, or text if the route accepts that; undefined without a body. */
  readonly body: unknown;
  /** The URL of the request without its query, for links. */
  readonly address: string;
  /** The answer to a request that the route sends to someone else, at most one. It then begins anew. */
  readonly ask: (request: OutgoingRequest) => Answer;
}

/** The successful result of a route. */
export type RouteResult =
  | { readonly status: 202 | 204 }
  /** A response that is text already; of the service's media type, unless it has another. */
  | { readonly status: 200 | 201; readonly text: string; readonly type?: string };

/**
 * An operation of the service. `path` is relative to `/api/v2`, `:name` is a parameter. `Context` is what the service
 * gives each request: who sent it, and what they work on.
 */
export interface Route<Context> {
  readonly method: Method;
  readonly path: string;
  /** The filters, searches, sort orders and includes of the route; others are rejected. @default none */
  readonly query?: QueryParameters;
  /**
   * Whether a bearer token that belongs to no principal authorizes the request, which is then handled without
   * permissions. @default a principal's token is required
   */
  readonly authorize?: "everyone" | ((request: Pick<RouteRequest, "param"> & Context, token: string) => boolean);
  /** The body; `anything` is read but not passed on, `text` is passed on as it is. @default "document" */
  readonly accepts?: "document" | "anything" | "text";
  readonly handle: (request: RouteRequest & Context) => RouteResult;
}

/** Query parameters of a route, in addition to those for paging. `[i]` in a name matches any number. */
export interface QueryParameters {
  readonly emulated?: readonly string[];
  /** Parameters that the service has and the emulator does not. */
  readonly notEmulated?: readonly string[];
}

/** A document, as an object or as JSON. */
export function ok(document: object | string, status: 200 | 201 = 200): RouteResult {
  return { status, text: typeof document === "string" ? document : JSON.stringify(document) };
}

export const noContent: RouteResult = { status: 204 };
