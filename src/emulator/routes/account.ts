import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { accountResource } from "../serializers/account";

/**
 * The account that the token belongs to.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account
 */
export const accountRoutes: readonly Route[] = [{ method: "GET", path: "/account/details", handle: show }];

function show({ principal }: ServiceRequest): RouteResult {
  return ok({ data: accountResource(principal.account()) });
}
