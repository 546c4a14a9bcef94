import type { ChangeOf, Scope, Store } from "../../engine/kind";
import type { AttributeProblem } from "../../errors";
import { globalSetProblems, withoutTargetsIfGlobal } from "../applied-to";
import { policies } from "../policy";
import { policyKindOf } from "../policy-kind";
import type { PolicySetRecord } from "./shape";

type Change = ChangeOf<PolicySetRecord>;

export function policySetProblems(
  change: Change,
  { before }: Scope<PolicySetRecord>,
  store: Store,
): readonly AttributeProblem[] {
  return [
    ...globalSetProblems(change, before),
    ...policyProblems(change, before, store),
    ...tagProblems(change, before),
  ];
}

/** The policies of a set are of its kind, and not from a repository as well. */
function policyProblems(change: Change, before: PolicySetRecord | undefined, store: Store): AttributeProblem[] {
  const ids = change.policyIds ?? [];
  const kind = policyKindOf({ settings: { ...before?.settings, ...change.settings } });
  const others = ids.flatMap((id) => store.table(policies).get(id) ?? []).filter((it) => policyKindOf(it) !== kind);
  const vcsRepo = change.settings?.vcsRepo === undefined ? before?.settings.vcsRepo : change.settings.vcsRepo;
  const hasPolicies = (change.policyIds ?? before?.policyIds ?? []).length > 0;
  return [
    ...others.map(({ name }) => ({
      attribute: "policies",
      detail: `Policies must be of kind ${kind}; ${name} is not`,
    })),
    ...(hasPolicies && (vcsRepo ?? null) !== null
      ? [{ attribute: "vcs-repo", detail: "Vcs repo cannot be set for a policy set with policies" }]
      : []),
  ];
}

/** Tags select all workspaces of a set, or exclude some of a global one, and nothing else does. */
function tagProblems(change: Change, before: PolicySetRecord | undefined): AttributeProblem[] {
  const after = { ...before, ...change, settings: { ...before?.settings, ...change.settings } };
  const selectors = after.settings.tagSelectors ?? [];
  if (selectors.length === 0) return [];
  const isGlobal = after.settings.global === true;
  const explicit = [after.projectIds, after.workspaceIds, after.projectExclusionIds, after.workspaceExclusionIds];
  const details = [
    ...(selectors.some((it) => it["is-exclude"] !== isGlobal)
      ? ["Tag selectors of a global policy set exclude workspaces, those of others include them"]
      : []),
    ...(explicit.some((ids = []) => ids.length > 0)
      ? ["Tag selectors cannot be combined with projects, workspaces and exclusions"]
      : []),
  ];
  return [
    ...details.map((detail) => ({ attribute: "tag-selectors", detail })),
    ...((after.settings.tagSelectorMatchingLogic ?? null) === null ? [MATCHING_LOGIC_REQUIRED] : []),
  ];
}

/** The text of the service. */
const MATCHING_LOGIC_REQUIRED: AttributeProblem = {
  attribute: "tag-selector-matching-logic",
  detail: 'tag-selector-matching-logic is required when using tag selectors. Valid values: "any", "all"',
};

/** Policies of OPA are always evaluated, those of Sentinel if the agent is enabled. */
export function settlePolicySet(set: PolicySetRecord): PolicySetRecord {
  const { overridable, policyToolVersion } = set.settings;
  const agentEnabled = policyKindOf(set) === "opa" || set.settings.agentEnabled === true;
  const evaluation = agentEnabled
    ? { agentEnabled, overridable: overridable ?? false, policyToolVersion: policyToolVersion ?? "latest" }
    : { agentEnabled, overridable: null, policyToolVersion: null };
  return withoutTargetsIfGlobal({ ...set, settings: { ...set.settings, ...evaluation } });
}
