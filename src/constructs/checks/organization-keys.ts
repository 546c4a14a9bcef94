import { TerraformStack } from "cdktf";
import type { TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { TfprojectsProvider } from "../tfprojects-provider";
import { literal } from "./literal";

/** A construct that lives in an organization: its own, or its provider's. */
export interface InAnOrganization extends IConstruct {
  readonly provider?: TerraformProvider;
  readonly organizationInput: string | undefined;
}

/** Tells which constructs of an app are in the same organization. For one look at the app: it remembers each stack's provider. */
export class OrganizationKeys {
  private readonly providers = new Map<TerraformStack, TerraformProvider | undefined>();

  /**
   * A key that two constructs share when they are certainly in the same organization of the same service; undefined when that is known only
   * when Terraform runs. Where the code leaves the organization to the environment, only constructs of one provider share it: two
   * stacks may well be deployed with different environments.
   */
  of(construct: InAnOrganization): string | undefined {
    const stack = TerraformStack.of(construct);
    const provider = construct.provider ?? this.defaultProvider(stack);
    const { organization, service } = sayings(provider);

    const environment = `environment of ${(provider ?? stack).node.path}`;
    const name = construct.organizationInput ?? organization ?? environment;
    const place = service === undefined ? "the default service" : (literal(service) ?? environment);
    return literal(name) === undefined ? undefined : JSON.stringify([place, name]);
  }

  private defaultProvider(stack: TerraformStack): TerraformProvider | undefined {
    if (!this.providers.has(stack)) {
      const isDefault = (provider: TerraformProvider): boolean =>
        provider instanceof TfprojectsProvider && provider.alias === undefined;
      this.providers.set(stack, stack.allProviders().find(isDefault));
    }
    return this.providers.get(stack);
  }
}

function sayings(provider: TerraformProvider | undefined): { organization?: string; service?: string } {
  if (!(provider instanceof TfprojectsProvider)) return {};
  return { organization: provider.organizationInput, service: provider.addressInput ?? provider.hostnameInput };
}
