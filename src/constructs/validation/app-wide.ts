import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ResourceLike } from "./construct-types";

/** A mistake in the combination of several constructs. */
export interface Conflict {
  /** The construct that reports it. */
  readonly at: IConstruct;
  readonly message: string;
}

/**
 * Finds the conflicts between constructs of a kind.
 *
 * @param scope - Has all of them: a stack, or the app.
 */
export type FindConflicts<T extends IConstruct> = (all: readonly T[], scope: IConstruct) => readonly Conflict[];

/**
 * Validates all constructs of a kind together: those of a stack when the framework validates that, and those of all
 * stacks when it validates the app, which is at the end of a synth without errors. Every construct calls this, but each
 * validation runs once, so that a synth looks at each construct twice, in however many stacks they are.
 *
 * @param kind - Identifies the validation.
 */
export function validateAppWide<T extends IConstruct>(
  stack: TerraformStack,
  kind: string,
  isKind: (construct: IConstruct) => construct is T,
  findConflicts: FindConflicts<T>,
): void {
  const { root } = stack.node;
  addOnce(stack, kind, () => {
    const all = stack.node.findAll().filter(isKind);
    return findConflicts(
      all.filter((it) => TerraformStack.of(it) === stack),
      stack,
    );
  });
  addOnce(root, kind, () => {
    const all = root.node.findAll().filter(isKind);
    // The validation of a single stack has found all there are.
    return new Set(all.map((it) => TerraformStack.of(it))).size < 2 ? [] : findConflicts(all, root);
  });
}

/** The kinds validated in a scope. Installed copies of this package share the symbol, so only one of them reports. */
const VALIDATED_KINDS = Symbol.for("tfprojects.validatedKinds");

function addOnce(scope: IConstruct, kind: string, find: () => readonly Conflict[]): void {
  const kinds = validatedKinds(scope);
  if (kinds.has(kind)) return;
  kinds.add(kind);
  scope.node.addValidation({ validate: () => find().map(({ at, message }) => `[${at.node.path}] ${message}`) });
}

function validatedKinds(scope: IConstruct): Set<unknown> {
  const known: unknown = Reflect.get(scope, VALIDATED_KINDS);
  if (known instanceof Set) return known;
  const kinds = new Set<unknown>();
  Object.defineProperty(scope, VALIDATED_KINDS, { value: kinds });
  return kinds;
}

/** Whether there is exactly one instance. With `count` or `forEach`, only Terraform knows the number. */
export function isSingle({ count, forEach }: Pick<ResourceLike, "count" | "forEach">): boolean {
  return count === undefined && forEach === undefined;
}
