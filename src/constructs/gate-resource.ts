import { provider, resource } from "@cdktf/provider-null";
import { Aspects } from "cdktf";
import type { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";

/** What a gate is closed or opened for. */
export interface GateResourceConfig {
  readonly triggers: Record<string, string>;
  readonly preconditions: readonly GatePrecondition[];
}

/** Both are texts in Terraform's template language. */
export interface GatePrecondition {
  readonly condition: string;
  readonly errorMessage: string;
}

/** The resource that Terraform deploys only when the preconditions hold, and with it what depends on it. It does nothing itself. */
export class GateResource extends resource.Resource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: GateResourceConfig,
  ) {
    super(scope, id, { triggers: config.triggers, lifecycle: { precondition: [...config.preconditions] } });
    ensureNullProvider(this.cdktfStack);
  }

  /** cdktf 0.21 renders preconditions into HCL as if they were an attribute, which Terraform refuses; this makes blocks of them. */
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
 * Gives the stack a null provider, unless it has one when it is synthesized. Not sooner: the user's own may come after the gate, and Terraform
 * accepts only one without an alias.
 */
function ensureNullProvider(stack: TerraformStack): void {
  if (stacksWithNullProvider.has(stack)) return;
  stacksWithNullProvider.add(stack);
  Aspects.of(stack).add({
    visit: (construct: IConstruct) => {
      if (construct !== stack) return;
      const isThere = stack
        .allProviders()
        .some(({ terraformResourceType }) => terraformResourceType === provider.NullProvider.tfResourceType);
      if (!isThere) new provider.NullProvider(stack, "run-task-gate-null-provider");
    },
  });
}
