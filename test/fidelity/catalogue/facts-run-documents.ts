import type { Row } from "../row";
import { documented, fact, notHere, ourChoice } from "./build";
import { runActions, runDocuments, runRoutes, runStatus } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_RUNS = notHere("The client has no operations on runs but their task stages.");
const KEPT = notHere("The client keeps it with the attributes that it does not know.");
const FULL = "in full, stages and results carry what the public description adds, and durations in milliseconds";

/** Further attributes of runs, stages and results. */
export const runRows: readonly Row[] = [
  fact(
    PAGES,
    "duration",
    "Of stages and results, in milliseconds; in full documents.",
    runDocuments(FULL, "with documented attributes only, they do not"),
    KEPT,
  ),
  fact(
    OPENAPI,
    "Further attributes of results",
    "`task-result-outcomes-count`, `agent-pool-id`, a link to the outcomes; in full documents.",
    runDocuments(FULL, "with documented attributes only, they do not"),
    KEPT,
  ),
  fact(OPENAPI, "cost-estimate", "A relationship of stages; null, in full documents.", runDocuments(FULL), KEPT),
  fact(
    OPENAPI,
    "GET /policy-evaluations/:id",
    "Its stage, and a link to what its policy sets found.",
    runDocuments("a policy evaluation is shown with what its policy set found"),
    NO_RUNS,
  ),
  fact(
    OPENAPI,
    "GET /policy-evaluations/:id/policy-set-outcomes",
    "What the policy sets found, with counts.",
    runDocuments("a policy evaluation is shown with what its policy set found"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Apply a run",
    "202, once, where the run waits for it; else 409.",
    runActions("the apply is confirmed once, and only then the run comes to the stages of the apply"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Discard a run",
    "202 before it is applied; what is left of it is canceled.",
    runActions("a run is discarded before it is applied, which cancels what is left of it"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Cancel a run",
    "What has ended stays as it ended.",
    runRoutes("canceling a run cancels what is not at its end, and leaves what is"),
    NO_RUNS,
  ),
  fact(
    ourChoice,
    "Force-cancel a run",
    "Always 409: here nothing hangs.",
    runActions("there is never anything to force, and what is refused says why"),
    NO_RUNS,
  ),
  fact(
    PAGES,
    "auto-apply, plan-only",
    "A run waits for its apply, unless it or its workspace says otherwise; one that only plans ends then.",
    [
      ...runActions("a run that a client creates waits for its apply, unless it or its workspace says otherwise"),
      ...runStatus("a speculative run ends when it is planned"),
    ],
    NO_RUNS,
  ),
  fact(
    PAGES,
    "Runs of a workspace",
    "The newest first; by `filter[status]`, with `include`.",
    [
      ...runRoutes("the runs of a workspace are listed, the newest first"),
      ...runActions("runs are listed by status, with what is asked for"),
    ],
    NO_RUNS,
  ),
];
