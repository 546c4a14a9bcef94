import { nameKey } from "./name";
import { INVALID_IN_PROJECT_NAMES } from "./project";
import { charactersBeside } from "./text";
import type { Violation } from "./violation";
import { INVALID_IN_WORKSPACE_NAMES } from "./workspace";

/** An object that patterns are compared with. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/**
 * Whether one of the patterns matches the ID or the name of an object. In a pattern, `*` matches any text; names are
 * case-insensitive, as for the service.
 */
export function matcherOf(patterns: readonly string[]): (object: NamedObject) => boolean {
  const ids = new Set(patterns);
  const patternOf = patternMatcher(patterns);
  return ({ id, name }) => ids.has(id) || patternOf(nameKey(name)) !== undefined;
}

/** Finds the first of the patterns that matches a name, given as {@link nameKey}. */
export function patternMatcher(patterns: readonly string[]): (key: string) => string | undefined {
  const compiled = patterns.map((pattern) => compile(pattern));
  return (key) => {
    for (const it of compiled) if (matches(key, it)) return it.pattern;
    return undefined;
  };
}

const WILDCARD = 'In a pattern, "*" matches any text, and every other character only itself.';

/** Validates that a pattern can match a name of a workspace. */
export function checkWorkspacePattern(pattern: string): readonly Violation<"characters">[] {
  const others = charactersBeside(INVALID_IN_WORKSPACE_NAMES, withoutWildcards(pattern));
  if (others === undefined) return [];
  const message =
    `The pattern ${JSON.stringify(pattern)} can match no workspace: it has ${others}, but names of workspaces have ` +
    `only letters, numbers, "-" and "_". ${WILDCARD}`;
  return [{ rule: "characters", message }];
}

/** Validates a pattern for {@link matcherOf}, of names of projects and workspaces, or of IDs. */
export function checkObjectPattern(pattern: string): readonly Violation<"empty" | "characters" | "outer-space">[] {
  if (pattern === "") return [{ rule: "empty", message: "A pattern must not be empty. Leave it out." }];
  const shown = JSON.stringify(pattern);
  const others = charactersBeside(INVALID_IN_PROJECT_NAMES, withoutWildcards(pattern));
  if (others !== undefined) {
    const message =
      `The pattern ${shown} can match no project and no workspace: it has ${others}, but their names have only ` +
      `letters, numbers, spaces, "-" and "_". ${WILDCARD}`;
    return [{ rule: "characters", message }];
  }
  if (!/^ | $/.test(pattern)) return [];
  const message = `The pattern ${shown} can match no project and no workspace: no name begins or ends with a space.`;
  return [{ rule: "outer-space", message }];
}

function withoutWildcards(pattern: string): string {
  return pattern.replaceAll("*", "");
}

interface CompiledPattern {
  readonly pattern: string;
  /** The text before the first wildcard; all of it if there is none. */
  readonly start: string;
  /** The texts between wildcards. */
  readonly middle: readonly string[];
  /** The text after the last wildcard; undefined if there is none. */
  readonly end: string | undefined;
}

function compile(pattern: string): CompiledPattern {
  const [start = "", ...rest] = nameKey(pattern).split("*");
  return { pattern, start, middle: rest.slice(0, -1), end: rest.at(-1) };
}

/**
 * Whether a text consists of the parts of a pattern, in their order, with any text between them. The first place of a
 * part leaves most of the text to the parts after it, so no other place is tried: a regular expression with many
 * wildcards would try all combinations of places.
 */
function matches(text: string, { start, middle, end }: CompiledPattern): boolean {
  if (end === undefined) return text === start;
  // The ends rule out most texts.
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const part of middle) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - end.length >= at;
}
