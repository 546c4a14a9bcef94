import { formatPath } from "../../src/schema";
import type { DecodedMessage } from "../../src/plugin/wire/message";
import { Severity } from "../../src/plugin/wire/protocol";
import type { Diagnostic as DiagnosticType } from "../../src/plugin/wire/protocol";

/** A diagnostic of the provider, or of Terraform about the provider. */
export interface ShownDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The resource or data source; undefined for the provider. */
  readonly address: string | undefined;
  /** The path in it, such as `labels[0]`; empty for the whole block. */
  readonly attribute: string;
}

export function shownDiagnostic(
  { severity, summary, detail, attribute }: DecodedMessage<typeof DiagnosticType>,
  address: string | undefined,
): ShownDiagnostic {
  const steps = attribute?.steps ?? [];
  const path = steps.flatMap((step) => step.attributeName ?? step.elementKeyString ?? step.elementKeyInt ?? []);
  return {
    severity: severity === Severity.error ? "error" : "warning",
    summary,
    detail,
    address,
    attribute: formatPath(path),
  };
}

export function hasErrors(diagnostics: readonly ShownDiagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
