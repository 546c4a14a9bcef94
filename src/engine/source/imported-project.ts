import type { DesiredProject } from "../organization";
import {
  IDENTITIES,
  INVALID_IMPORT_ID,
  invalidIdentityId,
  parseImportId,
  sameName,
  unsupportedNames,
} from "../../model";
import { quote } from "../../reconcile/text";
import { string } from "../../schema";
import type { ImportedObject } from "./import-blocks";
import { LITERAL, validateArguments } from "./validate-block";
import { convert, isMap, type Value } from "./value";

/** The project that an `import` block names. */
export type ImportedProject =
  | { readonly id: string; readonly hostname: string | null }
  | { readonly name: string; readonly organization: string };

/** What is wrong with the argument of an `import` block, as Terraform and the provider would say. */
class InvalidImport {
  constructor(readonly messages: readonly string[]) {}
}

/**
 * Reads which project an `import` block names.
 *
 * @param value - Of the block's argument.
 * @param organization - Of the resource that the project is imported to.
 * @returns Messages if it names none.
 */
export function readImported(
  { argument }: ImportedObject,
  value: Value,
  organization: string,
): ImportedProject | { readonly messages: readonly string[] } {
  return argument === "id" ? byId(value, organization) : byIdentity(value);
}

function byId(value: Value, organization: string): ImportedProject | InvalidImport {
  if (value === null) return new InvalidImport(["Invalid import id argument: the import ID cannot be null."]);
  const id = convert(string, value);
  if (typeof id !== "string") return new InvalidImport(["Invalid import id argument: string required."]);
  if (id === "") return new InvalidImport(["Invalid import id argument: the import ID is an empty string."]);
  const named = parseImportId(id);
  if (named === undefined) return new InvalidImport([`Cannot import ${quote(id)}. ${INVALID_IMPORT_ID}`]);
  if ("id" in named) return { id: named.id, hostname: null };
  if (sameName(named.organization, organization)) return named;
  const places = `a project of ${named.organization}, and the resource is in the organization ${organization}`;
  return new InvalidImport([`Cannot import ${quote(id)}: it is ${places}.`]);
}

function byIdentity(value: Value): ImportedProject | InvalidImport {
  if (!isMap(value)) {
    return new InvalidImport(["Invalid import identity argument: an object is required."]);
  }
  const definition = { ...IDENTITIES.tfprojects_project, type: "identity", rules: () => [] };
  const problems = [
    ...unsupportedNames(value, Object.keys(definition.attributes)),
    ...validateArguments(value, definition, LITERAL, (name) => name),
  ];
  if (problems.length > 0)
    return new InvalidImport(problems.map(({ attribute, message }) => `${attribute}: ${message}`));
  const { id, hostname } = value;
  // Validation has found what is no string.
  if (typeof id !== "string") return new InvalidImport(["id: string required."]);
  const invalid = invalidIdentityId(id);
  if (invalid !== undefined) return new InvalidImport([invalid]);
  return { id, hostname: typeof hostname === "string" ? hostname : null };
}

/** The members of a project that is imported by its id. */
export function importedId({
  id,
  hostname,
}: Extract<ImportedProject, { readonly id: string }>): Partial<DesiredProject> {
  return { id, ...(hostname === null ? {} : { identityHostname: hostname }) };
}
