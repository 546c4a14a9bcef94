import type { AttributeProblem } from "../errors";

type Attributes = Readonly<Record<string, unknown>>;

/* Rules for settings of workspaces that have no other effect in the emulator. */

/** @param before the current attributes */
export function checkWorkspaceSettings(given: Attributes, before: Attributes = {}): AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  const version = given["terraform-version"];
  if (typeof version === "string" && version !== "" && !isVersion(version)) {
    problems.push({
      attribute: "terraform-version",
      detail: `Terraform version ${JSON.stringify(version)} is invalid`,
    });
  }
  const after = { ...before, ...given };
  if (after["global-remote-state"] === true && after["project-remote-state"] === true) {
    const detail = "Global remote state and project remote state cannot both be true";
    problems.push({ attribute: "global-remote-state", detail });
  }
  return problems;
}

/** Trigger prefixes and patterns are mutually exclusive: setting one clears the other. */
export function withExclusiveTriggers(given: Attributes): Attributes {
  const [prefixes, patterns] = ["trigger-prefixes", "trigger-patterns"] as const;
  if (isGiven(given[prefixes]) && given[patterns] === undefined) return { ...given, [patterns]: [] };
  if (isGiven(given[patterns]) && given[prefixes] === undefined) return { ...given, [prefixes]: [] };
  return given;
}

function isGiven(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

const CONSTRAINT = /^\s*(=|!=|>=?|<=?|~>)?\s*v?\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?\s*$/;

/** A Terraform version, version constraints, or `latest`. Whether a version exists is not checked. */
function isVersion(text: string): boolean {
  return text === "latest" || text.split(",").every((part) => CONSTRAINT.test(part));
}
