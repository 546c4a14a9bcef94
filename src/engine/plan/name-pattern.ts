import { nameKey } from "../../model";

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
  const names = patterns.map((pattern) => nameKey(pattern).split("*"));
  return ({ id, name }) => ids.has(id) || names.some((parts) => hasParts(nameKey(name), parts));
}

/**
 * Whether a text consists of these parts, in their order, and of any text between them. The first place of a part
 * leaves most of the text to those after it, so none is tried twice: a regular expression with many wildcards would try
 * all combinations of places.
 */
function hasParts(text: string, [first = "", ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
