/**
 * The account that a token authenticates as.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account
 */
export interface Account {
  readonly id: string;
  /** For a team or organization token, the name of its service account. */
  readonly username: string;
  /** Whether it is the service account of a team or organization token; undefined where the service does not say. */
  readonly isServiceAccount: boolean | undefined;
  /** What the token belongs to, such as type `users`, `teams` or `organizations`; undefined where it is not sent. */
  readonly authenticatedResource: { readonly type: string; readonly id: string } | undefined;
}
