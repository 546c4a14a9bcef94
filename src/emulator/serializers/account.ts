import type { AccountOwner } from "../access/principal";
import type { Resource } from "./resource";
import { identifier, organizationPath } from "./resource";
import { userId } from "./run";

/** The account of a token: a user or a service account. */
export function accountResource({ username, organization, canCreateOrganizations }: AccountOwner): Resource {
  const isServiceAccount = organization !== undefined;
  const id = userId(username);
  const userPath = `/api/v2/users/${id}`;
  return {
    id,
    type: "users",
    attributes: {
      username,
      "is-service-account": isServiceAccount,
      "auth-method": "hcp_sso",
      "avatar-url": null,
      "v2-only": true,
      email: isServiceAccount ? null : `${username}@example.com`,
      "unconfirmed-email": null,
      "is-site-admin": false,
      "is-sso-login": false,
      "two-factor": { enabled: false, verified: false },
      permissions: {
        "can-create-organizations": canCreateOrganizations,
        "can-view-settings": !isServiceAccount,
        "can-view-profile": !isServiceAccount,
        "can-change-email": false,
        "can-change-username": false,
        "can-change-password": false,
        "can-manage-sessions": false,
        "can-manage-sso-identities": false,
        "can-manage-user-tokens": false,
      },
    },
    relationships: {
      "authentication-tokens": { links: { related: `${userPath}/authentication-tokens` } },
      "authenticated-resource": isServiceAccount
        ? { data: identifier("organizations", organization), links: { related: organizationPath(organization) } }
        : { data: identifier("users", id), links: { related: userPath } },
    },
    links: { self: userPath },
  };
}
