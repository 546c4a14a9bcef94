import {
  documentationOf,
  type Attribute,
  type Block,
  type Body,
  type Schema,
  type ValueType,
} from "../../../src/schema";

/** A schema as registries show it: https://developer.hashicorp.com/terraform/registry/providers/docs */
export function schemaSection(schema: Schema): string {
  const groups = groupsOf(schema, []).map(([title, items]) => `### ${title}\n\n${items.join("\n")}`);
  return ["## Schema", ...groups, ...sectionsIn(schema, [])].join("\n\n");
}

const GROUPS = ["Required", "Optional", "Read-Only"] as const;
type Group = (typeof GROUPS)[number];

/** The attributes and blocks of a body, grouped by what code has to set, may set and can only read. */
function groupsOf(
  { attributes, blocks = {} }: Body,
  path: readonly string[],
): readonly (readonly [title: Group, items: readonly string[]])[] {
  const all = [
    ...Object.entries(attributes).map(([name, it]) => [groupOf(it), attributeItem([...path, name], it)] as const),
    ...Object.entries(blocks).map(
      ([name, it]) => [it.minItems > 0 ? "Required" : "Optional", blockItem([...path, name], it)] as const,
    ),
  ];
  return GROUPS.map((group) => [group, all.filter(([its]) => its === group).map(([, item]) => item)] as const).filter(
    ([, items]) => items.length > 0,
  );
}

function groupOf({ mode }: Attribute): Group {
  return mode === "required" ? "Required" : mode === "computed" ? "Read-Only" : "Optional";
}

function attributeItem(path: readonly string[], attribute: Attribute): string {
  const { type, sensitive, deprecated } = attribute;
  const notes = [typeName(type), ...(sensitive ? ["Sensitive"] : []), ...(deprecated ? ["Deprecated"] : [])];
  const documentation = `${documentationOf(attribute)}${choicesOf(attribute)}`;
  return `- \`${path.at(-1) ?? ""}\` (${notes.join(", ")}) ${documentation}${linkToFields(path, type)}`;
}

function blockItem(path: readonly string[], { nesting, description, minItems, maxItems }: Block): string {
  const limits = [
    ...(minItems > 0 ? [`Min: ${minItems}`] : []),
    ...(maxItems === undefined ? [] : [`Max: ${maxItems}`]),
  ];
  const notes = nesting === "single" ? ["Block"] : [`Block ${nesting === "list" ? "List" : "Set"}`, ...limits];
  return `- \`${path.at(-1) ?? ""}\` (${notes.join(", ")}) ${description} ${linkTo(blockAnchor(path))}`;
}

/** A section for each nested block, and for the objects in each attribute. */
function sectionsIn({ attributes, blocks = {} }: Body, path: readonly string[]): readonly string[] {
  return [
    ...Object.entries(attributes).flatMap(([name, { type }]) => nestedSections([...path, name], type)),
    ...Object.entries(blocks).flatMap(([name, block]) => blockSections([...path, name], block)),
  ];
}

function blockSections(path: readonly string[], block: Block): readonly string[] {
  const groups = groupsOf(block, path).map(([title, items]) => `${title}:\n\n${items.join("\n")}`);
  return [nestedSection(blockAnchor(path), path, groups.join("\n\n")), ...sectionsIn(block, path)];
}

function nestedSection(anchor: string, path: readonly string[], content: string): string {
  return `<a id="${anchor}"></a>\n\n### Nested Schema for \`${path.join(".")}\`\n\n${content}`;
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

function blockAnchor(path: readonly string[]): string {
  return `nestedblock--${path.join("--")}`;
}

function linkTo(anchor: string): string {
  return `(see [below for nested schema](#${anchor}))`;
}

function linkToFields(path: readonly string[], type: ValueType): string {
  return fieldsOf(type) === undefined ? "" : ` ${linkTo(anchor(path))}`;
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
    nestedSection(anchor(path), path, items.join("\n")),
    ...fields.flatMap(([name, field]) => nestedSections([...path, name], field)),
  ];
}
