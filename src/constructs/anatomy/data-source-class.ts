import { TerraformDataSource } from "cdktf";
import type { TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import type { Attributes } from "./attribute";
import { configForImport } from "./import";
import type { GenerateConfigForImport } from "./import";
import { inputsAsHcl, inputsAsJson, takeInputs } from "./inputs";
import { defineInputs, defineOutputs, terraformAttributes } from "./members";
import type { InputAttributes, InputMembers, OutputAttributes, TerraformAttributes } from "./members";
import { PROVIDER_METADATA } from "./source";

/** A class of Terraform data sources: what cdktf's generated classes are, from a list of attributes. */
export interface DataSourceClass<Config, Outputs> extends Pick<
  typeof TerraformDataSource,
  "isConstruct" | "isTerraformElement" | "isTerraformDataSource"
> {
  new (scope: Construct, id: string, config: Config): TerraformDataSource & InputMembers<Config> & Outputs;
  /** The data source's type in Terraform. */
  readonly tfResourceType: string;
  /** The data source's attributes in Terraform. */
  readonly terraformAttributes: TerraformAttributes;
  readonly generateConfigForImport: GenerateConfigForImport;
}

/** Writes the anatomy of a data source class once for all; as `resourceClass`. */
export function dataSourceClass<Config extends TerraformMetaArguments, Outputs>(
  type: string,
  inputs: InputAttributes<Config>,
  outputs: OutputAttributes<Outputs>,
): DataSourceClass<Config, Outputs>;
export function dataSourceClass(
  type: string,
  inputs: Attributes,
  outputs: Attributes,
): DataSourceClass<TerraformMetaArguments, object> {
  class DataSource extends TerraformDataSource {
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

    protected override synthesizeAttributes(): Record<string, unknown> {
      return inputsAsJson(this, inputs);
    }

    protected override synthesizeHclAttributes(): Record<string, unknown> {
      return inputsAsHcl(this, inputs);
    }
  }
  defineInputs(DataSource.prototype, inputs);
  defineOutputs(DataSource.prototype, outputs);
  return DataSource;
}
