import { nameKey } from "../../model";
import { badRequest, notEmulated } from "../errors";
import type { EffectiveTag } from "../store/tag-bindings";
import type { Route } from "./route";

/** `filter[tagged][i][key]` and `filter[tagged][i][value]`; each `i` is one filter. */
const TAG_FILTER_PATTERN = /^filter\[tagged\]\[(\d+)\]\[(key|value)\]$/;

/** The same parameters as routes declare them. */
export const TAG_FILTER_PARAMETERS = ["filter[tagged][i][key]", "filter[tagged][i][value]"];

/**
 * Parameters that select or extend the result: filters, searches, sort order and includes. All routes accept the paging
 * parameters.
 */
const SELECTING_PARAMETERS = /^(filter|search|q)(\[|$)|^(include|sort)$/;

/**
 * Rejects filters, searches, sort orders and includes that the route does not support, since ignoring one would return
 * a wrong result. `[i]` in a declared name matches any number.
 *
 * @throws HttpError 400 with the name of the parameter, and whether the service has it
 */
export function rejectUnknownParameters(query: URLSearchParams, { method, path, query: known = {} }: Route): void {
  const { emulated = [], notEmulated: others = [] } = known;
  for (const name of query.keys()) {
    if (!SELECTING_PARAMETERS.test(name)) continue;
    const generic = name.replaceAll(/\[\d+\]/g, "[i]");
    if (emulated.includes(generic)) continue;
    const what = `Parameter ${name} of ${method} ${path}`;
    if (others.includes(generic)) throw notEmulated(what);
    const expected =
      emulated.length === 0 ? "The operation has no such parameters." : `Expected one of ${emulated.join(", ")}.`;
    throw badRequest(`${what} is unknown. ${expected}`);
  }
}

/** The value of a parameter; undefined when absent or blank. */
export function queryValue(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value.trim() === "" ? undefined : value;
}

/** The items of a comma-separated parameter; undefined when absent or blank. */
export function queryList(query: URLSearchParams, name: string): readonly string[] | undefined {
  const items = (queryValue(query, name) ?? "").split(",").map((item) => item.trim());
  const present = items.filter((item) => item !== "");
  return present.length === 0 ? undefined : present;
}

/**
 * Reads `include`. Values with hyphens, as documented, and with underscores, as clients send them, are equivalent.
 *
 * @param others values that the service supports and the emulator does not
 * @throws HttpError 400 for a value that is not in `allowed`
 */
export function readInclude<const T extends string>(
  query: URLSearchParams,
  allowed: readonly T[],
  others: readonly string[] = [],
): readonly T[] {
  const given = (query.get("include") ?? "").split(",").filter((value) => value !== "");
  return given.map((value) => {
    const found = allowed.find((option) => option === value.replaceAll("_", "-"));
    if (found === undefined) {
      if (others.includes(value.replaceAll("_", "-"))) throw notEmulated(`Include parameter ${value}`);
      throw badRequest(`Invalid include parameter: ${value}. Expected one of ${allowed.join(", ")}.`);
    }
    return found;
  });
}

/**
 * The conditions of `filter[tagged]`, all of which must hold. An absent or empty key or value matches every tag: the Go
 * client sends an empty value to filter by key only.
 */
export function tagFilters(query: URLSearchParams): ((tags: readonly EffectiveTag[]) => boolean)[] {
  const filters = new Map<string, { key?: string; value?: string }>();
  for (const [name, text] of query) {
    const [, index, part] = TAG_FILTER_PATTERN.exec(name) ?? [];
    if (index === undefined || text === "") continue;
    filters.set(index, { ...filters.get(index), [part === "key" ? "key" : "value"]: text });
  }
  return [...filters.values()].map(
    ({ key, value }) =>
      (tags) =>
        tags.some((tag) => (key === undefined || tag.key === key) && (value === undefined || tag.value === value)),
  );
}

/** `search[wildcard-name]`: an asterisk at the start, at the end or at both matches anything; case-insensitive. */
export function wildcardMatcher(pattern: string): (name: string) => boolean {
  const [open, closed] = [pattern.startsWith("*"), pattern.endsWith("*")];
  const text = nameKey(pattern.replace(/^\*/, "").replace(/\*$/, ""));
  return (name) => {
    const key = nameKey(name);
    if (open && closed) return key.includes(text);
    if (open) return key.endsWith(text);
    return closed ? key.startsWith(text) : key === text;
  };
}
