import { stringLiteral } from "./string-literal";

/** The value of a property in generated code. */
export type PropertyValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  /** An expression as it stands. */
  | { readonly kind: "code"; readonly code: string };

export interface Property {
  readonly name: string;
  readonly value: PropertyValue;
}

/** A statement that makes a construct. */
export interface ConstructStatement {
  /** Name of the constant that it is assigned to; undefined where nothing refers to it. */
  readonly constant?: string | undefined;
  readonly className: string;
  /** The expression for the construct that it becomes part of: `this`. */
  readonly scope: string;
  readonly constructId: string;
  readonly properties: readonly Property[];
}

/** Prettier's, where nothing else is configured. */
const LINE_WIDTH = 80;
const INDENT = "  ";

/** The statement's lines, broken as prettier breaks them. A single property stays on the statement's line if it can. */
export function formatConstruct(statement: ConstructStatement, indent: string): readonly string[] {
  const { constant, className, scope, properties } = statement;
  const constructId = stringLiteral(statement.constructId);
  const head = `${indent}${constant === undefined ? "" : `const ${constant} = `}new ${className}(`;
  const [only, ...others] = properties;
  const flat = only !== undefined && others.length === 0 ? `{ ${only.name}: ${inline(only.value)} }` : undefined;

  const oneLine = `${head}${scope}, ${constructId}, ${flat ?? ""});`;
  if (flat !== undefined && fits(oneLine)) return [oneLine];

  const opened = `${head}${scope}, ${constructId}, {`;
  if (fits(opened)) {
    return [opened, ...properties.flatMap((it) => formatProperty(it, indent + INDENT)), `${indent}});`];
  }
  const inner = indent + INDENT;
  const object =
    flat !== undefined && fits(`${inner}${flat},`)
      ? [`${inner}${flat},`]
      : [`${inner}{`, ...properties.flatMap((it) => formatProperty(it, inner + INDENT)), `${inner}},`];
  return [head, `${inner}${scope},`, `${inner}${constructId},`, ...object, `${indent});`];
}

/** The lines of a property of an object that has each property on a line of its own. */
export function formatProperty({ name, value }: Property, indent: string): readonly string[] {
  const oneLine = `${indent}${name}: ${inline(value)},`;
  if (value.kind === "code" || fits(oneLine)) return [oneLine];
  const inner = indent + INDENT;
  return value.kind === "text"
    ? [`${indent}${name}:`, `${inner}${stringLiteral(value.text)},`]
    : [`${indent}${name}: [`, ...value.texts.map((text) => `${inner}${stringLiteral(text)},`), `${indent}],`];
}

/** The lines of a list of names that is the value of a declaration. */
export function formatListDeclaration(head: string, names: readonly string[]): readonly string[] {
  const oneLine = `${head}[${names.join(", ")}];`;
  return fits(oneLine) ? [oneLine] : [`${head}[`, ...names.map((name) => `${INDENT}${name},`), "];"];
}

function inline(value: PropertyValue): string {
  switch (value.kind) {
    case "code":
      return value.code;
    case "text":
      return stringLiteral(value.text);
    case "texts":
      return `[${value.texts.map(stringLiteral).join(", ")}]`;
  }
}

/** Characters count one column each: where East Asian ones count two, prettier may break a description's line otherwise. */
function fits(line: string): boolean {
  return Array.from(line).length <= LINE_WIDTH;
}
