/** Why the engine cannot tell what the code says. */
export interface ConfigurationProblem {
  /** Where: a resource's address with its attribute, `tfprojects_project.platform.name`, or a file. */
  readonly where: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** Code of which not all can be read; nothing is planned with the rest. */
export class ConfigurationError extends Error {
  override readonly name = "UnreadableCodeError";

  constructor(readonly problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ where, message }) => `${where}: ${message}`).join("\n"));
  }
}
