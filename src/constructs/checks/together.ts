import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ResourceLike } from "./of-type";

/** A mistake that shows only when several constructs are looked at together. */
export interface Clash {
  /** The construct at which to report it. */
  readonly at: IConstruct;
  readonly message: string;
}

/** What of a stack is checked already. Known to all copies of this package that are installed, so that one of them reports. */
const CHECKED = Symbol.for("tfprojects.checkedTogether");

/**
 * Has all constructs of a kind in the app checked against each other whenever the stack is validated; each stack reports what is to be
 * reported at its own constructs. To be called by each construct: the check runs once for all, so that it stays linear in their number.
 *
 * @param kind - By which the check is known.
 */
export function checkTogether<T extends IConstruct>(
  stack: TerraformStack,
  kind: string,
  isOne: (construct: IConstruct) => construct is T,
  clashes: (all: readonly T[]) => readonly Clash[],
): void {
  const checked = kindsCheckedIn(stack);
  if (checked.has(kind)) return;
  checked.add(kind);

  stack.node.addValidation({
    validate: () => {
      const all = stack.node.root.node.findAll().filter(isOne);
      return clashes(all)
        .filter(({ at }) => TerraformStack.of(at) === stack)
        .map(({ at, message }) => `[${at.node.path}] ${message}`);
    },
  });
}

function kindsCheckedIn(stack: TerraformStack): Set<unknown> {
  const known: unknown = Reflect.get(stack, CHECKED);
  if (known instanceof Set) return known;
  const kinds = new Set<unknown>();
  Object.defineProperty(stack, CHECKED, { value: kinds });
  return kinds;
}

/** Whether there is exactly one of it. With `count` or `forEach` there may be none or many, known only when Terraform runs. */
export function isSingle({ count, forEach }: Pick<ResourceLike, "count" | "forEach">): boolean {
  return count === undefined && forEach === undefined;
}
