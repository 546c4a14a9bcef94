import { isDeepStrictEqual } from "node:util";
import { arrayOf, isObject } from "../../decode";
import { attribute } from "../../engine/attribute";
import { readAttribute } from "../../engine/input";
import type { Kind, ServiceRequest, ServiceRoute } from "../../engine/kind";
import { requirePermission, visible } from "../../engine/path";
import { problemsWith } from "../../engine/rules";
import { update } from "../../engine/write";
import { invalidAt, rejectInvalid } from "../../errors";
import type { RouteResult } from "../../http/route";
import { noContent } from "../../http/route";
import type { PolicySetRecord, TagSelector } from "./shape";
import { tagSelector } from "./shape";

const PATH = "/policy-sets/:policySet/tag-selectors";

/** Operations that add and remove single tag selectors. */
export function tagSelectorRoutes(ofKind: () => Kind<PolicySetRecord>): readonly ServiceRoute[] {
  return [
    {
      method: "POST",
      path: PATH,
      handle: (request) => edit(request, ofKind(), (own, given) => [...own.filter(without(given)), ...given]),
    },
    {
      method: "DELETE",
      path: PATH,
      handle: (request) => edit(request, ofKind(), (own, given) => own.filter(without(given))),
    },
  ];
}

const given = attribute(arrayOf(tagSelector));

type Selectors = readonly TagSelector[];

function without(selectors: Selectors): (selector: TagSelector) => boolean {
  return (selector) => !selectors.some((it) => isDeepStrictEqual(it, selector));
}

function edit(
  request: ServiceRequest,
  kind: Kind<PolicySetRecord>,
  change: (own: Selectors, given: Selectors) => Selectors,
): RouteResult {
  const { store, body } = request;
  const set = visible(request, kind);
  requirePermission(request, kind, set, kind.access.update ?? kind.access.read);
  const read = readAttribute(given, isObject(body) ? body["data"] : undefined, "tag-selectors");
  if ("problem" in read) throw invalidAt("/data", read.problem.detail);
  const changed = { settings: { tagSelectors: change(set.settings.tagSelectors ?? [], read.value) } };
  const scope = { organizationId: set.organizationId, parent: undefined, before: set };
  rejectInvalid(problemsWith(store, kind, changed, scope).map((problem) => ({ ...problem, pointer: "/data" })));
  update(store, kind, set, changed);
  return noContent;
}
