import { documentationOf, camelCase, type Attribute, type ValueType } from "../../src/schema";

/** A member of a class that is being written: its name in code and in Terraform, and how its value is referred to. */
export interface Member {
  readonly name: string;
  readonly terraformName: string;
  readonly type: ValueType;
  /** What it is, in Markdown. */
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

/** Names of attributes that a text has in backticks are written as they are in code. */
export function inCode(markdown: string): string {
  return markdown.replace(/`([a-z]+(?:_[a-z]+)+)`/g, (whole, name: string) =>
    STATUSES.has(name) ? whole : `\`${camelCase(name)}\``,
  );
}

/** Values that look like names of attributes. */
const STATUSES = new Set(["awaiting_override", "pre_plan", "post_plan", "pre_apply", "post_apply"]);

/** The type without the remark that it may be null, of which code knows nothing. */
export function bare(type: ValueType): ValueType {
  return type.kind === "nullable" ? bare(type.of) : type;
}

/** The type of a reference to the value. */
export function referenceType(type: ValueType): string {
  const { kind } = bare(type);
  switch (kind) {
    case "string":
    case "number":
      return kind;
    case "bool":
      return "IResolvable";
    case "map":
      return "StringMap";
    case "object":
      return `${objectName(type)}OutputReference`;
    default:
      return itemObject(type) === undefined ? "string[]" : `${objectName(type)}List`;
  }
}

/** The expression for a reference to the value, in a member of its owner. */
export function reference({ terraformName, type }: Member): string {
  const quoted = JSON.stringify(terraformName);
  switch (bare(type).kind) {
    case "string":
      return `this.getStringAttribute(${quoted})`;
    case "number":
      return `this.getNumberAttribute(${quoted})`;
    case "bool":
      return `this.getBooleanAttribute(${quoted})`;
    case "map":
      return `new StringMap(this, ${quoted})`;
    case "set":
      // Terraform does not index sets: what refers to one refers to it as a list.
      return `Fn.tolist(this.getListAttribute(${quoted})) as string[]`;
    case "object":
      return `new ${referenceType(type)}(this, ${quoted}, false)`;
    default:
      return itemObject(type) === undefined
        ? `this.getListAttribute(${quoted})`
        : `new ${referenceType(type)}(this, ${quoted}, false)`;
  }
}

/** The type of what code can give. */
export function inputType({ type, choices }: Attribute): string {
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  return memberType(type);
}

/** As {@link inputType}, where references are given too: any text where there are choices. */
export function memberType(type: ValueType): string {
  switch (bare(type).kind) {
    case "bool":
      return "boolean | IResolvable";
    case "list":
    case "set":
      return "string[]";
    default:
      return referenceType(type);
  }
}

/** The object of which a list is, or which the type is; undefined for others. */
export function itemObject(type: ValueType): Extract<ValueType, { readonly kind: "object" }> | undefined {
  const shape = bare(type);
  if (shape.kind === "object") return shape;
  return shape.kind === "list" ? itemObject(shape.element) : undefined;
}

/** The class that a reference to the value is of; none for plain values. */
export function classesOf(type: ValueType): readonly string[] {
  return itemObject(type) === undefined ? [] : [referenceType(type)];
}

function objectName(type: ValueType): string {
  const name = itemObject(type)?.name;
  if (name === undefined) throw new Error("An object type of a definition has no name, and so no class.");
  return name;
}
