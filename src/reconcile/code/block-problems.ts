import { Given, isInput, problemsIn, type Definition } from "../../model";
import type { ValueType } from "../../schema";
import type { Members } from "./blocks";
import { converted, mismatch } from "./conversion";
import { ProjectId, type Value } from "./evaluation";
import { unknownArguments, type BlockKind } from "./known-names";

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
export function blockProblems(
  body: Members,
  kind: BlockKind,
  definition: Definition,
  known: (source: unknown) => Value | undefined,
): readonly BlockProblem[] {
  const values = new Map<string, unknown>();
  const misfits: BlockProblem[] = [];
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    if (!isInput(attribute)) {
      values.set(name, known(body[name]));
      continue;
    }
    const read = readAs(attribute.type, body[name], known);
    if (read.fits) values.set(name, read.value);
    else misfits.push({ attribute: name, message: mismatch(name, attribute.type) });
  }
  const problems = problemsIn(definition, new Given((attribute) => values.get(attribute)));
  return [
    ...unknownArguments(body, kind, definition),
    ...misfits,
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
  const fitting = converted(type, value);
  if (fitting === undefined) return { fits: false };
  // An id of a project is right for where ids go, and is told apart elsewhere.
  return { fits: true, value: fitting instanceof ProjectId ? undefined : fitting };
}
