import type { Principal } from "../access/principal";
import type { DocumentsOption } from "../serializers/resource";
import type { Store } from "../store/store";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A request as a route sees it: authenticated, its media type checked, its body parsed. */
export interface ServiceRequest {
  readonly store: Store;
  readonly principal: Principal;
  /** @throws Error when the route has no such parameter: a defect of the emulator. */
  readonly param: (name: string) => string;
  readonly has: (name: string) => boolean;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined when there was no body. */
  readonly body: unknown;
  /** The full address of the request without its query, for links. */
  readonly address: string;
  /** Which attributes documents carry. */
  readonly documents: DocumentsOption;
  readonly projectDeletionBehavior: ProjectDeletionBehavior;
}

/**
 * How deleting a project that has workspaces is refused; the contract leaves it open (facts, section 1.5).
 * 409 as the service refuses the nearest thing, the safe deletion of a workspace; others have been supposed.
 */
export type ProjectDeletionBehavior = 403 | 409 | 422;

/** What a route answers when it succeeds. */
export type RouteResult =
  | { readonly status: 200 | 201; readonly document: object }
  | { readonly status: 202 | 204 }
  /** What is no document: a text of a media type of its own. */
  | { readonly status: 200; readonly text: string; readonly type: string };

/** One operation of the service; `path` is relative to `/api/v2`, `:name` stands for a parameter. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Which filters, searches, orders and includes it knows; any other is refused. @default none */
  readonly query?: QueryParameters;
  /**
   * Whether this bearer token opens the route, where the token is not a caller's; `handle` then finds a caller who may do nothing.
   * Without it, the token must be a caller's.
   */
  readonly authorize?: "everyone" | ((request: Pick<ServiceRequest, "store" | "param">, token: string) => boolean);
  /** What its body may be. What is no document is not handed on. @default "document" */
  readonly accepts?: "document" | "anything";
  readonly handle: (request: ServiceRequest) => RouteResult;
}

/** Query parameters of a route, beside those of pages. In a name, `[i]` stands for any number. */
export interface QueryParameters {
  readonly emulated?: readonly string[];
  /** Those that the real service knows too. */
  readonly notEmulated?: readonly string[];
}

export function ok(document: object): RouteResult {
  return { status: 200, document };
}

export function created(document: object): RouteResult {
  return { status: 201, document };
}

export const noContent: RouteResult = { status: 204 };
