import { groupBy } from "../lists";
import type { Diagnostic } from "../model";
import { formatList } from "../reconcile/text";
import { UserError } from "../user-error";

/** @throws ConfigurationError with the problems, each once: an expression may be evaluated, and reported, twice. */
export function checkProblems(problems: readonly Diagnostic[]): void {
  const unique = new Map(problems.map((problem) => [JSON.stringify([problem.where, problem.detail]), problem]));
  if (unique.size > 0) throw new ConfigurationError([...unique.values()]);
}

/** Code that is invalid, or whose values only Terraform can know; none of it is planned. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(readonly problems: readonly Diagnostic[]) {
    super(problems.map(({ where, detail }) => `${where}: ${detail}`).join("\n"));
  }
}

/** All problems of code, as an error for people. */
export function invalidConfiguration(error: ConfigurationError, nextStep: string): UserError {
  const { problems } = error;
  // The same problem of many resources is one.
  const byDetail = groupBy(problems, ({ detail }) => detail);
  const lines = [...byDetail].map(([detail, its]) => `${formatList(its.map(({ where }) => where))}:\n  ${detail}`);
  return new UserError(["Invalid configuration:", ...lines].join("\n"), nextStep, {
    code: "INVALID_CONFIGURATION",
    summary: "Invalid configuration.",
    problems,
    cause: error,
  });
}
