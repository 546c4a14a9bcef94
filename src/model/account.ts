/**
 * The account that a token authenticates as.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account
 */
export interface Account {
  readonly id: string;
  /** For a team or organization token, the name of its service account. */
  readonly username: string;
  /** Whether it is the service account of a team or organization token; undefined if not in the response. */
  readonly isServiceAccount: boolean | undefined;
  /** The owner of the token, such as of type `users`, `teams` or `organizations`; undefined if not in the response. */
  readonly authenticatedResource: { readonly type: string; readonly id: string } | undefined;
}
