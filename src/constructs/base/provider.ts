import { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { Definition } from "../../model";
import { validateInputs } from "../validation/attributes";
import { PROVIDER_METADATA, PROVIDER_SOURCE } from "./provider-source";

/** What a provider has instead of the meta-arguments of resources. */
export interface ProviderMetaArguments {
  /** The provider's name where a stack has several of its kind; the one without an alias is the default. */
  readonly alias?: string;
}

/** What is beneath the class of the provider. */
export abstract class Provider extends TerraformProvider {
  private _alias: string | undefined;

  constructor(scope: Construct, id: string, definition: Definition, { alias }: ProviderMetaArguments) {
    super(scope, id, {
      terraformResourceType: definition.type,
      terraformGeneratorMetadata: PROVIDER_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    // Null stands for nothing given, too: cdktf passes it to providers as a value, which they refuse.
    this._alias = alias ?? undefined;
    validateInputs(this, definition);
  }

  /** The provider's name where a stack has several of its kind. */
  override get alias(): string | undefined {
    return this._alias;
  }

  override set alias(value: string | undefined) {
    this._alias = value;
  }

  /** What was given for `alias`. */
  get aliasInput(): string | undefined {
    return this._alias;
  }

  /** As if `alias` had not been given. */
  resetAlias(): void {
    this._alias = undefined;
  }
}
