import {
  camelCase,
  documentationOf,
  list,
  nullable,
  object,
  set,
  withDescription,
  withoutNullable,
  type Attribute,
  type Block,
  type Body,
  type ValueType,
} from "../../src/schema";

/** A member of a generated class. */
export interface Member {
  readonly name: string;
  readonly terraformName: string;
  readonly type: ValueType;
  /** Markdown. */
  readonly documentation: string;
}

export function attributeMember([terraformName, attribute]: readonly [string, Attribute]): Member {
  const { type } = attribute;
  return { name: camelCase(terraformName), terraformName, type, documentation: inCode(documentationOf(attribute)) };
}

export function fieldMember([terraformName, type]: readonly [string, ValueType]): Member {
  const documentation = inCode(type.description ?? "");
  return { name: camelCase(terraformName), terraformName, type, documentation };
}

/** Writes attribute names in backticks as they are in code. */
export function inCode(markdown: string): string {
  return markdown.replace(/`([a-z]+(?:_[a-z]+)+)`/g, (whole, name: string) =>
    STATUSES.has(name) ? whole : `\`${camelCase(name)}\``,
  );
}

/** Values that look like attribute names. */
const STATUSES = new Set(["awaiting_override", "pre_plan", "post_plan", "pre_apply", "post_apply"]);

/** The TypeScript type of a reference to the value. */
export function referenceType(type: ValueType): string {
  const shape = withoutNullable(type);
  switch (shape.kind) {
    case "string":
    case "number":
      return shape.kind;
    case "bool":
      return "IResolvable";
    case "map":
      checkTexts(shape);
      return "StringMap";
    case "object":
      return `${objectName(type)}OutputReference`;
    case "list":
    case "set":
      if (itemObject(type) !== undefined) return `${objectName(type)}List`;
      checkTexts(shape);
      return "string[]";
  }
}

/** The expression for a reference to the value, inside its class. */
export function reference({ terraformName, type }: Member): string {
  const quoted = JSON.stringify(terraformName);
  const { kind } = withoutNullable(type);
  switch (kind) {
    case "string":
      return `this.getStringAttribute(${quoted})`;
    case "number":
      return `this.getNumberAttribute(${quoted})`;
    case "bool":
      return `this.getBooleanAttribute(${quoted})`;
    case "map":
      return `new StringMap(this, ${quoted})`;
    case "object":
      return `new ${referenceType(type)}(this, ${quoted}, false)`;
    case "list":
    case "set":
      // Terraform cannot index sets: references convert them to lists.
      if (itemObject(type) !== undefined) return `new ${referenceType(type)}(this, ${quoted}, ${kind === "set"})`;
      return kind === "list"
        ? `this.getListAttribute(${quoted})`
        : `Fn.tolist(this.getListAttribute(${quoted})) as string[]`;
  }
}

/** The TypeScript type of an argument. */
export function inputType({ type, choices }: Attribute): string {
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  return memberType(type);
}

/** The TypeScript type of a member. It also accepts references: any string, even if the attribute has choices. */
export function memberType(type: ValueType): string {
  const shape = withoutNullable(type);
  switch (shape.kind) {
    case "bool":
      return "boolean | IResolvable";
    case "list":
    case "set":
      checkTexts(shape);
      return "string[]";
    case "map":
      checkTexts(shape);
      return "Record<string, string>";
    case "object":
      throw new Error("An argument cannot be an object, whose unknown fields Terraform ignores. Use a block.");
    default:
      return referenceType(type);
  }
}

/** Classes are generated for lists, sets and maps of strings only. */
function checkTexts({ kind, element }: Extract<ValueType, { readonly kind: "list" | "set" | "map" }>): void {
  const { kind: of } = withoutNullable(element);
  if (of !== "string") throw new Error(`No class can be generated for a ${kind} of type ${of}, only of type string.`);
}

/** The type of a reference to an input. */
export function inputReferenceType(type: ValueType): string {
  return withoutNullable(type).kind === "map" ? memberType(type) : referenceType(type);
}

/** The expression for {@link inputReferenceType}. */
export function inputReference(member: Member): string {
  return withoutNullable(member.type).kind === "map"
    ? `this.getStringMapAttribute(${JSON.stringify(member.terraformName)})`
    : reference(member);
}

/** The object type, or the element type of a list or set of objects; undefined for other types. */
export function itemObject(type: ValueType): Extract<ValueType, { readonly kind: "object" }> | undefined {
  const shape = withoutNullable(type);
  if (shape.kind === "object") return shape;
  return shape.kind === "list" || shape.kind === "set" ? itemObject(shape.element) : undefined;
}

/** The class of a reference to the value; none for primitive values. */
export function classesOf(type: ValueType): readonly string[] {
  return itemObject(type) === undefined ? [] : [referenceType(type)];
}

function objectName(type: ValueType): string {
  const name = itemObject(type)?.name;
  if (name === undefined) throw new Error("Object types in definitions need a name for their class.");
  return name;
}

/** A nested block, which has an interface. */
export interface NamedBlock {
  /** Its type in Terraform, such as `rule`. */
  readonly type: string;
  /** Name of the interface. */
  readonly name: string;
  readonly block: Block;
  readonly blocks: readonly NamedBlock[];
}

/** @param owner - The class or interface of the body: the first part of names. */
export function namedBlocks(owner: string, { blocks = {} }: Body): readonly NamedBlock[] {
  return Object.entries(blocks).map(([type, block]) => {
    const name = `${owner}${capitalized(camelCase(type))}`;
    return { type, name, block, blocks: namedBlocks(name, block) };
  });
}

export function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export function blockMember(named: NamedBlock): Member {
  const { type: terraformName, block } = named;
  const documentation = inCode(blockDocumentation(block));
  return { name: camelCase(terraformName), terraformName, type: blockReference(named), documentation };
}

/** Markdown. */
function blockDocumentation({ description, nesting, minItems, maxItems }: Block): string {
  if (nesting === "single" || (minItems === 0 && maxItems === undefined)) return description;
  const limits = [
    ...(minItems > 0 ? [`at least ${minItems}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ].join(" and ");
  return `${description} There must be ${limits}.`;
}

/** The type of references to the blocks of a type. */
function blockReference({ name, block, blocks }: NamedBlock): ValueType {
  const attributes = Object.entries(block.attributes).map(([field, attribute]): [string, ValueType] => [
    field,
    withDescription(attribute.type, documentationOf(attribute)),
  ]);
  const nested = blocks.map((it): [string, ValueType] => [
    it.type,
    withDescription(blockReference(it), it.block.description),
  ]);
  const one = object(Object.fromEntries([...attributes, ...nested]), name);
  switch (block.nesting) {
    case "list":
      return list(one);
    case "set":
      return set(one);
    case "single":
      return nullable(one);
  }
}

/** The TypeScript type of blocks in a configuration. */
export function blockInputType({ name, block }: NamedBlock): string {
  return block.nesting === "single" ? name : `${name}[] | IResolvable`;
}
