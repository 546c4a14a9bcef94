import type { Store } from "../../engine/kind";
import { appliesToWorkspace } from "../applied-to";
import { effectiveTags } from "../workspace/inherited";
import type { WorkspaceRecord } from "../workspace/shape";
import type { PolicySetRecord } from "./shape";
import { policySetShape } from "./shape";
import { selects } from "./tag-selectors";

/** The policy sets that apply to a workspace. What excludes it counts more than what includes it (our choice). */
export function setsOfWorkspace(store: Store, workspace: WorkspaceRecord): readonly PolicySetRecord[] {
  const tags = effectiveTags(store, workspace);
  const all = store.table(policySetShape).where("organizationId", workspace.organizationId, "name").all();
  return all.filter((set) => {
    const { tagSelectors = [] } = set.settings;
    const selected = tagSelectors.filter((it) => selects(it, tags));
    const isExcluded =
      set.workspaceExclusionIds.includes(workspace.id) ||
      set.projectExclusionIds.includes(workspace.projectId) ||
      selected.some((it) => it["is-exclude"]);
    return !isExcluded && (appliesToWorkspace(set, workspace) || selected.length > 0);
  });
}
