import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ResourceLike } from "./construct-types";

/** A mistake that shows only when several constructs are looked at together. */
export interface Conflict {
  /** The construct at which to report it. */
  readonly at: IConstruct;
  readonly message: string;
}

/** What of a stack is checked already. Known to all copies of this package that are installed, so that one of them reports. */
const VALIDATED_KINDS = Symbol.for("tfprojects.checkedTogether");

/**
 * Has all constructs of a kind in the app checked against each other whenever the stack is validated; each stack reports what is to be
 * reported at its own constructs. To be called by each construct: the check runs once for all, so that it stays linear in their number.
 *
 * @param kind - By which the check is known.
 */
export function validateAppWide<T extends IConstruct>(
  stack: TerraformStack,
  kind: string,
  isKind: (construct: IConstruct) => construct is T,
  findConflicts: (all: readonly T[]) => readonly Conflict[],
): void {
  const checked = validatedKinds(stack);
  if (checked.has(kind)) return;
  checked.add(kind);

  stack.node.addValidation({
    validate: () => {
      const all = stack.node.root.node.findAll().filter(isKind);
      return findConflicts(all)
        .filter(({ at }) => TerraformStack.of(at) === stack)
        .map(({ at, message }) => `[${at.node.path}] ${message}`);
    },
  });
}

function validatedKinds(stack: TerraformStack): Set<unknown> {
  const known: unknown = Reflect.get(stack, VALIDATED_KINDS);
  if (known instanceof Set) return known;
  const kinds = new Set<unknown>();
  Object.defineProperty(stack, VALIDATED_KINDS, { value: kinds });
  return kinds;
}

/** Whether there is exactly one of it. With `count` or `forEach` there may be none or many, known only when Terraform runs. */
export function isSingle({ count, forEach }: Pick<ResourceLike, "count" | "forEach">): boolean {
  return count === undefined && forEach === undefined;
}
