import { Expression, formatArguments, formatBlock, separated, type Argument } from "../../terraform/hcl-format";
import { columnsOf, mainAttribute, NAME, type Column } from "../assignment-table";
import type { ImportedKind } from "../assignments";
import { entriesWith, ifSet } from "./entries";

/** What a resource waits for: workspaces move in when access and sets are there. No section if that is nothing. */
export function dependsOn(addresses: readonly string[]): readonly (readonly string[])[] {
  if (addresses.length === 0) return [];
  return [formatArguments([{ name: "depends_on", value: addresses.map((it) => new Expression(it)) }], 2)];
}

/** The columns of a kind. An entry with any of them has its resource. */
export function columnsOfKind(kind: ImportedKind): readonly string[] {
  return columnsOf(kind).map(({ column }) => column);
}

/** The resource for what is assigned to the projects of a table. */
export function assignmentsFromTable(kind: ImportedKind, reference: Argument): readonly string[] {
  const columns = columnsOf(kind);
  const isOnly = columns.length === 1;
  return formatBlock(
    `resource "${kind.kind.type}" "this"`,
    separated([
      [entriesWith(columns.map(({ column }) => column))],
      formatArguments([reference, ...columns.flatMap((column) => attributeFrom(column, isOnly))], 2),
      ...columns.flatMap((column) => blocksFrom(column, isOnly)),
    ]),
  );
}

/** @param isOnly - Whether every entry of the resource has the column. */
function attributeFrom({ name, column, block, isRequired }: Column, isOnly: boolean): readonly Argument[] {
  if (block !== undefined) return [];
  return [
    {
      name,
      value: isOnly
        ? new Expression(`each.value.${column}`)
        : ifSet(`each.value.${column}`, isRequired ? "[]" : "null"),
    },
  ];
}

/** Blocks from an object with a member for each, by name: the main attribute, or an object. */
function blocksFrom({ name, column, block }: Column, isOnly: boolean): readonly (readonly string[])[] {
  if (block === undefined) return [];
  const main = mainAttribute(block);
  const [key, value] = [`${name}.key`, `${name}.value`];
  const defaults: Readonly<Record<string, string>> = { [NAME]: key, [main]: value };
  const attributes = Object.keys(block.attributes).map((it) => ({
    name: it,
    value: ifSet(`${value}.${it}`, defaults[it] ?? "null"),
  }));
  const nested = Object.entries(block.blocks ?? {}).map(([type, { attributes: its }]) =>
    dynamicBlock(type, `try([${value}.${type}], [])`, [
      formatArguments(
        Object.keys(its).map((it) => ({ name: it, value: ifSet(`${type}.value.${it}`, "null") })),
        10,
      ),
    ]),
  );
  const all = `each.value.${column}`;
  return [dynamicBlock(name, isOnly ? all : `try(${all}, {})`, [formatArguments(attributes, 6), ...nested])];
}

function dynamicBlock(type: string, values: string, content: readonly (readonly string[])[]): readonly string[] {
  return formatBlock(`dynamic "${type}"`, [`for_each = ${values}`, ...formatBlock("content", separated(content))]);
}
