import { RateLimitedError, RequestError } from "../api";
import type { Finding } from "./check";
import { requestFinding, type Route } from "./request-finding";

/** The response to a request, or why there is none. */
export type Answer<T> =
  | { readonly value: T }
  | {
      readonly error: RequestError;
      /** Undefined if the failure depends on the requested object: 401, 403, 404. */
      readonly finding: Finding | undefined;
    };

/** Sends a request; once more, like the client, if the service asks to wait no longer than the time limit. */
export async function attempt<T>(request: () => Promise<T>, route: Route, isSecond = false): Promise<Answer<T>> {
  try {
    return { value: await request() };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const waitMs = error instanceof RateLimitedError ? (error.retryAfterMs ?? 0) : Infinity;
    if (waitMs <= route.timeoutMs && !isSecond) return attempt(request, route, true);
    return { error, finding: requestFinding(error, route) };
  }
}
