import { ApiError, Client, ConfigurationError, type ErrorCode } from "../api";
import { providerDefinition } from "../model";
import { DiagnosticError, UNKNOWN, type Provider, type Unknown } from "../plugin";
import { describeWrite, OrganizationNotFoundError } from "../reconcile";
import { ASSIGNMENT_KINDS } from "../reconcile/assignments";
import { VERSION } from "../version";
import { assignmentResource } from "./assignment/resource";
import { membershipResource } from "./membership/resource";
import { cannotRead } from "./missing-organization";
import { placementResource } from "./placement/resource";
import { projectDataSource } from "./project-data-source";
import { projectList } from "./project-list";
import { projectResource } from "./project-resource";
import { projectsDataSource } from "./projects-data-source";
import { ProviderData } from "./provider-data";
import { runTaskStagesDataSource } from "./run-task-stages-data-source";
import { validatorOf } from "./validation";

/** The Terraform provider `tfprojects`. */
export const tfprojectsProvider: Provider<typeof providerDefinition, ProviderData> = {
  name: providerDefinition.type,
  version: VERSION,
  schema: providerDefinition,
  resources: [
    projectResource,
    membershipResource,
    placementResource,
    ...Object.values(ASSIGNMENT_KINDS).map((kind) => assignmentResource(kind)),
  ],
  dataSources: [projectDataSource, projectsDataSource, runTaskStagesDataSource],
  listResources: [projectList],

  validate: validatorOf(providerDefinition),

  /** The token that is sent, and all tokens in environment variables. */
  secrets({ client }) {
    const tokens = Object.entries(process.env).filter(([name]) => name === "TFE_TOKEN" || name.startsWith("TF_TOKEN_"));
    return [...client.secrets(), ...tokens.flatMap(([, token]) => token?.trim() ?? [])];
  },

  async configure(config, { signal, logger }) {
    const rate = known(config.requests_per_second, "requests_per_second");
    try {
      const client = new Client({
        address: known(config.address, "address"),
        hostname: known(config.hostname, "hostname"),
        token: known(config.token, "token"),
        requestsPerSecond: rate === undefined ? undefined : Number(rate),
        shutdownSignal: signal,
      });
      const configured = known(config.organization, "organization");
      const organization = configured ?? process.env["TFE_ORGANIZATION"];
      const provider = new ProviderData(
        client,
        organization === "" ? undefined : organization,
        process.env["TFC_RUN_ID"],
        {
          // Terraform itself only shows that the resource is still being changed.
          onVerifying: (write, until) =>
            logger.warn(`The response to a change was lost: verifying whether ${describeWrite(write)}`, {
              until: until.toISOString(),
            }),
        },
      );
      await checkOrganization(
        provider,
        configured === undefined ? "TFE_ORGANIZATION" : "the provider's `organization`",
      );
      return provider;
    } catch (error) {
      if (error instanceof ConfigurationError)
        throw DiagnosticError.of("Invalid provider configuration", error.message, undefined, error);
      throw error;
    }
  },
};

/**
 * Reads the organization, so that a problem that would fail every resource is reported once: Terraform plans no
 * resource if the provider cannot be configured. The resources reuse the response.
 *
 * Other errors are left to the resources, which a token may be able to use without reading the organization.
 *
 * @throws DiagnosticError
 */
async function checkOrganization(provider: ProviderData, source: string): Promise<void> {
  const { defaultOrganization: name } = provider;
  if (name === undefined) return;
  try {
    await provider.organization(name).organization();
  } catch (error) {
    const isMissing = error instanceof OrganizationNotFoundError;
    if (!isMissing && !(error instanceof ApiError && FAILS_ALL.has(error.code))) return;
    const detail = isMissing ? `${error.message}\n\nThe name is from ${source}.` : error.message;
    const attribute = isMissing && source !== "TFE_ORGANIZATION" ? ["organization"] : undefined;
    throw DiagnosticError.of(cannotRead(name), detail, attribute, error);
  }
}

/** Errors that would fail any request. */
const FAILS_ALL: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "connection",
  "timeout",
  "deadline-exceeded",
  "server",
]);

/** The value of an attribute; undefined if it is not set. @throws DiagnosticError if it is unknown */
function known<V extends string | number | bigint>(value: V | Unknown | null, attribute: string): V | undefined {
  if (value !== UNKNOWN) return value ?? undefined;
  throw DiagnosticError.of(
    "Unknown provider configuration",
    `The provider needs \`${attribute}\` to plan, and its value is known only after apply. Apply the source of the ` +
      "value first (`apply -target=…`), or set a static value.",
    [attribute],
  );
}
