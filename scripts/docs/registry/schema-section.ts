import { documentationOf, type Attribute, type Schema, type ValueType } from "../../../src/schema";

/** The attributes of a schema as registries show them: https://developer.hashicorp.com/terraform/registry/providers/docs */
export function schemaSection({ attributes }: Schema): string {
  const all = Object.entries(attributes);
  const groups = GROUPS.map(([title, isIn]) => {
    const items = all.filter(([, attribute]) => isIn(attribute)).map(([name, each]) => attributeItem(name, each));
    return items.length === 0 ? "" : `### ${title}\n\n${items.join("\n")}`;
  });
  const nested = all.flatMap(([name, { type }]) => nestedSections([name], type));
  return ["## Schema", ...groups.filter((group) => group !== ""), ...nested].join("\n\n");
}

const GROUPS: readonly (readonly [title: string, isIn: (attribute: Attribute) => boolean])[] = [
  ["Required", ({ mode }) => mode === "required"],
  ["Optional", ({ mode }) => mode !== "required" && mode !== "computed"],
  ["Read-Only", ({ mode }) => mode === "computed"],
];

function attributeItem(name: string, attribute: Attribute): string {
  const { type, sensitive, deprecated } = attribute;
  const notes = [typeName(type), ...(sensitive ? ["Sensitive"] : []), ...(deprecated ? ["Deprecated"] : [])];
  const documentation = `${documentationOf(attribute)}${choicesOf(attribute)}`;
  return `- \`${name}\` (${notes.join(", ")}) ${documentation}${linkToFields([name], type)}`;
}

/** The allowed values, unless the description names all of them. */
function choicesOf({ choices = [], description }: Attribute): string {
  const quoted = choices.map((choice) => `\`${String(choice)}\``);
  return quoted.every((choice) => description.includes(choice)) ? "" : ` One of ${quoted.join(", ")}.`;
}

/** `List of String`. */
function typeName(type: ValueType): string {
  switch (type.kind) {
    case "string":
      return "String";
    case "number":
      return "Number";
    case "bool":
      return "Boolean";
    case "object":
      return "Object";
    case "nullable":
      return typeName(type.of);
    case "list":
      return `List of ${typeName(type.element)}`;
    case "set":
      return `Set of ${typeName(type.element)}`;
    case "map":
      return `Map of ${typeName(type.element)}`;
  }
}

/** The fields of the objects in a value; undefined if it has none. */
function fieldsOf(type: ValueType): Readonly<Record<string, ValueType>> | undefined {
  switch (type.kind) {
    case "object":
      return type.fields;
    case "nullable":
      return fieldsOf(type.of);
    case "list":
    case "set":
    case "map":
      return fieldsOf(type.element);
    default:
      return undefined;
  }
}

function anchor(path: readonly string[]): string {
  return `nestedatt--${path.join("--")}`;
}

function linkToFields(path: readonly string[], type: ValueType): string {
  return fieldsOf(type) === undefined ? "" : ` (see [below for nested schema](#${anchor(path)}))`;
}

/** A section for the fields of the objects in a value, and for the fields of nested objects. */
function nestedSections(path: readonly string[], type: ValueType): readonly string[] {
  const fields = Object.entries(fieldsOf(type) ?? {});
  if (fields.length === 0) return [];
  const items = fields.map(([name, field]) => {
    const description = field.description === undefined ? "" : ` ${field.description}`;
    return `- \`${name}\` (${typeName(field)})${description}${linkToFields([...path, name], field)}`;
  });
  return [
    `<a id="${anchor(path)}"></a>\n\n### Nested Schema for \`${path.join(".")}\`\n\n${items.join("\n")}`,
    ...fields.flatMap(([name, field]) => nestedSections([...path, name], field)),
  ];
}
