import { asObject, getString, type JsonObject } from "../../json";
import { literal } from "./literal";

/*
 * The Terraform JSON of a stack, for warnings about resources of two providers.
 */

/** A warning about a construct. */
export interface TwoOwnersWarning {
  /** Path of the membership's construct; undefined if the block was not written by a construct. */
  readonly path: string | undefined;
  readonly message: string;
}

/** A block with a type and a label. */
export interface Block {
  readonly type: string;
  readonly label: string;
  /** Path of the construct. */
  readonly path: string | undefined;
  readonly body: JsonObject;
}

/** Whether an expression may differ between the instances of `for_each` or `count`. */
export function isPerInstance(source: unknown): boolean {
  return typeof source === "string" && /(?<![\w.-])(each|count)\./.test(source);
}

export function nameOf({ type, label, path }: Block): string {
  return path ?? `${type}.${label}`;
}

export function blocksOf(stack: JsonObject, kind: string, type: string): readonly Block[] {
  const byLabel = asObject(asObject(stack[kind])[type]);
  return Object.entries(byLabel).map(([label, value]) => {
    const body = asObject(value);
    return { type, label, path: getString(asObject(asObject(body["//"])["metadata"]), "path"), body };
  });
}

/** A Terraform JSON value if it is a non-empty string without expressions; otherwise undefined. */
export function literalIn(value: unknown): string | undefined {
  return value === "" ? undefined : literal(value);
}
