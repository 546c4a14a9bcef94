import { camelCase } from "../model";
import { Expression, isList, isObject, type Argument, type HclObject, type HclValue } from "./hcl-format";
import { escapeTemplate, stringLiteral } from "./typescript-string";

/** A statement that creates a construct. */
export interface ConstructStatement {
  /** Name of the constant; undefined if nothing refers to the construct. */
  readonly constant?: string | undefined;
  readonly className: string;
  /** The expression for its scope: `this`. */
  readonly scope: string;
  readonly constructId: string;
  /** Strings in them are escaped for Terraform. */
  readonly properties: readonly Argument[];
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
export function formatProperty({ name, value }: Argument, indent: string): readonly string[] {
  const head = `${indent}${name}: `;
  if (typeof value !== "string" || name.length < SHORT_NAME || fits(`${head}${inline(value)},`)) {
    return formatValue(head, value, ",", indent);
  }
  return [head.trimEnd(), `${indent}${INDENT}${textLiteral(value)},`];
}

/** Prettier breaks no line after a property's name that is shorter than this. */
const SHORT_NAME = 5;

/**
 * The lines of a value, in one line if it fits. Lists of several objects have a line each even if all of them fit into
 * one.
 *
 * @param head - What is before the value, with the indentation.
 * @param end - What follows the value in its last line.
 */
function formatValue(head: string, value: HclValue, end: string, indent: string): readonly string[] {
  const oneLine = `${head}${inline(value)}${end}`;
  if (typeof value !== "object" || value instanceof Expression) return [oneLine];
  if (fits(oneLine) && !hasSeveralObjects(value)) return [oneLine];
  const inner = indent + INDENT;
  if (isList(value)) {
    return [`${head}[`, ...value.flatMap((item) => formatValue(inner, item, ",", inner)), `${indent}]${end}`];
  }
  return [`${head}{`, ...members(value).flatMap((it) => formatProperty(it, inner)), `${indent}}${end}`];
}

/** Whether a list of several objects is in a value. */
function hasSeveralObjects(value: HclValue): boolean {
  if (isList(value)) return (value.length > 1 && value.every(isObject)) || value.some(hasSeveralObjects);
  return isObject(value) && Object.values(value).some(hasSeveralObjects);
}

/** The lines of an object in an object. A single property stays on the same line if it fits. */
export function formatObjectEntry(name: string, properties: readonly Argument[], indent: string): readonly string[] {
  const object = inOneLine(properties);
  const oneLine = `${indent}${name}: ${object ?? ""},`;
  if (object !== undefined && fits(oneLine)) return [oneLine];
  return [`${indent}${name}: {`, ...properties.flatMap((it) => formatProperty(it, indent + INDENT)), `${indent}},`];
}

/** Attributes as properties of a construct. */
export function propertiesOf(attributes: readonly Argument[]): readonly Argument[] {
  return attributes.map(({ name, value }) => ({ name: camelCase(name), value }));
}

/** The name of a property, quoted only if needed. `__proto__` is one only in brackets. */
export function propertyName(name: string): string {
  if (name === "__proto__") return `[${stringLiteral(name)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** An object with a single property that is no list of objects; undefined for others. */
function inOneLine([only, ...others]: readonly Argument[]): string | undefined {
  if (only === undefined || others.length > 0 || (isList(only.value) && only.value.some(isObject))) return undefined;
  return inlineObject([only]);
}

function inlineObject(properties: readonly Argument[]): string {
  if (properties.length === 0) return "{}";
  return `{ ${properties.map(({ name, value }) => `${name}: ${inline(value)}`).join(", ")} }`;
}

function inline(value: HclValue): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === "string") return textLiteral(value);
  if (typeof value === "boolean") return `${value}`;
  return isList(value) ? `[${value.map(inline).join(", ")}]` : inlineObject(members(value));
}

function members(value: HclObject): readonly Argument[] {
  return Object.entries(value).map(([key, member]) => ({ name: propertyName(key), value: member }));
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
