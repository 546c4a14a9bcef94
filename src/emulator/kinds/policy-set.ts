import { arrayOf, boolean, jsonObject, nullable, oneOf, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import { relatedTo } from "../engine/include";
import type { Context, Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { toMany, toOne } from "../engine/relation";
import { badRequest, notEmulated } from "../errors";
import { globalSetProblems } from "./applied-to";

/** The kinds of policies that are emulated. */
export const POLICY_KINDS = ["opa", "sentinel"] as const;
/** The tool that evaluates policies. */
export type PolicyKind = (typeof POLICY_KINDS)[number];

const definition = shape({
  type: "policy-sets",
  label: "Policy set",
  prefix: "polset-",
  parameter: "policySet",
  parent: "organization",
  attributes: {
    name: attribute(string, {
      unique: true,
      check: (name) => (/^[A-Za-z0-9_-]+$/.test(name) ? [] : ["Name can only include letters, numbers, -, and _"]),
    }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    kind: setting(oneOf(POLICY_KINDS), "sentinel"),
    /** Whether it applies to every workspace of the organization that is not excluded. */
    global: setting(boolean, false),
    overridable: setting(boolean, false),
    policiesPath: setting(nullable(string), null, { documented: false }),
    policyUpdatePatterns: setting(arrayOf(string), [], { documented: false }),
    tagSelectors: setting(arrayOf(jsonObject), [], { documented: false }),
    scopingType: setting(oneOf(["tag", "explicit"]), "explicit", { documented: false }),
  },
  relations: {
    organization: toOne("organizations"),
    projects: toMany("projects", { option: { name: "projects", id: "projectIds" } }),
    workspaces: toMany("workspaces", { option: { name: "workspaces", id: "workspaceIds" } }),
    projectExclusions: toMany("projects", { option: { name: "excludedProjects", id: "excludedProjectIds" } }),
    workspaceExclusions: toMany("workspaces", {
      option: { name: "excludedWorkspaces", id: "excludedWorkspaceIds" },
    }),
  },
});

export type PolicySetRecord = RecordOf<typeof definition>;

/** Policy sets, without policies. Read-only; seeds and the control API create them. */
export const policySets: Kind<PolicySetRecord> = kind(definition, {
  access: { read: "manage" },
  items: ["/policy-sets/:policySet"],
  collection: "/organizations/:organization/policy-sets",
  offers: ["list"],
  list: {
    filters: {
      "search[name]": nameContains,
      "filter[kind]": ofKind,
    },
    notEmulated: ["filter[versioned]"],
    order: "name",
  },
  computed: {
    agentEnabled: { value: (_, { settings }) => settings.kind === "opa" },
    policyToolVersion: { constant: "latest" },
    policyCount: { constant: 0 },
    versioned: { constant: false },
    vcsRepo: { constant: null, documented: false },
    workspaceCount: { value: (context, it) => identifiersOf(context, it, "workspaces").length },
    projectCount: { value: (context, it) => identifiersOf(context, it, "projects").length },
  },
  related: {
    policies: { constant: { data: [] } },
    currentVersion: { constant: { data: null }, documented: false },
    newestVersion: { constant: { data: null }, documented: false },
  },
  // A global set lists neither projects nor workspaces.
  omits: ({ settings }) => (settings.global === true ? ["projects", "workspaces"] : []),
  includes: ["projects", "workspaces"],
  includesNotEmulated: ["policies", "newest-version", "current-version", "workspace-exclusions", "project-exclusions"],
  rules: globalSetProblems,
  outOfBand: {
    name: "policySets",
    path: "/policy-sets",
    summary:
      "Creates a policy set. Returns its ID. It applies to all workspaces with `global`, otherwise to `projectIds` " +
      "and `workspaceIds`, and in either case not to `excludedProjectIds` and `excludedWorkspaceIds`.",
    example: ({ organization, project }) => ({ organization, name: "cis", kind: "opa", projectIds: [project] }),
    settings: ["description", "kind", "global", "overridable"],
  },
});

function ofKind(kindOfPolicies: string): (set: PolicySetRecord) => boolean {
  if (kindOfPolicies === "tfpolicy") throw notEmulated("Policies of kind tfpolicy");
  if (!POLICY_KINDS.some((it) => it === kindOfPolicies)) {
    throw badRequest(`Invalid kind: ${kindOfPolicies}. Expected one of ${POLICY_KINDS.join(", ")}.`);
  }
  return ({ settings }) => (settings.kind ?? "sentinel") === kindOfPolicies;
}

function identifiersOf(context: Context, set: PolicySetRecord, name: string): readonly object[] {
  return relatedTo(context, policySets, set, name).identifiers;
}
