import { TAG_MATCHINGS } from "../../../model";
import type { Decoded } from "../../decode";
import { arrayOf, boolean, nullable, object, oneOf, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { outOfBand } from "../../engine/out-of-band";
import { toMany, toOne } from "../../engine/relation";
import { EDITABLE, global, targets } from "../applied-to";
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
    /** The tool that evaluates its policies. @default "sentinel" */
    kind: setting(oneOf(POLICY_KINDS), DEFAULT_POLICY_KIND, { writable: "create" }),
    /** Whether it applies to every workspace of the organization that is not excluded. @default false */
    global,
    /** Whether its policies are evaluated in a task stage, as those of OPA are, rather than checked before it. */
    agentEnabled: setting(boolean, false),
    /** Whether failures can be overridden. Null unless policies are evaluated; so is the version of the tool. */
    overridable: setting(nullable(boolean), null),
    policyToolVersion: setting(nullable(string), null),
    policiesPath: setting(nullable(string), null, { documented: false }),
    policyUpdatePatterns: setting(arrayOf(string), [], { documented: false }),
    vcsRepo: setting(nullable(vcsRepo), null, { documented: false }),
    tagSelectors: setting(arrayOf(tagSelector), [], { documented: false }),
    /** Null as long as no client has set it; required for tag selectors. */
    tagSelectorMatchingLogic: setting(nullable(oneOf(TAG_MATCHINGS)), null, { documented: false }),
  },
  relations: {
    organization: toOne("organizations"),
    policies: toMany("policies", EDITABLE),
    ...targets,
    /** Those that it does not apply to, also if it is global. */
    projectExclusions: toMany("projects", {
      ...EDITABLE,
      option: { name: "excludedProjects", id: "excludedProjectIds" },
    }),
    workspaceExclusions: toMany("workspaces", {
      ...EDITABLE,
      option: { name: "excludedWorkspaces", id: "excludedWorkspaceIds" },
    }),
  },
});

export type PolicySetRecord = RecordOf<typeof policySetShape>;

/** How seeds and the control API have policy sets. */
export const givenPolicySets = outOfBand(policySetShape, {
  name: "policySets",
  path: "/policy-sets",
  summary:
    "Creates a policy set. It applies to all workspaces with `global`, otherwise to `projectIds` and `workspaceIds`, " +
    "and in either case not to `excludedProjectIds` and `excludedWorkspaceIds`.",
  example: ({ organization, project }) => ({ organization, name: "cis", kind: "opa", projectIds: [project] }),
  settings: ["description", "kind", "global", "overridable"],
});
