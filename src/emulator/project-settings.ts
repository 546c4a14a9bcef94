import { EXECUTION_MODES, normalizeDescription } from "../model";
import type { Decoded } from "./decode";
import { nullable, object, oneOf, optional, string } from "./decode";
import type { ChangeOf, Store } from "./engine/kind";
import { memberName } from "./engine/words";
import type { AttributeProblem } from "./errors";
import { attributeLocation, changeExecution, poolWithoutAgentMode } from "./kinds/execution";
import type { OrganizationRecord } from "./kinds/organization";
import type { ProjectRecord } from "./kinds/project";
import { executionScope } from "./kinds/project";
import { givenTags, setTagValues } from "./kinds/tag-binding";

export const projectSettings = object({
  /** At most 256 characters. */
  description: optional(nullable(string)),
  /** Up to four digits and `d` or `h`, such as `14d`. */
  autoDestroyActivityDuration: optional(nullable(string)),
  /** Null clears the agent pool, too: the project inherits both from its organization. */
  defaultExecutionMode: optional(nullable(oneOf(EXECUTION_MODES))),
  /** ID of an agent pool of the organization. Mode `agent` requires one, and every other mode clears it. */
  defaultAgentPoolId: optional(nullable(string)),
  /** All key-value tags of the project, at most 10; an empty object clears them. A tag without a value has null. */
  tags: optional(givenTags),
});

/**
 * Settings of a project, in a seed or changed out of band: undefined keeps a setting, null clears it. The service's
 * rules apply.
 */
export type ProjectSettings = Decoded<typeof projectSettings>;

/** The change that settings make to a project, and what is wrong with execution settings and tags. */
export function projectChange(
  store: Store,
  organization: OrganizationRecord,
  settings: ProjectSettings & { readonly name?: string | undefined },
  project?: ProjectRecord,
): { readonly change: ChangeOf<ProjectRecord>; readonly problems: readonly AttributeProblem[] } {
  const { name, description, autoDestroyActivityDuration, tags } = settings;
  const tagged = setTagValues(store, project, tags);
  const executed = changedExecution(store, organization, settings, project);
  return {
    change: {
      name,
      description: description === undefined ? undefined : normalizeDescription(description),
      autoDestroyActivityDuration,
      ...executed.change,
      ...tagged.change,
    },
    problems: [...executed.problems, ...tagged.problems],
  };
}

const AT = {
  mode: attributeLocation("default-execution-mode"),
  agentPool: attributeLocation("default-agent-pool-id"),
};

function changedExecution(
  store: Store,
  organization: OrganizationRecord,
  { defaultExecutionMode: mode, defaultAgentPoolId: agentPoolId }: ProjectSettings,
  project: ProjectRecord | undefined,
): { readonly change: ChangeOf<ProjectRecord>; readonly problems: readonly AttributeProblem[] } {
  if (mode === undefined && agentPoolId === undefined) return { change: {}, problems: [] };
  // Otherwise the pool would be ignored: the change restores inheritance.
  if (mode === null && typeof agentPoolId === "string") {
    return { change: {}, problems: [poolWithoutAgentMode(AT.agentPool)] };
  }
  const change = { mode: mode ?? undefined, agentPoolId, overwritten: mode === null ? false : undefined, at: AT };
  const { execution, problems } = changeExecution(change, executionScope(store, organization, project));
  if (execution === undefined) return { change: {}, problems };
  return { change: { executionMode: execution.mode, defaultAgentPoolId: execution.agentPoolId }, problems };
}

/** The member of {@link ProjectSettings}, or `name`, that has the problem. */
export function settingWith({ attribute }: AttributeProblem): string {
  if (["key", "value", "tag-bindings"].includes(attribute)) return "tags";
  return memberName(attribute);
}
