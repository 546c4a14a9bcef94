import type * as NullProviderPackage from "@cdktf/provider-null";
import { Aspects, TerraformResource } from "cdktf";
import type { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { definedArguments, simple } from "./base/hcl";

/** The resources of Terraform that a gate can be. */
export const GATE_RESOURCES = ["null-resource", "terraform-data"] as const;
/**
 * - `null-resource`: the `null_resource` of the provider `hashicorp/null`, with the package `@cdktf/provider-null`;
 * - `terraform-data`: the `terraform_data` that is built into Terraform 1.4 and later, and into OpenTofu. It needs no
 *   package and no provider.
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

/**
 * Terraform deploys this resource, and what depends on it, only if the preconditions hold. It does nothing itself.
 *
 * @throws Error when the package of the resource is not installed.
 */
export function createGateResource(
  scope: Construct,
  id: string,
  kind: GateResourceKind,
  config: GateResourceConfig,
): TerraformResource {
  return kind === "null-resource" ? nullResource(scope, id, config) : new TerraformDataGate(scope, id, config);
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

function nullResource(scope: Construct, id: string, config: GateResourceConfig): TerraformResource {
  const { provider, resource } = nullPackage(scope.node.path);

  class NullResourceGate extends resource.Resource {
    /** Renders preconditions as blocks. */
    protected override synthesizeHclAttributes(): Record<string, unknown> {
      return { ...super.synthesizeHclAttributes(), lifecycle: preconditionBlocks(config.preconditions) };
    }
  }

  const gate = new NullResourceGate(scope, id, {
    triggers: { run_id: config.runId },
    lifecycle: { precondition: [...config.preconditions] },
  });
  ensureNullProvider(gate.cdktfStack, provider);
  return gate;
}

/** Preconditions for HCL. cdktf 0.21 renders them as an attribute, which Terraform rejects. */
function preconditionBlocks(preconditions: readonly GatePrecondition[]): object {
  const value = preconditions.map(({ condition, errorMessage }) => ({ condition, error_message: errorMessage }));
  return { value: { precondition: { value, isBlock: true, type: "list" } } };
}

/** What a gate uses of `@cdktf/provider-null`. */
type NullPackage = typeof NullProviderPackage;

/**
 * Loads `@cdktf/provider-null`, an optional peer that nothing else needs.
 *
 * @param path - Of the gate, for the message.
 */
function nullPackage(path: string): NullPackage {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- Loaded only when a gate needs it.
    return require("@cdktf/provider-null") as NullPackage;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(
      `[${path}] A RunTaskGate is a null_resource, whose package ${NULL_PACKAGE} is not installed. Install it (npm ` +
        `install ${NULL_PACKAGE}), or set \`resource: "terraform-data"\` on the gate: terraform_data is built into ` +
        "Terraform 1.4 and later, and needs no package and no provider.",
      { cause: error },
    );
  }
}

const NULL_PACKAGE = "@cdktf/provider-null";

/** Whether the package itself was not found, rather than something that it loads. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "MODULE_NOT_FOUND" &&
    error.message.includes(`'${NULL_PACKAGE}'`)
  );
}

const stacksWithNullProvider = new WeakSet<TerraformStack>();

/**
 * Adds a null provider to the stack, unless it has one when it is synthesized. Not before: the user's own may be added
 * after the gate, and Terraform accepts only one without an alias.
 */
function ensureNullProvider(stack: TerraformStack, { NullProvider }: NullPackage["provider"]): void {
  if (stacksWithNullProvider.has(stack)) return;
  stacksWithNullProvider.add(stack);
  Aspects.of(stack).add({
    visit: (construct: IConstruct) => {
      if (construct !== stack) return;
      const exists = stack
        .allProviders()
        .some(({ terraformResourceType }) => terraformResourceType === NullProvider.tfResourceType);
      if (!exists) new NullProvider(stack, "run-task-gate-null-provider");
    },
  });
}
