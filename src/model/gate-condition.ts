/** A condition on the task stages of a run: on one of them, or on all. */
export type GateCondition =
  /** The verdict over all stages is `passed`. */
  | { readonly kind: "verdict" }
  /** The run has this stage. */
  | { readonly kind: "stage-exists"; readonly stage: string }
  /** This stage has passed, if the run has it. */
  | { readonly kind: "stage-passed"; readonly stage: string };

/** The conditions in Terraform's language. */
const EXPRESSIONS: Readonly<Record<GateCondition["kind"], (data: string, stage: string) => string>> = {
  verdict: (data) => `${data}.verdict == "passed"`,
  "stage-exists": (data, stage) => `contains(${data}.stages[*].stage, "${stage}")`,
  "stage-passed": (data, stage) =>
    `alltrue([for stage in ${data}.stages : stage.verdict == "passed" if stage.stage == "${stage}"])`,
};

/** The condition in Terraform's language. @param data - The data source `tfprojects_run_task_stages`. */
export function gateExpression(condition: GateCondition, data: string): string {
  return EXPRESSIONS[condition.kind](data, "stage" in condition ? condition.stage : "");
}

/** The condition and the data source of an expression of {@link gateExpression}; undefined for any other expression. */
export function parseGateExpression(
  expression: string,
): { readonly data: string; readonly condition: GateCondition } | undefined {
  for (const { kind, pattern } of PATTERNS) {
    const { data, stage = "" } = pattern.exec(expression.trim())?.groups ?? {};
    if (data !== undefined) return { data, condition: kind === "verdict" ? { kind } : { kind, stage } };
  }
  return undefined;
}

const PATTERNS = (["verdict", "stage-exists", "stage-passed"] as const).map((kind) => {
  const escaped = EXPRESSIONS[kind]("DATA", "STAGE").replace(/[[\](){}.*+?^$|\\]/g, String.raw`\$&`);
  const pattern = escaped
    .replace("DATA", String.raw`(?<data>data\.\w+\.[\w-]+)`)
    .replace("STAGE", String.raw`(?<stage>\w+)`)
    .replaceAll(" ", String.raw`\s*`);
  return { kind, pattern: new RegExp(`^${pattern}$`) };
});
