import type { ProjectPermission, Role } from "../access/roles";
import { newId, newSecret } from "../store/identifiers";
import type { ControlContext } from "./context";

/** A new token, and what it may do. */
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

/** API tokens beside the admin token. */
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
}
