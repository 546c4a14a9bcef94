import { TerraformProvider, TerraformResource } from "cdktf";
import type { TerraformProviderGeneratorMetadata, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { collection, definedArguments } from "./base/hcl";

/*
 * The `null_resource` and its provider `hashicorp/null`, as `@cdktf/provider-null` 11 writes them. That package has
 * no counterpart for cdktn, and a gate needs little of it. The provider is our own class for cdktf, too, because it is
 * known only at synth whether the stack needs it.
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
  /** @param triggers - A change of any of them replaces the resource. */
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

/** Adds a null provider to the stack, which is omitted if the stack has another one when it is synthesized. */
export function ensureNullProvider(stack: TerraformStack): void {
  if (stack.node.tryFindChild(PROVIDER_ID) === undefined) new DefaultNullProvider(stack, PROVIDER_ID);
}

/**
 * The provider `hashicorp/null`, which is omitted if the stack has another one: the user may add it after the gate, and
 * Terraform accepts only one provider without an alias.
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
