import type { Decoded } from "../../decode";
import { arrayOf, boolean, nullable, object, oneOf, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { toMany, toOne } from "../../engine/relation";
import { global, targets } from "../applied-to";
import { checkPolicyName, DEFAULT_POLICY_KIND, POLICY_KINDS } from "../policy-kind";
import { vcsRepo } from "../vcs-repo";

/** Workspaces with a tag, which a set applies to, or which a global one excludes. Without a value, the tag has none. */
export const tagSelector = object({ "tag-key": string, "tag-value": nullable(string), "is-exclude": boolean });
export type TagSelector = Decoded<typeof tagSelector>;

/** The members of policy sets. */
export const policySetShape = shape({
  type: "policy-sets",
  label: "Policy set",
  prefix: "polset-",
  parameter: "policySet",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true, check: checkPolicyName }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    kind: setting(oneOf(POLICY_KINDS), DEFAULT_POLICY_KIND, { writable: "create" }),
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
  },
  relations: {
    organization: toOne("organizations"),
    policies: toMany("policies", { writable: "always", editable: "add" }),
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

export type PolicySetRecord = RecordOf<typeof policySetShape>;
