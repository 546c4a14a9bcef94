import { TerraformStack } from "cdktf";
import type { TerraformProvider } from "cdktf";
import { nameKey } from "../../model";
import { literal } from "./literal";
import { isTfprojectsProvider } from "./construct-types";
import type { InOrganization } from "./construct-types";

/** Tells which constructs of an app are in the same organization. For one look at the app: it remembers each stack's provider. */
export class OrganizationKeys {
  private readonly providers = new Map<TerraformStack, TerraformProvider | undefined>();

  /**
   * A key that two constructs share when they are certainly in the same organization of the same service; undefined when that is known only
   * when Terraform runs. Where the code leaves the organization to the environment, only constructs of one provider share it: two
   * stacks may well be deployed with different environments.
   */
  of(construct: InOrganization): string | undefined {
    const stack = TerraformStack.of(construct);
    const provider = construct.provider ?? this.defaultProvider(stack);
    const { organization, service } = providerSettings(provider);

    const environment = `environment of ${(provider ?? stack).node.path}`;
    const name = literal(construct.organizationInput ?? organization ?? environment);
    const place = service === undefined ? "the default service" : (host(literal(service)) ?? environment);
    return name === undefined ? undefined : JSON.stringify([place, nameKey(name)]);
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

/** What a provider says itself; an empty text says nothing. */
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

/** What an address and a host name of the same service have in common. */
function host(service: string | undefined): string | undefined {
  return service
    ?.toLowerCase()
    .replace(/^https:\/\//, "")
    .replace(/\/+$/, "")
    .replace(/\/api\/v2$/, "");
}
