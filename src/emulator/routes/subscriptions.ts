import { nameKey } from "../../model";
import { FEATURE_SET_NAME, featureSetResource, subscriptionResource } from "../serializers/subscription";
import { notFound } from "../http/errors";
import { queryValue } from "../http/query-parameters";
import { listable, pageOf } from "../http/list";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { visibleOrganization } from "./visible";

/**
 * Subscriptions, feature sets and stacks, beyond the contract, as far as they can be told without being emulated: clients ask for them
 * before and after everything else. No organization of the emulator has a stack.
 */
export const subscriptionRoutes: readonly Route[] = [
  { method: "GET", path: "/organizations/:organization/subscription", handle: showSubscription },
  { method: "GET", path: "/admin/feature-sets", query: { emulated: ["q"] }, handle: listFeatureSets },
  {
    method: "GET",
    path: "/organizations/:organization/stacks",
    query: { emulated: ["filter[project][id]", "search[name]", "sort", "include"] },
    handle: listStacks,
  },
];

function showSubscription(request: ServiceRequest): RouteResult {
  return ok({ data: subscriptionResource(visibleOrganization(request)), included: [featureSetResource()] });
}

/** Administration is for the token that owns everything, which no other can be told from who may make organizations. */
function listFeatureSets(request: ServiceRequest): RouteResult {
  if (!request.principal.canCreateOrganizations()) throw notFound();
  const searched = nameKey(queryValue(request.query, "q") ?? "");
  const found = nameKey(FEATURE_SET_NAME).includes(searched) ? [featureSetResource()] : [];
  const { data, links, meta } = pageOf(request, listable(found), (it) => it);
  return ok({ data, links, meta });
}

function listStacks(request: ServiceRequest): RouteResult {
  visibleOrganization(request);
  const { data, links, meta } = pageOf(request, listable<object>([]), (it) => it);
  return ok({ data, links, meta });
}
