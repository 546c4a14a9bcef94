/** Where in the configuration: attribute names, list indexes, map keys. */
export type AttributePath = readonly (string | number)[];

/** What Terraform shows to the user, with the line of the configuration when `attribute` is given. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One line: what is wrong. */
  readonly summary: string;
  /** Why, and what to do next. */
  readonly detail: string;
  readonly attribute?: AttributePath | undefined;
}

/** Collects what is to be said about one request. */
export class Diagnostics {
  readonly #entries: Diagnostic[] = [];

  get entries(): readonly Diagnostic[] {
    return this.#entries;
  }

  get hasErrors(): boolean {
    return this.#entries.some((entry) => entry.severity === "error");
  }

  error(summary: string, detail: string, attribute?: AttributePath): void {
    this.#entries.push({ severity: "error", summary, detail, attribute });
  }

  warning(summary: string, detail: string, attribute?: AttributePath): void {
    this.#entries.push({ severity: "warning", summary, detail, attribute });
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    this.#entries.push(...diagnostics);
  }
}

/** Thrown where work cannot go on: carries what Terraform is to show. Any other error is shown by its message. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map((diagnostic) => `${diagnostic.summary}: ${diagnostic.detail}`).join("\n"), options);
    this.diagnostics = diagnostics;
  }

  static of(summary: string, detail: string, attribute?: AttributePath, cause?: unknown): DiagnosticError {
    return new DiagnosticError([{ severity: "error", summary, detail, attribute }], { cause });
  }
}
