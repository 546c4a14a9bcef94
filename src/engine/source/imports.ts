import {
  IDENTITIES,
  INVALID_OBJECTS_IMPORT_ID,
  INVALID_IMPORT_ID,
  invalidIdentityId,
  parseObjectsImportId,
  parseImportId,
  sameName,
  unsupportedNames,
  type ImportId,
  problemAt,
  type Diagnostic,
} from "../../model";
import { isOwn } from "../../model/provider-address";
import { quote } from "../../reconcile/text";
import { formatPath, string } from "../../schema";
import { callPath, formatAddress, parseAddress, type Address } from "../../terraform/address";
import { whereIs, type BlockInFile } from "../../terraform/json-blocks";
import type { DesiredProject, ImportedObjects, ProjectReference } from "../organization";
import type { Block, Blocks } from "./blocks";
import { Unresolvable, type Evaluation } from "./evaluation";
import { LITERAL, readArguments } from "./read-block";
import { convert, isMap, ProjectIdReference, type Value } from "./value";

/** How an `import` block names the object that exists: `id` or `identity`, as an expression. */
interface ImportedObject {
  readonly argument: "id" | "identity";
  readonly source: unknown;
}

/** An `import` block, its value, and the resource that it imports to. */
interface EvaluatedImport extends Pick<ImportedObject, "argument"> {
  readonly value: Value;
  readonly type: string;
  readonly organization: string;
}

/** Reads what is recorded. @throws Unresolvable */
export type ImportedReader<T> = (block: EvaluatedImport) => T;

const ARGUMENTS = ["//", "to", "id", "identity", "for_each", "provider"];

/**
 * The `import` blocks of a module, and what they record for its resources.
 *
 * @see https://developer.hashicorp.com/terraform/language/block/import
 */
export class Imports {
  readonly problems: readonly Diagnostic[];
  /** The keys are the local addresses that they are imported to. */
  readonly #objects = new Map<string, ImportedObject>();

  constructor(
    private readonly blocks: Blocks,
    private readonly evaluation: Evaluation,
  ) {
    this.problems = blocks.ofType("import").flatMap((block) => {
      const where = whereIs(block);
      return this.#read(block).map((message) => problemAt(where, message));
    });
  }

  /** Whether something is imported to the block of a resource. */
  has({ localAddress }: Block): boolean {
    return this.#objects.has(localAddress);
  }

  /**
   * What is recorded for the block of a resource; undefined if nothing is imported to it, or, with problems, if that
   * cannot be read.
   */
  of<T>(block: Block, organization: string, read: ImportedReader<T>): T | undefined {
    const found = this.#objects.get(block.localAddress);
    if (found === undefined) return undefined;
    const at = { ...block, address: `import of ${block.address}` };
    return this.evaluation.read(found.source, at, (value) => {
      return read({ argument: found.argument, value, type: block.type, organization });
    });
  }

  /** Reads a block. Returns what is wrong with it, with Terraform's messages. */
  #read({ body }: BlockInFile): readonly string[] {
    const unsupported = unsupportedNames(body, ARGUMENTS).map(({ detail }) => detail);
    const { to, id, identity } = body;
    if (to === undefined) return [...unsupported, 'The argument "to" is required, but no definition was found.'];
    const address = parseTarget(to);
    if (address === undefined) {
      return [...unsupported, `Invalid import address: ${JSON.stringify(to)} is not the address of a resource.`];
    }
    const shape = (id === undefined) === (identity === undefined) ? [SHAPE] : [];
    const problems = [...unsupported, ...shape, ...(isOwn(address.type) ? this.#checkTarget(address, body) : [])];
    if (isOwn(address.type) && problems.length === 0) {
      const argument = id === undefined ? "identity" : "id";
      this.#objects.set(formatAddress(address), { argument, source: body[argument] });
    }
    return problems;
  }

  #checkTarget(address: ImportTarget, body: BlockInFile["body"]): readonly string[] {
    const { byAddress, modules } = this.blocks;
    const text = formatAddress(address);
    const [module] = callPath(address.module);
    const resource = formatAddress({ ...address, key: undefined });
    if (address.mode === "data") return ["Invalid import address: only managed resources can be imported."];
    if ("for_each" in body || address.isDynamic) {
      return ["Only Terraform can evaluate for_each. Write a block for each resource, or pass Terraform's plan."];
    }
    if (this.#objects.has(text)) {
      return [`Duplicate import configuration for ${quote(text)}: a resource can have only one import block.`];
    }
    if (module === undefined ? !byAddress.has(resource) : !modules.has(module)) {
      return [`Configuration for import target does not exist: the code has no resource ${text}.`];
    }
    if (module === undefined && address.key !== undefined) {
      return [`Invalid import 'to' expression: the resource ${resource} has no instances with keys.`];
    }
    return "provider" in body ? [NO_PROVIDER] : [];
  }
}

