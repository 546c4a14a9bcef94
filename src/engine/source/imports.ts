import {
  INVALID_OBJECTS_IMPORT_ID,
  INVALID_IMPORT_ID,
  invalidIdentityId,
  parseObjectsImportId,
  parseImportId,
  sameName,
  type ImportId,
  problemAt,
  type Diagnostic,
} from "../../model";
import { isOwn } from "../../model/provider-address";
import { quote } from "../../reconcile/text";
import { string } from "../../schema";
import { callPath, formatAddress, parseAddress, type Address } from "../../terraform/address";
import { whereIs, type BlockInFile } from "../../terraform/json-blocks";
import type { DesiredProject, ImportedObjects, ProjectReference } from "../organization";
import { hasOnly, refusedByTerraform, type Block, type Blocks } from "./blocks";
import { Unresolvable, type Evaluation } from "./evaluation";
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
    this.problems = blocks.ofType("import").flatMap((block) => this.#read(block));
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

  #read(block: BlockInFile): readonly Diagnostic[] {
    const { to, id, identity } = block.body;
    const address = parseTarget(to);
    if (address === undefined) return [refusedByTerraform(block)];
    if (!isOwn(address.type)) return [];
    if ("for_each" in block.body || address.isDynamic) return [problemAt(whereIs(block), FOR_EACH)];
    const text = formatAddress(address);
    const isClear = (id === undefined) !== (identity === undefined) && !this.#objects.has(text);
    if (!isClear || !hasOnly(block.body, ["to", "id", "identity"]) || !this.#isDeclared(address))
      return [refusedByTerraform(block)];
    this.#objects.set(
      text,
      id === undefined ? { argument: "identity", source: identity } : { argument: "id", source: id },
    );
    return [];
  }

  /** Whether the code has the resource, or a module that may have it. */
  #isDeclared(address: ImportTarget): boolean {
    const { byAddress, modules } = this.blocks;
    const [module] = callPath(address.module);
    return module === undefined ? byAddress.get(formatAddress(address))?.mode === "managed" : modules.has(module);
  }
}

const FOR_EACH = "Only Terraform can evaluate for_each. Write a block for each resource, or pass Terraform's plan.";

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
  const id = convert(string, value);
  if (typeof id === "string" && id !== "") return id;
  throw new Unresolvable("The import ID is no string, or an empty one.");
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
  const { id, hostname = null, ...others } = isMap(value) ? value : {};
  const isIdentity = typeof id === "string" && (hostname === null || typeof hostname === "string");
  if (!isIdentity || Object.keys(others).length > 0) {
    throw new Unresolvable("The identity of a project is an object with its `id` and, if it is given, its `hostname`.");
  }
  const invalid = invalidIdentityId(id);
  if (invalid !== undefined) throw new Unresolvable(invalid);
  return { id, ...(hostname === null ? {} : { identityHostname: hostname }) };
}
