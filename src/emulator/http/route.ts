import type { Principal } from "../access/principal";
import type { DocumentsOption } from "../serializers/resource";
import type { Store } from "../store/store";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A request to a route: authenticated, of a valid media type, parsed. */
export interface ServiceRequest {
  readonly store: Store;
  readonly principal: Principal;
  /** @throws Error when the route has no such parameter (a bug in the emulator) */
  readonly param: (name: string) => string;
  readonly has: (name: string) => boolean;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  /** The URL of the request without its query, for links. */
  readonly address: string;
  /** Which attributes responses have. */
  readonly documents: DocumentsOption;
  readonly projectDeletionBehavior: ProjectDeletionBehavior;
}

/**
 * Status of the response to deleting a project with workspaces. Undocumented: the default is 409, as documented for the
 * safe deletion of a workspace that manages resources.
 */
export type ProjectDeletionBehavior = 403 | 409 | 422;

/** The successful result of a route. */
export type RouteResult =
  | { readonly status: 200 | 201; readonly document: object }
  | { readonly status: 202 | 204 }
  /** A response that is already text, of any media type. */
  | { readonly status: 200; readonly text: string; readonly type: string };

/** An operation of the service. `path` is relative to `/api/v2`, `:name` is a parameter. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The filters, searches, sort orders and includes of the route; others are rejected. @default none */
  readonly query?: QueryParameters;
  /**
   * Whether a bearer token that belongs to no principal authorizes the request, which is then handled without
   * permissions. @default a principal's token is required
   */
  readonly authorize?: "everyone" | ((request: Pick<ServiceRequest, "store" | "param">, token: string) => boolean);
  /** The body; with `anything`, it is read but not passed on. @default "document" */
  readonly accepts?: "document" | "anything";
  readonly handle: (request: ServiceRequest) => RouteResult;
}

/** Query parameters of a route, in addition to those for paging. `[i]` in a name matches any number. */
export interface QueryParameters {
  readonly emulated?: readonly string[];
  /** Parameters that the service has and the emulator does not. */
  readonly notEmulated?: readonly string[];
}

export function ok(document: object): RouteResult {
  return { status: 200, document };
}

export function created(document: object): RouteResult {
  return { status: 201, document };
}

export const noContent: RouteResult = { status: 204 };
