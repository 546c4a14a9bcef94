import type { OrganizationRecord, ProjectRecord, TaskStageRecord, WorkspaceRecord } from "../store/records";
import type { Store } from "../store/store";
import type { OrganizationPermission, ProjectPermission, Role } from "./roles";
import { ROLE_PERMISSIONS } from "./roles";
import type { Grant, TokenRecord } from "./token";

/** Who sent a request, and what they may do. Whatever a caller may not read does not exist for them (404). */
export class Principal {
  /** @param tokenId undefined for the emulator's own token, which owns everything. */
  constructor(
    private readonly store: Store,
    private readonly tokenId: string | undefined,
  ) {}

  /** Who has no token of a caller, and may do nothing. */
  static anonymous(store: Store): Principal {
    return new Principal(store, "none");
  }

  /** Whose requests the rate limit counts together: all tokens of one user. */
  get user(): string {
    const token = this.#token();
    if (token === undefined) return "owner of everything";
    return token.user === undefined ? `token ${token.id}` : `user ${token.user}`;
  }

  canInOrganization(ability: OrganizationPermission, organization: OrganizationRecord): boolean {
    const role = this.#role(organization.id);
    return role !== undefined && ROLE_PERMISSIONS[role].organization.includes(ability);
  }

  can(ability: ProjectPermission, project: ProjectRecord): boolean {
    const role = this.#role(project.organizationId);
    if (role === undefined) return false;
    const everywhere = ROLE_PERMISSIONS[role].everyProject;
    const here = this.#grant(project.organizationId)?.projects[project.id] ?? [];
    const has = (what: ProjectPermission): boolean => everywhere.includes(what) || here.includes(what);
    // What one may not see, one may do nothing with.
    return has("read") && has(ability);
  }

  canInWorkspace(ability: ProjectPermission, workspace: WorkspaceRecord): boolean {
    return this.can(ability, this.store.projects.expect(workspace.projectId));
  }

  canInTaskStage(ability: ProjectPermission, stage: TaskStageRecord): boolean {
    const run = this.store.runs.expect(stage.runId);
    return this.canInWorkspace(ability, this.store.workspaces.expect(run.workspaceId));
  }

  /** True when there is no project of the organization of which this does not hold, so that lists need not look at each. */
  canInEveryProject(ability: ProjectPermission, organization: OrganizationRecord): boolean {
    const role = this.#role(organization.id);
    return role !== undefined && ROLE_PERMISSIONS[role].everyProject.includes(ability);
  }

  /** Users may create organizations; organization tokens and tokens that own nothing may not. */
  canCreateOrganizations(): boolean {
    return this.tokenId === undefined || this.#token()?.grants.some((grant) => grant.role === "owner") === true;
  }

  /** Makes the caller an owner of the organization they have just created. */
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

  /** As it is now: what a token may do can change while a request is at work. */
  #token(): TokenRecord | undefined {
    return this.tokenId === undefined ? undefined : this.store.tokens.get(this.tokenId);
  }
}
