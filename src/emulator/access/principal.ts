import type { OrganizationRecord, ProjectRecord, TaskStageRecord, WorkspaceRecord } from "../store/records";
import type { Store } from "../store/store";
import type { OrganizationPermission, ProjectPermission, Role } from "./roles";
import { ROLE_PERMISSIONS } from "./roles";
import type { Grant, TokenRecord } from "./token";

/** The account that a token authenticates as. */
export interface AccountOwner {
  readonly username: string;
  /** Name of the organization, for an organization API token: the account is then a service account. */
  readonly organization: string | undefined;
  readonly canCreateOrganizations: boolean;
}

/**
 * Who sent a request, and what they are permitted to do. Objects that they cannot read are reported as missing (404).
 */
export class Principal {
  /** @param tokenId undefined for the admin token */
  constructor(
    private readonly store: Store,
    private readonly tokenId: string | undefined,
  ) {}

  /** A request without a valid token: it has no permissions. */
  static anonymous(store: Store): Principal {
    return new Principal(store, "none");
  }

  /** Key of the rate limit: all tokens of a user share one. */
  get user(): string {
    const token = this.#token();
    if (token === undefined) return "admin token";
    return token.user === undefined ? `token ${token.id}` : `user ${token.user}`;
  }

  /** The token's account: unnamed users are named after their token, and the owner of the admin token is `admin`. */
  account(): AccountOwner {
    const token = this.#token();
    const grant = token?.grants.find(({ role }) => role === "organization");
    const organization = grant === undefined ? undefined : this.store.organizations.expect(grant.organizationId).name;
    const canCreateOrganizations = this.canCreateOrganizations();
    if (token === undefined) return { username: "admin", organization: undefined, canCreateOrganizations };
    const username = organization === undefined ? (token.user ?? `user-of-${token.id}`) : `api-org-${organization}`;
    return { username, organization, canCreateOrganizations };
  }

  canInOrganization(permission: OrganizationPermission, organization: OrganizationRecord): boolean {
    const role = this.#role(organization.id);
    return role !== undefined && ROLE_PERMISSIONS[role].organization.includes(permission);
  }

  can(permission: ProjectPermission, project: ProjectRecord): boolean {
    const role = this.#role(project.organizationId);
    if (role === undefined) return false;
    const everywhere = ROLE_PERMISSIONS[role].everyProject;
    const here = this.#grant(project.organizationId)?.projects[project.id] ?? [];
    const has = (what: ProjectPermission): boolean => everywhere.includes(what) || here.includes(what);
    // Every permission requires `read`.
    return has("read") && has(permission);
  }

  canInWorkspace(permission: ProjectPermission, workspace: WorkspaceRecord): boolean {
    return this.can(permission, this.store.projects.expect(workspace.projectId));
  }

  canInTaskStage(permission: ProjectPermission, stage: TaskStageRecord): boolean {
    const run = this.store.runs.expect(stage.runId);
    return this.canInWorkspace(permission, this.store.workspaces.expect(run.workspaceId));
  }

  /** Whether the permission holds for every project of the organization, so that a list need not check each one. */
  canInEveryProject(permission: ProjectPermission, organization: OrganizationRecord): boolean {
    const role = this.#role(organization.id);
    return role !== undefined && ROLE_PERMISSIONS[role].everyProject.includes(permission);
  }

  /** Only the admin token and owners of an organization can create organizations. */
  canCreateOrganizations(): boolean {
    return this.tokenId === undefined || this.#token()?.grants.some((grant) => grant.role === "owner") === true;
  }

  /** Makes the principal an owner of the organization they have just created. */
  grantOwnership(organization: OrganizationRecord): void {
    const token = this.#token();
    if (token === undefined) return;
    const grant = { organizationId: organization.id, role: "owner", projects: {} } as const;
    this.store.tokens.put({ ...token, grants: [...token.grants, grant] });
  }

  #role(organizationId: string): Role | undefined {
    return this.tokenId === undefined ? "owner" : this.#grant(organizationId)?.role;
  }

  #grant(organizationId: string): Grant | undefined {
    return this.#token()?.grants.find((grant) => grant.organizationId === organizationId);
  }

  /** The current token: its grants can change while a request is being handled. */
  #token(): TokenRecord | undefined {
    return this.tokenId === undefined ? undefined : this.store.tokens.get(this.tokenId);
  }
}
