import type { DesiredProject, ImportedAssignments, ProjectReference } from "../organization";
import {
  IDENTITIES,
  INVALID_ASSIGNMENTS_IMPORT_ID,
  INVALID_IMPORT_ID,
  invalidIdentityId,
  parseAssignmentsImportId,
  parseImportId,
  sameName,
  unsupportedNames,
  type ImportId,
} from "../../model";
import { quote } from "../../reconcile/text";
import { string } from "../../schema";
import type { ImportedObject } from "./import-blocks";
import { LITERAL, validateArguments } from "./validate-block";
import { convert, isMap, ProjectIdReference, type Value } from "./value";

/** The project that an `import` block of a project names. */
export type NamedProject =
  | { readonly id: string; readonly hostname: string | null }
  | { readonly name: string; readonly organization: string };

/** What is wrong with the argument of an `import` block, as Terraform and the provider would say. */
export class InvalidImport {
  constructor(readonly messages: readonly string[]) {}
}

/** An `import` block, its value, and the resource that it imports to. */
export interface EvaluatedImport extends Pick<ImportedObject, "argument"> {
  readonly value: Value;
  readonly type: string;
  readonly organization: string;
}

/** Reads which project the `import` block of a project names. */
export function readImportedProject(block: EvaluatedImport): NamedProject | InvalidImport {
  if (block.argument === "identity") return byIdentity(block.value);
  const importId = textIn(block.value);
  if (importId instanceof InvalidImport) return importId;
  const named = projectNamed(importId, block);
  return "id" in named ? { ...named, hostname: null } : named;
}

/** Reads whose workspaces the `import` block of a membership takes over. */
export function readImportedMembership(block: EvaluatedImport): ProjectReference | InvalidImport {
  const importId = importIdOf(block);
  return typeof importId === "string" ? referenceTo(importId, block) : importId;
}

/** Reads what the `import` block of a resource that assigns objects records of which project. */
export function readImportedAssignments(block: EvaluatedImport): ImportedAssignments | InvalidImport {
  const importId = importIdOf(block);
  if (importId instanceof InvalidImport) return importId;
  if (typeof importId !== "string") return { project: importId };
  const parsed = parseAssignmentsImportId(importId);
  if (parsed === undefined) return cannotImport(importId, INVALID_ASSIGNMENTS_IMPORT_ID);
  const project = referenceTo(parsed.project, block);
  if (project instanceof InvalidImport) return project;
  return { project, ...(parsed.objects === undefined ? {} : { objects: parsed.objects }) };
}

/** The import ID of what has no identity, or the project whose ID it is. */
function importIdOf({ argument, value, type }: EvaluatedImport): string | ProjectReference | InvalidImport {
  if (argument === "identity") return new InvalidImport([`${type} has no identity. ${INVALID_IMPORT_ID}`]);
  return value instanceof ProjectIdReference ? value.reference : textIn(value);
}

function textIn(value: Value): string | InvalidImport {
  if (value === null) return new InvalidImport(["Invalid import id argument: the import ID cannot be null."]);
  const id = convert(string, value);
  if (typeof id !== "string") return new InvalidImport(["Invalid import id argument: string required."]);
  return id === "" ? new InvalidImport(["Invalid import id argument: the import ID is an empty string."]) : id;
}

function referenceTo(importId: string, block: EvaluatedImport): ProjectReference | InvalidImport {
  const named = projectNamed(importId, block);
  if (named instanceof InvalidImport) return named;
  return "id" in named ? { by: "id", id: named.id } : { by: "name", name: named.name };
}

function projectNamed(importId: string, { organization }: EvaluatedImport): ImportId | InvalidImport {
  const named = parseImportId(importId);
  if (named === undefined) return cannotImport(importId, INVALID_IMPORT_ID);
  if ("id" in named || sameName(named.organization, organization)) return named;
  const places = `a project of ${named.organization}, and the resource is in the organization ${organization}`;
  return new InvalidImport([`Cannot import ${quote(importId)}: it is ${places}.`]);
}

function cannotImport(importId: string, reason: string): InvalidImport {
  return new InvalidImport([`Cannot import ${quote(importId)}. ${reason}`]);
}

function byIdentity(value: Value): NamedProject | InvalidImport {
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
export function importedId({ id, hostname }: Extract<NamedProject, { readonly id: string }>): Partial<DesiredProject> {
  return { id, ...(hostname === null ? {} : { identityHostname: hostname }) };
}
