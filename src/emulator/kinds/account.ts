import type { ServiceRequest, ServiceRoute } from "../engine/kind";
import type { Resource } from "../engine/resource";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import { emailOf, NO_ACCOUNT, userId } from "./user";

/**
 * The account that a token belongs to.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account
 */
export const accountRoutes: readonly ServiceRoute[] = [{ method: "GET", path: "/account/details", handle: show }];

function show({ principal }: ServiceRequest): RouteResult {
  return ok({ data: accountResource(principal.account()) });
}

/** A user or a service account. */
function accountResource({
  username,
  owner,
  canCreateOrganizations,
}: ReturnType<ServiceRequest["principal"]["account"]>): Resource {
  const isServiceAccount = owner.type !== "users";
  const id = userId(username);
  const userPath = `/api/v2/users/${id}`;
  return {
    id,
    type: "users",
    attributes: {
      ...NO_ACCOUNT,
      username,
      "is-service-account": isServiceAccount,
      email: isServiceAccount ? null : emailOf(username),
      permissions: {
        "can-create-organizations": canCreateOrganizations,
        "can-view-settings": !isServiceAccount,
        "can-view-profile": !isServiceAccount,
        "can-change-email": false,
        "can-change-username": false,
        "can-change-password": false,
        "can-manage-sessions": false,
        "can-manage-user-tokens": false,
        "can-create-organization": canCreateOrganizations,
        ...NOT_EMULATED,
      },
    },
    relationships: {
      "authentication-tokens": { links: { related: `${userPath}/authentication-tokens` } },
      "github-app-oauth-tokens": { links: { related: `${userPath}/github-app-oauth-tokens` } },
      "authenticated-resource": {
        data: owner,
        links: { related: `/api/v2/${owner.type}/${encodeURIComponent(owner.id)}` },
      },
    },
    links: { self: userPath },
  };
}

/** Permissions of site admins, and on what the emulator does not have. */
const NOT_EMULATED = Object.fromEntries(
  [
    "can-create-tool-versions",
    "can-manage-hcp-accounts",
    "can-reenable-2fa-by-unlinking",
    "can-update-user",
    "can-use-sql-runner",
    "can-view-admin-runs",
    "can-view-admin-workspaces",
    "can-view-cost-estimation-settings",
    "can-view-customization-settings",
    "can-view-general-settings",
    "can-view-organizations",
    "can-view-saml-settings",
    "can-view-smtp-settings",
    "can-view-tool-versions",
    "can-view-twilio-settings",
  ].map((permission) => [permission, false]),
);
