import { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { Attributes, TerraformType } from "./attribute";
import { configForImport } from "./import";
import type { GenerateConfigForImport } from "./import";
import { inputOf, inputsAsHcl, inputsAsJson, takeInputs } from "./inputs";
import { defineInput, terraformTypes } from "./members";
import type { InputAccess, InputAttributes, InputNames, MemberValue } from "./members";
import { PROVIDER_METADATA, PROVIDER_SOURCE, PROVIDER_TYPE } from "./source";

/** What a provider has instead of the meta-arguments of resources. */
export interface ProviderMetaArguments {
  /** The provider's name where a stack has several of its kind; the one without an alias is the default. */
  readonly alias?: string;
}

/** As the members of a resource, but reading one gives what was given: Terraform has no references into providers. */
export type ProviderMembers<Config extends ProviderMetaArguments, Names extends keyof Config = InputNames<Config>> = {
  -readonly [Name in Names]-?: MemberValue<Config[Name]> | undefined;
} & InputAccess<Config, Names | "alias">;

/** A class of providers: what cdktf's generated classes are, from a list of attributes. */
export interface ProviderClass<Config, Instance> extends Pick<
  typeof TerraformProvider,
  "isConstruct" | "isTerraformElement" | "isTerraformProvider"
> {
  new (scope: Construct, id: string, config: Config): Instance;
  /** The provider's type in Terraform. */
  readonly tfResourceType: string;
  /** The provider's attributes in Terraform; code can set them all. */
  readonly terraformAttributes: { readonly inputs: Readonly<Record<string, TerraformType>> };
  readonly generateConfigForImport: GenerateConfigForImport;
}

/**
 * Writes the anatomy of the provider class; as `resourceClass`.
 *
 * @typeParam Instance `TerraformProvider` and `ProviderMembers<Config>`, as an interface: code that asks for a provider is often checked by the
 *   names of classes, which are not found in an intersection of types
 */
export function providerClass<Config extends ProviderMetaArguments, Instance extends TerraformProvider>(
  inputs: InputAttributes<Config>,
): ProviderClass<Config, Instance>;
export function providerClass(inputs: Attributes): ProviderClass<ProviderMetaArguments, TerraformProvider> {
  class Provider extends TerraformProvider {
    static readonly tfResourceType = PROVIDER_TYPE;
    static readonly terraformAttributes = { inputs: terraformTypes(inputs) };
    static readonly generateConfigForImport = configForImport(PROVIDER_TYPE);

    constructor(scope: Construct, id: string, config: ProviderMetaArguments) {
      super(scope, id, {
        terraformResourceType: PROVIDER_TYPE,
        terraformGeneratorMetadata: PROVIDER_METADATA,
        terraformProviderSource: PROVIDER_SOURCE,
      });
      takeInputs(this, config, [...Object.keys(inputs), "alias"]);
    }

    protected override synthesizeAttributes(): Record<string, unknown> {
      return inputsAsJson(this, inputs);
    }

    protected override synthesizeHclAttributes(): Record<string, unknown> {
      return inputsAsHcl(this, inputs);
    }
  }
  for (const name of [...Object.keys(inputs), "alias"]) {
    defineInput(Provider.prototype, name, (provider) => inputOf(provider, name));
  }
  return Provider;
}
