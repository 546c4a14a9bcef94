import { nameKey } from "../model";

/** What a pattern is compared with. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/**
 * Whether objects have the ID or the name of one of the patterns. In a pattern, `*` stands for any text; as for the
 * service, case does not matter in names.
 */
export function matcherOf(patterns: readonly string[]): (object: NamedObject) => boolean {
  const ids = new Set(patterns);
  const names = patterns.map((pattern) => {
    const parts = nameKey(pattern)
      .split("*")
      .map((part) => part.replace(/[\\^$.+?()[\]{}|/-]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s");
  });
  return ({ id, name }) => ids.has(id) || names.some((pattern) => pattern.test(nameKey(name)));
}
