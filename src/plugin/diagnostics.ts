import type { AttributePath } from "../schema";

/** An error or warning that Terraform shows, with the line of the configuration if `attribute` is set. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** The problem, in one line. */
  readonly summary: string;
  /** The cause, and what to do next. */
  readonly detail: string;
  readonly attribute?: AttributePath | undefined;
}

/** The errors and warnings of one request. */
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

/** Thrown to fail a request with these diagnostics. Of any other error, the message is shown. */
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
