import type { Organization, Project } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { parseIfComplete, singleResourceNamed, relatedId, requireRelatedId, getString } from "./document";
import type { Document, ResourceObject } from "./document";
import { includedResources, IncludeReader } from "./include";
import { parseProject, PROJECT_TYPE } from "./projects";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";

const TYPE = "organizations";

/** What can be read along with an organization (facts, section 4). */
export type OrganizationInclude = "default-project";

/** An organization together with what was read along with it; undefined what was not asked for, or not sent. */
export interface OrganizationWithIncluded extends Resource<Organization> {
  readonly defaultProject: Resource<Project> | undefined;
}

/** What projects need to know of organizations (facts, section 4). */
export class OrganizationOperations {
  readonly #connection: RequestExecutor;
  readonly #reads: IncludeReader;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
    this.#reads = new IncludeReader(executor);
  }

  /**
   * Reads an organization: among other things, which is its default project.
   *
   * @throws NotFoundError
   */
  async get(
    name: string,
    options?: CallOptions & { readonly include?: readonly OrganizationInclude[] | undefined },
  ): Promise<OrganizationWithIncluded> {
    const path = requestPath`/organizations/${name}`;
    return this.#connection.call(options, async (ongoing) => {
      const document = await this.#reads.read({ path }, options?.include, ongoing, (read) => {
        singleResourceNamed(read, TYPE, name);
        return read;
      });
      if (relatedId(singleResourceNamed(document, TYPE, name), "default-project") !== undefined)
        return withIncluded(document, name);
      // Some releases tell the default project only when asked to include it.
      return this.#reads.read({ path }, ["default-project"], ongoing, (read) => withIncluded(read, name));
    });
  }
}

function withIncluded(document: Document, asked: string): OrganizationWithIncluded {
  const organization = parseOrganization(singleResourceNamed(document, TYPE, asked));
  const [project] = includedResources(document, PROJECT_TYPE, [organization.defaultProjectId]);
  return { ...organization, defaultProject: parseIfComplete(project, (sent) => parseProject(sent, organization.name)) };
}

function parseOrganization(sent: ResourceObject): Resource<Organization> {
  const name = getString(sent.attributes, "name") ?? sent.id;
  return resource({ name, defaultProjectId: requireRelatedId(sent, "default-project") }, sent);
}
