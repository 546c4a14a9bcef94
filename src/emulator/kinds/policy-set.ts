import { arrayOf, boolean, nullable, object, oneOf, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { toMany, toOne } from "../engine/relation";
import { badRequest, notEmulated } from "../errors";
import { countOf, global, globalSetProblems, targets, withoutTargetsIfGlobal } from "./applied-to";
import { vcsRepo } from "./vcs-repo";

/** The kinds of policies that are emulated. */
export const POLICY_KINDS = ["opa", "sentinel"] as const;
/** The tool that evaluates policies. */
export type PolicyKind = (typeof POLICY_KINDS)[number];

const tagSelector = object({ "tag-key": string, "tag-value": nullable(string), "is-exclude": boolean });

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
    kind: setting(oneOf(POLICY_KINDS), "sentinel", { writable: "create" }),
    /** Except to excluded workspaces. */
    global,
    /** Whether its policies are evaluated in a task stage, as those of OPA are, rather than checked before it. */
    agentEnabled: setting(boolean, false),
    /** Null unless policies are evaluated; so is the version of the tool. */
    overridable: setting(nullable(boolean), null),
    policyToolVersion: setting(nullable(string), null),
    policiesPath: setting(nullable(string), null, { documented: false }),
    policyUpdatePatterns: setting(arrayOf(string), [], { documented: false }),
    vcsRepo: setting(nullable(vcsRepo), null, { documented: false }),
    tagSelectors: setting(arrayOf(tagSelector), [], { documented: false }),
    scopingType: setting(oneOf(["tag", "explicit"]), "explicit", { documented: false }),
  },
  relations: {
    organization: toOne("organizations"),
    ...targets,
    projectExclusions: toMany("projects", {
      writable: "always",
      editable: "add",
      option: { name: "excludedProjects", id: "excludedProjectIds" },
    }),
    workspaceExclusions: toMany("workspaces", {
      writable: "always",
      editable: "add",
      option: { name: "excludedWorkspaces", id: "excludedWorkspaceIds" },
    }),
  },
});

export type PolicySetRecord = RecordOf<typeof definition>;

/**
 * Policy sets, without policies. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-sets
 */
export const policySets: Kind<PolicySetRecord> = kind(definition, {
  access: { read: "manage", create: "manage", update: "manage", delete: "manage" },
  items: ["/policy-sets/:policySet"],
  collection: "/organizations/:organization/policy-sets",
  list: {
    filters: {
      "search[name]": nameContains,
      "filter[kind]": ofKind,
    },
    notEmulated: ["filter[versioned]"],
    order: "name",
  },
  computed: {
    policyCount: { constant: 0 },
    versioned: { value: (_, { settings }) => (settings.vcsRepo ?? null) !== null },
    workspaceCount: { value: (context, it) => countOf(context, policySets, it, "workspaces") },
    projectCount: { value: (context, it) => countOf(context, policySets, it, "projects") },
  },
  related: {
    policies: { constant: { data: [] } },
    currentVersion: { constant: { data: null }, documented: false },
    newestVersion: { constant: { data: null }, documented: false },
  },
  // A global set lists neither projects nor workspaces.
  omits: ({ settings }) => (settings.global === true ? ["projects", "workspaces"] : []),
  includes: ["projects", "workspaces", "workspace-exclusions", "project-exclusions"],
  includesNotEmulated: ["policies", "newest-version", "current-version"],
  relationshipsNotEmulated: ["policies"],
  rules: (change, { before }) => globalSetProblems(change, before),
  settle: (set) => withoutTargetsIfGlobal({ ...set, settings: { ...set.settings, ...evaluation(set) } }),
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

/** OPA policies are always evaluated, those of Sentinel if the agent is enabled. */
function evaluation({ settings }: PolicySetRecord): Partial<PolicySetRecord["settings"]> {
  const { overridable, policyToolVersion } = settings;
  const agentEnabled = settings.kind === "opa" || settings.agentEnabled === true;
  return agentEnabled
    ? { agentEnabled, overridable: overridable ?? false, policyToolVersion: policyToolVersion ?? "latest" }
    : { agentEnabled, overridable: null, policyToolVersion: null };
}
