import { RUN_STAGES, ENFORCEMENT_LEVELS, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../model";
import { PROJECT_ABILITIES, ROLES } from "../access/roles";
import type { Decoder } from "../decode";
import { arrayOf, DecodeError, flag, mapOf, nullable, number, object, oneOf, optional, text } from "../decode";
import type { Fault } from "../http/faults";
import type { LoggedRequest } from "../http/request-log";
import { POLICY_EVALUATION_STATUSES, POLICY_KINDS } from "../world/records";
import type { RunControl } from "./run-control";

/** What the control interface can do with an emulator. */
export interface Controlled extends RunControl {
  readonly requests: readonly LoggedRequest[];
  readonly requestCount: number;
  clearRequests(): void;
  addFault(fault: Fault): void;
  clearFaults(): void;
}

/** One operation of the control interface; `path` is relative to `/_emulator`. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly does: string;
  /** A body as it might be sent; absent when none is read. */
  readonly example?: object;
  /** Returns the answer's document; undefined for 204. */
  readonly handle: (emulator: Controlled, body: unknown, id: string) => unknown;
}

/** A route whose body is decoded first. */
function withBody<T>(
  route: Omit<ControlRoute, "handle" | "example"> & { readonly example: object },
  decoder: Decoder<T>,
  handle: (emulator: Controlled, body: T, id: string) => unknown,
): ControlRoute {
  return { ...route, handle: (emulator, body, id) => handle(emulator, decoder(body, "$"), id) };
}

const faultBody = object({
  method: optional(text),
  path: optional(text),
  pathPattern: optional(text),
  status: optional(number),
  headers: optional(mapOf(text)),
  body: optional(text),
  delayMs: optional(number),
  drop: optional(oneOf(["before", "after"])),
  truncate: optional(flag),
  times: optional((value: unknown, path: string) => (value === "always" ? Infinity : number(value, path))),
});

const runBody = object({
  workspaceId: text,
  tasks: optional(
    arrayOf(
      object({
        name: text,
        stage: oneOf(RUN_STAGES),
        enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
        url: optional(text),
      }),
    ),
  ),
  overridable: optional(flag),
  policyEvaluations: optional(
    arrayOf(
      object({
        stage: optional(oneOf(RUN_STAGES)),
        status: optional(oneOf(POLICY_EVALUATION_STATUSES)),
        overridable: optional(flag),
        enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
        policyKind: optional(oneOf(POLICY_KINDS)),
      }),
    ),
  ),
  isSpeculative: optional(flag),
  message: optional(text),
});

const reportBody = object({
  status: oneOf(TASK_RESULT_STATUSES),
  message: optional(nullable(text)),
  url: optional(nullable(text)),
});

const tokenBody = object({
  organization: text,
  role: oneOf(ROLES),
  projects: optional(mapOf(arrayOf(oneOf(PROJECT_ABILITIES)))),
  user: optional(text),
});

/**
 * The emulator's controls over HTTP, for tests that are not written in TypeScript (DESIGN section 6). They need no token, are not logged,
 * and no fault happens to them. `GET /_emulator` lists them with these words and examples.
 */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/state",
    does: "Gives everything there is, sorted by name: organizations with their projects and workspaces, and runs.",
    handle: (emulator) => emulator.state(),
  },
  {
    method: "GET",
    path: "/requests",
    does: "Gives the requests that were made of the service, oldest first, and their number. Status 0: the connection was dropped.",
    handle: (emulator) => ({ total: emulator.requestCount, requests: emulator.requests }),
  },
  {
    method: "DELETE",
    path: "/requests",
    does: "Forgets the requests that were made.",
    handle: (emulator) => emulator.clearRequests(),
  },
  withBody(
    {
      method: "POST",
      path: "/faults",
      does:
        "Lets something go wrong with the requests that match (method; path contains a text; pathPattern, an expression, matches): " +
        "status, headers and body of the answer; delayMs; drop before or after the work; truncate. It happens once, or as many times " +
        'as said, or "always".',
      example: { method: "PATCH", path: "/projects/", drop: "after", times: 2 },
    },
    faultBody,
    (emulator, { path, pathPattern, ...fault }) =>
      emulator.addFault({ ...fault, path: pathPattern === undefined ? path : expression(pathPattern) }),
  ),
  {
    method: "DELETE",
    path: "/faults",
    does: "Forgets the faults that have not happened yet.",
    handle: (emulator) => emulator.clearFaults(),
  },
  withBody(
    {
      method: "POST",
      path: "/runs",
      does: "Starts a run, with the tasks given or, without any, with those attached to the workspace; gives its stages and results.",
      example: {
        workspaceId: "ws-1234567890abcdef",
        tasks: [{ name: "scan", stage: "post_plan", enforcementLevel: "mandatory" }],
        overridable: true,
      },
    },
    runBody,
    (emulator, run) => emulator.startRun(run),
  ),
  {
    method: "POST",
    path: "/runs/:id/cancel",
    does: "Cancels a run.",
    handle: (emulator, _, id) => emulator.cancelRun(id),
  },
  withBody(
    {
      method: "PATCH",
      path: "/task-results/:id",
      does: "Reports what a run task found; the stage follows.",
      example: { status: "failed", message: "2 findings", url: "https://scanner.example.com/reports/1" },
    },
    reportBody,
    (emulator, report, id) => emulator.reportResult(id, report),
  ),
  withBody(
    {
      method: "PATCH",
      path: "/policy-evaluations/:id",
      does: "Says how a policy evaluation stands; the stage follows.",
      example: { status: "failed" },
    },
    object({ status: oneOf(POLICY_EVALUATION_STATUSES) }),
    (emulator, { status }, id) => emulator.reportPolicyEvaluation(id, status),
  ),
  withBody(
    {
      method: "PATCH",
      path: "/task-stages/:id",
      does: "Puts a task stage into a status, whatever its results say.",
      example: { status: "errored" },
    },
    object({ status: oneOf(TASK_STAGE_STATUSES) }),
    (emulator, { status }, id) => emulator.setTaskStageStatus(id, status),
  ),
  withBody(
    {
      method: "POST",
      path: "/clock",
      does: "Lets seconds pass. An overridden stage passes after one.",
      example: { advance: 1 },
    },
    object({ advance: seconds }),
    (emulator, { advance }) => emulator.advance(advance),
  ),
  withBody(
    {
      method: "POST",
      path: "/tokens",
      does: "Gives a token for another caller: role owner, manage-projects, organization, read-only, or team with abilities by project.",
      example: {
        organization: "acme",
        role: "team",
        projects: { "prj-1234567890abcdef": ["read", "move-workspaces"] },
      },
    },
    tokenBody,
    (emulator, token) => ({ token: emulator.addToken(token) }),
  ),
];

function seconds(value: unknown, path: string): number {
  const given = number(value, path);
  if (given < 0) throw new DecodeError(path, "is negative; time only goes forward.");
  return given;
}

function expression(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new DecodeError("$.pathPattern", `is no regular expression: ${error instanceof Error ? error.message : ""}.`);
  }
}
