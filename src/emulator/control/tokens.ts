import type { ProjectPermission, Role } from "../access/roles";
import { ControlError } from "../errors";
import { newId, newSecret } from "../store/identifiers";
import type { ControlContext } from "./context";

/** A new token and its permissions. */
export interface CreateTokenOptions {
  readonly organization: string;
  /**
   * `owner`, `manage-projects`, `organization` (an organization API token), `read-only`, or `team`, which has only the
   * permissions in `projects`.
   */
  readonly role: Role;
  /** Additional permissions by project ID. Every other permission requires `read`. */
  readonly projects?: Readonly<Record<string, readonly ProjectPermission[]>> | undefined;
  /** The user the token belongs to: all tokens of a user share one rate limit. @default a user of its own */
  readonly user?: string | undefined;
}

/** New permissions of a token; omitted members keep their value. */
export interface UpdateTokenOptions {
  /** A token of {@link TokenControl.create}. */
  readonly token: string;
  readonly organization: string;
  /** Null revokes all access to the organization and its projects. */
  readonly role?: Role | null | undefined;
  /** Replaces all additional permissions. */
  readonly projects?: Readonly<Record<string, readonly ProjectPermission[]>> | undefined;
}

/** API tokens other than the admin token. */
export class TokenControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Creates a token and returns its secret. */
  create({ organization, role, projects = {}, user }: CreateTokenOptions): string {
    const { store, commit } = this.#context;
    const secret = newSecret();
    const { id: organizationId } = this.#context.organization(organization);
    for (const id of Object.keys(projects)) this.#context.project(id);
    store.tokens.put({
      id: newId("token"),
      sequence: store.nextSequence(),
      secret,
      user,
      grants: [{ organizationId, role, projects }],
    });
    commit();
    return secret;
  }

  /**
   * Changes a token's permissions in an organization, from the next request on. A role grants access to a token that
   * has none.
   *
   * @throws ControlError if the token, the organization or a project does not exist, or the token has no role there
   */
  update({ token, organization, role, projects }: UpdateTokenOptions): void {
    const { store, commit } = this.#context;
    const record = store.tokenBySecret(token);
    // A token is a secret, so the error does not contain it.
    if (record === undefined) throw new ControlError("The token does not exist; create one with tokens.create.");
    const { id: organizationId } = this.#context.organization(organization);
    for (const id of Object.keys(projects ?? {})) this.#context.project(id);
    const grant = record.grants.find((it) => it.organizationId === organizationId);
    const others = record.grants.filter((it) => it !== grant);
    const newRole = role === undefined ? grant?.role : role;
    if (newRole === undefined) throw new ControlError(`The token has no role in ${organization}: set role.`);
    const changed =
      newRole === null ? [] : [{ organizationId, role: newRole, projects: projects ?? grant?.projects ?? {} }];
    store.tokens.put({ ...record, grants: [...others, ...changed] });
    commit();
  }
}
