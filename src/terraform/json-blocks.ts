import { isObject, type JsonObject } from "../json";
import { RESOURCES, type Definition } from "../model";
import { isOwn, PROVIDER_TYPE } from "../model/provider-address";
import { ownMember } from "../own-member";
import { isIdentifier } from "./address";
import { lineOf, mergeObjects, repetitionOf } from "./json-syntax";

/** A block of a file of Terraform JSON. */
export interface JsonBlock {
  readonly type: BlockType;
  /** `["tfprojects_project", "platform"]` of a resource. */
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** Undefined if the content was not parsed by `parseJsonText`. */
  readonly line: number | undefined;
}

/** A block, and the file that has it. */
export interface BlockInFile extends JsonBlock {
  readonly file: string;
}

/** What Terraform does not accept in a file. */
export interface JsonProblem {
  /** `resource.tfprojects_project.platform`; empty for the file. */
  readonly place: string;
  readonly line: number | undefined;
  /** The message begins as Terraform's does. */
  readonly message: string;
}

/**
 * The blocks of a configuration, and what their labels are.
 *
 * @see https://developer.hashicorp.com/terraform/language/syntax/json
 */
const LABELS = {
  terraform: [],
  provider: ["name"],
  variable: ["name"],
  locals: [],
  output: ["name"],
  module: ["name"],
  resource: ["type", "name"],
  data: ["type", "name"],
  ephemeral: ["type", "name"],
  import: [],
  moved: [],
  removed: [],
  check: ["name"],
  action: ["type", "name"],
  list: ["type", "name"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type BlockType = keyof typeof LABELS;

export const BLOCK_TYPES = Object.keys(LABELS) as readonly BlockType[];

/**
 * The blocks of a file. As in Terraform, a list has several bodies, or several objects with labels, and so has a
 * property that occurs several times.
 */
export function jsonBlocks(content: unknown): {
  readonly blocks: readonly JsonBlock[];
  readonly problems: readonly JsonProblem[];
} {
  const reader = new BlockReader();
  reader.read(content);
  return reader;
}

/** The objects at the root of a file: a list of them counts as one. */
export function rootObjects(content: unknown): readonly JsonObject[] {
  return (Array.isArray(content) ? content : [content]).filter(isObject);
}

/** Where something is in the code: `main.tf.json line 7`. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number | undefined }): string {
  return line === undefined ? file : `${file} line ${line}`;
}

/** Where a block is in the code: `main.tf.json line 7, in import`. */
export function whereIs(block: BlockInFile): string {
  return `${placeOf(block)}, in ${[block.type, ...block.labels].join(".")}`;
}

class BlockReader {
  readonly blocks: JsonBlock[] = [];
  readonly problems: JsonProblem[] = [];

  read(content: unknown): void {
    if (!isObject(content) && !Array.isArray(content)) {
      this.#problem([], "Not Terraform JSON: the file is neither a JSON object nor a list of JSON objects.");
    }
    for (const root of this.#objects(content, [], undefined)) {
      for (const type of BLOCK_TYPES) {
        if (Object.hasOwn(root, type)) this.#unpack(type, root[type], [], lineOf(root));
      }
    }
  }

  /** @param line - Of the object that has the value. */
  #unpack(type: BlockType, value: unknown, labels: readonly string[], line: number | undefined): void {
    const place = [type, ...labels];
    const label = LABELS[type][labels.length];
    if (label === undefined) {
      this.#bodies(type, value, labels, line);
      return;
    }
    const objects = this.#objects(value, place, line);
    if (objects.every((it) => Object.keys(it).length === 0)) {
      this.#problem(place, `Missing block label: a property is required, whose name is the ${label}.`, line);
    }
    for (const object of objects) {
      for (const [name, its] of Object.entries(object)) this.#unpack(type, its, [...labels, name], lineOf(object));
    }
  }

  #bodies(type: BlockType, value: unknown, labels: readonly string[], line: number | undefined): void {
    const place = [type, ...labels];
    if (value === null) return;
    for (const item of Array.isArray(value) ? value : [value]) {
      const body = mergeObjects(this.#objects(item, place, line));
      const block = { type, labels, body, line: lineOf(body) ?? line };
      this.blocks.push(block);
      this.#checkNames(block);
      this.#checkArguments(block);
    }
  }

  /** The objects of a value that is one, or a list of them. */
  #objects(value: unknown, place: readonly string[], line: number | undefined): readonly JsonObject[] {
    if (value === null) return [];
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const objects = items.filter(isObject);
    if (objects.length < items.length) {
      this.#problem(place, "Incorrect JSON value type: a JSON object or an array of them is required.", line);
    }
    return objects;
  }

  #checkNames({ type, labels, body, line }: JsonBlock): void {
    for (const name of type === "locals" ? Object.keys(body).filter((it) => it !== "//") : labels) {
      if (isIdentifier(name)) continue;
      const what = type === "locals" ? "local value" : type;
      this.#problem([type, ...labels], `Invalid ${what} name: ${JSON.stringify(name)}. ${NAME_RULE}`, line);
    }
  }

  /** Finds arguments and attributes of objects that occur several times. */
  #checkArguments(block: JsonBlock): void {
    const { type, labels, body } = block;
    const blocks = nestedBlocksOf(block);
    const isKnown = hasOnlyArguments(block);
    for (const [name, value] of Object.entries(body)) {
      if (name === "//") continue;
      const place = [type, ...labels];
      const isBlock = blocks.includes(name) || (!isKnown && isObjects(value));
      const line = repetitionOf(value);
      if (line !== undefined && !isBlock) {
        const set = type === "locals" ? "local value" : "argument";
        this.#problem(place, `Duplicate argument: the ${set} ${JSON.stringify(name)} was already set.`, line);
      } else this.#checkValue(value, [...place, name], isBlock);
    }
  }

  /** @param isBlock - Whether objects may be bodies of blocks, of which there may be several of one name. */
  #checkValue(value: unknown, place: readonly string[], isBlock: boolean): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) this.#checkValue(item, place, isBlock);
      return;
    }
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      const line = repetitionOf(member);
      if (line !== undefined && !(isBlock && (name === "//" || isObjects(member)))) {
        const what = isBlock ? "Duplicate argument: the argument" : "Duplicate object attribute: an attribute named";
        this.#problem(place, `${what} ${JSON.stringify(name)} was already ${isBlock ? "set" : "defined"}.`, line);
      } else this.#checkValue(member, [...place, name], isBlock);
    }
  }

  #problem(place: readonly string[], message: string, line?: number): void {
    this.problems.push({ place: place.join("."), line, message });
  }
}

