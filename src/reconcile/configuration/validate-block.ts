import { ConfigValues, isInput, validateConfig, type Definition } from "../../model";
import type { ValueType } from "../../schema";
import type { JsonObject } from "./blocks";
import { convert, typeMismatch } from "./conversion";
import { ProjectIdReference, type Value } from "./evaluation";
import { unsupportedArguments, type BlockKind } from "./unsupported-names";

/** What is wrong at one place in a block. */
export interface BlockProblem {
  /** `name`, `previous_names[1]`. */
  readonly attribute: string;
  readonly message: string;
}

/**
 * What Terraform and the provider would find wrong with a block, as far as its values are known: unknown arguments, values of the wrong
 * type, and what breaks the rules. Values that only Terraform knows are left to it, whether they are needed here or not.
 *
 * @param known - Works out an expression; undefined where only Terraform can.
 */
export function validateBlock(
  body: JsonObject,
  kind: BlockKind,
  definition: Definition,
  known: (source: unknown) => Value | undefined,
): readonly BlockProblem[] {
  const values = new Map<string, unknown>();
  const mismatches: BlockProblem[] = [];
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    if (!isInput(attribute)) {
      values.set(name, known(body[name]));
      continue;
    }
    const read = readAs(attribute.type, body[name], known);
    if (read.fits) values.set(name, read.value);
    else mismatches.push({ attribute: name, message: typeMismatch(name, attribute.type) });
  }
  const problems = validateConfig(definition, new ConfigValues((attribute) => values.get(attribute)));
  return [
    ...unsupportedArguments(body, kind, definition),
    ...mismatches,
    ...problems.map(({ attribute, index, message }) => ({
      attribute: index === undefined ? attribute : `${attribute}[${index}]`,
      message,
    })),
  ];
}

/** Of a list that is written out, each element is known or not for itself. */
function readAs(
  type: ValueType,
  source: unknown,
  known: (source: unknown) => Value | undefined,
): { readonly fits: boolean; readonly value?: unknown } {
  if (Array.isArray(source) && (type.kind === "list" || type.kind === "set")) {
    const items = source.map((item: unknown) => readAs(type.element, item, known));
    return { fits: items.every(({ fits }) => fits), value: items.map(({ value }) => value) };
  }
  const value = known(source);
  if (value === undefined) return { fits: true };
  const fitting = convert(type, value);
  if (fitting === undefined) return { fits: false };
  // An id of a project is right for where ids go, and is told apart elsewhere.
  return { fits: true, value: fitting instanceof ProjectIdReference ? undefined : fitting };
}
