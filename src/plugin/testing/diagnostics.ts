import { formatPath } from "../rpc/diagnostic-messages";
import type { DecodedMessage } from "../wire/message";
import { Severity } from "../wire/protocol";
import type { Diagnostic as DiagnosticType } from "../wire/protocol";

/** What Terraform would show: of the provider, or of Terraform itself about the provider. */
export interface ShownDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Which resource or data source it is about; undefined for the provider itself. */
  readonly address: string | undefined;
  /** Where in it, such as `labels[0]`; empty for all of it. */
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
