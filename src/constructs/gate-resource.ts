import type * as NullProviderPackage from "@cdktf/provider-null";
import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { AppError } from "./base/app-error";
import { FRAMEWORK, isMissing } from "./base/framework";
import { definedArguments, simple } from "./base/hcl";
import { ensureNullProvider, NullResource } from "./null-resource";

/** The Terraform resources that a gate can be. */
export const GATE_RESOURCES = ["terraform-data", "null-resource"] as const;
/**
 * - `terraform-data`: the `terraform_data` that is built into Terraform 1.4 and later, and into OpenTofu. It needs no
 *   package and no provider;
 * - `null-resource`: the `null_resource` of the provider `hashicorp/null`, in apps on cdktf with the package
 *   `@cdktf/provider-null`.
 */
export type GateResourceKind = (typeof GATE_RESOURCES)[number];

/** When a gate opens. */
export interface GateResourceConfig {
  /** The run that decides. The resource is replaced if another run decides. */
  readonly runId: string;
  readonly preconditions: readonly GatePrecondition[];
}

/** A condition and its error message, both Terraform templates. */
export interface GatePrecondition {
  readonly condition: string;
  readonly errorMessage: string;
}

/**
 * Creates a resource that Terraform deploys, with everything that depends on it, only if the preconditions hold. The
 * resource itself does nothing.
 *
 * @throws Error if the package of the resource is not installed.
 */
export function createGateResource(
  scope: Construct,
  id: string,
  kind: GateResourceKind,
  config: GateResourceConfig,
): TerraformResource {
  if (kind === "terraform-data") return new TerraformDataGate(scope, id, config);
  // Only cdktf has a prebuilt provider.
  return FRAMEWORK === "cdktf" ? prebuiltNullResource(scope, id, config) : new NullResourceGate(scope, id, config);
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

function prebuiltNullResource(scope: Construct, id: string, config: GateResourceConfig): TerraformResource {
  const { resource } = nullPackage(scope.node.path);

  class PrebuiltNullResourceGate extends resource.Resource {
    protected override synthesizeHclAttributes(): Record<string, unknown> {
      return { ...super.synthesizeHclAttributes(), lifecycle: preconditionBlocks(config.preconditions) };
    }
  }

  const gate = new PrebuiltNullResourceGate(scope, id, {
    triggers: { run_id: config.runId },
    lifecycle: { precondition: [...config.preconditions] },
  });
  ensureNullProvider(gate.cdktfStack);
  return gate;
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

/** The package `@cdktf/provider-null`. */
type NullPackage = typeof NullProviderPackage;

/**
 * Loads `@cdktf/provider-null`, an optional peer that nothing else needs.
 *
 * @param path - The path of the gate, for the message.
 */
function nullPackage(path: string): NullPackage {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- Loaded only when a gate needs it.
    return require("@cdktf/provider-null") as NullPackage;
  } catch (error) {
    if (!isMissing(error, NULL_PACKAGE)) throw error;
    throw new AppError(
      `[${path}] The RunTaskGate is a null_resource, whose package ${NULL_PACKAGE} is not installed. Install it (npm ` +
        `install ${NULL_PACKAGE}), or remove \`resource\` from the gate: terraform_data, the default, is built into ` +
        "Terraform 1.4 and later, and needs no package and no provider.",
      { cause: error },
    );
  }
}

const NULL_PACKAGE = "@cdktf/provider-null";
