import { badRequest } from "./errors";

/**
 * How many objects and arrays a request's body may hold one in the other; that of Ruby's JSON, with which the service is written
 * (emulator's choice: nothing public is said of it). What is kept of a request is written as JSON again for every answer that shows it,
 * and that fails for what is nested some thousand times.
 */
const MAX_NESTING = 100;

/** The JSON of a request's body. @throws ServiceError 400 when it is none, of which the service's public documentation does not speak. */
export function parseBody(text: string): unknown {
  const body = parsed(text);
  if (isDeeperThan(MAX_NESTING, body)) {
    throw badRequest(`The request's body is nested deeper than ${MAX_NESTING} objects and arrays.`);
  }
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The request's body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
