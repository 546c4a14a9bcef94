import { groupBy } from "../lists";
import { formatList } from "../reconcile/text";
import { UserError } from "../user-error";

/** Why the code cannot be planned without Terraform. */
export interface ConfigurationProblem {
  /** A resource's address with its attribute, such as `tfprojects_project.platform.name`, or a file. */
  readonly where: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** @throws ConfigurationError with the problems, each once: an expression may be evaluated, and reported, twice. */
export function checkProblems(problems: readonly ConfigurationProblem[]): void {
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  if (unique.size > 0) throw new ConfigurationError([...unique.values()]);
}

/** Code that is invalid, or whose values only Terraform can know; none of it is planned. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(readonly problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ where, message }) => `${where}: ${message}`).join("\n"));
  }
}

/** All problems of code, as an error for people. */
export function invalidConfiguration(error: ConfigurationError, nextStep: string): UserError {
  // The same problem of many resources is one.
  const byMessage = groupBy(error.problems, ({ message }) => message);
  const lines = [...byMessage].map(
    ([message, problems]) => `${formatList(problems.map(({ where }) => where))}:\n  ${message}`,
  );
  return new UserError(["Invalid configuration:", ...lines].join("\n"), nextStep, {
    code: "INVALID_CONFIGURATION",
    summary: "Invalid configuration.",
    problems: error.problems.map(({ where, message }) => ({ address: where, message })),
    cause: error,
  });
}
