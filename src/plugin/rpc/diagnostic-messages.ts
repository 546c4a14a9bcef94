import type { AttributePath, Diagnostic } from "../diagnostics";
import type { Schema } from "../schema";
import type { ValueType } from "../value-type";
import type { AttributePathMessage, DiagnosticMessage } from "../wire/protocol";
import { Severity } from "../wire/protocol";

export function diagnosticMessages(diagnostics: readonly Diagnostic[], schema: Schema): DiagnosticMessage[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: Severity[severity],
    summary,
    detail,
    attribute: attribute === undefined ? undefined : attributePathMessage(schema, attribute),
  }));
}

/**
 * The path as Terraform writes it, as far as the schema knows it and Terraform can point at it: it has no way to name
 * one element of a set, and no path at all stands for the whole block.
 */
export function attributePathMessage(schema: Schema, path: AttributePath): AttributePathMessage | undefined {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(schema.attributes, name)) return undefined;
  const steps: NonNullable<AttributePathMessage["steps"]>[number][] = [{ attributeName: String(name) }];
  let type = schema.attributes[name]?.type;
  for (const step of rest) {
    const container = type === undefined ? undefined : withoutNullable(type);
    if (container?.kind === "list" && typeof step === "number") steps.push({ elementKeyInt: step });
    else if (container?.kind === "map") steps.push({ elementKeyString: String(step) });
    else if (container?.kind === "object" && Object.hasOwn(container.fields, step)) {
      steps.push({ attributeName: String(step) });
    } else break;
    type = container.kind === "object" ? container.fields[step] : container.element;
  }
  return { steps };
}

/** The path as a person would write it: `triggers["a"][0]`. */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[a-z_][\w-]*$/i.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

function withoutNullable(type: ValueType): Exclude<ValueType, { readonly kind: "nullable" }> {
  return type.kind === "nullable" ? withoutNullable(type.of) : type;
}
