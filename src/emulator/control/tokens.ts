import type { Decoded } from "../decode";
import { arrayOf, nullable, object, oneOf, optional, record, string } from "../decode";
import { PROJECT_PERMISSIONS } from "../engine/access";
import { newSecret } from "../engine/id";
import { create, remove } from "../engine/write";
import { ControlError } from "../errors";
import { projects } from "../kinds/project";
import { teams } from "../kinds/team";
import { teamProjects } from "../kinds/team-access";
import type { Role } from "../kinds/role";
import { ROLE_ACCESS, ROLES } from "../kinds/role";
import type { Grant } from "../kinds/token";
import { findToken, tokens } from "../kinds/token";
import type { ControlContext } from "./context";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

/** By project ID. */
const projectPermissions = record(arrayOf(oneOf(PROJECT_PERMISSIONS)));
type ProjectPermissions = Decoded<typeof projectPermissions>;

const newToken = object({
  organization: string,
  /**
   * `owner`, `manage-projects`, `organization` (an organization API token), `read-only`, or `team`, which has only the
   * permissions in `projects`.
   */
  role: oneOf(ROLES),
  /** Additional permissions by project ID. Every other permission requires `read`. */
  projects: optional(projectPermissions),
  /** The user the token belongs to: all tokens of a user share one rate limit. @default a user of its own */
  user: optional(string),
});
/** A new token and its permissions. */
export type CreateTokenOptions = Decoded<typeof newToken>;

const changedToken = object({
  /** A token of {@link tokenOperations.create}. */
  token: string,
  organization: string,
  /** Null revokes all access to the organization and its projects. */
  role: optional(nullable(oneOf(ROLES))),
  /** Replaces all additional permissions. */
  projects: optional(projectPermissions),
});
/** New permissions of a token; omitted members keep their value. */
export type UpdateTokenOptions = Decoded<typeof changedToken>;

/** API tokens other than the admin token. Each belongs to a team without a name, which has its access. */
export const tokenOperations = {
  /** Creates a token and returns its secret. */
  create: operation({
    method: "POST",
    path: "/tokens",
    summary:
      "Creates a token. `role` is one of `owner`, `manage-projects`, `organization` (an organization API token), " +
      "`read-only`, and `team`, which has only the permissions in `projects`. All tokens of a `user` share a rate " +
      "limit.",
    example: ({ organization, project }) => ({
      organization,
      role: "team",
      projects: { [project]: ["read", "move-workspaces"] },
      user: "ada",
    }),
    parameters: decoded(newToken, (options) => [options]),
    run: (context, { organization, role, projects: permissions = {}, user }: CreateTokenOptions): string => {
      const { id: organizationId } = context.organization(organization);
      checkProjects(context, organizationId, permissions);
      const secret = newSecret();
      const grant = grantWith(context, organizationId, role, permissions);
      create(context.store, tokens, { secret, user, grants: [grant] });
      return secret;
    },
    document: (token) => ({ token }),
  }),
  /**
   * Changes a token's permissions in an organization, from the next request on. A role grants access to a token that
   * has none.
   *
   * @throws ControlError if the token, the organization or a project does not exist, or the token has no role there
   */
  update: operation({
    method: "PATCH",
    path: "/tokens",
    summary:
      "Changes the permissions of a token from `POST /_emulator/tokens` in an organization, from the next request " +
      "on. Omitted members keep their value, `projects` replaces all permissions on projects, and the role `null` " +
      "revokes all access to the organization.",
    example: ({ token, organization, project }) => ({
      token,
      organization,
      role: "team",
      projects: { [project]: ["read"] },
    }),
    parameters: decoded(changedToken, (options) => [options]),
    run: (context, { token, organization, role, projects: permissions }: UpdateTokenOptions): void => {
      const { store } = context;
      const found = findToken(store, token);
      // A token is a secret, so the error does not contain it.
      if (found === undefined) throw new ControlError("The token does not exist; create one with tokens.create.");
      const { id: organizationId } = context.organization(organization);
      checkProjects(context, organizationId, permissions ?? {});
      const grant = found.grants.find((it) => it.organizationId === organizationId);
      const newRole = role === undefined ? grant?.role : role;
      if (newRole === undefined) throw new ControlError(`The token has no role in ${organization}: set role.`);
      const held = permissions ?? permissionsOf(context, grant);
      const team = store.table(teams).get(grant?.teamId ?? "");
      if (team !== undefined) remove(store, teams, team);
      const others = found.grants.filter((it) => it !== grant);
      const changed = newRole === null ? [] : [grantWith(context, organizationId, newRole, held)];
      store.table(tokens).put({ ...found, grants: [...others, ...changed] });
    },
  }),
};

/** API tokens other than the admin token. */
export type TokenControl = Methods<typeof tokenOperations>;

/** @throws ControlError for a project that does not exist, or is of another organization */
function checkProjects(context: ControlContext, organizationId: string, permissions: ProjectPermissions): void {
  for (const id of Object.keys(permissions)) {
    if (context.find(projects, id).organizationId !== organizationId) {
      throw new ControlError(`Project ${id} is of another organization.`);
    }
  }
}

/** A grant of a new team with this access. */
function grantWith(
  { store }: ControlContext,
  organizationId: string,
  role: Role,
  permissions: ProjectPermissions,
): Grant {
  const team = create(store, teams, {
    organizationId,
    name: "",
    anonymous: true,
    organizationAccess: ROLE_ACCESS[role],
  });
  for (const [projectId, held] of Object.entries(permissions)) {
    create(store, teamProjects, { teamId: team.id, projectId, access: "custom", permissions: held });
  }
  return { organizationId, role, teamId: team.id };
}

function permissionsOf({ store }: ControlContext, grant: Grant | undefined): ProjectPermissions {
  const access = store
    .table(teamProjects)
    .where("teamId", grant?.teamId ?? "")
    .all();
  return Object.fromEntries(access.map(({ projectId, permissions }) => [projectId, permissions ?? []]));
}
