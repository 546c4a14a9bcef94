import type { Kind } from "../engine/kind";
import { kind } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { readBoolean } from "../http/query-parameters";
import { countOf } from "./applied-to";
import { MANAGE_POLICIES, ofPolicyKind } from "./policy-kind";
import { policySetProblems, settlePolicySet } from "./policy-set/rules";
import type { PolicySetRecord } from "./policy-set/shape";
import { givenPolicySets, policySetShape } from "./policy-set/shape";
import { tagSelectorRoutes } from "./policy-set/tag-selectors";

/** Policy sets; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-sets */
export const policySets: Kind<PolicySetRecord, typeof givenPolicySets> = kind(policySetShape, {
  access: MANAGE_POLICIES,
  items: ["/policy-sets/:policySet"],
  collection: "/organizations/:organization/policy-sets",
  list: {
    filters: {
      "search[name]": nameContains,
      "filter[kind]": ofPolicyKind,
      "filter[versioned]": (value) => {
        const wanted = readBoolean("filter[versioned]", value);
        return (set) => isVersioned(set) === wanted;
      },
    },
    order: "name",
  },
  computed: {
    policyCount: { value: (context, it) => countOf(context, policySets, it, "policies") },
    versioned: { value: (_, it) => isVersioned(it) },
    workspaceCount: { value: (context, it) => countOf(context, policySets, it, "workspaces") },
    projectCount: { value: (context, it) => countOf(context, policySets, it, "projects") },
    scopingType: {
      value: (_, { settings }) => ((settings.tagSelectors ?? []).length > 0 ? "tag" : "explicit"),
      documented: false,
    },
  },
  related: {
    currentVersion: { constant: { data: null }, documented: false },
    newestVersion: { constant: { data: null }, documented: false },
  },
  // A global set lists neither projects nor workspaces.
  omits: ({ settings }) => (settings.global === true ? ["projects", "workspaces"] : []),
  includes: ["projects", "workspaces", "workspace-exclusions", "project-exclusions", "policies"],
  includesNothing: ["newest-version", "current-version"],
  rules: policySetProblems,
  settle: settlePolicySet,
  routes: tagSelectorRoutes(() => policySets),
  outOfBand: givenPolicySets,
});

/** Whether its policies are from a repository. */
function isVersioned({ settings }: PolicySetRecord): boolean {
  return (settings.vcsRepo ?? null) !== null;
}