/** Terraform's rule for names. */
const NAME_RULE =
  "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes.";

const OF_OBJECTS = ["lifecycle", "connection", "provisioner"];

/** Blocks in bodies; those of other providers' resources are not known. */
const NESTED_BLOCKS: Partial<Readonly<Record<BlockType, readonly string[]>>> = {
  terraform: ["backend", "cloud", "required_providers", "provider_meta"],
  variable: ["validation"],
  output: ["precondition"],
  resource: OF_OBJECTS,
  data: OF_OBJECTS,
  ephemeral: OF_OBJECTS,
  removed: OF_OBJECTS,
  check: ["data", "assert"],
};

/** The names of the blocks that a body may have. */
function nestedBlocksOf({ type, labels: [label = ""] }: JsonBlock): readonly string[] {
  const own = type === "resource" ? ownMember<Definition>(RESOURCES, label)?.blocks : undefined;
  return [...(NESTED_BLOCKS[type] ?? []), ...(own === undefined ? [] : ["dynamic", ...Object.keys(own)])];
}

/** Whether all nested blocks of a body are known: what has another name is an argument. */
function hasOnlyArguments({ type, labels: [label] }: JsonBlock): boolean {
  if (type === "provider") return label === PROVIDER_TYPE;
  return type === "resource" || type === "data" ? isOwn(label) : !["ephemeral", "action", "list"].includes(type);
}

function isObjects(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).every(isObject);
}
