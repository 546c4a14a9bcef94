import type { ErrorCode } from "./errors/api-error";
import type { Method } from "./errors/request-error";

/** One sending of a request, as it is told after its end. Nothing of it is secret. */
export interface ObservedRequest {
  readonly method: Method;
  /** From `/api/v2` on, with the query. */
  readonly path: string;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** From sending to the end of the answer, without the wait for the limiter. */
  readonly durationMs: number;
  /** 1 for the first sending. */
  readonly attempt: number;
  /** `X-Request-Id` of the answer, by which the service's operators find the request in their logs. */
  readonly requestId: string | undefined;
  /** The code of the error that this attempt alone would end in; undefined when it succeeded. */
  readonly error: ErrorCode | undefined;
}

/** Told of every request; what it throws is ignored. */
export type RequestObserver = (request: ObservedRequest) => void;
