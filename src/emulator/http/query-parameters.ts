import { nameKey } from "../../model";
import type { EffectiveTag } from "../store/tag-bindings";
import { badRequest, notEmulated } from "./errors";
import type { Route } from "./route";

/** `filter[tagged][i][key]` and `filter[tagged][i][value]`, each `i` one filter. */
const TAG_FILTER_PATTERN = /^filter\[tagged\]\[(\d+)\]\[(key|value)\]$/;

/** The same, as routes name them among what they know. */
export const TAG_FILTER_PARAMETERS = ["filter[tagged][i][key]", "filter[tagged][i][value]"];

/** What asks for another answer: filters, searches, order and what to include. Pages are another matter, and known everywhere. */
const SELECTING_PARAMETERS = /^(filter|search|q)(\[|$)|^(include|sort)$/;

/**
 * Refuses filters, searches, orders and includes that the route does not know: to ignore one would be to answer with what was not asked
 * for. `[i]` in a name that the route knows stands for any number.
 *
 * @throws ServiceError 400 naming the parameter, and whether the real service knows it.
 */
export function rejectUnknownParameters(query: URLSearchParams, { method, path, query: known = {} }: Route): void {
  const { emulated = [], notEmulated: others = [] } = known;
  for (const name of query.keys()) {
    if (!SELECTING_PARAMETERS.test(name)) continue;
    const generic = name.replaceAll(/\[\d+\]/g, "[i]");
    if (emulated.includes(generic)) continue;
    const what = `Parameter ${name} of ${method} ${path}`;
    if (others.includes(generic)) throw notEmulated(what);
    const knows = emulated.length === 0 ? "It knows none of the kind." : `It knows ${emulated.join(", ")}.`;
    throw badRequest(`${what} is unknown. ${knows}`);
  }
}

/** A parameter's text, undefined when absent or blank. */
export function queryValue(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value.trim() === "" ? undefined : value;
}

/** The items of a parameter that is a list with commas; undefined when absent or blank. */
export function queryList(query: URLSearchParams, name: string): readonly string[] | undefined {
  const items = (queryValue(query, name) ?? "").split(",").map((item) => item.trim());
  const present = items.filter((item) => item !== "");
  return present.length === 0 ? undefined : present;
}

/**
 * Conditions that `filter[tagged]` makes, all of which must hold. A key or a value that is absent or empty holds for every tag: the
 * service's Go client sends an empty value when it asks for a key alone.
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

/** `search[wildcard-name]`: a star at the beginning, at the end or at both stands for anything; case makes no difference. */
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
