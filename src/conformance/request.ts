import type { Method, ServiceProblem } from "../api";
import type { Document } from "../api/document";
import type { Query } from "../api/request-path";
import type { RequestHeaders } from "../api/transport";
import type { ObjectKind } from "./own-objects";

/** A request of a check. */
export interface ServiceRequest {
  readonly method: Method;
  /** Below `/api/v2`, encoded; see `requestPath`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** In place of those of every request; null for one that is not sent. */
  readonly headers?: RequestHeaders;
  /** Whether it has the second token, whose owner may only read. @default false */
  readonly asReader?: boolean;
  /** What it creates if it succeeds. */
  readonly creates?: NewObject;
  /** Whether all checks share one response, whatever is written in between. @default false: until the next write */
  readonly isSentOnce?: boolean;
}

/** An object that a request creates. */
export interface NewObject {
  readonly kind: ObjectKind;
  readonly name: string;
}

/** A response of any status. */
export interface ServiceResponse {
  readonly status: number;
  /** Undefined where the header is absent. */
  header(name: string): string | undefined;
  /** Empty without a body, or if it is not JSON. */
  readonly document: Document;
  /** The errors of an unsuccessful response. */
  readonly problems: readonly ServiceProblem[];
}

export function get(path: string, query: Query = {}): ServiceRequest {
  return { method: "GET", path, query };
}

export function post(path: string, body?: unknown): ServiceRequest {
  return { method: "POST", path, body };
}

export function patch(path: string, body: unknown): ServiceRequest {
  return { method: "PATCH", path, body };
}

export function remove(path: string): ServiceRequest {
  return { method: "DELETE", path };
}

/** Equal for requests that get the same response. */
export function keyOf({ method, path, query, body, headers, asReader }: ServiceRequest): string {
  return JSON.stringify([method, path, query ?? {}, body, headers ?? {}, asReader ?? false]);
}
