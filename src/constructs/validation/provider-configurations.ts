import { TerraformStack, type TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { PROVIDER_TYPE } from "../../model/provider-address";
import type { Conflict } from "./app-wide";
import type { ProviderLike } from "./construct-types";

/** Adds a validation of the provider that a resource or data source uses. */
export function validateProvider(construct: IConstruct & { readonly provider?: TerraformProvider }): void {
  construct.node.addValidation({ validate: () => providerErrors(construct, construct.provider) });
}

/** Terraform has only the name and the alias of a configuration, and looks for it in the stack of the resource. */
function providerErrors(construct: IConstruct, provider: TerraformProvider | undefined): string[] {
  if (provider === undefined) return [];
  const { terraformResourceType: type, node } = provider;
  if (type !== PROVIDER_TYPE)
    return [`provider: ${node.path} is a configuration of ${type}. Use one of ${PROVIDER_TYPE}.`];
  const [own, other] = [TerraformStack.of(construct), TerraformStack.of(provider)];
  if (own === other) return [];
  return [
    `provider: Provider configuration not present: ${node.path} is a configuration of the stack ${other.node.path}. ` +
      `Add one to the stack ${own.node.path}, and use that.`,
  ];
}

/** Configurations of one stack that have the same alias, or both none. */
export function duplicateProviders(providers: readonly ProviderLike[]): readonly Conflict[] {
  const first = new Map<TerraformStack, Map<string | undefined, ProviderLike>>();
  return providers.flatMap((at) => {
    const stack = TerraformStack.of(at);
    const byAlias = first.get(stack) ?? new Map<string | undefined, ProviderLike>();
    first.set(stack, byAlias);
    const previous = byAlias.get(at.alias);
    if (previous === undefined) byAlias.set(at.alias, at);
    if (previous === undefined) return [];
    const same = at.alias === undefined ? "has no alias, either" : `has the alias ${JSON.stringify(at.alias)}, too`;
    const message =
      `alias: Duplicate provider configuration: ${previous.node.path} ${same}. ` +
      "Each configuration of a provider in a stack needs an alias of its own; one may have none.";
    return [{ at, message }];
  });
}
