import { IDENTITIES, invalidIdentityId, otherHost, type ProjectState, type RESOURCES } from "../model";
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
        throw DiagnosticError.of(`Cannot import ${quote(id)}`, otherHost(hostname, configured));
      }
      const invalid = invalidIdentityId(id);
      if (invalid !== undefined) throw DiagnosticError.of(`Cannot import ${quote(id)}`, invalid);
      return importById(id, context);
    },
  };
}

/** The identity of the project with this ID. */
export function identityOf(id: string, { client }: ProviderData): Identity & { readonly hostname: string } {
  return { id, hostname: client.host };
}
