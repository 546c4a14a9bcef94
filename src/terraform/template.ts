import { unescapeHcl } from "./hcl-string";

/** A part of a string in Terraform JSON: literal text, or an expression. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly expression: string }
  /** `%{ if … }` and other directives, which only Terraform can evaluate. */
  | { readonly kind: "directive"; readonly expression: string };

/**
 * Parses a string of Terraform JSON. `$${` and `%%{` are escapes for `${` and `%{`; `~` next to a brace strips
 * whitespace.
 *
 * @see https://developer.hashicorp.com/terraform/language/expressions/strings
 */
export function parseTemplate(source: string): readonly TemplatePart[] {
  // Most strings of a configuration.
  if (!source.includes("{")) return [{ kind: "text", text: source }];
  const parts: TemplatePart[] = [];
  const marks = /\$?\$\{|%?%\{/g;
  let text = "";
  let at = 0;
  for (let found = marks.exec(source); found !== null; found = marks.exec(source)) {
    const [mark] = found;
    text += source.slice(at, found.index);
    at = marks.lastIndex;
    if (isEscapedMark(mark)) {
      text += mark.slice(1);
      continue;
    }
    const end = endOfExpression(source, at);
    const inside = source.slice(at, end);
    if (inside.startsWith("~")) text = text.trimEnd();
    if (text !== "") parts.push({ kind: "text", text });
    text = "";
    const kind = mark.startsWith("$") ? "expression" : "directive";
    parts.push({ kind, expression: inside.replace(/^~|~$/g, "").trim() });
    at = end + 1;
    if (inside.endsWith("~")) while (/\s/.test(source.charAt(at))) at += 1;
    marks.lastIndex = at;
  }
  text += source.slice(at);
  return text === "" && parts.length > 0 ? parts : [...parts, { kind: "text", text }];
}

function isMark(here: string): boolean {
  return here.startsWith("${") || here.startsWith("%{");
}

function isEscapedMark(here: string): boolean {
  return here === "$${" || here === "%%{";
}

/** The position of the brace that ends the expression; braces in strings and nested braces do not count. */
function endOfExpression(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '"') at = endOfString(source, at + 1);
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return source.length;
}

/** The position of the quote that ends a string inside an expression; the string may contain expressions. */
function endOfString(source: string, start: number): number {
  for (let at = start; at < source.length; at += 1) {
    const here = source.slice(at, at + 3);
    if (here.startsWith('"')) return at;
    if (here.startsWith("\\")) at += 1;
    else if (isEscapedMark(here)) at += 2;
    else if (isMark(here)) at = endOfExpression(source, at + 2);
  }
  return source.length;
}

/** The value of a quoted string inside an expression; undefined if it is none, or contains expressions. */
export function parseQuoted(expression: string): string | undefined {
  if (!expression.startsWith('"') || expression.length < 2 || endOfString(expression, 1) !== expression.length - 1)
    return undefined;
  const parts = parseTemplate(expression.slice(1, -1));
  if (parts.length !== 1 || parts[0]?.kind !== "text") return undefined;
  try {
    return unescapeHcl(parts[0].text);
  } catch {
    return undefined;
  }
}

/** The steps of a reference such as `data.tfprojects_projects.all.ids["Foo Bar"]`; undefined for other expressions. */
export function parseReference(expression: string): readonly string[] | undefined {
  const steps: string[] = [];
  const step = /\.?([A-Za-z_][A-Za-z0-9_-]*)|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]/y;
  while (step.lastIndex < expression.length) {
    const match = step.exec(expression);
    if (match === null) return undefined;
    const [, name, key, index] = match;
    const isFirst = steps.length === 0;
    if (name === undefined ? isFirst : match[0].startsWith(".") === isFirst) return undefined;
    const found = name ?? index ?? parseQuoted(`"${key ?? ""}"`);
    if (found === undefined) return undefined;
    steps.push(found);
  }
  return steps.length === 0 ? undefined : steps;
}
