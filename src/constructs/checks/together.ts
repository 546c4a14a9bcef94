import { TerraformStack } from "cdktf";
import type { TerraformMetaArguments } from "cdktf";
import type { IConstruct } from "constructs";

/** A mistake that shows only when several constructs are looked at together. */
export interface Clash {
  /** The construct at which to report it. */
  readonly at: IConstruct;
  readonly message: string;
}

const checked = new WeakMap<TerraformStack, Set<unknown>>();

/**
 * Has all constructs of a class in the app checked against each other whenever the stack is validated; each stack reports what is to be
 * reported at its own constructs. To be called by each construct: the check runs once for all, so that it stays linear in their number.
 */
export function checkTogether<T extends IConstruct>(
  stack: TerraformStack,
  constructClass: abstract new (...args: never[]) => T,
  clashes: (all: readonly T[]) => readonly Clash[],
): void {
  const classes = checked.get(stack) ?? new Set();
  checked.set(stack, classes);
  if (classes.has(constructClass)) return;
  classes.add(constructClass);

  stack.node.addValidation({
    validate: () => {
      const isOne = (construct: IConstruct): construct is T => construct instanceof constructClass;
      const all = stack.node.root.node.findAll().filter(isOne);
      return clashes(all)
        .filter(({ at }) => TerraformStack.of(at) === stack)
        .map(({ at, message }) => `[${at.node.path}] ${message}`);
    },
  });
}

/** Whether there is exactly one of it. With `count` or `forEach` there may be none or many, known only when Terraform runs. */
export function isSingle({ count, forEach }: Pick<TerraformMetaArguments, "count" | "forEach">): boolean {
  return count === undefined && forEach === undefined;
}
