import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ERROR_CODES } from "../../src/api";
import type { ErrorCode } from "../../src/api";
import { serviceErrorCode } from "../../src/engine/report/error-codes";
import { table } from "./block";

const SOURCES = ["errors.ts", "response-errors.ts"].map((file) => resolve(__dirname, "../../src/api", file));

/** What the caller can do. The documentation of each class says when the error occurs. */
const WHAT_TO_DO: Readonly<Record<ErrorCode, string>> = {
  configuration: "Do what the message says: it names the address, the token or the package.",
  "invalid-argument": "Correct the call.",
  unauthorized: "Create a new token; the message says where this one comes from.",
  forbidden: "Grant the token's owner permission, or correct the IDs that the service names.",
  "not-found": "Check the ID or name, and that the token's owner has access.",
  conflict: "Read the object again, and decide anew.",
  "unprocessable-entity": "Correct what `problems` names; `isNameTaken` recognizes a taken name.",
  "rate-limited": "Lower `requestsPerSecond`, or run fewer clients at the same time.",
  "bad-request": "Check the service's address, and that its version supports this operation.",
  server: "Try again later.",
  "unexpected-response": "Check the service's address; if a resource lacks something, its release.",
  connection: "By `reason`: check the address, the proxy or the certificate; or try again.",
  timeout: "Try again, or raise `timeoutMs`.",
  "deadline-exceeded": "Try again, or raise `deadlineMs`; after a write with `outcomeUnknown`, verify first.",
  "response-too-large": "Check the service's address; request smaller pages; or raise `maxResponseBytes`.",
  aborted: "Nothing: the caller requested it.",
};

/** The client's error classes with their codes and the documentation of when they occur. */
export function clientErrors(): string {
  const classes = SOURCES.flatMap((file) => errorClasses(readFileSync(file, "utf8")));
  const rows = ERROR_CODES.map((code) => {
    const found = classes.find((each) => each.code === code);
    if (found === undefined) throw new Error(`No error class has the code ${code}.`);
    return [`\`${found.name}\``, `\`${code}\``, `\`${serviceErrorCode(code)}\``, found.when, WHAT_TO_DO[code]];
  });
  return table(["class", "code", "in documents", "when", "what to do"], rows);
}

interface ErrorClass {
  readonly name: string;
  readonly code: string;
  readonly when: string;
}

const CLASS = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+) extends(?:(?!\n})[\s\S])*?readonly code = "(.*?)"/g;

function errorClasses(source: string): readonly ErrorClass[] {
  return [...source.matchAll(CLASS)].map(([, comment = "", name = "", code = ""]) => {
    const when = comment.replace(/^\s*\* ?/gm, "").replace(/\s+/g, " ");
    return { name, code, when: when.trim() };
  });
}
