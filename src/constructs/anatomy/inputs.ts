import { terraformName } from "./attribute";
import type { Attributes, TerraformType } from "./attribute";

/** What was given for each attribute of a construct, by its name in code. */
const given = new WeakMap<object, Map<string, unknown>>();

/** Takes from a configuration what it says about the attributes. */
export function takeInputs(construct: object, config: object, names: readonly string[]): void {
  for (const name of names) {
    const value: unknown = Reflect.get(config, name);
    assignInput(construct, name, value);
  }
}

/** What was given for an attribute; undefined when nothing was. */
export function inputOf(construct: object, name: string): unknown {
  return given.get(construct)?.get(name);
}

/** Null stands for nothing given, too: cdktf passes it to providers as a value, which they refuse. */
export function assignInput(construct: object, name: string, value: unknown): void {
  const inputs = given.get(construct) ?? new Map<string, unknown>();
  given.set(construct, inputs);
  inputs.set(name, value ?? undefined);
}

/** What was given, as cdktf renders it into Terraform's JSON. */
export function inputsAsJson(construct: object, inputs: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [terraformName(name), inputOf(construct, name)]));
}

/** What was given, as cdktf renders it into HCL (`cdktf synth --hcl`), which needs to be told each type. */
export function inputsAsHcl(construct: object, inputs: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs)
      .map(([name, { type }]) => [name, inputOf(construct, name), type] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value, type]) => [terraformName(name), { value, isBlock: false, ...hclType(type) }]),
  );
}

function hclType(type: TerraformType): { type: string; storageClassType: string } {
  switch (type) {
    case "string":
    case "number":
      return { type: "simple", storageClassType: type };
    case "bool":
      return { type: "simple", storageClassType: "boolean" };
    default:
      return { type: type[0], storageClassType: "stringList" };
  }
}
