import { TFE_WORKSPACE } from "../model";
import { groupBy } from "../reconcile";
import { indented } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import type { Piece } from "./code";
import type { Member } from "./members";
import { projectRepeatedOver, rewritten, trimmedCode, usesValue, type Source } from "./placements";
import type { StateResource } from "../terraform/state";

/** A term of the expression for a membership's workspaces. */
export type WorkspaceTerm =
  /** One workspace. */
  | { readonly kind: "id"; readonly expression: string; readonly comment?: string | undefined }
  /** The lines of an expression for a list. */
  | { readonly kind: "list"; readonly lines: readonly string[] };

/** What a term needs from the module that contains it. */
export interface Scope {
  /** The key of the membership's instance: `each.key` or `count.index`; undefined if it has only one. */
  readonly key: string | undefined;
  /** The `for_each` or `count` of the project. */
  readonly over: Piece | undefined;
  /** Name of the project. */
  readonly project: string;
  readonly isRenamed: (project: string) => boolean;
}

/** The output of a called module that has the workspaces of a source. */
export type OutputOf = (call: NonNullable<Source["call"]>) => string;

/** All present and future workspaces of a source. */
export function everyOf({ address, repetition, call }: Source, outputOf: OutputOf): WorkspaceTerm {
  if (call === undefined && repetition.kind === "none") return { kind: "id", expression: `${address}.id` };
  const all = { none: address, count: `${address}[*]`, for_each: `values(${address})[*]` }[repetition.kind];
  if (call === undefined) return list(`${all}.id`);
  return list(repetition.kind === "none" ? `${all}.${outputOf(call)}` : `flatten(${all}.${outputOf(call)})`);
}

/** The present and future workspaces of a source that belong to the project with the membership's key. */
export function chosenFrom(source: Source, key: Piece | "own", scope: Scope, outputOf: OutputOf): WorkspaceTerm {
  const { address, repetition, call } = source;
  const own = scope.key ?? "";
  const id = call === undefined ? "id" : outputOf(call);
  const over = repetition.of;
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

/** Whether there is one instance for each instance of the project. */
function hasSameKeys(over: Piece, { over: projects, project }: Scope): boolean {
  return (
    projectRepeatedOver(over) === project || (projects !== undefined && trimmedCode(projects) === trimmedCode(over))
  );
}

/** An operand of a comparison. */
function compared(text: string): string {
  return /^[\w.[\]"-]+$/.test(text) ? text : `(${text})`;
}

function list(code: string): WorkspaceTerm {
  return { kind: "list", lines: code.split("\n") };
}

/**
 * Present workspaces, one by one: by reference if the root module has them, or else by ID. All instances of
 * a resource are one term.
 *
 * @param isWhole - Whether all present and future instances of the resource are in this project.
 */
export function presentOnes(
  members: readonly Member[],
  isWhole: (resource: StateResource) => boolean,
): readonly WorkspaceTerm[] {
  const written = new Set<string>();
  return members.flatMap(({ id, name, resource }): readonly WorkspaceTerm[] => {
    if (resource?.module !== "") return [{ kind: "id", expression: hclString(id), comment: name }];
    const local = `${TFE_WORKSPACE}.${resource.name}`;
    const { key } = resource;
    if (key === undefined) return [{ kind: "id", expression: `${local}.id` }];
    if (!isWhole(resource)) {
      const literal = typeof key === "number" ? `${key}` : hclString(key);
      return [{ kind: "id", expression: `${local}[${literal}].id` }];
    }
    if (written.has(local)) return [];
    written.add(local);
    return [list(typeof key === "number" ? `${local}[*].id` : `values(${local})[*].id`)];
  });
}

/**
 * Terms that differ between the instances of a membership, by the keys of the instances.
 *
 * @param key - The key of an instance, in the block; undefined if there is only one.
 */
export function byInstance(
  entries: readonly (readonly [key: string | number, terms: readonly WorkspaceTerm[]])[],
  key: string | undefined,
): readonly WorkspaceTerm[] {
  if (key === undefined) return entries.flatMap(([, terms]) => terms);
  const lines = [...groupBy(entries, ([it]) => `${it}`)].flatMap(([it, own]) => {
    const terms = own.flatMap(([, found]) => found);
    if (terms.length === 0) return [];
    const [opening = "", ...rest] = listLines(terms);
    return [`${hclString(it)} = ${opening}`, ...rest];
  });
  if (lines.length === 0) return [];
  const found = key === "count.index" ? "tostring(count.index)" : key;
  return [{ kind: "list", lines: ["lookup({", ...indented(lines), `}, ${found}, [])`] }];
}

/** The expression of a list, with a line for each long or commented item. */
export function listLines(terms: readonly WorkspaceTerm[]): readonly string[] {
  const ids = terms.filter((term) => term.kind === "id");
  const lists = terms.filter((term) => term.kind === "list").map(({ lines }) => lines);
  const all = ids.length === 0 ? lists : [idLines(ids), ...lists];
  const [only = ["[]"], ...others] = all;
  if (others.length === 0) return only;
  return ["concat(", ...indented(all.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`])), ")"];
}

function idLines(ids: readonly Extract<WorkspaceTerm, { kind: "id" }>[]): readonly string[] {
  const [first, ...more] = ids;
  if (more.length === 0 && first !== undefined && first.comment === undefined) return [`[${first.expression}]`];
  const lines = ids.map(({ expression, comment }) => {
    return `${expression},${comment === undefined ? "" : ` # ${hclString(comment).slice(1, -1)}`}`;
  });
  return ["[", ...indented(lines), "]"];
}
