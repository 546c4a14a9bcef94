import { sanitize, sanitizeLines } from "../../sanitize";
import { ownMember } from "../../own-member";
import {
  formatPath,
  withoutNullable,
  withoutSetIndexes,
  type AttributePath,
  type Block,
  type Body,
  type Schema,
  type ValueType,
} from "../../schema";
import type { Diagnostic } from "../diagnostics";
import { Severity, type AttributePathMessage, type DiagnosticMessage } from "../wire/protocol";

/** The messages for Terraform, sanitized, since Terraform prints texts as is. */
export function diagnosticMessages(diagnostics: readonly Diagnostic[], schema: Schema): DiagnosticMessage[] {
  return diagnostics.map(({ severity, summary, detail, attribute = [] }) => {
    const steps = attributeSteps(schema, attribute);
    const path = withoutSetIndexes(schema, attribute);
    const where = isShown(schema, path, steps) ? "" : `${formatPath(path)}: `;
    return {
      severity: Severity[severity],
      summary: sanitize(summary),
      detail: sanitizeLines(where + detail),
      attribute: steps.length === 0 ? undefined : { steps },
    };
  });
}

/**
 * Whether Terraform shows what a path leads to. It does not show the rest of a longer path, and one of several blocks
 * only with an attribute in it.
 */
function isShown(schema: Schema, path: AttributePath, steps: Steps): boolean {
  return !path.slice(steps.length).some((step) => typeof step === "string") && !isBlock(schema, path);
}

function isBlock({ blocks = {} }: Body, [name, ...rest]: AttributePath): boolean {
  const block = typeof name === "string" ? ownMember(blocks, name) : undefined;
  if (block === undefined) return false;
  if (block.nesting === "single") return isBlock(block, rest);
  return rest.length === 1 || isBlock(block, rest.slice(1));
}

/** The path to an attribute of the schema. */
export function attributePathMessage(name: string): AttributePathMessage {
  return { steps: [{ attributeName: name }] };
}

type Steps = NonNullable<AttributePathMessage["steps"]>;

/**
 * The part of the path that Terraform finds in the configuration: blocks, the attribute, and one element of a list or
 * map. For a longer path, Terraform would show the first line of the resource. Elements of sets cannot be identified,
 * and neither can blocks.
 */
function attributeSteps({ attributes, blocks = {} }: Body, [name, ...rest]: AttributePath): Steps {
  if (typeof name !== "string") return [];
  const block = ownMember(blocks, name);
  if (block !== undefined) return [{ attributeName: name }, ...stepsInBlock(block, rest)];
  const attribute = ownMember(attributes, name);
  return attribute === undefined ? [] : [{ attributeName: name }, ...elementSteps(attribute.type, rest)];
}

function stepsInBlock(block: Block, path: AttributePath): Steps {
  if (block.nesting === "single") return attributeSteps(block, path);
  const [index, ...rest] = path;
  if (block.nesting === "set" || typeof index !== "number") return [];
  return [{ elementKeyInt: index }, ...attributeSteps(block, rest)];
}

function elementSteps(type: ValueType, [key]: AttributePath): Steps {
  const { kind } = withoutNullable(type);
  if (kind === "list" && typeof key === "number") return [{ elementKeyInt: key }];
  return kind === "map" && typeof key === "string" ? [{ elementKeyString: key }] : [];
}
