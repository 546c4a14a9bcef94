import { selectsByTags } from "../../../model";
import type { Store } from "../../engine/kind";
import { appliesToWorkspace } from "../applied-to";
import { effectiveTags } from "../workspace/inherited";
import type { WorkspaceRecord } from "../workspace/shape";
import type { PolicySetRecord } from "./shape";
import { policySetShape } from "./shape";

/** The policy sets that apply to a workspace. What excludes it counts more than what includes it (our choice). */
export function setsOfWorkspace(store: Store, workspace: WorkspaceRecord): readonly PolicySetRecord[] {
  const tags = effectiveTags(store, workspace).map(({ key, value }) => ({ key, value: value ?? "" }));
  const all = store.table(policySetShape).where("organizationId", workspace.organizationId, "name").all();
  return all.filter((set) => {
    const isExcluded =
      set.workspaceExclusionIds.includes(workspace.id) || set.projectExclusionIds.includes(workspace.projectId);
    const { tagSelectors = [], tagSelectorMatchingLogic: matching, global: isGlobal = false } = set.settings;
    const selectors = tagSelectors.map((it) => ({
      key: it["tag-key"],
      value: it["tag-value"],
      isExclude: it["is-exclude"],
    }));
    const applies =
      selectors.length === 0
        ? appliesToWorkspace(set, workspace)
        : selectsByTags({ isGlobal, tagSelectors: { selectors, matching: matching ?? "any" } }, tags) === true;
    return applies && !isExcluded;
  });
}
