import { TerraformDataSource } from "cdktf";
import type { TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import type { Definition } from "../../model";
import { validateInputs } from "../validation/attributes";
import { PROVIDER_METADATA } from "./provider-source";

/** What the classes of data sources have in common. */
export abstract class DataSource extends TerraformDataSource {
  constructor(scope: Construct, id: string, definition: Definition, config: TerraformMetaArguments) {
    super(scope, id, {
      ...config,
      terraformResourceType: definition.type,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    validateInputs(this, definition);
  }
}
