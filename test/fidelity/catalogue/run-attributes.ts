import type { Row } from "../row";
import { documented, fact, notHere, ourChoice } from "./build";
import { runActions, runDocuments, runRoutes, runStatus } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_RUNS = notHere("The client has no operations on runs except their task stages.");
const KEPT = notHere("The client returns it among the unknown attributes.");

/** Further attributes of runs, stages and results. */
export const runRows: readonly Row[] = [
  fact(
    PAGES,
    "duration",
    "Of stages and results, in milliseconds; in full documents.",
    runDocuments("full-attributes", "documented-attributes"),
    KEPT,
  ),
  fact(
    OPENAPI,
    "Further attributes of results",
    "`task-result-outcomes-count`, `agent-pool-id`, a link to the outcomes; in full documents.",
    runDocuments("full-attributes", "documented-attributes"),
    KEPT,
  ),
  fact(
    OPENAPI,
    "cost-estimate",
    "A relationship of stages; null, in full documents.",
    runDocuments("full-attributes"),
    KEPT,
  ),
  fact(
    OPENAPI,
    "GET /policy-evaluations/:id",
    "Its stage, and a link to the outcomes of its policy sets.",
    runDocuments("policy-evaluation"),
    NO_RUNS,
  ),
  fact(
    OPENAPI,
    "GET /policy-evaluations/:id/policy-set-outcomes",
    "The outcomes of its policy sets, with counts.",
    runDocuments("policy-evaluation"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Apply a run",
    "202, once, if the run waits for it; otherwise 409.",
    runActions("apply-confirmed-once"),
    NO_RUNS,
  ),
  fact(PAGES, "Discard a run", "202 before it is applied; the rest of it is canceled.", runActions("discard"), NO_RUNS),
  fact(
    PAGES,
    "Cancel a run",
    "Stages and results that have completed keep their status.",
    runRoutes("cancel"),
    NO_RUNS,
  ),
  fact(
    ourChoice,
    "Force-cancel a run",
    "Always 409, because runs never hang in the emulator.",
    runActions("force-refused"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "auto-apply, plan-only",
    "A run waits to be confirmed, unless it or its workspace has auto-apply; a plan-only run ends after its plan.",
    [...runActions("waits-for-apply"), ...runStatus("speculative-ends-planned")],
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Runs of a workspace",
    "Newest first; with `filter[status]` and `include`.",
    [...runRoutes("list-newest-first"), ...runActions("list-by-status")],
    NO_RUNS,
  ),
];
