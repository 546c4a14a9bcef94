import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { attributeError, ConfigValues, type AttributeDiagnostic, type Definition } from "../../model";
import { withTerraformNames, type AttributePath, type Body, type ObjectReference } from "../../schema";
import { isToken, literal } from "./literal";
import { resolveIn } from "./project-keys";

/**
 * References that cannot be meant: to the name of an object where its ID belongs, or to the ID where the name belongs.
 * Terraform often knows their values only after it has created the object.
 *
 * @param inputOf - The value that is set for an attribute or block.
 */
export function mistakenReferences(
  construct: IConstruct,
  definition: Definition,
  inputOf: (name: string) => unknown,
): readonly AttributeDiagnostic[] {
  const values = new ConfigValues((name) => withTerraformNames(definition, name, inputOf(name) ?? null));
  return mistakenIn(definition, values, TerraformStack.of(construct));
}

function mistakenIn(
  { attributes, blocks = {} }: Body,
  values: ConfigValues,
  stack: TerraformStack,
): readonly AttributeDiagnostic[] {
  return [
    ...Object.entries(attributes).flatMap(([name, { refersTo }]) =>
      refersTo === undefined
        ? []
        : textsOf(values, name).flatMap(({ text, path }) => {
            const detail = mistake(text, refersTo, stack);
            return detail === undefined ? [] : [attributeError(path, "Mistaken reference", detail)];
          }),
    ),
    ...Object.entries(blocks).flatMap(([type, block]) =>
      (values.blocks(type) ?? []).flatMap((it) => mistakenIn(block, it, stack)),
    ),
  ];
}

/** The text of an attribute, or those in its list. */
function textsOf(values: ConfigValues, name: string): readonly { text: string; path: AttributePath }[] {
  const one = values.string(name);
  if (typeof one === "string") return [{ text: one, path: values.path(name) }];
  // A list that only Terraform knows is a list with one token.
  if (isToken(values.stringList(name))) return [];
  return values.knownStrings(name).map(({ text, index }) => ({ text, path: values.path(name, index) }));
}

/** Says what is wrong; undefined for a reference that may be right, and for everything else. */
function mistake(text: string, expected: ObjectReference, stack: TerraformStack): string | undefined {
  if (literal(text) !== undefined) return undefined;
  const [, address = "", type = "", attribute = ""] = REFERENCE.exec(resolveIn(stack, text) ?? "") ?? [];
  if (!expected.types.includes(type) || attribute === expected.attribute) return undefined;
  const what = attribute === "id" ? "ID" : "name";
  return (
    `${address}.${attribute} is the ${what} of ${expected.object}. Use ${address}.${expected.attribute}: its ` +
    `\`${expected.attribute}\`.`
  );
}

const REFERENCE = /^\$\{((?:data\.)?([a-z_]+)\.[^.]+)\.(id|name)\}$/;
