import type { Store } from "../../engine/kind";
import type { EffectiveExecution } from "../execution";
import { effective } from "../execution";
import { projectExecution, projects } from "../project";
import { reservedTagKeys } from "../reserved-tag-key";
import type { EffectiveTag } from "../tag-binding";
import type { WorkspaceRecord } from "./shape";

/* What a workspace has of its own, or inherits from its project. */

export function workspaceExecution(store: Store, workspace: WorkspaceRecord): EffectiveExecution {
  const inherited = projectExecution(store, store.table(projects).expect(workspace.projectId));
  return effective({ mode: workspace.executionMode, agentPoolId: workspace.agentPoolId }, inherited);
}

/** The workspace's effective duration: its own, or inherited from its project. */
export function effectiveDuration(store: Store, workspace: WorkspaceRecord): string | null {
  return workspace.inheritsProjectAutoDestroy
    ? store.table(projects).expect(workspace.projectId).autoDestroyActivityDuration
    : (workspace.autoDestroyActivityDuration ?? null);
}

/**
 * The workspace's own tags, and those of its project with other keys. Of a reserved key that disables overrides, the
 * project's.
 */
export function effectiveTags(
  store: Store,
  { organizationId, projectId, tagBindings: own = [] }: WorkspaceRecord,
): readonly EffectiveTag[] {
  const inherited = store.table(projects).expect(projectId).tagBindings ?? [];
  if (inherited.length === 0) return own;
  const inheritedKeys = new Set(inherited.map(({ key }) => key));
  const reserved = store.table(reservedTagKeys).where("organizationId", organizationId).all();
  const isFixed = (key: string): boolean =>
    inheritedKeys.has(key) && reserved.some((it) => it.key === key && it.settings.disableOverrides === true);
  const overriding = own.filter(({ key }) => !isFixed(key));
  const keys = new Set(overriding.map(({ key }) => key));
  const others = inherited.filter(({ key }) => !keys.has(key));
  return [...overriding, ...others.map((binding) => ({ ...binding, inheritedFrom: projectId }))];
}
