import type { Organization } from "../model";
import type { CallOptions, Connection } from "./connection";
import { oneResource, relatedId, requiredRelatedId, text } from "./document";
import type { ResourceObject } from "./document";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";

const TYPE = "organizations";

/** What projects need to know of organizations (facts: workspaces). */
export class OrganizationOperations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Reads an organization: among other things, which is its default project.
   *
   * @throws NotFoundError
   */
  async get(name: string, options?: CallOptions): Promise<Resource<Organization>> {
    const path = requestPath`/organizations/${name}`;
    const sent = await this.#connection.request({ method: "GET", path, repeatable: true }, options, (document) =>
      oneResource(document, TYPE),
    );
    if (relatedId(sent, "default-project") !== undefined) return parseOrganization(sent);
    // Some releases tell the default project only when asked to include it.
    const query = { include: "default-project" };
    return this.#connection.request({ method: "GET", path, query, repeatable: true }, options, (document) =>
      parseOrganization(oneResource(document, TYPE)),
    );
  }
}

function parseOrganization(sent: ResourceObject): Resource<Organization> {
  const name = text(sent.attributes, "name") ?? sent.id;
  return resource({ name, defaultProjectId: requiredRelatedId(sent, "default-project") }, sent);
}
