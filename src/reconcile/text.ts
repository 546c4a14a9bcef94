export { formatList } from "../model";

/** "1 workspace", "3 workspaces". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A name in double quotes, with control characters escaped. */
export function quote(name: string): string {
  return JSON.stringify(name);
}
