import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import type { AttributePath } from "../../schema";
import type { Violation } from "../violation";
import { idPrefix, isId, type IdKind } from "../id";
import type { ConfigValues } from "./config-values";

/*
 * Rules shared by several attributes. They validate known values; omitted and unknown values are valid.
 */

/** Validates a string by the service's rules; one problem per violation. */
export function checkString(
  config: ConfigValues,
  attribute: string,
  summary: string,
  rules: (text: string) => readonly Violation<string>[],
): readonly AttributeDiagnostic[] {
  const text = config.string(attribute);
  if (typeof text !== "string") return [];
  return rules(text).map(({ message }) => attributeError(config.path(attribute), summary, message));
}

/** Like {@link checkString}, for each element of a list. */
export function checkStrings(
  config: ConfigValues,
  attribute: string,
  summary: string,
  rules: (text: string) => readonly Violation<string>[],
): readonly AttributeDiagnostic[] {
  return config
    .knownStrings(attribute)
    .flatMap(({ index, text }) =>
      rules(text).map(({ message }) => attributeError(config.path(attribute, index), summary, message)),
    );
}

/** @param remedy - What to do if the value is not an ID. */
export function checkId(
  config: ConfigValues,
  attribute: string,
  kind: IdKind,
  remedy: string,
): readonly AttributeDiagnostic[] {
  const text = config.string(attribute);
  return typeof text === "string" ? idProblems(config.path(attribute), attribute, kind, text, remedy) : [];
}

/** {@link checkId} for the project of a resource. */
export function checkProjectId(config: ConfigValues): readonly AttributeDiagnostic[] {
  const remedy =
    "For a project that is in the code, use its `id`. To find another project by its name, use a data source.";
  return checkId(config, "project_id", "project", remedy);
}

/** Like {@link checkId}, for each element of a set. */
export function checkIds(
  config: ConfigValues,
  attribute: string,
  kind: IdKind,
  remedy: string,
): readonly AttributeDiagnostic[] {
  return config
    .knownStrings(attribute)
    .flatMap(({ index, text }) => idProblems(config.path(attribute, index), attribute, kind, text, remedy));
}

function idProblems(
  path: AttributePath,
  attribute: string,
  kind: IdKind,
  text: string,
  remedy: string,
): readonly AttributeDiagnostic[] {
  if (isId(kind, text)) return [];
  const kindLabel = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const expected = `expected ${JSON.stringify(idPrefix(kind))} followed by letters and digits`;
  const message = `${JSON.stringify(text)} is not a valid ${kindLabel} ID (${expected}). ${remedy}`;
  return [attributeError(path, `Invalid ${attribute}`, message, { isIdFormat: true })];
}

/**
 * Exactly one of several attributes must select the object to read.
 *
 * @param what - Such as `project`.
 * @param ways - Each attribute, and whether it is set; undefined while that is unknown.
 * @param advice - A sentence that lists the attributes.
 */
export function checkExactlyOne(
  config: ConfigValues,
  what: string,
  ways: readonly (readonly [attribute: string, isSet: boolean | null | undefined])[],
  advice: string,
): readonly AttributeDiagnostic[] {
  const set = ways.filter(([, isSet]) => isSet === true).map(([attribute]) => attribute);
  const [first, second] = set;
  if (first !== undefined && second !== undefined) {
    const message = `${set.map((attribute) => config.displayName(attribute)).join(" and ")} are set. ${advice}`;
    return [attributeError(config.path(second), `More than one ${what} selected`, message)];
  }
  const [way] = ways;
  if (way === undefined || first !== undefined || ways.some(([, isSet]) => isSet === undefined)) return [];
  const message = `No ${what} is selected. ${advice}`;
  return [attributeError(config.path(way[0]), `No ${what} selected`, message)];
}

/** @param what - What the text is, such as `team name`. */
export function checkEmptyName(config: ConfigValues, attribute: string, what: string): readonly AttributeDiagnostic[] {
  if (config.string(attribute) !== "") return [];
  return [attributeError(config.path(attribute), `Invalid ${attribute}`, `A ${what} must not be empty.`)];
}

export function checkPositive(config: ConfigValues, attribute: string): readonly AttributeDiagnostic[] {
  const number = config.number(attribute);
  if (typeof number !== "number" || (Number.isFinite(number) && number > 0)) return [];
  const message = `${config.displayName(attribute)} must be a number greater than 0; it is ${number}.`;
  return [attributeError(config.path(attribute), `Invalid ${attribute}`, message)];
}

/** The organization of a resource or data source; defaults to the provider's. */
export function checkOrganization(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.string("organization") !== "") return [];
  const message = `${config.displayName("organization")} is empty. Leave it out to use the provider's.`;
  return [attributeError(config.path("organization"), "Invalid organization", message)];
}
