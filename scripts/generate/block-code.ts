import { camelCase, withoutNullable, type Attribute } from "../../src/schema";
import { blockInputType, blockMember, inCode, inputType, type NamedBlock } from "./members";
import { configMember, doc, documentedMember } from "./text";

/**
 * The interfaces of blocks, and functions that convert them to Terraform JSON and HCL, as cdktf's own generator writes
 * them. Inner ones first.
 */
export function blockCode(named: NamedBlock): readonly string[] {
  const { name, block, blocks } = named;
  const attributes = Object.entries(block.attributes);
  return [
    ...blocks.flatMap(blockCode),
    doc(inCode(block.description)),
    `export interface ${name} {`,
    ...attributes.map(([attribute, of]) => configMember(attribute, of, inputType(of))),
    ...blocks.map(blockConfigMember),
    "}",
    "",
    `function ${jsonFunction(name)}(struct?: ${name} | IResolvable): unknown {`,
    "if (!isStruct(struct)) return struct;",
    "return definedValues({",
    ...attributes.map(([attribute]) => `${attribute}: struct.${camelCase(attribute)},`),
    ...blocks.map((it) => jsonBlock(it, `struct.${camelCase(it.type)}`)),
    "});",
    "}",
    "",
    `function ${hclFunction(name)}(struct?: ${name} | IResolvable): unknown {`,
    "if (!isStruct(struct)) return struct;",
    "return definedArguments({",
    ...attributes.map(([attribute, of]) => `${attribute}: ${hclArgument(of, `struct.${camelCase(attribute)}`)},`),
    ...blocks.map((it) => hclBlock(it, `struct.${camelCase(it.type)}`)),
    "});",
    "}",
    "",
  ];
}

/** The member for blocks of an interface. */
export function blockConfigMember(named: NamedBlock): string {
  const { name, documentation } = blockMember(named);
  const isRequired = named.block.minItems > 0;
  return documentedMember(documentation, `${name}${isRequired ? "" : "?"}: ${blockInputType(named)}`);
}

/** The property of Terraform JSON with the blocks of a value. */
export function jsonBlock({ type, name, block }: NamedBlock, value: string): string {
  const convert = block.nesting === "single" ? jsonFunction(name) : `listMapper(${jsonFunction(name)}, true)`;
  return `${type}: ${convert}(${value}),`;
}

/** The property of HCL with the blocks of a value. */
export function hclBlock({ type, name, block }: NamedBlock, value: string): string {
  const [kind, storageClass, convert] =
    block.nesting === "single"
      ? ["struct", name, hclFunction(name)]
      : [block.nesting, `${name}List`, `listMapperHcl(${hclFunction(name)}, true)`];
  return `${type}: nestedBlocks(${JSON.stringify(kind)}, ${JSON.stringify(storageClass)}, ${convert}(${value})),`;
}

/** The argument of HCL with the value of an attribute. */
export function hclArgument({ type }: Attribute, value: string): string {
  const { kind } = withoutNullable(type);
  if (kind === "list" || kind === "set" || kind === "map") return `collection(${JSON.stringify(kind)}, ${value})`;
  return `simple(${JSON.stringify(kind === "bool" ? "boolean" : kind)}, ${value})`;
}

function jsonFunction(name: string): string {
  return `${uncapitalized(name)}ToTerraform`;
}

function hclFunction(name: string): string {
  return `${uncapitalized(name)}ToHclTerraform`;
}

function uncapitalized(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
