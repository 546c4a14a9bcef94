import type { Fault } from "../../src/emulator";

const JSON_API = { "content-type": "application/vnd.api+json" };
const HTML = { "content-type": "text/html" };

/** A list that is empty, as the service answers it. */
export const EMPTY_PAGE = {
  status: 200,
  body: JSON.stringify({
    data: [],
    meta: {
      pagination: {
        "current-page": 1,
        "page-size": 100,
        "prev-page": null,
        "next-page": null,
        "total-pages": 0,
        "total-count": 0,
      },
    },
  }),
  headers: JSON_API,
} as const;

/** The service does its work, but the response is later than a limit of the client, which is short in these cases. */
export interface LateResponse {
  readonly laterThan: "timeoutMs" | "deadlineMs";
}

/** A fault, and which requests it affects. */
export type CaseFault = (Fault | LateResponse) & {
  readonly skip: number;
  readonly times: number;
  /** The fault affects no request before the first one of this method, from which `skip` counts. */
  readonly from?: Method;
};

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What can happen to one request. With `slow` the response is late, but within the client's limits. */
export const FAULT_KINDS = {
  "500": { status: 500 },
  "502": { status: 502 },
  "503": { status: 503 },
  "429": { status: 429 },
  "401": { status: 401 },
  "403": { status: 403 },
  "404": { status: 404 },
  "409": { status: 409 },
  "422": { status: 422 },
  "dropped before": { drop: "before" },
  "dropped after": { drop: "after" },
  truncated: { truncate: true },
  garbage: { body: '{"data": [{"id"', headers: JSON_API },
  "HTML with 200": { status: 200, body: "<html>Sign in</html>", headers: HTML },
  "HTML after the work": { body: "<html>Sign in</html>", headers: HTML },
  "200 {}": { status: 200, body: "{}", headers: JSON_API },
  "{} after the work": { body: "{}", headers: JSON_API },
  "empty page": EMPTY_PAGE,
  '{"data":[]}': { status: 200, body: '{"data":[]}', headers: JSON_API },
  slow: { delayMs: 15 },
  "slower than the timeout": { laterThan: "timeoutMs" },
  "slower than the deadline": { laterThan: "deadlineMs" },
} as const satisfies Record<string, Fault | LateResponse>;

export type FaultKind = keyof typeof FAULT_KINDS;
export const ALL_FAULT_KINDS = Object.keys(FAULT_KINDS) as readonly FaultKind[];

/** The fault affects one request, or that one and all that follow. */
export const DURATIONS = ["once", "permanently"] as const;
export type Duration = (typeof DURATIONS)[number];

/** The fault for the n-th request, counted from 0. */
export function faultAt(kind: FaultKind, request: number, duration: Duration): CaseFault {
  return { ...FAULT_KINDS[kind], skip: request, times: duration === "once" ? 1 : Infinity };
}
