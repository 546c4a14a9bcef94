import { sanitize, sanitizeLines } from "../../sanitize";
import type { AttributePath, Diagnostic } from "../diagnostics";
import { withoutNullable, type Schema } from "../../schema";
import { Severity, type AttributePathMessage, type DiagnosticMessage } from "../wire/protocol";

/** The messages for Terraform, sanitized, since Terraform prints texts as is. */
export function diagnosticMessages(diagnostics: readonly Diagnostic[], schema: Schema): DiagnosticMessage[] {
  return diagnostics.map(({ severity, summary, detail, attribute = [] }) => {
    const steps = attributeSteps(schema, attribute);
    // The part of the path that Terraform cannot show.
    const rest = attribute.length > steps.length ? `${formatPath(attribute)}: ` : "";
    return {
      severity: Severity[severity],
      summary: sanitize(summary),
      detail: sanitizeLines(rest + detail),
      attribute: steps.length === 0 ? undefined : { steps },
    };
  });
}

/** The path to an attribute of the schema. */
export function attributePathMessage(name: string): AttributePathMessage {
  return { steps: [{ attributeName: name }] };
}

/**
 * The part of the path that Terraform finds in the configuration: the attribute, and one element of a list or map. For
 * a longer path, Terraform would show the first line of the block. Elements of sets cannot be identified.
 */
function attributeSteps(schema: Schema, [name, key]: AttributePath): NonNullable<AttributePathMessage["steps"]> {
  if (name === undefined || !Object.hasOwn(schema.attributes, name)) return [];
  const attribute = { attributeName: String(name) };
  const type = schema.attributes[name]?.type;
  const kind = type === undefined ? undefined : withoutNullable(type).kind;
  if (kind === "list" && typeof key === "number") return [attribute, { elementKeyInt: key }];
  if (kind === "map" && typeof key === "string") return [attribute, { elementKeyString: key }];
  return [attribute];
}

/** The path as in HCL: `triggers["a"][0]`. */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[a-z_][\w-]*$/i.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
