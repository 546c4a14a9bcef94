import { Client, ConfigurationError } from "../api";
import { DiagnosticError, UNKNOWN, type Context, type Provider, type Unknown } from "../plugin";
import { providerDefinition, type ProviderConfig } from "../model";
import { VERSION } from "../version";
import { validateConfig } from "./validation";
import { membershipResource } from "./membership-resource";
import { projectDataSource } from "./project-data-source";
import { projectResource } from "./project-resource";
import { projectsDataSource } from "./projects-data-source";
import { runTaskStagesDataSource } from "./run-task-stages-data-source";
import { ProviderData } from "./provider-data";

/** The Terraform provider `tfprojects`. */
export const tfprojectsProvider: Provider<typeof providerDefinition, ProviderData> = {
  name: providerDefinition.type,
  version: VERSION,
  schema: providerDefinition,
  resources: [projectResource, membershipResource],
  dataSources: [projectDataSource, projectsDataSource, runTaskStagesDataSource],

  validate(config: ProviderConfig, { diagnostics }: Context) {
    validateConfig(providerDefinition, config, diagnostics);
  },

  /** Beside the provider's own argument, which is taken out as a sensitive attribute. */
  secrets() {
    const tokens = Object.entries(process.env).filter(([name]) => name === "TFE_TOKEN" || name.startsWith("TF_TOKEN_"));
    return tokens.flatMap(([, token]) => token ?? []);
  },

  configure(config: ProviderConfig, { signal }: Context) {
    const rate = known(config.requests_per_second, "requests_per_second");
    try {
      const client = new Client({
        address: known(config.address, "address"),
        hostname: known(config.hostname, "hostname"),
        token: known(config.token, "token"),
        requestsPerSecond: rate === undefined ? undefined : Number(rate),
        shutdownSignal: signal,
      });
      const organization = known(config.organization, "organization") ?? process.env["TFE_ORGANIZATION"];
      return new ProviderData(client, organization === "" ? undefined : organization);
    } catch (error) {
      if (error instanceof ConfigurationError)
        throw DiagnosticError.of("The provider is not configured", error.message, undefined, error);
      throw error;
    }
  },
};

/** The value of an attribute, which must be known by now; undefined when it is not set. */
function known<V extends string | number | bigint>(value: V | Unknown | null, attribute: string): V | undefined {
  if (value !== UNKNOWN) return value ?? undefined;
  throw DiagnosticError.of(
    "The provider's configuration is not known yet",
    `\`${attribute}\` comes from something that is still to be created, but it is needed to plan. Create that first (terraform apply -target=…), or give the value itself.`,
    [attribute],
  );
}
