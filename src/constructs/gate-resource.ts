import { provider, resource } from "@cdktf/provider-null";
import { Aspects } from "cdktf";
import type { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";

/** When a gate opens. */
export interface GateResourceConfig {
  readonly triggers: Record<string, string>;
  readonly preconditions: readonly GatePrecondition[];
}

/** A condition and its error message, both templates of Terraform. */
export interface GatePrecondition {
  readonly condition: string;
  readonly errorMessage: string;
}

/** Terraform deploys this resource, and what depends on it, only if the preconditions hold. It does nothing itself. */
export class GateResource extends resource.Resource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: GateResourceConfig,
  ) {
    super(scope, id, { triggers: config.triggers, lifecycle: { precondition: [...config.preconditions] } });
    ensureNullProvider(this.cdktfStack);
  }

  /** Renders preconditions as blocks. cdktf 0.21 renders them as an attribute, which Terraform rejects. */
  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const preconditions = this.config.preconditions.map(({ condition, errorMessage }) => ({
      condition,
      error_message: errorMessage,
    }));
    return {
      ...super.synthesizeHclAttributes(),
      lifecycle: { value: { precondition: { value: preconditions, isBlock: true, type: "list" } } },
    };
  }
}

const stacksWithNullProvider = new WeakSet<TerraformStack>();

/**
 * Adds a null provider to the stack, unless it has one when it is synthesized. Not before: the user's own may be added
 * after the gate, and Terraform accepts only one without an alias.
 */
function ensureNullProvider(stack: TerraformStack): void {
  if (stacksWithNullProvider.has(stack)) return;
  stacksWithNullProvider.add(stack);
  Aspects.of(stack).add({
    visit: (construct: IConstruct) => {
      if (construct !== stack) return;
      const exists = stack
        .allProviders()
        .some(({ terraformResourceType }) => terraformResourceType === provider.NullProvider.tfResourceType);
      if (!exists) new provider.NullProvider(stack, "run-task-gate-null-provider");
    },
  });
}
