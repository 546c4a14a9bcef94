/** A version in a Terraform version constraint. A pre-release follows a hyphen. */
interface Version {
  readonly numbers: readonly [number, number, number];
  /** How many numbers it has: two for `3.2`. */
  readonly written: number;
  readonly prerelease: string;
}

const VERSION = /^v?(?<numbers>\d+(?:\.\d+){0,2})(?:-(?<prerelease>[0-9A-Za-z.-]+))?$/;

/** The version of an exact constraint (`3.2.4` or `= 3.2.4`); undefined for a range. */
export function exactVersion(constraints: string): string | undefined {
  return /^\s*=?\s*(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\s*$/.exec(constraints)?.[1];
}

/** The first version in a text. */
export function firstVersion(text: string): string | undefined {
  return /\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?/.exec(text)?.[0];
}

/**
 * Whether a version satisfies all constraints, such as `>= 3.0, < 4.0`; false if either is invalid. As in Terraform,
 * only an exact constraint matches a pre-release.
 *
 * @see https://developer.hashicorp.com/terraform/language/expressions/version-constraints
 */
export function satisfies(version: string, constraints: string): boolean {
  const candidate = parseVersion(version);
  return candidate !== undefined && constraints.split(",").every((constraint) => meets(candidate, constraint));
}

function meets(candidate: Version, constraint: string): boolean {
  const [, operator = "=", text = ""] = /^\s*(=|!=|>=|<=|>|<|~>)?\s*(\S+)\s*$/.exec(constraint) ?? [];
  const bound = parseVersion(text);
  if (bound === undefined) return false;
  const order = compare(candidate, bound);
  const isSame = order === 0 && candidate.prerelease === bound.prerelease;
  if (operator === "=") return isSame;
  if (operator === "!=") return !isSame;
  if (candidate.prerelease !== "") return false;
  switch (operator) {
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    default: {
      // "~>" allows only the last given number to increase; with one number, the major version is fixed.
      const fixed = Math.max(bound.written - 1, 1);
      return order >= 0 && candidate.numbers.slice(0, fixed).every((number, index) => number === bound.numbers[index]);
    }
  }
}

function parseVersion(text: string): Version | undefined {
  const { numbers, prerelease = "" } = VERSION.exec(text.trim())?.groups ?? {};
  if (numbers === undefined) return undefined;
  const written = numbers.split(".").map(Number);
  const [major = 0, minor = 0, patch = 0] = written;
  return { numbers: [major, minor, patch], written: written.length, prerelease };
}

/** Negative if `one` precedes `other`. Ignores pre-releases. */
function compare(one: Version, other: Version): number {
  return one.numbers[0] - other.numbers[0] || one.numbers[1] - other.numbers[1] || one.numbers[2] - other.numbers[2];
}
