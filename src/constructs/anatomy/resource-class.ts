import { TerraformResource } from "cdktf";
import type { TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { Attributes } from "./attribute";
import { configForImport } from "./import";
import type { GenerateConfigForImport } from "./import";
import { inputsAsHcl, inputsAsJson, takeInputs } from "./inputs";
import { defineInputs, defineOutputs, terraformAttributes } from "./members";
import type { InputAttributes, InputMembers, OutputAttributes, TerraformAttributes } from "./members";
import { PROVIDER_METADATA } from "./source";

/** A class of Terraform resources: what cdktf's generated classes are, from a list of attributes. */
export interface ResourceClass<Config, Outputs> extends Pick<
  typeof TerraformResource,
  "isConstruct" | "isTerraformElement" | "isTerraformResource"
> {
  new (scope: Construct, id: string, config: Config): TerraformResource & InputMembers<Config> & Outputs;
  /** The resource's type in Terraform. */
  readonly tfResourceType: string;
  /** The resource's attributes in Terraform. */
  readonly terraformAttributes: TerraformAttributes;
  readonly generateConfigForImport: GenerateConfigForImport;
}

/**
 * Writes the anatomy of a resource class once for all. The overload states the members, since TypeScript does not see
 * what is defined at run time; `test/constructs/anatomy/members.test.ts` holds every class to it.
 */
export function resourceClass<Config extends TerraformMetaArguments, Outputs>(
  type: string,
  inputs: InputAttributes<Config>,
  outputs: OutputAttributes<Outputs>,
): ResourceClass<Config, Outputs>;
export function resourceClass(
  type: string,
  inputs: Attributes,
  outputs: Attributes,
): ResourceClass<TerraformMetaArguments, object> {
  class Resource extends TerraformResource {
    static readonly tfResourceType = type;
    static readonly terraformAttributes = terraformAttributes(inputs, outputs);
    static readonly generateConfigForImport = configForImport(type);

    constructor(scope: Construct, id: string, config: TerraformMetaArguments) {
      super(scope, id, {
        ...config,
        terraformResourceType: type,
        terraformGeneratorMetadata: PROVIDER_METADATA,
      });
      takeInputs(this, config, Object.keys(inputs));
    }

    /**
     * As cdktf's, but that one has every import run `terraform version` when the app is validated: minutes for a thousand of them, and a failure
     * where there is no Terraform, which the engine does without. A Terraform that is too old for import blocks says so itself.
     */
    override importFrom(id: string, provider?: TerraformProvider): void {
      Object.defineProperty(this.node, "addValidation", { value: () => undefined, configurable: true });
      try {
        super.importFrom(id, provider);
      } finally {
        Reflect.deleteProperty(this.node, "addValidation");
      }
    }

    protected override synthesizeAttributes(): Record<string, unknown> {
      return inputsAsJson(this, inputs);
    }

    protected override synthesizeHclAttributes(): Record<string, unknown> {
      return inputsAsHcl(this, inputs);
    }
  }
  defineInputs(Resource.prototype, inputs);
  defineOutputs(Resource.prototype, outputs);
  return Resource;
}
