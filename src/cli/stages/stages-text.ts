import type { Colors } from "picocolors/types";
import type { TaskStageWithIncluded } from "../../api";
import {
  isOpenPolicyEvaluation,
  policyResultCount,
  verdictOf,
  verdictOfStage,
  verdictOfStatus,
  wasOverridden,
  type AdvisoryFailures,
  type PolicyEvaluation,
  type Verdict,
} from "../../model";
import { pluralize } from "../../reconcile";
import { ownMember } from "../../own-member";
import { sanitize } from "../../sanitize";
import { formatTable } from "../../table";

const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  passed: "passed",
  failed: "failed",
  pending: "pending",
  awaiting_override: "awaiting override",
};

/**
 * The task stages of a run, their results and policy evaluations, for a terminal. Pure. Names and messages are those of
 * tasks, and are sanitized.
 */
export function stagesForTerminal(
  runId: string,
  stages: readonly TaskStageWithIncluded[],
  colors: Colors,
  advisoryFailures: AdvisoryFailures,
): string {
  if (stages.length === 0) return `Run ${runId} has no task stages.\n`;
  const rows: string[][] = [];
  for (const stage of stages) {
    rows.push([
      colors.bold(sanitize(stage.stage)),
      colors.dim(stage.id),
      colorStatus(stage.status, colors),
      "",
      stageMessage(stage, verdictOfStage(stage, advisoryFailures)),
    ]);
    for (const result of stage.taskResults) {
      const message = [result.message, result.url].flatMap((text) => (text === null ? [] : messageLines(text)));
      rows.push([
        "",
        sanitize(result.taskName),
        colorStatus(result.status, colors),
        sanitize(result.workspaceTaskEnforcementLevel ?? ""),
        message.join("\n"),
      ]);
    }
    for (const evaluation of stage.policyEvaluations) {
      rows.push(["", policyLabel(evaluation), colorStatus(evaluation.status, colors), "", policyCounts(evaluation)]);
    }
  }
  const verdict = verdictOf(stages, advisoryFailures);
  return [
    formatTable(["STAGE", "TASK", "STATUS", "ENFORCEMENT", "MESSAGE"], rows, colors),
    "",
    `Verdict: ${colorStatus(verdict, colors, VERDICT_LABELS[verdict])}`,
    "",
  ].join("\n");
}

/** The stages of a run in one line, for progress: `post_plan running (security-review pending)`. Pure. */
export function stagesSummary(stages: readonly TaskStageWithIncluded[]): string {
  return stages
    .map(({ stage, status, taskResults, policyEvaluations }) => {
      const results = taskResults.filter((result) => verdictOfStatus(result.status) === "pending");
      const open = [
        ...results.map((result) => `${sanitize(result.taskName)} ${sanitize(result.status)}`),
        ...policyEvaluations.filter(isOpenPolicyEvaluation).map((it) => `${policyLabel(it)} ${sanitize(it.status)}`),
      ];
      return `${sanitize(stage)} ${sanitize(status)}${open.length === 0 ? "" : ` (${open.join(", ")})`}`;
    })
    .join("; ");
}

function stageMessage(stage: TaskStageWithIncluded, verdict: Verdict): string {
  const { policyEvaluationIds, policyEvaluations, isOverridable, status } = stage;
  const unread = policyEvaluationIds.length - policyEvaluations.length;
  return [
    unread <= 0 ? "" : `${pluralize(unread, "policy evaluation")} could not be read`,
    isOverridable === true ? "can be overridden" : "",
    wasOverridden(stage) ? "was overridden" : "",
    // They differ only because of advisory results.
    verdict === verdictOfStatus(status) ? "" : `counts as ${VERDICT_LABELS[verdict]} because of its advisory tasks`,
  ]
    .filter(Boolean)
    .join(", ");
}

const POLICY_KINDS: Readonly<Record<string, string>> = { opa: "OPA", sentinel: "Sentinel" };

function policyLabel({ policyKind }: PolicyEvaluation): string {
  return policyKind === null ? "policies" : `${ownMember(POLICY_KINDS, policyKind) ?? sanitize(policyKind)} policies`;
}

/** `1 mandatory failed, 3 passed` */
function policyCounts(evaluation: PolicyEvaluation): string {
  return Object.entries(policyResultCount(evaluation))
    .flatMap(([result, count]: [string, number | null]) =>
      count === null || count === 0 ? [] : `${count} ${result.replace("_", " ")}`,
    )
    .join(", ");
}

/**
 * The sanitized lines of a message, with a prefix: CI systems interpret some texts at the start of a line as commands.
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
    case "overridden":
      return yellow(text);
    default:
      return dim(text);
  }
}
