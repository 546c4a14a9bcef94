import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ERROR_CODES } from "../../src/api";
import type { ErrorCode } from "../../src/api";
import { table } from "./block";

const CLASSES = resolve(__dirname, "../../src/api/errors");

/** What whoever meets the error can do; when it comes, the class says itself. */
const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  configuration: "Give the address or token that the message names.",
  argument: "Correct the call.",
  unauthorized: "Get a new token; the message says where this one came from.",
  forbidden: "Have the token's owner permitted, or correct the ids that the service names.",
  "not-found": "Check the id or name, and that the token's owner may see it.",
  conflict: "Read the object again, and decide anew.",
  "invalid-request": "Correct what `problems` names; `isNameTaken` tells a name that another has.",
  "rate-limited": "Lower `requestsPerSecond`, or let fewer programs use the service at once.",
  refused: "Check that the address is the right service, in a version that has this.",
  service: "Try again later.",
  "unexpected-response": "Check that the address is the right service.",
  connection: "By `reason`: check the address, the proxy or the certificate; or try again.",
  timeout: "Try again, or give a longer `timeout`.",
  "deadline-exceeded": "Try again, or raise `deadlineMs`; after a write with `outcomeUnknown`, look first.",
  "response-too-large":
    "Check that the address is the right service; ask for smaller pages; or raise `maxResponseBytes`.",
  aborted: "Nothing: you asked for it.",
};

/** Each class of the client's errors: its code, and what its doc comment says of when it comes. */
export function clientErrors(): string {
  const classes = readdirSync(CLASSES).flatMap((file) => classIn(readFileSync(join(CLASSES, file), "utf8")));
  const rows = ERROR_CODES.map((code) => {
    const found = classes.find((each) => each.code === code);
    if (found === undefined) throw new Error(`No class in src/api/errors has the code ${code}.`);
    return [`\`${found.name}\``, `\`${code}\``, found.when, REMEDIES[code]];
  });
  return table(["Class", "`code`", "When", "What to do"], rows);
}

function classIn(source: string): { readonly name: string; readonly code: string; readonly when: string }[] {
  const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+) extends/.exec(source);
  const code = /readonly code = "(.*?)"/.exec(source)?.[1];
  const [, comment, name] = found ?? [];
  if (comment === undefined || name === undefined || code === undefined) return [];
  return [
    {
      name,
      code,
      when: comment
        .replace(/^\s*\* ?/gm, "")
        .replace(/\s+/g, " ")
        .trim(),
    },
  ];
}
