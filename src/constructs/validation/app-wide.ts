import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ResourceLike } from "./construct-types";

/** A mistake in the combination of several constructs. */
export interface Conflict {
  /** The construct that reports it. */
  readonly at: IConstruct;
  readonly message: string;
}

/** The kinds validated in a stack. Installed copies of this package share the symbol, so only one of them reports. */
const VALIDATED_KINDS = Symbol.for("tfprojects.validatedKinds");

/**
 * Adds a validation of all constructs of a kind in the app. Each stack reports the conflicts of its own constructs.
 * Every construct calls this, but the validation runs once, so its time is linear in the number of constructs.
 *
 * @param kind - Identifies the validation.
 */
export function validateAppWide<T extends IConstruct>(
  stack: TerraformStack,
  kind: string,
  isKind: (construct: IConstruct) => construct is T,
  findConflicts: (all: readonly T[]) => readonly Conflict[],
): void {
  const kinds = validatedKinds(stack);
  if (kinds.has(kind)) return;
  kinds.add(kind);

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

/** Whether there is exactly one instance. With `count` or `forEach`, only Terraform knows the number. */
export function isSingle({ count, forEach }: Pick<ResourceLike, "count" | "forEach">): boolean {
  return count === undefined && forEach === undefined;
}
