/** The condition in Terraform's language that the verdict is `passed`. @param data - A `tfprojects_run_task_stages`. */
export function gateExpression(data: string): string {
  return `${data}.verdict == "passed"`;
}

/** The data source of an expression of {@link gateExpression}; undefined for any other expression. */
export function parseGateExpression(expression: string): string | undefined {
  return /^(?<data>data\.\w+\.[\w-]+)\.verdict\s*==\s*"passed"$/.exec(expression.trim())?.groups?.["data"];
}
