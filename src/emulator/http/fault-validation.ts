import { METHODS, validateHeaderName, validateHeaderValue } from "node:http";
import type { Fault } from "./faults";

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Statuses of responses without a body. */
const BODILESS_STATUSES = [204, 205, 304];

/** Headers that the server sets; other values would break the connection. */
const CONNECTION_HEADERS = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/** @throws RangeError when the fault can never apply, or contradicts itself */
export function validateFault(fault: Fault): void {
  const problem = [...faultProblems(fault)][0];
  if (problem !== undefined) throw new RangeError(`Invalid fault: ${problem}`);
}

function* faultProblems(fault: Fault): Generator<string> {
  const { method, path, status, headers, body, delayMs, drop, truncate, skip, every, times } = fault;
  if (method !== undefined && !METHODS.includes(method.toUpperCase())) {
    yield `${JSON.stringify(method)} is not an HTTP method.`;
  }
  if (typeof path === "string" && /[\s#]/.test(path)) {
    yield `no request path contains ${JSON.stringify(path)}: spaces and # are always percent-encoded.`;
  }
  if (status === undefined && body === undefined && delayMs === undefined && drop === undefined && truncate !== true) {
    yield "one of status, body, delayMs, drop and truncate is required.";
  }
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    yield `status must be an integer from 200 to 599, not ${status}.`;
  }
  if (status === undefined && headers !== undefined && body === undefined) {
    yield "headers requires status or body.";
  }
  if (body !== undefined && drop !== undefined) {
    yield "drop and body are mutually exclusive.";
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (CONNECTION_HEADERS.includes(name.toLowerCase())) {
      yield `the header ${JSON.stringify(name)} is set by the emulator; use truncate to cut a response short.`;
    }
    if (!isHeader(name, value)) yield `${JSON.stringify(name)}: ${JSON.stringify(value)} is not a valid header.`;
  }
  if (body !== undefined && status !== undefined && BODILESS_STATUSES.includes(status)) {
    yield `a response with status ${status} has no body.`;
  }
  if (delayMs !== undefined && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
    yield `delayMs must be a number from 0 to ${MAX_DELAY_MS}, not ${delayMs}.`;
  }
  if (drop !== undefined && status !== undefined) {
    yield "drop and status are mutually exclusive.";
  }
  if (drop !== undefined && truncate === true) {
    yield "drop and truncate are mutually exclusive.";
  }
  if (times !== undefined && times !== Infinity && !isCount(times, 1)) {
    yield `times must be an integer of at least 1, or Infinity, not ${times}.`;
  }
  if (skip !== undefined && !isCount(skip, 0)) yield `skip must be an integer of at least 0, not ${skip}.`;
  if (every !== undefined && !isCount(every, 1)) yield `every must be an integer of at least 1, not ${every}.`;
}

function isCount(number: number, least: number): boolean {
  return Number.isSafeInteger(number) && number >= least;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
