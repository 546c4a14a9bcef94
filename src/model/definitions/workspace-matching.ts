import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import { checkWorkspacePattern } from "../name-pattern";
import { checkTagKey, checkTagValue } from "../project";
import { ANY_VALUE } from "../rule-condition";
import type { ConfigValues } from "./config-values";
import { checkStrings } from "./rules";

/*
 * Rules of attributes that match workspaces by name and by tag.
 */

/** Patterns of names. */
export function checkPatterns(config: ConfigValues, attribute: string): readonly AttributeDiagnostic[] {
  return [
    ...checkNotEmpty(config, attribute, config.stringList(attribute)),
    ...checkNoEmptyNames(config, attribute, "pattern"),
    ...checkStrings(config, attribute, `Invalid ${attribute}`, checkWorkspacePattern),
  ];
}

/** @param what - What the strings of the list are, such as `pattern`. */
export function checkNoEmptyNames(
  config: ConfigValues,
  attribute: string,
  what: string,
): readonly AttributeDiagnostic[] {
  const empty = config.knownStrings(attribute).find(({ text }) => text === "");
  if (empty === undefined) return [];
  const message = `A ${what} must not be empty. Leave it out.`;
  return [attributeError(config.path(attribute, empty.index), `Invalid ${attribute}`, message)];
}

/** Tags that workspaces have or do not have. */
export function checkMatchedTags(config: ConfigValues, attribute: string): readonly AttributeDiagnostic[] {
  const tags = config.stringMap(attribute);
  return [...checkNotEmpty(config, attribute, tags), ...invalidTags(config, attribute, tags)];
}

function invalidTags(
  config: ConfigValues,
  attribute: string,
  tags: ReturnType<ConfigValues["stringMap"]>,
): readonly AttributeDiagnostic[] {
  return Object.entries(tags ?? {}).flatMap(([key, value]) =>
    [
      // Workspaces may have tags with reserved keys.
      ...checkTagKey(key).filter(({ rule }) => rule !== "reserved"),
      ...(typeof value === "string" && value !== ANY_VALUE ? checkTagValue(key, value) : []),
    ].map(({ message }) => attributeError(config.path(attribute, key), `Invalid ${attribute}`, message)),
  );
}

/** A list or map that is set, but has nothing in it, matches nothing. */
function checkNotEmpty(
  config: ConfigValues,
  attribute: string,
  values: object | null | undefined,
): readonly AttributeDiagnostic[] {
  if (values === null || values === undefined || Object.keys(values).length > 0) return [];
  const message = `${config.displayName(attribute)} is empty. Leave it out.`;
  return [attributeError(config.path(attribute), `Invalid ${attribute}`, message)];
}

export function checkMaxMoves(config: ConfigValues): readonly AttributeDiagnostic[] {
  const limit = config.number("max_moves");
  if (typeof limit !== "number" || (Number.isInteger(limit) && limit >= 0)) return [];
  const message = `${config.displayName("max_moves")} must be a whole number, at least 0; it is ${limit}.`;
  return [attributeError(config.path("max_moves"), "Invalid max_moves", message)];
}
