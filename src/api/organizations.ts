import { readProjectDefaults } from "../model";
import type { Organization, Project } from "../model";
import { parseIfComplete, relatedId, requireProjectId, resource, singleResourceNamed } from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { includedResource } from "./include";
import { asObject, getBoolean, getString } from "../json";
import { parseProject, PROJECT_TYPE } from "./projects";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

const TYPE = "organizations";

/** Related resources that can be included when an organization is read. */
export type OrganizationInclude = "default-project";

/** An organization with included resources; undefined when not requested or not sent. */
export interface OrganizationWithIncluded extends Resource<Organization> {
  readonly defaultProject: Resource<Project> | undefined;
}

/**
 * Organizations: the operations that projects need.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/organizations
 */
export class OrganizationOperations extends Operations {
  /**
   * Reads an organization, including the ID of its default project.
   *
   * @throws NotFoundError
   */
  async get(
    name: string,
    options?: CallOptions & { readonly include?: readonly OrganizationInclude[] | undefined },
  ): Promise<OrganizationWithIncluded> {
    const path = requestPath`/organizations/${name}`;
    return this.executor.call(options, async (context) => {
      const document = await this.reader.read({ path }, options?.include, context, (read) => {
        singleResourceNamed(read, TYPE, name);
        return read;
      });
      if (relatedId(singleResourceNamed(document, TYPE, name), "default-project") !== undefined)
        return withIncluded(document, name);
      // Some releases send the default project only when it is included.
      return this.reader.read({ path }, ["default-project"], context, (read) => withIncluded(read, name));
    });
  }
}

function withIncluded(document: Document, name: string): OrganizationWithIncluded {
  const organization = parseOrganization(singleResourceNamed(document, TYPE, name));
  const project = includedResource(document, PROJECT_TYPE, organization.defaultProjectId);
  return { ...organization, defaultProject: parseIfComplete(project, (sent) => parseProject(sent, organization.name)) };
}

function parseOrganization(sent: ResourceObject): Resource<Organization> {
  const name = getString(sent.attributes, "name") ?? sent.id;
  const defaultProjectId = requireProjectId(sent, "default-project");
  const permissions = asObject(sent.attributes["permissions"]);
  const organization: Organization = {
    name,
    defaultProjectId,
    canCreateProjects: getBoolean(permissions, "can-create-project"),
    canManageVariableSets: getBoolean(permissions, "can-manage-varsets"),
    canManageRunTasks: getBoolean(permissions, "can-manage-run-tasks"),
    projectDefaults: readProjectDefaults(sent),
  };
  return resource(organization, sent);
}
