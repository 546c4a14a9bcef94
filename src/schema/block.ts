import type { Argument, Attributes } from "./attribute";
import { list, nullable, object, set, type ValueType } from "./value-type";

/** What a schema or a block consists of. HCL calls it a body. */
export interface Body<A extends Attributes = Attributes, B extends Blocks | undefined = Blocks | undefined> {
  readonly attributes: A;
  /**
   * Nested blocks, by their type.
   *
   * @default none
   */
  readonly blocks?: B;
}

/** Blocks in a body, by their type, such as `rule`. */
export type Blocks = Readonly<Record<string, Block>>;

/**
 * - `list`: any number of blocks, in the order of the code;
 * - `set`: any number of blocks, without duplicates, in no particular order;
 * - `single`: one block, or none.
 */
type Nesting = "list" | "set" | "single";

/**
 * A block of a schema, or within another block. Only the configuration sets what is in it: a computed value, or a
 * default, would have to find its block again in a plan where others were added or removed.
 *
 * Made by {@link listBlock}, {@link setBlock}, {@link singleBlock}.
 */
export interface Block<
  N extends Nesting = Nesting,
  A extends Arguments = Arguments,
  B extends Blocks | undefined = Blocks | undefined,
> extends Body<A, B> {
  readonly nesting: N;
  /** Markdown. */
  readonly description: string;
  readonly minItems: number;
  /** Undefined for any number. */
  readonly maxItems: number | undefined;
}

export type Arguments = Readonly<Record<string, Argument>>;

interface BlockOptions<A extends Arguments, B extends Blocks | undefined> extends Body<A, B> {
  /** Markdown, one or two sentences. */
  readonly description: string;
}

interface ItemLimits {
  /** @default 0 */
  readonly minItems?: number;
  /** @default - any number */
  readonly maxItems?: number;
}

export function listBlock<const A extends Arguments, const B extends Blocks | undefined = undefined>(
  options: BlockOptions<A, B> & ItemLimits,
): Block<"list", A, NoInfer<B>> {
  const { minItems = 0, maxItems } = options;
  return { ...options, nesting: "list", minItems, maxItems };
}

export function setBlock<const A extends Arguments, const B extends Blocks | undefined = undefined>(
  options: BlockOptions<A, B> & ItemLimits,
): Block<"set", A, NoInfer<B>> {
  const { minItems = 0, maxItems } = options;
  return { ...options, nesting: "set", minItems, maxItems };
}

export function singleBlock<const A extends Arguments, const B extends Blocks | undefined = undefined>(
  options: BlockOptions<A, B> & {
    /** @default false */
    readonly required?: boolean;
  },
): Block<"single", A, NoInfer<B>> {
  const { required = false, ...body } = options;
  return { ...body, nesting: "single", minItems: required ? 1 : 0, maxItems: 1 };
}

/** The types of the values of a body, by the names of its attributes and blocks. */
export function valueTypes({ attributes, blocks = {} }: Body): Readonly<Record<string, ValueType>> {
  const values = Object.entries(attributes).map(([name, { type }]) => [name, type] as const);
  const nested = Object.entries(blocks).map(([name, block]) => [name, blockType(block)] as const);
  return Object.fromEntries<ValueType>([...values, ...nested]);
}

/** The type of the blocks of a type, as Terraform stores them. */
export function blockType(block: Block): ValueType {
  const one = object(valueTypes(block));
  switch (block.nesting) {
    case "list":
      return list(one);
    case "set":
      return set(one);
    case "single":
      return nullable(one);
  }
}
