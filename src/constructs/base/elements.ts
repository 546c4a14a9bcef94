import { ImportableResource, TerraformDataSource, TerraformProvider, TerraformResource } from "cdktf";
import type { TerraformMetaArguments, TerraformProviderConfig, TerraformResourceConfig } from "cdktf";
import type { Construct } from "constructs";
import { isAssignmentType, type Definition } from "../../model";
import { validateAssignments } from "../validation/assignment-conflicts";
import { validateInputs } from "../validation/attributes";
import { addWarnings, checkConfiguration, META_ARGUMENTS } from "../validation/properties";
import { validateProvider } from "../validation/provider-configurations";
import { checkFramework } from "./framework";
import { PROVIDER_METADATA } from "./provider-source";
import { PROVIDER_SOURCE } from "../../model/provider-address";

/*
 * Base classes of the generated constructs.
 */

export abstract class ManagedResource extends TerraformResource {
  constructor(scope: Construct, id: string, definition: Definition, config: TerraformMetaArguments) {
    const warnings = checkConfiguration(new.target, scope, id, config, definition, META_ARGUMENTS.element);
    super(scope, id, elementConfig(definition, config));
    addWarnings(this, warnings);
    validateInputs(this, definition);
    validateProvider(this);
    if (isAssignmentType(definition.type)) validateAssignments(this.cdktfStack, definition.type);
  }

  /**
   * As in cdktf, but without its validation, which runs `terraform version` for every import: that takes minutes for
   * a thousand of them, and fails where Terraform is not installed. A Terraform version without import blocks reports
   * that itself.
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

export abstract class DataSource extends TerraformDataSource {
  constructor(scope: Construct, id: string, definition: Definition, config: TerraformMetaArguments) {
    const warnings = checkConfiguration(new.target, scope, id, config, definition, META_ARGUMENTS.element);
    super(scope, id, elementConfig(definition, config));
    addWarnings(this, warnings);
    validateInputs(this, definition);
    validateProvider(this);
  }
}

/** The meta-arguments of a provider. */
export interface ProviderMetaArguments {
  /** Name of the provider if the stack has several of this kind. The provider without an alias is the default. */
  readonly alias?: string;
}

export abstract class Provider extends TerraformProvider {
  private _alias: string | undefined;

  constructor(scope: Construct, id: string, definition: Definition, config: ProviderMetaArguments) {
    const warnings = checkConfiguration(new.target, scope, id, config, definition, META_ARGUMENTS.provider);
    super(scope, id, { ...elementConfig(definition), terraformProviderSource: PROVIDER_SOURCE });
    addWarnings(this, warnings);
    // Null means not set. cdktf would pass it on as a value, which providers reject.
    this._alias = config.alias ?? undefined;
    validateInputs(this, definition);
  }

  /** Name of the provider if the stack has several of this kind. */
  override get alias(): string | undefined {
    return this._alias;
  }

  override set alias(value: string | undefined) {
    this._alias = value;
  }

  /** The value set for `alias`. */
  get aliasInput(): string | undefined {
    return this._alias;
  }

  /** Unsets `alias`. */
  resetAlias(): void {
    this._alias = undefined;
  }
}

/** Has Terraform generate configuration for an existing object. */
export function importableObject(
  scope: Construct,
  id: string,
  config: { readonly terraformResourceType: string; readonly importId: string; readonly provider?: TerraformProvider },
): ImportableResource {
  checkFramework(scope, id);
  return new ImportableResource(scope, id, config);
}

function elementConfig(
  { type }: Definition,
  config: TerraformMetaArguments = {},
): TerraformResourceConfig & TerraformProviderConfig {
  return { ...config, terraformResourceType: type, terraformGeneratorMetadata: PROVIDER_METADATA };
}
