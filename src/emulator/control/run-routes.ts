import { ENFORCEMENT_LEVELS, RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../model";
import { arrayOf, boolean, nullable, number, object, oneOf, optional, string } from "../decode";
import { DecodeError } from "../errors";
import { POLICY_EVALUATION_STATUSES, POLICY_KINDS } from "../store/records";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const runBody = object({
  workspaceId: string,
  tasks: optional(
    arrayOf(
      object({
        name: string,
        stage: oneOf(RUN_STAGES),
        enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
        url: optional(string),
      }),
    ),
  ),
  overridable: optional(boolean),
  policyEvaluations: optional(
    arrayOf(
      object({
        stage: optional(oneOf(RUN_STAGES)),
        status: optional(oneOf(POLICY_EVALUATION_STATUSES)),
        overridable: optional(boolean),
        enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
        policyKind: optional(oneOf(POLICY_KINDS)),
      }),
    ),
  ),
  isSpeculative: optional(boolean),
  autoApply: optional(boolean),
  message: optional(string),
});

/** Run tasks, runs, reported results, and the clock. */
export const runRoutes: readonly ControlRoute[] = [
  withInput(
    {
      method: "POST",
      path: "/run-tasks",
      summary: "Creates a run task in an organization, to attach it to workspaces. Returns its ID.",
      members: ["runTasks.create"],
      example: ({ organization }) => ({
        organization,
        name: "license-check",
        url: "https://run-tasks.example.com/licenses",
      }),
    },
    object({ organization: string, name: string, url: optional(string), hmacKey: optional(string) }),
    (emulator, task) => emulator.runTasks.create(task),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces/:workspace/run-tasks",
      summary:
        'Attaches a run task to a workspace. By default `stages` is `["post_plan"]` and ' +
        "`enforcementLevel` is `mandatory`.",
      members: ["runTasks.attach"],
      example: ({ runTask }) => ({ taskId: runTask, stages: ["pre_plan", "post_plan"], enforcementLevel: "advisory" }),
    },
    object({
      taskId: string,
      stages: optional(arrayOf(oneOf(RUN_STAGES))),
      enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
    }),
    (emulator, attached, workspaceId) => emulator.runTasks.attach({ ...attached, workspaceId }),
  ),
  withInput(
    {
      method: "POST",
      path: "/runs",
      summary:
        "Starts a run with the given tasks, by default those attached to the workspace. Returns its status, stages " +
        "and results.",
      members: ["runs.start"],
      example: ({ workspace }) => ({
        workspaceId: workspace,
        tasks: [{ name: "scan", stage: "post_plan", enforcementLevel: "mandatory" }],
        overridable: true,
      }),
    },
    runBody,
    (emulator, run) => emulator.runs.start(run),
  ),
  {
    method: "POST",
    path: "/runs/:run/cancel",
    summary: "Cancels a run.",
    members: ["runs.cancel"],
    handle: (emulator, _, id) => emulator.runs.cancel(id),
  },
  withInput(
    {
      method: "PATCH",
      path: "/task-results/:taskResult",
      summary: "Reports a task result in any status, even after a final one, and updates its stage.",
      members: ["runs.reportResult"],
      example: () => ({ status: "failed", message: "2 findings", url: "https://scanner.example.com/reports/1" }),
    },
    object({
      status: oneOf(TASK_RESULT_STATUSES),
      message: optional(nullable(string)),
      url: optional(nullable(string)),
    }),
    (emulator, report, id) => emulator.runs.reportResult(id, report),
  ),
  {
    method: "GET",
    path: "/task-results/:taskResult/access-token",
    summary:
      "Returns the access token for the callback of a task result, to test a run task that the emulator does not call.",
    members: ["runs.accessToken"],
    handle: (emulator, _, id) => ({ accessToken: emulator.runs.accessToken(id) }),
  },
  withInput(
    {
      method: "PATCH",
      path: "/policy-evaluations/:policyEvaluation",
      summary: "Reports the outcome of a policy evaluation and updates its stage.",
      members: ["runs.reportPolicyEvaluation"],
      example: () => ({ status: "failed" }),
    },
    object({ status: oneOf(POLICY_EVALUATION_STATUSES) }),
    (emulator, { status }, id) => emulator.runs.reportPolicyEvaluation(id, status),
  ),
  withInput(
    {
      method: "PATCH",
      path: "/task-stages/:taskStage",
      summary: "Sets the status of a task stage, regardless of its results.",
      members: ["runs.setTaskStageStatus"],
      example: () => ({ status: "errored" }),
    },
    object({ status: oneOf(TASK_STAGE_STATUSES) }),
    (emulator, { status }, id) => emulator.runs.setTaskStageStatus(id, status),
  ),
  withInput(
    {
      method: "POST",
      path: "/clock",
      summary:
        "Advances the clock by a number of seconds. An overridden stage passes after 1 second, and a task result " +
        "without progress times out after 600.",
      members: ["clock.advance"],
      example: () => ({ advance: 1 }),
    },
    object({ advance: seconds }),
    (emulator, { advance }) => emulator.clock.advance(advance),
  ),
];

function seconds(value: unknown, path: string): number {
  const given = number(value, path);
  if (given < 0) throw new DecodeError(path, "is negative.");
  return given;
}
