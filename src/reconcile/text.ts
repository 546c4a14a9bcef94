export { formatList } from "../model";

/** "1 workspace", "3 workspaces". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A name in double quotes, with control characters escaped. */
export function quote(name: string): string {
  return JSON.stringify(name);
}

/** White space that a reader cannot see, and characters that separate names and details. */
const AMBIGUOUS = /^\s|\s$|\s\s|[,()"→]/;

/** A name that lists and lines show without quotes, unless it is unclear where it begins and ends. */
export function quoteIfAmbiguous(name: string): string {
  return name === "" || AMBIGUOUS.test(name) ? quote(name) : name;
}
