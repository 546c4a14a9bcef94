import type { Block, Body } from "../schema";
import { Expression, isList, isObject, type Argument, type HclObject, type HclValue } from "../terraform/hcl-format";
import type { CodeAssignments, ImportedKind } from "./assignments";

/*
 * What is assigned to a project, as an entry of a table has it: lists in columns of their own, and blocks as an object
 * with a member for each, by the name of what the block is about. `team { name = "ops", access = "read" }` is
 * `teams = { ops = "read" }`, and with more attributes `teams = { ops = { access = "custom", … } }`.
 */

/** The attribute that names what a block is about. */
export const NAME = "name";

/** An attribute or the blocks of a type, and the column that has them. */
export interface Column {
  /** The name that tables have for it, as Terraform writes names. */
  readonly column: string;
  readonly name: string;
  /** Undefined for an attribute. */
  readonly block: Block | undefined;
  readonly isRequired: boolean;
}

export function columnsOf({ kind, columns }: ImportedKind): readonly Column[] {
  const { attributes, blocks = {} }: Body = kind.definition;
  return Object.entries(columns).map(([name, column]) => {
    return { column, name, block: blocks[name], isRequired: attributes[name]?.mode === "required" };
  });
}

/** The attribute that stands for a block if no other is set: the one that each must have. */
export function mainAttribute({ attributes }: Block): string {
  const found = Object.keys(attributes).find((name) => attributes[name]?.mode === "required");
  if (found === undefined) throw new Error("The block has no required attribute.");
  return found;
}

/** A value that a table does not set: HCL has `null` for it. */
export const UNSET = new Expression("null");

/** The columns of what is assigned to a project, by Terraform's names. */
export function entriesOf({ kind, members }: CodeAssignments): readonly Argument[] {
  return columnsOf(kind).flatMap(({ column, name, block }): readonly Argument[] => {
    const value = members.find((it) => it.name === name)?.value ?? [];
    if (!isList(value) || value.length === 0) return [];
    return [{ name: column, value: block === undefined ? value : byName(value.filter(isObject), block) }];
  });
}

function byName(blocks: readonly HclObject[], block: Block): HclObject {
  return Object.fromEntries(
    blocks.map(({ [NAME]: name, ...rest }): readonly [string, HclValue] => {
      // A team that the token does not see has only an ID, which is its first attribute.
      if (typeof name !== "string") {
        const id = Object.values(rest).find((it) => typeof it === "string") ?? "";
        return [id, { [NAME]: UNSET, ...rest }];
      }
      const main = Object.keys(rest).length === 1 ? rest[mainAttribute(block)] : undefined;
      return [name, main ?? rest];
    }),
  );
}
