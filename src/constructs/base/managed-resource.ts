import { TerraformResource } from "cdktf";
import type { TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { Definition } from "../../model";
import { validateInputs } from "../validation/attributes";
import { PROVIDER_METADATA } from "./provider-source";

/** What the classes of resources have in common. */
export abstract class ManagedResource extends TerraformResource {
  constructor(scope: Construct, id: string, definition: Definition, config: TerraformMetaArguments) {
    super(scope, id, {
      ...config,
      terraformResourceType: definition.type,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    validateInputs(this, definition);
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
}
