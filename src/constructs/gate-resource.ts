import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { definedArguments, simple } from "./base/hcl";
import { NullResource } from "./null-resource";

/** The resources of Terraform that a gate can be. */
export const GATE_RESOURCES = ["null-resource", "terraform-data"] as const;
/**
 * - `null-resource`: the `null_resource` of the provider `hashicorp/null`, which `terraform init` installs;
 * - `terraform-data`: the `terraform_data` that is built into Terraform 1.4 and later, and into OpenTofu. It needs no
 *   provider.
 */
export type GateResourceKind = (typeof GATE_RESOURCES)[number];

/** When a gate opens. */
export interface GateResourceConfig {
  /** The run that decides: the resource is replaced for another one. */
  readonly runId: string;
  readonly preconditions: readonly GatePrecondition[];
}

/** A condition and its error message, both templates of Terraform. */
export interface GatePrecondition {
  readonly condition: string;
  readonly errorMessage: string;
}

/** Terraform deploys this resource, and what depends on it, only if the preconditions hold. It does nothing itself. */
export function createGateResource(
  scope: Construct,
  id: string,
  kind: GateResourceKind,
  config: GateResourceConfig,
): TerraformResource {
  return new (kind === "null-resource" ? NullResourceGate : TerraformDataGate)(scope, id, config);
}

/**
 * The resource `terraform_data`.
 *
 * Unlike cdktf's own class, it does not run `terraform version` at synth, and its trigger is not a map.
 *
 * @see https://developer.hashicorp.com/terraform/language/resources/terraform-data
 */
class TerraformDataGate extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: GateResourceConfig,
  ) {
    const lifecycle = { precondition: [...config.preconditions] };
    super(scope, id, { terraformResourceType: "terraform_data", lifecycle });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers_replace: this.config.runId };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const { runId, preconditions } = this.config;
    return {
      ...definedArguments({ triggers_replace: simple("string", runId) }),
      lifecycle: preconditionBlocks(preconditions),
    };
  }
}

/** The resource `null_resource`. */
class NullResourceGate extends NullResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: GateResourceConfig,
  ) {
    super(scope, id, { run_id: config.runId }, { precondition: [...config.preconditions] });
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return { ...super.synthesizeHclAttributes(), lifecycle: preconditionBlocks(this.config.preconditions) };
  }
}

/** Preconditions for HCL. cdktf 0.21 renders them as an attribute, which Terraform rejects. */
function preconditionBlocks(preconditions: readonly GatePrecondition[]): object {
  const value = preconditions.map(({ condition, errorMessage }) => ({ condition, error_message: errorMessage }));
  return { value: { precondition: { value, isBlock: true, type: "list" } } };
}
