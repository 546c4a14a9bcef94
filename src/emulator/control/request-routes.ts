import type { Decoder } from "../decode";
import { DecodeError, boolean, record, nullable, number, object, oneOf, optional, string } from "../decode";
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
      "Gives the requests that were made of the service, oldest first, and how many there were: in all, by method and by status. Status 0: the connection was dropped.",
    members: ["requests.entries", "requests.counts"],
    handle: ({ requests }) => ({ ...requests.counts, requests: requests.entries }),
  },
  {
    method: "DELETE",
    path: "/requests",
    summary: "Forgets the requests that were made.",
    members: ["requests.clear"],
    handle: (emulator) => emulator.requests.clear(),
  },
  withInput(
    {
      method: "POST",
      path: "/faults",
      summary:
        "Lets something go wrong with the requests that match: `method`; `path`, a text that path and query contain; or `pathPattern`, " +
        "a regular expression for them. What goes wrong is a `status`, with `headers` and `body`, instead of the work; a `delayMs`; " +
        'a connection closed without an answer (`drop`: `"before"` or `"after"` the work); or one closed amid the answer ' +
        "(`truncate`). The first `skip` matching requests are let through, and then all but each `every`-th. It happens once, or as many " +
        '`times` as said, or `"always"`.',
      members: ["faults.add"],
      example: () => ({ method: "PATCH", path: "/projects/", drop: "after", times: 2 }),
    },
    faultBody,
    (emulator, { path, pathPattern, ...fault }) => {
      if (path !== undefined && pathPattern !== undefined) {
        throw new DecodeError("$.pathPattern", "cannot stand beside path: a request is chosen by one of them.");
      }
      emulator.faults.add({ ...fault, path: pathPattern === undefined ? path : parsePattern(pathPattern) });
    },
  ),
  {
    method: "GET",
    path: "/faults",
    summary:
      "Gives the faults that are still to happen, each with how many requests it matched and how often it happened so far.",
    members: ["faults.pending"],
    handle: ({ faults }) => ({ faults: faults.pending.map(serializeFault) }),
  },
  {
    method: "DELETE",
    path: "/faults",
    summary: "Forgets the faults that have not happened yet.",
    members: ["faults.clear"],
    handle: (emulator) => emulator.faults.clear(),
  },
  {
    method: "GET",
    path: "/rate-limit",
    summary: "Gives the limit in force, in requests per second and user; `null` for none.",
    members: ["rateLimit"],
    handle: ({ rateLimit }) => ({ limit: rateLimit ?? null }),
  },
  withInput(
    {
      method: "PATCH",
      path: "/rate-limit",
      summary: "Sets another limit from now on, or none with `null`. The public service's is 30.",
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
    return new RegExp(source);
  } catch (error) {
    throw new DecodeError("$.pathPattern", `is no regular expression: ${error instanceof Error ? error.message : ""}.`);
  }
}

/** In the format of `POST /faults`, so that it can be sent again. */
function serializeFault({ fault: { path, times, ...fault }, matched, triggered: happened }: PendingFault): object {
  return {
    ...fault,
    ...(path instanceof RegExp ? { pathPattern: path.source.replaceAll("\\/", "/") } : { path }),
    times: times === Infinity ? "always" : (times ?? 1),
    matched,
    happened,
  };
}
