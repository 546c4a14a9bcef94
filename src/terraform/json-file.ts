import { readTextFile } from "../text-file";

/** @throws SyntaxError, EncodingError, or the system's error, when it cannot be read as JSON. */
export function readJsonFile(path: string): unknown {
  return JSON.parse(readTextFile(path));
}

/** The members of a JSON object; none of any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
