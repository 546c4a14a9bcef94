import { ADVISORY_FAILURES } from "../verdict";
import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkId, checkOneOf, checkPositive } from "./rules";

/** The data source `tfprojects_run_task_stages`. */
export const dataRunTaskStagesDefinition: Definition = {
  inputs: {
    run_id: { type: "string", required: true },
    wait_for_completion: { type: "bool" },
    timeout_seconds: { type: "number" },
    advisory_failures: { type: "string" },
  },
  outputs: ["id", "verdict", "stages"],
  rules: (given) => [
    ...checkId(given, "run_id", "run", "It is the last part of the run's address."),
    ...checkPositive(given, "timeout_seconds"),
    ...nothingToWaitFor(given),
    ...checkOneOf(given, "advisory_failures", ADVISORY_FAILURES),
  ],
};

function nothingToWaitFor(given: Given): readonly AttributeProblem[] {
  const waits = given.isSet("wait_for_completion") === true ? given.flag("wait_for_completion") : null;
  const isUnknown = waits === undefined || given.isSet("wait_for_completion") === undefined;
  if (given.isSet("timeout_seconds") !== true || isUnknown || waits === true) return [];
  const message =
    `${given.called("timeout_seconds")} has no effect unless ${given.called("wait_for_completion")} is true. ` +
    `Set that, or leave ${given.called("timeout_seconds")} out.`;
  return [{ attribute: "timeout_seconds", summary: "Nothing to wait for", message }];
}
