import { IDENTITIES, idPrefix, isId, type ProjectState, type RESOURCES } from "../model";
import { DiagnosticError, type ConfiguredContext, type ResourceIdentity, type StateOf } from "../plugin";
import { quote } from "./diagnostics";
import type { ProviderData } from "./provider-data";

const definition = IDENTITIES.tfprojects_project;

type Identity = StateOf<typeof definition>;
type ProjectContext = ConfiguredContext<ProviderData>;

/**
 * The identity of projects.
 *
 * @param importById - The state of the project with this ID.
 */
export function projectIdentity(
  importById: (id: string, context: ProjectContext) => Promise<ProjectState>,
): ResourceIdentity<typeof RESOURCES.tfprojects_project, ProviderData, typeof definition> {
  return {
    schema: definition,

    of: ({ id }, { provider }) => identityOf(id, provider),

    async import({ id, hostname }: Identity, context: ProjectContext) {
      const { hostname: configured } = identityOf(id, context.provider);
      if (hostname !== null && hostname.toLowerCase() !== configured) {
        throw DiagnosticError.of(
          `Cannot import ${quote(id)}`,
          `The identity is of a project at ${hostname}, and the provider is configured for ${configured}. ` +
            "Leave `hostname` out of the identity, or use a provider configuration for the same host (`provider` in " +
            "the `import` block or in the resource).",
        );
      }
      if (!isId("project", id)) {
        throw DiagnosticError.of(
          `Cannot import ${quote(id)}`,
          `${quote(id)} is not a valid project ID (expected prefix \`${idPrefix("project")}\`). To import a project ` +
            "by its name, use `id` in the `import` block instead of `identity`, with organization/name.",
        );
      }
      return importById(id, context);
    },
  };
}

/** The identity of the project with this ID. */
export function identityOf(id: string, { client }: ProviderData): Identity & { readonly hostname: string } {
  return { id, hostname: client.host };
}
