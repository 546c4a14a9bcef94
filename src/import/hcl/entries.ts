import { Expression } from "../../terraform/hcl-format";

/* Expressions about the entries of `local.projects`, which may omit what is optional. */

/** Whether an entry has any of these columns. */
export function hasAny(entry: string, columns: readonly string[]): string {
  return columns.map((column) => `can(${entry}.${column})`).join(" || ");
}

/** The argument of a resource or block for each entry that has any of these columns. */
export function entriesWith(columns: readonly string[]): string {
  return `for_each = { for key, entry in local.projects : key => entry if ${hasAny("entry", columns)} }`;
}

export function ifSet(expression: string, otherwise: string): Expression {
  return new Expression(`try(${expression}, ${otherwise})`);
}
