import { Client, ConfigurationError } from "../api";
import { providerDefinition, type ProviderConfig } from "../model";
import { DiagnosticError, UNKNOWN, type Context, type Provider, type Unknown } from "../plugin";
import { VERSION } from "../version";
import { membershipResource } from "./membership-resource";
import { projectDataSource } from "./project-data-source";
import { projectResource } from "./project-resource";
import { projectsDataSource } from "./projects-data-source";
import { ProviderData } from "./provider-data";
import { runTaskStagesDataSource } from "./run-task-stages-data-source";
import { validateConfig } from "./validation";

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

  /** Tokens of the environment. The `token` argument is redacted because it is sensitive. */
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
        throw DiagnosticError.of("Invalid provider configuration", error.message, undefined, error);
      throw error;
    }
  },
};

/** The value of an attribute; undefined if it is not set. @throws DiagnosticError if it is unknown */
function known<V extends string | number | bigint>(value: V | Unknown | null, attribute: string): V | undefined {
  if (value !== UNKNOWN) return value ?? undefined;
  throw DiagnosticError.of(
    "Unknown provider configuration",
    `The provider needs \`${attribute}\` to plan, and its value is known only after apply. Apply the source of the ` +
      "value first (terraform apply -target=…), or set a static value.",
    [attribute],
  );
}
