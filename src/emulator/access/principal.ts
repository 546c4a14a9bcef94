import type { AccountOwner, Permission, Place, Principal, ProjectPermission } from "../engine/access";
import type { Store } from "../engine/kind";
import { organizations } from "../kinds/organization";
import { permissionsOn, teamProjects } from "../kinds/team-access";
import type { Grant, TokenRecord } from "../kinds/token";
import { ROLE_PERMISSIONS, tokens } from "../kinds/token";

/** The owner of a token. */
export class TokenPrincipal implements Principal {
  /** @param tokenId undefined for the admin token, which belongs to an owner of every organization */
  constructor(
    private readonly store: Store,
    private readonly tokenId: string | undefined,
  ) {}

  /** A request without a valid token: it has no permissions. */
  static anonymous(store: Store): TokenPrincipal {
    return new TokenPrincipal(store, "none");
  }

  get user(): string {
    const token = this.#token();
    if (token === undefined) return "admin token";
    return token.user === undefined ? `token ${token.id}` : `user ${token.user}`;
  }

  /** The token's account: unnamed users are named after their token, and the owner of the admin token is `admin`. */
  account(): AccountOwner {
    const { canCreateOrganizations } = this;
    const token = this.#token();
    if (token === undefined) return { username: "admin", organization: undefined, canCreateOrganizations };
    const grant = token.grants.find(({ role }) => role === "organization");
    const organization = this.store.table(organizations).get(grant?.organizationId ?? "")?.name;
    const username = organization === undefined ? (token.user ?? `user-of-${token.id}`) : `api-org-${organization}`;
    return { username, organization, canCreateOrganizations };
  }

  can(permission: Permission, { organizationId, projectId }: Place): boolean {
    const grant = this.#grant(organizationId);
    if (grant === undefined) return false;
    const { organization, everyProject } = ROLE_PERMISSIONS[grant.role];
    if (projectId === undefined || isOfOrganization(permission)) {
      return organization.some((held) => held === permission);
    }
    const here = this.#permissionsOn(grant, projectId);
    const has = (what: ProjectPermission): boolean => everyProject.includes(what) || here.includes(what);
    // Every permission requires `read`.
    return has("read") && has(permission);
  }

  isMemberOf(teamId: string): boolean {
    return this.#token()?.grants.some((grant) => grant.teamId === teamId) === true;
  }

  canEverywhere(permission: ProjectPermission, organizationId: string): boolean {
    const grant = this.#grant(organizationId);
    return grant !== undefined && ROLE_PERMISSIONS[grant.role].everyProject.includes(permission);
  }

  /** Only the admin token and owners of an organization can create organizations. */
  get canCreateOrganizations(): boolean {
    return this.tokenId === undefined || this.#token()?.grants.some(({ role }) => role === "owner") === true;
  }

  becomeOwner(organizationId: string): void {
    const token = this.#token();
    if (token === undefined) return;
    const grants = [...token.grants, { organizationId, role: "owner" as const, teamId: undefined }];
    this.store.table(tokens).put({ ...token, grants });
  }

  /** The permissions of the token's team on one project. */
  #permissionsOn({ teamId }: Grant, projectId: string): readonly ProjectPermission[] {
    if (teamId === undefined) return [];
    const access = this.store.table(teamProjects).where("teamId", teamId).all();
    return access.filter((it) => it.projectId === projectId).flatMap(permissionsOn);
  }

  #grant(organizationId: string): Grant | undefined {
    if (this.tokenId === undefined) return { organizationId, role: "owner", teamId: undefined };
    return this.#token()?.grants.find((grant) => grant.organizationId === organizationId);
  }

  /** The current token: its grants can change while a request is being handled. */
  #token(): TokenRecord | undefined {
    return this.tokenId === undefined ? undefined : this.store.table(tokens).get(this.tokenId);
  }
}

function isOfOrganization(permission: Permission): permission is Exclude<Permission, ProjectPermission> {
  return permission === "manage" || permission === "create-project" || permission === "force-delete-projects";
}
