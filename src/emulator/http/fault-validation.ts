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
  if (problem !== undefined) throw new RangeError(`This fault makes no sense: ${problem}`);
}

function* faultProblems(fault: Fault): Generator<string> {
  const { method, path, status, headers, body, delayMs, drop, truncate, skip, every, times } = fault;
  if (method !== undefined && !METHODS.includes(method.toUpperCase())) {
    yield `no request has the method ${JSON.stringify(method)}.`;
  }
  if (typeof path === "string" && /[\s#]/.test(path)) {
    yield `no request's path contains ${JSON.stringify(path)}: spaces and # are never sent as such.`;
  }
  if (status === undefined && body === undefined && delayMs === undefined && drop === undefined && truncate !== true) {
    yield "it does nothing. Give status, body, delayMs, drop or truncate.";
  }
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    yield `status ${status} is not one that ends a request: a whole number from 200 to 599.`;
  }
  if (status === undefined && headers !== undefined && body === undefined) {
    yield "headers are those of an answer with a status or body of your own; give status, too.";
  }
  if (body !== undefined && drop !== undefined) {
    yield "drop leaves the request without an answer, body is one of an answer; give status, too, or no drop.";
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (CONNECTION_HEADERS.includes(name.toLowerCase())) {
      yield `${JSON.stringify(name)} is what the emulator says of the connection; an answer cut short is truncate.`;
    }
    if (!isHeader(name, value)) yield `${JSON.stringify(name)}: ${JSON.stringify(value)} cannot be sent as a header.`;
  }
  if (body !== undefined && status !== undefined && BODILESS_STATUSES.includes(status)) {
    yield `an answer with status ${status} has no body.`;
  }
  if (delayMs !== undefined && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
    yield `delayMs ${delayMs} is not a time to wait: milliseconds from 0 to ${MAX_DELAY_MS}.`;
  }
  if (drop !== undefined && status !== undefined) {
    yield `drop leaves the request without an answer, status ${status} answers it: give one of them.`;
  }
  if (drop !== undefined && truncate === true) {
    yield "drop leaves the request without an answer, truncate sends half of one: give one of them.";
  }
  if (times !== undefined && times !== Infinity && !isCount(times, 1)) {
    yield `it happens at least once, a whole number of times or always; times is ${times}.`;
  }
  if (skip !== undefined && !isCount(skip, 0)) yield `skip ${skip} is not a number of requests: 0, 1, 2, …`;
  if (every !== undefined && !isCount(every, 1)) yield `every ${every} is not a number of requests: 1, 2, 3, …`;
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
