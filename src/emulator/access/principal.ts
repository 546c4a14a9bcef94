import type { AccountOwner, Permission, PermissionWithin, Place, Principal, ProjectPermission } from "../engine/access";
import { isWithin, withIncluded } from "../engine/access";
import { onceForEach } from "../../once-for-each";
import type { Store } from "../engine/kind";
import { addMember, teamsOfUser } from "../kinds/organization-membership";
import { organizations } from "../kinds/organization";
import { ROLE_PERMISSIONS } from "../kinds/role";
import type { Permissions, TeamRecord } from "../kinds/team";
import { ownersOf, permissionsOfTeam, teams } from "../kinds/team";
import { permissionsOnProject, teamProjects } from "../kinds/team-access";
import { permissionsOnWorkspace, teamWorkspaces } from "../kinds/team-workspace";
import type { Grant, TokenRecord } from "../kinds/token";
import { tokens } from "../kinds/token";
import { ADMIN, emailOf, userId } from "../kinds/user";

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
    if (typeof token?.teamId === "string") {
      const { teamId } = token;
      return { username: `api-team-${teamId}`, owner: { id: teamId, type: "teams" }, canCreateOrganizations };
    }
    const grant = token?.grants.find(({ role }) => role === "organization");
    const organization = this.store.table(organizations).get(grant?.organizationId ?? "")?.name;
    if (organization !== undefined) {
      const owner = { id: organization, type: "organizations" } as const;
      return { username: `api-org-${organization}`, owner, canCreateOrganizations };
    }
    const username = token === undefined ? ADMIN : (token.user ?? `user-of-${token.id}`);
    return { username, owner: { id: userId(username), type: "users" }, canCreateOrganizations };
  }

  can(permission: Permission, place: Place): boolean {
    const grant = this.#grant(place.organizationId);
    if (grant === undefined) return false;
    const everywhere = this.#permissionsIn(grant);
    if (place.projectId === undefined || !isWithin(permission)) {
      return everywhere.some(({ organization }) => organization.some((it) => it === permission));
    }
    const here = this.#permissionsAt(grant, place);
    const has = (what: PermissionWithin): boolean =>
      here.some((held) => held.has(what)) || everywhere.some(({ everyProject }) => included(everyProject).has(what));
    // Every permission requires `read`.
    return has("read") && has(permission);
  }

  isMemberOf(teamId: string): boolean {
    return this.#token()?.grants.some((grant) => this.#teams(grant).some(({ id }) => id === teamId)) === true;
  }

  canEverywhere(permission: ProjectPermission, organizationId: string): boolean {
    const grant = this.#grant(organizationId);
    if (grant === undefined) return false;
    return this.#permissionsIn(grant).some(({ everyProject }) => everyProject.includes(permission));
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
    const { owner, username } = this.account();
    if (owner.type !== "users") return;
    addMember(this.store, organizationId, emailOf(username), [ownersOf(this.store, organizationId).id]);
  }

  /** The permissions on the organization, and on all of its projects: those of the role, and of teams. */
  #permissionsIn(grant: Grant): readonly Permissions[] {
    return [ROLE_PERMISSIONS[grant.role], ...this.#teams(grant).map(permissionsOfTeam)];
  }

  /** The permissions of teams on one project, or on one workspace in it. */
  #permissionsAt(grant: Grant, { projectId, workspaceId }: Place): readonly ReadonlySet<PermissionWithin>[] {
    const ids = this.#teams(grant).map(({ id }) => id);
    const onProject = ids.flatMap((id) => {
      const access = this.store.table(teamProjects).where("teamId", id).all();
      return access.filter((it) => it.projectId === projectId);
    });
    if (workspaceId === undefined) return onProject.map(permissionsOnProject);
    const onWorkspace = this.store.table(teamWorkspaces).where("workspaceId", workspaceId).all();
    return [
      ...onProject.map(permissionsOnProject),
      ...onWorkspace.filter(({ teamId }) => ids.includes(teamId)).map(permissionsOnWorkspace),
    ];
  }

  /** The team of the token, and those of its user. */
  #teams({ organizationId, teamId }: Grant): readonly TeamRecord[] {
    const user = this.#token()?.user;
    const others = user === undefined ? [] : teamsOfUser(this.store, organizationId, user);
    const ids = teamId === undefined ? others : [teamId, ...others];
    return ids.flatMap((id) => this.store.table(teams).get(id) ?? []);
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

/** The permissions of each role and team. */
const included = onceForEach(withIncluded);
