import { nameKey } from "./name";

/** What a pattern is compared with. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/**
 * Whether objects have the ID or the name of one of the patterns. In a pattern, `*` matches any text; as for the
 * service, case does not matter in names.
 */
export function matcherOf(patterns: readonly string[]): (object: NamedObject) => boolean {
  const ids = new Set(patterns);
  const patternOf = patternMatcher(patterns);
  return ({ id, name }) => ids.has(id) || patternOf(nameKey(name)) !== undefined;
}

/** Finds the first of the patterns that matches a name, which is given by its {@link nameKey}. */
export function patternMatcher(patterns: readonly string[]): (key: string) => string | undefined {
  const compiled = patterns.map((pattern) => ({ pattern, parts: nameKey(pattern).split("*") }));
  return (key) => compiled.find(({ parts }) => hasParts(key, parts))?.pattern;
}

/** Whether a pattern matches every name. */
export function matchesEveryName(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}

/**
 * Whether a text consists of these parts, in their order, and of any text between them. The first place of a part
 * leaves most of the text to those after it, so none is tried twice: a regular expression with many wildcards would try
 * all combinations of places.
 */
function hasParts(text: string, parts: readonly string[]): boolean {
  const [first = ""] = parts;
  const last = parts.length - 1;
  if (last < 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (let index = 1; index < last; index += 1) {
    const part = parts[index] ?? "";
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const end = parts[last] ?? "";
  return text.length - end.length >= at && text.endsWith(end);
}
