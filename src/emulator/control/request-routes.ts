import type { Decoder } from "../decode";
import { boolean, record, nullable, number, object, oneOf, optional, string } from "../decode";
import { DecodeError } from "../errors";
import type { PendingFault } from "../http/faults";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const faultBody = object({
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
  times: optional(timesOrAlways),
});

/** The request log, faults and the rate limit. */
export const requestRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/requests",
    summary:
      "Returns the requests to the service, oldest first, and counts them in total, by method and " +
      "by status. Status 0 is a dropped connection.",
    members: ["requests.entries", "requests.counts"],
    handle: ({ requests }) => ({ ...requests.counts, requests: requests.entries }),
  },
  {
    method: "DELETE",
    path: "/requests",
    summary: "Clears the request log.",
    members: ["requests.clear"],
    handle: (emulator) => emulator.requests.clear(),
  },
  withInput(
    {
      method: "POST",
      path: "/faults",
      summary:
        "Injects a fault into requests that match `method` and either `path`, a substring of path and query, or " +
        "`pathPattern`, a regular expression for them. A fault responds with `status`, `headers` and `body` instead " +
        "of processing the request, delays it (`delayMs`), sends the response a byte at a time (`dripMs`), closes " +
        'the connection without a response (`drop`: `"before"` or `"after"` processing the request), or closes it in ' +
        "the middle of the response (`truncate`). " +
        "The fault skips the first `skip` matching requests, then applies to every `every`-th one. It applies once, " +
        '`times` times, or `"always"`.',
      members: ["faults.add"],
      example: () => ({ method: "PATCH", path: "/projects/", drop: "after", times: 2 }),
    },
    faultBody,
    (emulator, { path, pathPattern, ...fault }) => {
      if (path !== undefined && pathPattern !== undefined) {
        throw new DecodeError("$.pathPattern", "cannot be combined with path.");
      }
      emulator.faults.add({ ...fault, path: pathPattern === undefined ? path : parsePattern(pathPattern) });
    },
  ),
  {
    method: "GET",
    path: "/faults",
    summary:
      "Lists the faults that still apply, each with the number of requests that it matched and the number of " +
      "requests that it was applied to.",
    members: ["faults.pending"],
    handle: ({ faults }) => ({ faults: faults.pending.map(serializeFault) }),
  },
  {
    method: "DELETE",
    path: "/faults",
    summary: "Removes all faults.",
    members: ["faults.clear"],
    handle: (emulator) => emulator.faults.clear(),
  },
  {
    method: "GET",
    path: "/rate-limit",
    summary: "Returns the rate limit in requests per second and user, or `null` if there is none.",
    members: ["rateLimit"],
    handle: ({ rateLimit }) => ({ limit: rateLimit ?? null }),
  },
  withInput(
    {
      method: "PATCH",
      path: "/rate-limit",
      summary: "Changes the rate limit; `null` removes it. The limit of HCP Terraform is 30.",
      members: ["setRateLimit"],
      example: () => ({ limit: 30 }),
    },
    object({ limit: nullable(number) }),
    (emulator, { limit }) => emulator.setRateLimit(limit ?? undefined),
  ),
];

function timesOrAlways(...[value, path]: Parameters<Decoder<number>>): number {
  return value === "always" ? Infinity : number(value, path);
}

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
