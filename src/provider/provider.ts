import { Client, ConfigurationError } from "../api";
import {
  DiagnosticError,
  number,
  optional,
  string,
  UNKNOWN,
  type ConfigOf,
  type Context,
  type Provider,
  type Unknown,
} from "../plugin";
import { providerDefinition } from "../model";
import { VERSION } from "../version";
import { checkConfig } from "./check";
import { membershipResource } from "./membership-resource";
import { projectDataSource } from "./project-data-source";
import { projectResource } from "./project-resource";
import { projectsDataSource } from "./projects-data-source";
import { runTaskStagesDataSource } from "./run-task-stages-data-source";
import { Session } from "./session";

const schema = {
  description:
    "Keeps the projects of an HCP Terraform or Terraform Enterprise organization, and which workspaces live in them.",
  attributes: {
    organization: optional(string, {
      description: "Organization for resources that name none. Default: the environment variable `TFE_ORGANIZATION`.",
    }),
    hostname: optional(string, {
      description:
        "Host of the service, reached by https. Not together with `address`. Default: the environment variables `TFE_ADDRESS` or `TFE_HOSTNAME`, then `app.terraform.io`.",
    }),
    address: optional(string, {
      description:
        "Address of the service, in place of `hostname`: for another port, or plain http to this machine. Default: the environment variable `TFE_ADDRESS`.",
    }),
    token: optional(string, {
      description:
        "User or organization token. Better left out, so that it is in no file: then it comes from `TFE_TOKEN`, `TF_TOKEN_<host>`, or what `terraform login` stored.",
      sensitive: true,
    }),
    requests_per_second: optional(number, {
      description: "Most requests to send in a second, greater than 0. Default: what the service's answers allow.",
    }),
  },
} as const;

type Config = ConfigOf<typeof schema>;

/** The Terraform provider `tfprojects`. */
export const tfprojectsProvider: Provider<typeof schema, Session> = {
  name: "tfprojects",
  version: VERSION,
  schema,
  resources: [projectResource, membershipResource],
  dataSources: [projectDataSource, projectsDataSource, runTaskStagesDataSource],

  validate(config: Config, { diagnostics }: Context) {
    checkConfig(providerDefinition, config, diagnostics);
  },

  /** Beside the provider's own argument, which is taken out as a sensitive attribute. */
  secrets() {
    const tokens = Object.entries(process.env).filter(([name]) => name === "TFE_TOKEN" || name.startsWith("TF_TOKEN_"));
    return tokens.flatMap(([, token]) => token ?? []);
  },

  configure(config: Config, { signal }: Context) {
    const rate = known(config.requests_per_second, "requests_per_second");
    try {
      const client = new Client({
        address: known(config.address, "address"),
        hostname: known(config.hostname, "hostname"),
        token: known(config.token, "token"),
        requestsPerSecond: rate === undefined ? undefined : Number(rate),
        stopSignal: signal,
      });
      const organization = known(config.organization, "organization") ?? process.env["TFE_ORGANIZATION"];
      return new Session(client, organization === "" ? undefined : organization);
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