const SHAPE = "Invalid import block: exactly one of 'id' and 'identity' is required.";
const NO_PROVIDER = "Invalid import provider argument: set `provider` in the resource instead.";

interface ImportTarget extends Address {
  /** Whether keys are expressions, such as `[each.key]`. */
  readonly isDynamic: boolean;
}

function parseTarget(to: unknown): ImportTarget | undefined {
  if (typeof to !== "string") return undefined;
  const literal = parseAddress(to);
  const isDynamic = literal === undefined || literal.stack !== undefined;
  const address = isDynamic ? parseAddress(to.replaceAll(/\[[^\]]*\]/g, "")) : literal;
  return address === undefined || address.stack !== undefined ? undefined : { ...address, isDynamic };
}

/** The project that an `import` block names: by its ID, or by its name. */
interface ImportedProject extends Pick<DesiredProject, "id" | "identityHostname"> {
  readonly name?: string;
}

/** Reads which project the `import` block of a project names. */
export function importedProject(block: EvaluatedImport): ImportedProject {
  if (block.argument === "identity") return projectWithIdentity(block.value);
  const named = projectNamed(textIn(block.value), block);
  return "id" in named ? named : { name: named.name };
}

/** Reads what the `import` block of a membership, or of a resource that assigns objects, records of which project. */
export function importedObjects(block: EvaluatedImport): ImportedObjects {
  const importId = importIdOf(block);
  if (typeof importId !== "string") return { project: importId };
  const parsed = parseObjectsImportId(importId);
  if (parsed === undefined) throw cannotImport(importId, INVALID_OBJECTS_IMPORT_ID);
  const project = referenceTo(parsed.project, block);
  return { project, ...(parsed.objects === undefined ? {} : { objects: parsed.objects }) };
}

/** The import ID of what has no identity, or the project whose ID it is. */
function importIdOf({ argument, value, type }: EvaluatedImport): string | ProjectReference {
  if (argument === "identity") throw new Unresolvable(`${type} has no identity. ${INVALID_IMPORT_ID}`);
  return value instanceof ProjectIdReference ? value.reference : textIn(value);
}

function textIn(value: Value): string {
  if (value === null) throw new Unresolvable("Invalid import id argument: the import ID cannot be null.");
  const id = convert(string, value);
  if (typeof id !== "string") throw new Unresolvable("Invalid import id argument: string required.");
  if (id === "") throw new Unresolvable("Invalid import id argument: the import ID is an empty string.");
  return id;
}

function referenceTo(importId: string, block: EvaluatedImport): ProjectReference {
  const named = projectNamed(importId, block);
  return "id" in named ? { by: "id", id: named.id } : { by: "name", name: named.name };
}

function projectNamed(importId: string, { organization }: EvaluatedImport): ImportId {
  const named = parseImportId(importId);
  if (named === undefined) throw cannotImport(importId, INVALID_IMPORT_ID);
  if ("id" in named || sameName(named.organization, organization)) return named;
  const places = `a project of ${named.organization}, and the resource is in the organization ${organization}`;
  throw new Unresolvable(`Cannot import ${quote(importId)}: it is ${places}.`);
}

function cannotImport(importId: string, reason: string): Unresolvable {
  return new Unresolvable(`Cannot import ${quote(importId)}. ${reason}`);
}

function projectWithIdentity(value: Value): ImportedProject {
  if (!isMap(value)) throw new Unresolvable("Invalid import identity argument: an object is required.");
  const definition = { ...IDENTITIES.tfprojects_project, type: "identity", rules: () => [] };
  const problems = [
    ...unsupportedNames(value, Object.keys(definition.attributes)),
    ...readArguments(value, definition, LITERAL, (name) => name).problems,
  ];
  const [problem] = problems;
  if (problem !== undefined) throw new Unresolvable(`${formatPath(problem.attribute)}: ${problem.detail}`);
  const { id, hostname } = value;
  // Validation has found what is no string.
  if (typeof id !== "string") throw new Unresolvable("id: string required.");
  const invalid = invalidIdentityId(id);
  if (invalid !== undefined) throw new Unresolvable(invalid);
  return { id, ...(typeof hostname === "string" ? { identityHostname: hostname } : {}) };
}
