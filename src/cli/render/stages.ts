import Table from "cli-table3";
import type { Colors } from "picocolors/types";
import type { TaskStageWithIncluded } from "../../api";
import { verdictOf, verdictOfStage, verdictOfStatus, type AdvisoryFailures, type Verdict } from "../../model";
import { pluralize } from "../../reconcile";
import { sanitize } from "./sanitize";

/** What the verdict over a run's task stages is called. */
const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  passed: "passed",
  failed: "failed",
  pending: "pending",
  awaiting_override: "awaiting override",
};

/** No lines but the spaces between columns. */
const BORDERLESS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid", "middle"].flatMap((edge) => [
    [edge, edge === "middle" ? "  " : ""],
    [`${edge}-mid`, ""],
    [`${edge}-left`, ""],
    [`${edge}-right`, ""],
    [`mid-mid`, ""],
  ]),
);

/**
 * A run's task stages and their results for a person at a terminal; pure. Names and messages come from tasks: their control characters are made
 * harmless.
 */
export function stagesForTerminal(
  runId: string,
  stages: readonly TaskStageWithIncluded[],
  colors: Colors,
  advisoryFailures: AdvisoryFailures,
): string {
  if (stages.length === 0) return `Run ${runId} has no task stages: nothing stands in its way.\n`;
  const table = new Table({
    head: ["STAGE", "TASK", "STATUS", "ENFORCEMENT", "MESSAGE"].map(colors.dim),
    chars: BORDERLESS,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    wordWrap: true,
  });
  for (const stage of stages) {
    table.push([
      colors.bold(sanitize(stage.stage)),
      colors.dim(stage.id),
      colorStatus(stage.status, colors),
      "",
      stageMessage(stage, verdictOfStage(stage, advisoryFailures)),
    ]);
    for (const result of stage.taskResults) {
      const message = [result.message, result.url].flatMap((text) => (text === null ? [] : messageLines(text)));
      table.push([
        "",
        sanitize(result.taskName),
        colorStatus(result.status, colors),
        sanitize(result.workspaceTaskEnforcementLevel ?? ""),
        message.join("\n"),
      ]);
    }
  }
  const verdict = verdictOf(stages, advisoryFailures);
  const toOverride = stages.filter(({ status }) => status === "awaiting_override");
  return [
    table.toString().replace(/ +$/gm, ""),
    "",
    `Verdict: ${colorStatus(verdict, colors, VERDICT_LABELS[verdict])}`,
    ...toOverride.map(({ id }) => `Override with: tfprojects override ${id}`),
    "",
  ].join("\n");
}

/** The stages of a run in one line, for while they are waited for: `post_plan running (security-review pending)`; pure. */
export function stagesSummary(stages: readonly TaskStageWithIncluded[]): string {
  return stages
    .map(({ stage, status, taskResults }) => {
      const open = taskResults.filter((result) => verdictOfStatus(result.status) === "pending");
      const tasks = open.map((result) => `${sanitize(result.taskName)} ${sanitize(result.status)}`);
      return `${sanitize(stage)} ${sanitize(status)}${tasks.length === 0 ? "" : ` (${tasks.join(", ")})`}`;
    })
    .join("; ");
}

function stageMessage({ policyEvaluationIds, isOverridable, status }: TaskStageWithIncluded, verdict: Verdict): string {
  const policies = policyEvaluationIds.length;
  return [
    policies === 0 ? "" : pluralize(policies, "policy evaluation"),
    isOverridable === true ? "can be overridden" : "",
    // Only advisory results make a difference between the two.
    verdict === verdictOfStatus(status) ? "" : `counts as ${VERDICT_LABELS[verdict]} because of its advisory tasks`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Messages may have line breaks. Each line is made harmless, and none begins with what a task wrote: CI systems take some beginnings of lines for
 * commands.
 */
function messageLines(text: string): readonly string[] {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `| ${sanitize(line)}`);
}

function colorStatus(status: string, { green, red, yellow, dim }: Colors, text = sanitize(status)): string {
  switch (status) {
    case "passed":
      return green(text);
    case "failed":
    case "errored":
    case "canceled":
    case "unreachable":
      return red(text);
    case "awaiting_override":
      return yellow(text);
    default:
      return dim(text);
  }
}
