import {
  boolean,
  nullable,
  number,
  numberOr,
  numberWith,
  object,
  objectOf,
  oneOf,
  optional,
  record,
  string,
} from "../decode";
import { DecodeError } from "../errors";
import type { Fault, PendingFault } from "../http/faults";
import type { LoggedRequest, RequestCounts } from "../http/request-log";
import type { EmulatorState } from "../state";
import { emulatorState } from "../state";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

/** The whole state, and the rate limit. */
export const emulatorOperations = {
  state: operation({
    method: "GET",
    path: "/state",
    summary:
      "Returns the state: organizations with their projects, workspaces and run tasks, sorted by name, including " +
      "tags, settings and locks; and runs.",
    parameters: () => [],
    run: ({ store }): EmulatorState => emulatorState(store),
  }),
  rateLimit: operation({
    method: "GET",
    path: "/rate-limit",
    isApart: true,
    summary: "Returns the rate limit in requests per second and user, or `null` if there is none.",
    parameters: () => [],
    run: ({ rateLimit }): number | undefined => rateLimit.limit,
    document: (limit) => ({ limit: limit ?? null }),
  }),
  setRateLimit: operation({
    method: "PATCH",
    path: "/rate-limit",
    isApart: true,
    summary: "Changes the rate limit; `null` removes it. The limit of HCP Terraform is 30.",
    example: () => ({ limit: 30 }),
    parameters: decoded(object({ limit: nullable(number) }), ({ limit }) => [limit ?? undefined]),
    run: ({ rateLimit }, limit: number | undefined): void => {
      rateLimit.limit = limit;
    },
  }),
};

/** The emulator's time. */
export const clockOperations = {
  /**
   * Advances the clock and fires the timers that are then due: an overridden stage passes after a second, a task result
   * without progress times out after ten minutes.
   *
   * @param seconds not negative; fractions are accepted
   * @throws RangeError for others
   */
  advance: operation({
    method: "POST",
    path: "/clock",
    summary:
      "Advances the clock by a number of seconds. An overridden stage passes after 1 second, and a task result " +
      "without progress times out after 600.",
    example: () => ({ advance: 1 }),
    parameters: decoded(object({ advance: numberWith((seconds) => seconds >= 0, "is negative.") }), ({ advance }) => [
      advance,
    ]),
    run: ({ store, fireTimers }, seconds: number): void => {
      store.advance(seconds);
      fireTimers();
    },
  }),
};

/** The emulator's time. */
export type ClockControl = Methods<typeof clockOperations>;

/** The requests to the service. */
export const requestOperations = {
  entries: operation({
    method: "GET",
    path: "/requests",
    isApart: true,
    summary:
      "Returns the requests to the service, oldest first, and counts them in total, by method and " +
      "by status. Status 0 is a dropped connection.",
    members: ["requests.entries", "requests.counts"],
    parameters: () => [],
    run: ({ requests }): RequestCounts & { readonly requests: readonly LoggedRequest[] } => ({
      ...requests.counts,
      requests: requests.entries,
    }),
  }),
  clear: operation({
    method: "DELETE",
    path: "/requests",
    isApart: true,
    summary: "Clears the request log.",
    parameters: () => [],
    run: ({ requests }): void => requests.clear(),
  }),
};

/** A fault in JSON, which has no expressions. */
type FaultBody = Omit<Fault, "path"> & {
  readonly path?: string | undefined;
  readonly pathPattern?: string | undefined;
};

const faultBody = objectOf<FaultBody>()({
  method: optional(string),
  path: optional(string),
  pathPattern: optional(string),
  status: optional(number),
  headers: optional(record(string)),
  body: optional(string),
  delayMs: optional(number),
  dripMs: optional(number),
  drop: optional(oneOf(["before", "after"])),
  truncate: optional(boolean),
  skip: optional(number),
  every: optional(number),
  times: optional(numberOr("always", Infinity)),
});

/** Faults to inject into responses. */
export const faultOperations = {
  add: operation({
    method: "POST",
    path: "/faults",
    isApart: true,
    summary:
      "Injects a fault into requests that match `method` and either `path`, a substring of path and query, or " +
      "`pathPattern`, a regular expression for them. A fault responds with `status`, `headers` and `body` instead " +
      "of processing the request, delays it (`delayMs`), sends the response a byte at a time (`dripMs`), closes " +
      'the connection without a response (`drop`: `"before"` or `"after"` processing the request), or closes it in ' +
      "the middle of the response (`truncate`). " +
      "The fault skips the first `skip` matching requests, then applies to every `every`-th one. It applies once, " +
      '`times` times, or `"always"`.',
    example: () => ({ method: "PATCH", path: "/projects/", drop: "after", times: 2 }),
    parameters: decoded(faultBody, ({ path, pathPattern, ...fault }): [Fault] => {
      if (path !== undefined && pathPattern !== undefined) {
        throw new DecodeError("$.pathPattern", "cannot be combined with path.");
      }
      return [{ ...fault, path: pathPattern === undefined ? path : parsePattern(pathPattern) }];
    }),
    run: ({ faults }, fault: Fault): void => faults.add(fault),
  }),
  pending: operation({
    method: "GET",
    path: "/faults",
    isApart: true,
    summary:
      "Lists the faults that still apply, each with the number of requests that it matched and the number of " +
      "requests that it was applied to.",
    parameters: () => [],
    run: ({ faults }): readonly PendingFault[] => faults.pending,
    document: (pending) => ({ faults: pending.map(serializeFault) }),
  }),
  clear: operation({
    method: "DELETE",
    path: "/faults",
    isApart: true,
    summary: "Removes all faults.",
    parameters: () => [],
    run: ({ faults }): void => faults.clear(),
  }),
};

function parsePattern(source: string): RegExp {
  try {
    // oxlint-disable-next-line tfprojects/reg-exp-of-constants -- it comes from the test that the emulator runs for
    return new RegExp(source);
  } catch (error) {
    throw new DecodeError(
      "$.pathPattern",
      `is not a regular expression: ${error instanceof Error ? error.message : ""}.`,
    );
  }
}

/** In the format of `POST /faults`, so that it can be sent again. */
function serializeFault({ fault: { path, times, ...fault }, matched, triggered }: PendingFault): object {
  return {
    ...fault,
    ...(path instanceof RegExp ? { pathPattern: path.source.replaceAll("\\/", "/") } : { path }),
    times: times === Infinity ? "always" : (times ?? 1),
    matched,
    triggered,
  };
}
