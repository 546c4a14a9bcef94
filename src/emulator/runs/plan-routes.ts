import type { ServiceRequest, ServiceRoute } from "../engine/kind";
import { requirePermission, visible } from "../engine/path";
import { notFound } from "../errors";
import { ok } from "../http/route";
import type { RouteResult } from "../http/route";
import type { Phase } from "../kinds/plan";
import { applyResource, logOf, planResource, redactedPlan, runIdOf } from "../kinds/plan";
import type { RunRecord } from "../kinds/run/shape";
import { runs } from "../kinds/run";
import { currentStateVersion, stateOf } from "../kinds/state-version";
import { workspaces } from "../kinds/workspace";

/** What Terraform with a `cloud` block reads of a run: plan, apply, their logs, and the state afterwards. */
export const planRoutes: readonly ServiceRoute[] = [
  { method: "GET", path: "/plans/:plan", handle: (it) => ok({ data: planResource(it, runOf("plan", it)) }) },
  { method: "GET", path: "/runs/:run/plan", handle: (it) => ok({ data: planResource(it, visible(it, runs)) }) },
  {
    method: "GET",
    path: "/plans/:plan/json-output-redacted",
    handle: (it) => ({ status: 200, text: JSON.stringify(redactedPlan(runOf("plan", it))), type: "application/json" }),
  },
  { method: "GET", path: "/applies/:apply", handle: (it) => ok({ data: applyResource(it, runOf("apply", it)) }) },
  { method: "GET", path: "/runs/:run/apply", handle: (it) => ok({ data: applyResource(it, visible(it, runs)) }) },
  // The URL is the authorization: clients send no token.
  { method: "GET", path: "/plans/:plan/log", authorize: "everyone", handle: (it) => log("plan", it) },
  { method: "GET", path: "/applies/:apply/log", authorize: "everyone", handle: (it) => log("apply", it) },
  { method: "GET", path: "/workspaces/:workspace/current-state-version", handle: showStateVersion },
  { method: "GET", path: "/state-versions/:stateVersion/download", handle: downloadState },
];

/** @throws HttpError 404 unless the principal can read the run */
function runOf(phase: Phase, { store, principal, param }: ServiceRequest): RunRecord {
  const run = ofPath(phase, { store, param });
  if (!principal.can("read", store.placeOf(runs, run))) throw notFound();
  return run;
}

function ofPath(phase: Phase, { store, param }: Pick<ServiceRequest, "store" | "param">): RunRecord {
  const run = store.table(runs).get(runIdOf(phase, param(phase)) ?? "");
  if (run === undefined) throw notFound();
  return run;
}

/** The log from `offset` on, at most `limit` characters: clients read it piece by piece. */
function log(phase: Phase, { store, param, query }: ServiceRequest): RouteResult {
  const [offset, limit] = ["offset", "limit"].map((name) => Number(query.get(name) ?? Number.NaN));
  const from = Number.isInteger(offset) ? Math.max(0, offset ?? 0) : 0;
  const text = logOf(phase, ofPath(phase, { store, param })).slice(from);
  return { status: 200, text: Number.isInteger(limit) ? text.slice(0, limit) : text, type: "text/plain" };
}

/** 404 before the first apply. */
function showStateVersion(request: ServiceRequest): RouteResult {
  const workspace = visible(request, workspaces);
  requirePermission(request, workspaces, workspace, "read-state");
  const [data] = currentStateVersion(request, workspace.id);
  if (data === undefined) throw notFound("The state version");
  return ok({ data });
}

/** Only that of the current version: the emulator keeps no others. */
function downloadState({ store, principal, param }: ServiceRequest): RouteResult {
  const run = store.table(runs).get(param("stateVersion").replace(/^sv-/, "run-"));
  const isCurrent = run !== undefined && store.table(runs).index("applied", run.workspaceId).last?.id === run.id;
  if (!isCurrent || !principal.can("read-state", store.placeOf(runs, run))) throw notFound("The state version");
  return { status: 200, text: JSON.stringify(stateOf(store, run)), type: "application/json" };
}
