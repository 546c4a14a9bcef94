import { hasEnded, verdictOfRun, type VerdictRun } from "./run-verdict";
import { verdictOfStage, type VerdictStage } from "./stage-verdict";
import { mostSevere, verdictOfStatus, type AdvisoryFailures, type Verdict } from "./verdict";

/** A run and its task stages; the run must have been read before them. */
export interface RunAndStages<S extends VerdictStage = VerdictStage> {
  /** Undefined if it could not be read: its stages alone decide. */
  readonly run: VerdictRun | undefined;
  readonly taskStages: readonly S[];
}

/** What decides the verdict. */
export interface VerdictOptions {
  /** @default "block" */
  readonly advisoryFailures?: AdvisoryFailures | undefined;
  /** The only stages that decide; the run must have each of them. @default all stages, and the run itself */
  readonly requiredStages?: readonly string[] | undefined;
}

/**
 * The verdict of a run, the most severe of those of its task stages ({@link verdictOfStage}) and its own
 * ({@link verdictOfRun}), in the order `failed`, `awaiting_override`, `pending`, `passed`.
 *
 * With required stages, only these decide, and a run that awaits a decision after its plan or that has failed. A
 * required stage that the run does not have is pending, and failed once the run has ended.
 */
export function verdictOf<S extends VerdictStage>(read: RunAndStages<S>, options: VerdictOptions = {}): Verdict {
  const ofRun = read.run === undefined ? "passed" : verdictOfRun(read.run);
  // Nothing else counts.
  if (ofRun === "failed") return "failed";
  const ofStages = stageVerdicts(read, options).map(({ verdict }) => verdict);
  return mostSevere(decidesItself(ofRun, options) ? [ofRun, ...ofStages] : ofStages);
}

/** Whether the verdict of a run that has not failed counts beside those of its stages. */
function decidesItself(ofRun: Verdict, { requiredStages }: VerdictOptions): boolean {
  if (!areRequired(requiredStages)) return true;
  return ofRun === "awaiting_override" && requiredStages.some((stage) => stage !== "pre_plan");
}

/** A stage that decides the verdict of a run, or a required stage that the run does not have. */
type StageVerdict<S extends VerdictStage = VerdictStage> =
  | { readonly stage: string; readonly found: S; readonly verdict: Verdict }
  | { readonly stage: string; readonly found: undefined; readonly verdict: "pending" | "failed" };

/** The verdicts of the stages that decide. */
function stageVerdicts<S extends VerdictStage>(
  { run, taskStages }: RunAndStages<S>,
  { advisoryFailures, requiredStages }: VerdictOptions = {},
): readonly StageVerdict<S>[] {
  const verdicts = (stages: readonly S[]): StageVerdict<S>[] =>
    stages.map((found) => ({ stage: found.stage, found, verdict: verdictOfStage(found, run, advisoryFailures) }));
  if (!areRequired(requiredStages)) return verdicts(taskStages.filter((stage) => counts(stage, run)));
  return [...new Set(requiredStages)].flatMap((stage) => {
    const its = taskStages.filter((it) => it.stage === stage);
    return its.length === 0
      ? [{ stage, found: undefined, verdict: hasEnded(run) ? "failed" : "pending" }]
      : verdicts(its);
  });
}

function areRequired(stages: readonly string[] | undefined): stages is readonly string[] {
  return stages !== undefined && stages.length > 0;
}

/** Whether a stage counts where none is required: those of an apply do not if the run had nothing to apply. */
export function counts({ stage }: Pick<VerdictStage, "stage">, run: VerdictRun | undefined): boolean {
  const hadNoApply = run?.status === "planned_and_finished" && run.isPlanOnly === false;
  return !(hadNoApply && (stage === "pre_apply" || stage === "post_apply"));
}

/**
 * What keeps stages from having passed, a phrase each: `post_plan (ts-…) is running`. None of the run itself, whose
 * status says what it waits for.
 */
export function stagesNotPassed(
  read: RunAndStages<VerdictStage & { readonly id: string }>,
  options: VerdictOptions,
): readonly string[] {
  return stageVerdicts(read, options).flatMap(({ stage, found, verdict }) => {
    if (verdict === "passed") return [];
    if (found === undefined) return [`it ${verdict === "failed" ? "ended without a" : "has no"} ${stage} task stage`];
    const neverRan = verdict === "failed" && hasEnded(read.run) && isOpen(found.status);
    return [`${stage} (${found.id}) is ${found.status}${neverRan ? ", and the run ended without it" : ""}`];
  });
}

/** Whether a stage with this status has not run to its end. */
function isOpen(status: string): boolean {
  return status === "unreachable" || !["passed", "failed"].includes(verdictOfStatus(status));
}
