import { camelCase, type Attribute } from "../../src/schema";
import { inCode, reference, referenceType, type Member } from "./members";

/** A getter that returns a reference. */
export function getter(member: Member): readonly string[] {
  const { name, type, documentation } = member;
  return [doc(documentation), `get ${name}(): ${referenceType(type)} {`, `return ${reference(member)};`, "}", ""];
}

/** An import of the names that the text uses; empty if it uses none. */
export function importOf(from: string, values: readonly string[], types: readonly string[], text: string): string {
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const names = [...values.filter(used), ...types.filter(used).map((type) => `type ${type}`)];
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from ${JSON.stringify(from)};`;
}

/** A doc comment with lines of at most 120 columns. */
export function doc(text: string): string {
  const lines = text.split("\n").flatMap((line) => wrapped(line, 110));
  return lines.length === 1
    ? `/** ${lines[0] ?? ""} */`
    : ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A documented member of an interface for the arguments of a resource. */
export function configMember(name: string, attribute: Attribute, type: string): string {
  const { description, mode, unset, defaultValue } = attribute;
  const isRequired = mode === "required";
  const value = unset ?? (defaultValue === undefined ? undefined : JSON.stringify(defaultValue));
  const text = value === undefined ? description : `${description}\n\n@default ${defaultText(value, defaultValue)}`;
  return documentedMember(inCode(text), `${camelCase(name)}${isRequired ? "" : "?"}: ${type}`);
}

/** A `@default` as in TSDoc: a literal value, or a remark after a dash. */
function defaultText(value: string, defaultValue: unknown): string {
  const [, literal] = /^`(.*)`$/.exec(value) ?? [];
  if (literal === undefined || literal.includes("`")) return defaultValue === undefined ? `- ${value}` : value;
  return /^(true|false|\d+)$/.test(literal) ? literal : JSON.stringify(literal);
}

/** @param member - Its name and type. */
export function documentedMember(documentation: string, member: string): string {
  return `${doc(documentation)}\nreadonly ${member};\n`;
}
