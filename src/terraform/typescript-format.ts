import { camelCase } from "../model";
import { Expression, isList, type Argument, type HclValue } from "./hcl-format";
import { escapeTemplate, stringLiteral } from "./typescript-string";

/** A property of an object: an argument, or the blocks of one type as a list of objects. */
export type Property = Argument | { readonly name: string; readonly value: ObjectList };

export class ObjectList {
  constructor(readonly objects: readonly (readonly Argument[])[]) {}
}

/** A statement that creates a construct. */
export interface ConstructStatement {
  /** Name of the constant; undefined if nothing refers to the construct. */
  readonly constant?: string | undefined;
  readonly className: string;
  /** The expression for its scope: `this`. */
  readonly scope: string;
  readonly constructId: string;
  /** Strings in them are escaped for Terraform. */
  readonly properties: readonly Property[];
}

/** Prettier's default. */
const LINE_WIDTH = 80;
const INDENT = "  ";

/** The lines of the statement in Prettier's format. A single property stays on the same line if it fits. */
export function formatConstruct(statement: ConstructStatement, indent: string): readonly string[] {
  const { constant, className, scope, properties } = statement;
  const constructId = stringLiteral(statement.constructId);
  const head = `${indent}${constant === undefined ? "" : `const ${constant} = `}new ${className}(`;
  const object = inOneLine(properties);

  const oneLine = `${head}${scope}, ${constructId}, ${object ?? ""});`;
  if (object !== undefined && fits(oneLine)) return [oneLine];

  const opened = `${head}${scope}, ${constructId}, {`;
  if (fits(opened)) {
    return [opened, ...properties.flatMap((it) => formatProperty(it, indent + INDENT)), `${indent}});`];
  }
  const inner = indent + INDENT;
  const lines =
    object !== undefined && fits(`${inner}${object},`)
      ? [`${inner}${object},`]
      : [`${inner}{`, ...properties.flatMap((it) => formatProperty(it, inner + INDENT)), `${inner}},`];
  return [head, `${inner}${scope},`, `${inner}${constructId},`, ...lines, `${indent});`];
}

/** The lines of a property in an object with one property per line. */
export function formatProperty({ name, value }: Property, indent: string): readonly string[] {
  if (value instanceof ObjectList) return formatObjects(`${indent}${name}: `, value, ",", indent);
  const oneLine = `${indent}${name}: ${inline(value)},`;
  if (value instanceof Expression || typeof value === "boolean" || fits(oneLine)) return [oneLine];
  const inner = indent + INDENT;
  if (typeof value === "string") return [`${indent}${name}:`, `${inner}${textLiteral(value)},`];
  if (isList(value))
    return [`${indent}${name}: [`, ...value.map((text) => `${inner}${textLiteral(text)},`), `${indent}],`];
  return [`${indent}${name}: {`, ...members(value).map((member) => `${inner}${member},`), `${indent}},`];
}

/**
 * The lines of a list of objects. Several objects have a line each even if all of them fit into one.
 *
 * @param head - What is before the list, with the indentation.
 * @param end - What follows the list in its last line.
 */
export function formatObjects(head: string, { objects }: ObjectList, end: string, indent: string): readonly string[] {
  const [only, ...others] = objects.map(inlineObject);
  const oneLine = `${head}[${only ?? ""}]${end}`;
  if (others.length === 0 && fits(oneLine)) return [oneLine];
  const inner = indent + INDENT;
  const lines = objects.flatMap((properties) => {
    const object = `${inner}${inlineObject(properties)},`;
    if (fits(object)) return [object];
    return [`${inner}{`, ...properties.flatMap((it) => formatProperty(it, inner + INDENT)), `${inner}},`];
  });
  return [`${head}[`, ...lines, `${indent}]${end}`];
}

/** The lines of an object in an object. A single property stays on the same line if it fits. */
export function formatObjectEntry(name: string, properties: readonly Argument[], indent: string): readonly string[] {
  const object = inOneLine(properties);
  const oneLine = `${indent}${name}: ${object ?? ""},`;
  if (object !== undefined && fits(oneLine)) return [oneLine];
  return [`${indent}${name}: {`, ...properties.flatMap((it) => formatProperty(it, indent + INDENT)), `${indent}},`];
}

/** The lines of a declaration whose value is a list of names. */
export function formatListDeclaration(head: string, names: readonly string[]): readonly string[] {
  const oneLine = `${head}[${names.join(", ")}];`;
  return fits(oneLine) ? [oneLine] : [`${head}[`, ...names.map((name) => `${INDENT}${name},`), "];"];
}

/** Attributes as properties of a construct. */
export function propertiesOf(attributes: readonly Argument[]): readonly Argument[] {
  return attributes.map(({ name, value }) => ({ name: camelCase(name), value }));
}

/** The name of a property, quoted only if needed. `__proto__` is one only in brackets. */
export function propertyName(name: string): string {
  if (name === "__proto__") return `[${stringLiteral(name)}]`;
  return /^[a-z][a-z0-9]*$/.test(name) ? name : stringLiteral(name);
}

/** An object with a single property; undefined for others. */
function inOneLine([only, ...others]: readonly Property[]): string | undefined {
  if (only === undefined || others.length > 0 || only.value instanceof ObjectList) return undefined;
  return `{ ${only.name}: ${inline(only.value)} }`;
}

function inlineObject(properties: readonly Argument[]): string {
  return `{ ${properties.map(({ name, value }) => `${name}: ${inline(value)}`).join(", ")} }`;
}

function inline(value: HclValue): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === "string") return textLiteral(value);
  if (typeof value === "boolean") return `${value}`;
  return isList(value) ? `[${value.map(textLiteral).join(", ")}]` : `{ ${members(value).join(", ")} }`;
}

function members(value: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(value).map(([key, text]) => `${propertyName(key)}: ${textLiteral(text)}`);
}

function textLiteral(text: string): string {
  return stringLiteral(escapeTemplate(text));
}

/**
 * Counts each character as one column. Prettier counts East Asian characters as two, and may break their lines
 * differently.
 */
export function fits(line: string): boolean {
  return Array.from(line).length <= LINE_WIDTH;
}
