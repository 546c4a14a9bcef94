import { TerraformProvider, TerraformResource } from "cdktf";
import type { TerraformProviderGeneratorMetadata, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { collection, definedArguments } from "./base/hcl";

/*
 * The `null_resource` and its provider `hashicorp/null`, as the classes of `@cdktf/provider-null` 11 write them. That
 * package has no counterpart for cdktn, and a gate needs little of it. The provider is our own for cdktf, too: whether
 * the stack needs it shows only at synth.
 */

const METADATA: TerraformProviderGeneratorMetadata = {
  providerName: "null",
  providerVersion: "3.2.4",
  providerVersionConstraint: "~> 3.0",
};

/**
 * The resource `null_resource`, in a stack that has a provider for it.
 *
 * @see https://registry.terraform.io/providers/hashicorp/null/latest/docs/resources/resource
 */
export class NullResource extends TerraformResource {
  /** @param triggers - The resource is replaced when one of them changes. */
  constructor(
    scope: Construct,
    id: string,
    private readonly triggers: Readonly<Record<string, string>>,
    lifecycle: TerraformResource["lifecycle"],
  ) {
    super(scope, id, {
      terraformResourceType: "null_resource",
      terraformGeneratorMetadata: METADATA,
      ...(lifecycle && { lifecycle }),
    });
    ensureNullProvider(this.cdktfStack);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers: this.triggers };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return definedArguments({ triggers: collection("map", this.triggers) });
  }
}

const PROVIDER_ID = "run-task-gate-null-provider";

/** Adds a null provider to the stack, for the case that it has none when it is synthesized. */
export function ensureNullProvider(stack: TerraformStack): void {
  if (stack.node.tryFindChild(PROVIDER_ID) === undefined) new DefaultNullProvider(stack, PROVIDER_ID);
}

/**
 * The provider `hashicorp/null`, unless the stack has another: the user's own may be added after the gate, and
 * Terraform accepts only one without an alias.
 */
class DefaultNullProvider extends TerraformProvider {
  constructor(stack: TerraformStack, id: string) {
    super(stack, id, {
      terraformResourceType: METADATA.providerName,
      terraformGeneratorMetadata: METADATA,
      terraformProviderSource: METADATA.providerName,
    });
  }

  override toTerraform(): unknown {
    return this.isNeeded() ? super.toTerraform() : {};
  }

  override toHclTerraform(): unknown {
    return this.isNeeded() ? super.toHclTerraform() : {};
  }

  private isNeeded(): boolean {
    const { terraformResourceType: type } = this;
    return !this.cdktfStack.allProviders().some((it) => it !== this && it.terraformResourceType === type);
  }
}
