import { stringLiteral } from "./string-literal";

/** The value of a property in generated code. */
export type PropertyValue =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "strings"; readonly values: readonly string[] }
  /** An object of strings. */
  | { readonly kind: "map"; readonly members: readonly { readonly key: string; readonly value: string }[] }
  | { readonly kind: "expression"; readonly code: string };

export interface Property {
  readonly name: string;
  readonly value: PropertyValue;
}

/** A statement that creates a construct. */
export interface ConstructStatement {
  /** Name of its constant; undefined when nothing refers to it. */
  readonly constant?: string | undefined;
  readonly className: string;
  /** The expression for its scope: `this`. */
  readonly scope: string;
  readonly constructId: string;
  readonly properties: readonly Property[];
}

/** The default of Prettier. */
const LINE_WIDTH = 80;
const INDENT = "  ";

/** The lines of the statement in the format of Prettier. A single property stays on the same line if it fits. */
export function formatConstruct(statement: ConstructStatement, indent: string): readonly string[] {
  const { constant, className, scope, properties } = statement;
  const constructId = stringLiteral(statement.constructId);
  const head = `${indent}${constant === undefined ? "" : `const ${constant} = `}new ${className}(`;
  const [only, ...others] = properties;
  const object = only !== undefined && others.length === 0 ? `{ ${flat(only)} }` : undefined;

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
  const oneLine = `${indent}${name}: ${inline(value)},`;
  if (value.kind === "expression" || fits(oneLine)) return [oneLine];
  const inner = indent + INDENT;
  if (value.kind === "map") {
    const members = value.members.map((member) => `${inner}${member.key}: ${stringLiteral(member.value)},`);
    return [`${indent}${name}: {`, ...members, `${indent}},`];
  }
  return value.kind === "string"
    ? [`${indent}${name}:`, `${inner}${stringLiteral(value.value)},`]
    : [`${indent}${name}: [`, ...value.values.map((text) => `${inner}${stringLiteral(text)},`), `${indent}],`];
}

/** The lines of an object in an object. A single property stays on the same line if it fits. */
export function formatObjectEntry(name: string, properties: readonly Property[], indent: string): readonly string[] {
  const [only, ...others] = properties;
  const oneLine = only !== undefined && others.length === 0 ? `${indent}${name}: { ${flat(only)} },` : undefined;
  if (oneLine !== undefined && fits(oneLine)) return [oneLine];
  return [`${indent}${name}: {`, ...properties.flatMap((it) => formatProperty(it, indent + INDENT)), `${indent}},`];
}

/** The lines of a declaration whose value is a list of names. */
export function formatListDeclaration(head: string, names: readonly string[]): readonly string[] {
  const oneLine = `${head}[${names.join(", ")}];`;
  return fits(oneLine) ? [oneLine] : [`${head}[`, ...names.map((name) => `${INDENT}${name},`), "];"];
}

function flat({ name, value }: Property): string {
  return `${name}: ${inline(value)}`;
}

function inline(value: PropertyValue): string {
  switch (value.kind) {
    case "expression":
      return value.code;
    case "string":
      return stringLiteral(value.value);
    case "map":
      return `{ ${value.members.map((member) => `${member.key}: ${stringLiteral(member.value)}`).join(", ")} }`;
    case "strings":
      return `[${value.values.map(stringLiteral).join(", ")}]`;
  }
}

/**
 * Each character counts as one column. Prettier counts East Asian ones as two, and may break such a line differently.
 */
function fits(line: string): boolean {
  return Array.from(line).length <= LINE_WIDTH;
}
