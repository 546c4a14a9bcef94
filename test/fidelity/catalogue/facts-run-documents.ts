import type { Row } from "../row";
import { documented, fact, notHere, ourChoice } from "./build";
import { runActions, runDocuments, runRoutes, runStatus } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_RUNS = notHere("The client has no operations on runs but their task stages.");
const KEPT = notHere("The client keeps it with the attributes that it does not know.");

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
    "Its stage, and a link to what its policy sets found.",
    runDocuments("policy-evaluation"),
    NO_RUNS,
  ),
  fact(
    OPENAPI,
    "GET /policy-evaluations/:id/policy-set-outcomes",
    "What the policy sets found, with counts.",
    runDocuments("policy-evaluation"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Apply a run",
    "202, once, where the run waits for it; else 409.",
    runActions("apply-confirmed-once"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Discard a run",
    "202 before it is applied; what is left of it is canceled.",
    runActions("discard"),
    NO_RUNS,
  ),
  fact(PAGES, "Cancel a run", "What has ended stays as it ended.", runRoutes("cancel"), NO_RUNS),
  fact(ourChoice, "Force-cancel a run", "Always 409: here nothing hangs.", runActions("force-refused"), NO_RUNS),
  fact(
    PAGES,
    "auto-apply, plan-only",
    "A run waits for its apply, unless it or its workspace says otherwise; one that only plans ends then.",
    [...runActions("waits-for-apply"), ...runStatus("speculative-ends-planned")],
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Runs of a workspace",
    "The newest first; by `filter[status]`, with `include`.",
    [...runRoutes("list-newest-first"), ...runActions("list-by-status")],
    NO_RUNS,
  ),
];
