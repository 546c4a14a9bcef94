import { nameKey } from "../../model";
import { badRequest, notEmulated } from "../errors";
import type { Route } from "./route";

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
export function rejectUnknownParameters(
  query: URLSearchParams,
  { method, path, query: known = {} }: Pick<Route<never>, "method" | "path" | "query">,
): void {
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

/** The value of a parameter that is true or false. @throws HttpError 400 for another one (our choice: undocumented) */
export function readBoolean(name: string, value: string): boolean {
  if (value !== "true" && value !== "false") throw badRequest(`Invalid ${name}: ${value}. Expected true or false.`);
  return value === "true";
}

/** The items of a comma-separated parameter; undefined when absent or blank. */
export function queryList(query: URLSearchParams, name: string): readonly string[] | undefined {
  const items = (queryValue(query, name) ?? "").split(",").map((item) => item.trim());
  const present = items.filter((item) => item !== "");
  return present.length === 0 ? undefined : present;
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
