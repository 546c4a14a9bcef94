import { TFE_WORKSPACE } from "../model";
import { groupBy } from "../reconcile";
import { indented } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import type { Member } from "./members";
import { projectRepeatedOver, rewritten, textOf, usesValue, type Piece, type Source } from "./placements";
import type { StateResource } from "../terraform/state";

/** What contributes to the list of a membership's workspaces. */
export type WorkspaceTerm =
  /** One workspace. */
  | { readonly kind: "id"; readonly expression: string; readonly comment?: string | undefined }
  /** The lines of an expression for a list. */
  | { readonly kind: "list"; readonly lines: readonly string[] };

/** What a term must know of the module that it stands in. */
export interface Scope {
  /** The key of the membership's instance: `each.key`, or `count.index`; undefined if it has one instance only. */
  readonly key: string | undefined;
  /** The expression that the instances of the project repeat over. */
  readonly over: Piece | undefined;
  /** Name of the project. */
  readonly project: string;
  readonly isRenamed: (project: string) => boolean;
  /** The output of a called module that has the workspaces for a variable. */
  readonly outputOf: (source: Source) => string;
}

/** All workspaces of a source, also those that it will have. */
export function everyOf(source: Source, scope: Pick<Scope, "outputOf">): WorkspaceTerm {
  const { address, repetition, call } = source;
  if (call === undefined) {
    if (repetition.kind === "none") return { kind: "id", expression: `${address}.id` };
    return list(repetition.kind === "count" ? `${address}[*].id` : `values(${address})[*].id`);
  }
  const output = scope.outputOf(source);
  if (repetition.kind === "none") return list(`${address}.${output}`);
  const all = repetition.kind === "count" ? `${address}[*]` : `values(${address})[*]`;
  return list(`flatten(${all}.${output})`);
}

/** Those that belong to the project with the membership's key, now and later. */
export function chosenFrom(source: Source, key: Piece | "own", scope: Scope): WorkspaceTerm {
  const { address, repetition, call } = source;
  const own = scope.key ?? "";
  const id = call === undefined ? "id" : scope.outputOf(source);
  const over = repetition.kind === "none" ? undefined : repetition.of;
  if (key === "own" && over !== undefined && hasSameKeys(over, scope)) {
    const one = `${address}[${own}].${id}`;
    return call === undefined ? { kind: "id", expression: one } : list(one);
  }
  const isIndexed = repetition.kind === "count";
  const name = isIndexed ? "index" : "key";
  const each = call === undefined ? "workspace" : "called";
  let found: string;
  if (key !== "own" && over !== undefined && !isIndexed && usesValue(key)) {
    const condition = rewritten(key, scope.isRenamed, { key: name, value: "value" });
    const items = rewritten(over, scope.isRenamed);
    found = `[for ${name}, value in ${items} : ${address}[${name}].${id} if ${compared(condition)} == ${own}]`;
  } else {
    const condition = key === "own" ? name : rewritten(key, scope.isRenamed, { key: name, value: name });
    found = `[for ${name}, ${each} in ${address} : ${each}.${id} if ${compared(condition)} == ${own}]`;
  }
  return list(call === undefined ? found : `flatten(${found})`);
}

/** Whether there is an instance for each of the project's. */
function hasSameKeys(over: Piece, { over: projects, project }: Scope): boolean {
  return projectRepeatedOver(over) === project || (projects !== undefined && textOf(projects) === textOf(over));
}

/** An operand of a comparison. */
function compared(text: string): string {
  return /^[\w.[\]"-]+$/.test(text) ? text : `(${text})`;
}

function list(code: string): WorkspaceTerm {
  return { kind: "list", lines: code.split("\n") };
}

/**
 * Present workspaces one by one: by reference if the module of the membership has them, or else by ID. All instances of
 * a resource are one term.
 *
 * @param module - Of the membership.
 * @param isWhole - Whether all instances that the resource has, and will have, are in this project.
 */
export function presentOnes(
  members: readonly Member[],
  module: string | undefined,
  isWhole: (resource: StateResource) => boolean,
): readonly WorkspaceTerm[] {
  const written = new Set<string>();
  return members.flatMap(({ id, name, resource }): readonly WorkspaceTerm[] => {
    if (resource === undefined || resource.module !== module) {
      return [{ kind: "id", expression: hclString(id), comment: name }];
    }
    const local = `${TFE_WORKSPACE}.${resource.name}`;
    const { key } = resource;
    if (key === undefined) return [{ kind: "id", expression: `${local}.id` }];
    if (!isWhole(resource)) return [{ kind: "id", expression: `${local}[${keyLiteral(key)}].id` }];
    if (written.has(local)) return [];
    written.add(local);
    return [list(typeof key === "number" ? `${local}[*].id` : `values(${local})[*].id`)];
  });
}

export function keyLiteral(key: string | number): string {
  return typeof key === "number" ? `${key}` : hclString(key);
}

/** Terms that differ between the instances of a membership, by their keys. */
export function byInstance(
  entries: readonly (readonly [key: string | number, terms: readonly WorkspaceTerm[]])[],
  key: string,
): readonly WorkspaceTerm[] {
  const merged = [...groupBy(entries, ([it]) => `${it}`)].flatMap(([it, own]) => {
    const terms = own.flatMap(([, found]) => found);
    return terms.length === 0 ? [] : [[it, terms] as const];
  });
  if (merged.length === 0) return [];
  const lines = merged.flatMap(([it, terms]) => {
    const [opening = "", ...rest] = listLines(terms);
    return [`${hclString(it)} = ${opening}`, ...rest];
  });
  const found = key === "count.index" ? "tostring(count.index)" : key;
  return [{ kind: "list", lines: ["lookup({", ...indented(lines), `}, ${found}, [])`] }];
}

/** The expression of a list, of which each long or commented item has a line. */
export function listLines(terms: readonly WorkspaceTerm[]): readonly string[] {
  const lists = terms.filter((term) => term.kind === "list").map(({ lines }) => lines);
  const ids = terms.filter((term) => term.kind === "id");
  const [only, ...others] = lists;
  if (ids.length === 0 && only !== undefined && others.length === 0) return only;
  const [first, ...more] = ids;
  const items =
    first === undefined
      ? ["[]"]
      : more.length === 0 && first.comment === undefined
        ? [`[${first.expression}]`]
        : [
            "[",
            ...ids.map(({ expression, comment }) => {
              return `  ${expression},${comment === undefined ? "" : ` # ${hclString(comment).slice(1, -1)}`}`;
            }),
            "]",
          ];
  if (lists.length === 0) return items;
  const all = [...(ids.length === 0 ? [] : [items]), ...lists];
  return ["concat(", ...indented(all.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`])), ")"];
}
