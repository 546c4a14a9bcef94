import { documentationOf, camelCase, withoutNullable, type Attribute, type ValueType } from "../../src/schema";

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
  const { kind } = withoutNullable(type);
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

/** The expression for a reference to the value, inside its class. */
export function reference({ terraformName, type }: Member): string {
  const quoted = JSON.stringify(terraformName);
  switch (withoutNullable(type).kind) {
    case "string":
      return `this.getStringAttribute(${quoted})`;
    case "number":
      return `this.getNumberAttribute(${quoted})`;
    case "bool":
      return `this.getBooleanAttribute(${quoted})`;
    case "map":
      return `new StringMap(this, ${quoted})`;
    case "set":
      // Terraform cannot index sets, so references convert them to lists.
      return `Fn.tolist(this.getListAttribute(${quoted})) as string[]`;
    case "object":
      return `new ${referenceType(type)}(this, ${quoted}, false)`;
    default:
      return itemObject(type) === undefined
        ? `this.getListAttribute(${quoted})`
        : `new ${referenceType(type)}(this, ${quoted}, false)`;
  }
}

/** The TypeScript type of an argument. */
export function inputType({ type, choices }: Attribute): string {
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  return memberType(type);
}

/** The TypeScript type of a member. It also accepts references: any string, even if the attribute has choices. */
export function memberType(type: ValueType): string {
  switch (withoutNullable(type).kind) {
    case "bool":
      return "boolean | IResolvable";
    case "list":
    case "set":
      return "string[]";
    case "map":
      return "Record<string, string>";
    default:
      return referenceType(type);
  }
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

/** The object type, or the element type of a list of objects; undefined for other types. */
export function itemObject(type: ValueType): Extract<ValueType, { readonly kind: "object" }> | undefined {
  const shape = withoutNullable(type);
  if (shape.kind === "object") return shape;
  return shape.kind === "list" ? itemObject(shape.element) : undefined;
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
