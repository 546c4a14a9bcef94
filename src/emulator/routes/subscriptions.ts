import { nameKey } from "../../model";
import { notFound } from "../errors";
import { listable, pageOf } from "../http/list";
import { queryValue } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { FEATURE_SET_NAME, featureSetResource, subscriptionResource } from "../serializers/subscription";
import { visibleOrganization } from "./visible";

/**
 * Subscriptions, feature sets and stacks, which clients read as part of other operations. Organizations of the emulator
 * have no stacks.
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

/** Requires a principal who can create organizations, instead of a site admin. */
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
