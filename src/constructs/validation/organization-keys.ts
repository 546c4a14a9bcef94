import { TerraformStack } from "cdktf";
import type { TerraformProvider } from "cdktf";
import { nameKey } from "../../model";
import { literal } from "./literal";
import { isTfprojectsProvider } from "./construct-types";
import type { InOrganization } from "./construct-types";

/** Finds constructs of an app in the same organization. Use it for one validation: it caches each stack's provider. */
export class OrganizationKeys {
  private readonly providers = new Map<TerraformStack, TerraformProvider | undefined>();

  /**
   * A key that two constructs share if they are certainly in the same organization of the same service; undefined if
   * only Terraform knows the organization. If it comes from the environment, constructs share a key only with those of
   * their provider, because stacks can be deployed with different environments.
   */
  of(construct: InOrganization): string | undefined {
    const stack = TerraformStack.of(construct);
    const provider = construct.provider ?? this.defaultProvider(stack);
    const { organization, service } = providerSettings(provider);

    const environment = `environment of ${(provider ?? stack).node.path}`;
    const name = literal(construct.organizationInput ?? organization ?? environment);
    const host = service === undefined ? "the default service" : (hostOf(literal(service)) ?? environment);
    return name === undefined ? undefined : JSON.stringify([host, nameKey(name)]);
  }

  private defaultProvider(stack: TerraformStack): TerraformProvider | undefined {
    if (!this.providers.has(stack)) {
      const isDefault = (provider: TerraformProvider): boolean =>
        isTfprojectsProvider(provider) && provider.alias === undefined;
      this.providers.set(stack, stack.allProviders().find(isDefault));
    }
    return this.providers.get(stack);
  }
}

/** The settings of a provider; an empty string counts as not set. */
function providerSettings(provider: TerraformProvider | undefined): {
  readonly organization?: string | undefined;
  readonly service?: string | undefined;
} {
  if (!isTfprojectsProvider(provider)) return {};
  const { organizationInput: organization, addressInput: address, hostnameInput: hostname } = provider;
  return { organization: nonEmpty(organization), service: nonEmpty(address) ?? nonEmpty(hostname) };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** The host in an address or a hostname. */
export function hostOf(service: string | undefined): string | undefined {
  return service
    ?.toLowerCase()
    .replace(/^https:\/\//, "")
    .replace(/\/+$/, "")
    .replace(/\/api\/v2$/, "");
}
