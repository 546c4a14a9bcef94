import { camelCase } from "../../model";
import { Expression, isList, isObject, type Argument, type HclValue } from "../../terraform/hcl-format";
import { fits, propertiesOf } from "../../terraform/typescript-format";
import { escapeTemplate } from "../../terraform/typescript-string";
import { columnsOf, entriesOf, mainAttribute, NAME, UNSET, type Column } from "../assignment-table";
import type { CodeAssignments, ImportedKind } from "../assignments";
import { PROJECT_REFERENCE } from "../imported";
import { assignmentsId } from "../names";

/** The property with what a construct waits for. */
export const DEPENDS_ON = "dependsOn";
/** The type of its items, which the framework has. */
export const DEPENDABLE = "ITerraformDependable";

const PROJECT = camelCase(PROJECT_REFERENCE);

/** The class of a kind: `ProjectTeamAccess`. */
export function classOf({ kind }: ImportedKind): string {
  return camelCase(kind.type.replace(/^tfprojects/, ""));
}

/** Columns of a table, as its entries have them. */
export function entryColumns(assignments: readonly CodeAssignments[]): readonly Argument[] {
  return propertiesOf(assignments.flatMap(entriesOf)).map(({ name, value }) => {
    if (!isObject(value)) return { name, value };
    const blocks = Object.entries(value).map(([key, block]) => [escapeTemplate(key), asValue(block)] as const);
    return { name, value: Object.fromEntries(blocks) };
  });
}

/** Attributes of blocks have the names of properties. */
function asValue(value: HclValue): HclValue {
  if (value === UNSET) return new Expression("undefined");
  if (isList(value)) return value.map(asValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [camelCase(name), asValue(it)]));
}

/** The columns of all kinds, as an entry has them. */
export function columnNames(kinds: readonly ImportedKind[]): readonly string[] {
  return kinds.flatMap((kind) => columnsOf(kind).map(({ column }) => camelCase(column)));
}

/** The types that {@link entryTypeLines} uses. */
export function entryTypes(kinds: readonly ImportedKind[]): readonly string[] {
  return kinds.flatMap((kind) => [...new Set(columnsOf(kind).map((column) => typeWith(kind, column)))]);
}

/** The type of what has the value of a column: that of a block, or the configuration of the construct. */
function typeWith(kind: ImportedKind, { name, block }: Column): string {
  return classOf(kind) + (block === undefined ? "Config" : camelCase(`_${name}`));
}

/** The members of an interface with the columns of all kinds. */
export function entryTypeLines(kinds: readonly ImportedKind[]): readonly string[] {
  return kinds.flatMap((kind) => columnsOf(kind).flatMap((column) => memberLines(kind, column)));
}

function memberLines(kind: ImportedKind, column: Column): readonly string[] {
  const { name, block } = column;
  const [head, type] = [`  readonly ${camelCase(column.column)}?: `, typeWith(kind, column)];
  if (block === undefined) return [`${head}${type}["${camelCase(name)}"];`];
  const main = camelCase(mainAttribute(block));
  const types = `${type}["${main}"] | ${type}`;
  const oneLine = `${head}Record<string, ${types}>;`;
  const lines = fits(oneLine) ? [oneLine] : [`${head}Record<`, "    string,", `    ${types}`, "  >;"];
  return [`  /** By name: the \`${main}\`, or all that the block has. */`, ...lines];
}

/** Statements in the loop over a table: a construct for each kind that an entry has, in {@link DEPENDS_ON}. */
export function loopLines(kinds: readonly ImportedKind[], indent: string): readonly string[] {
  return kinds.flatMap((kind) => {
    const columns = columnsOf(kind);
    const names = columns.map(({ column }) => camelCase(column));
    return [
      names.length === 1 ? `if (${names.join()} !== undefined) {` : `if (${names.join(" ?? ")}) {`,
      `  ${DEPENDS_ON}.push(`,
      `    new ${classOf(kind)}(this, \`${assignmentsId("${id}", kind)}\`, {`,
      `      ${PROJECT}: project.id,`,
      ...columns.flatMap((column) => propertyLines(column, columns.length > 1)).map((line) => `      ${line}`),
      "    }),",
      "  );",
      "}",
    ].map((line) => indent + line);
  });
}

/** The property that a column becomes. @param isOptional - Whether an entry with others may lack it. */
function propertyLines({ column, name, block, isRequired }: Column, isOptional: boolean): readonly string[] {
  const [property, value] = [camelCase(name), camelCase(column)];
  if (block === undefined) return [`${property}: ${value}${isRequired && isOptional ? " ?? []" : ""},`];
  const given = `typeof ${property} === "string" ? { ${camelCase(mainAttribute(block))}: ${property} } : ${property}`;
  return [
    `${property}: Object.entries(${value}${isOptional ? " ?? {}" : ""}).map(([${NAME}, ${property}]) => ({`,
    `  ${NAME},`,
    `  ...(${given}),`,
    "})),",
  ];
}
