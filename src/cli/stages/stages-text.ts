import type { Colors } from "picocolors/types";
import type { TaskStageWithIncluded } from "../../api";
import {
  counts,
  isOpenPolicyEvaluation,
  policyResultCount,
  verdictOf,
  verdictOfRun,
  verdictOfStage,
  verdictOfStatus,
  wasOverridden,
  type AdvisoryFailures,
  type PolicyEvaluation,
  type RunAndStages,
  type Verdict,
  type VerdictRun,
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
 * A run's status, its task stages, their results and policy evaluations, for a terminal. Pure. Names and messages are
 * those of tasks, and are sanitized.
 */
export function stagesForTerminal(
  runId: string,
  read: RunAndStages<TaskStageWithIncluded>,
  colors: Colors,
  advisoryFailures: AdvisoryFailures,
): string {
  const { run, taskStages } = read;
  const rows: string[][] = [];
  for (const stage of taskStages) {
    rows.push([
      colors.bold(sanitize(stage.stage)),
      colors.dim(stage.id),
      colorStatus(stage.status, colors),
      "",
      stageMessage(stage, run, verdictOfStage(stage, run, advisoryFailures)),
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
  const verdict = verdictOf(read, { advisoryFailures });
  return [
    rows.length === 0
      ? `Run ${runId} has no task stages.`
      : formatTable(["STAGE", "TASK", "STATUS", "ENFORCEMENT", "MESSAGE"], rows, colors),
    "",
    ...(run === undefined ? [] : [`Run:     ${colorStatus(verdictOfRun(run), colors, sanitize(run.status))}`]),
    `Verdict: ${colorStatus(verdict, colors, VERDICT_LABELS[verdict])}`,
    "",
  ].join("\n");
}

/**
 * A run in one line, for progress: `post_plan running (security-review pending)`, with its own status if it is pending
 * and no stage is. Pure.
 */
export function stagesSummary({ run, taskStages }: RunAndStages<TaskStageWithIncluded>): string {
  const verdicts = taskStages.map((stage) => verdictOfStage(stage, run));
  const isPending = run !== undefined && verdictOfRun(run) === "pending" && !verdicts.includes("pending");
  return [...taskStages.map(stageSummary), ...(isPending ? [`run ${sanitize(run.status)}`] : [])].join("; ");
}

function stageSummary({ stage, status, taskResults, policyEvaluations }: TaskStageWithIncluded): string {
  const results = taskResults.filter((result) => verdictOfStatus(result.status) === "pending");
  const open = [
    ...results.map((result) => `${sanitize(result.taskName)} ${sanitize(result.status)}`),
    ...policyEvaluations.filter(isOpenPolicyEvaluation).map((it) => `${policyLabel(it)} ${sanitize(it.status)}`),
  ];
  return `${sanitize(stage)} ${sanitize(status)}${open.length === 0 ? "" : ` (${open.join(", ")})`}`;
}

function stageMessage(stage: TaskStageWithIncluded, run: VerdictRun | undefined, verdict: Verdict): string {
  const { policyEvaluationIds, policyEvaluations, isOverridable } = stage;
  const unread = policyEvaluationIds.length - policyEvaluations.length;
  return [
    unread <= 0 ? "" : `${pluralize(unread, "policy evaluation")} could not be read`,
    isOverridable === true ? "can be overridden" : "",
    wasOverridden(stage) ? "was overridden" : "",
    differenceFromStatus(stage, run, verdict),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Why a stage counts as another verdict than its status has; empty if it does not. */
function differenceFromStatus(stage: TaskStageWithIncluded, run: VerdictRun | undefined, verdict: Verdict): string {
  if (!counts(stage, run)) return "does not count: the run had nothing to apply";
  const ofStatus = verdictOfStatus(stage.status);
  if (verdict === ofStatus) return "";
  if (ofStatus === "pending" || ofStatus === "awaiting_override") return "counts as failed: the run ended without it";
  return `counts as ${VERDICT_LABELS[verdict]} because of its advisory tasks`;
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

const COLORS: Readonly<Record<string, "green" | "red" | "yellow">> = {
  passed: "green",
  failed: "red",
  errored: "red",
  canceled: "red",
  unreachable: "red",
  awaiting_override: "yellow",
  overridden: "yellow",
};

function colorStatus(status: string, colors: Colors, text = sanitize(status)): string {
  return colors[ownMember(COLORS, status) ?? "dim"](text);
}
