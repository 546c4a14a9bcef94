import { nullable, oneOf, optional, record, string } from "./decode";
import type { AttributeProblem } from "./errors";
import type { ExecutionChange } from "./store/execution";
import { attributeLocation, poolWithoutAgentMode } from "./store/execution";
import type { ProjectChange } from "./store/projects";
import { checkProject } from "./store/projects";
import type { ExecutionMode, ProjectRecord } from "./store/records";
import { EXECUTION_MODES } from "./store/records";
import type { Store } from "./store/store";

/**
 * Settings of a project, in a seed or changed out of band: undefined keeps a setting, null clears it. The service's
 * rules apply.
 */
export interface ProjectSettings {
  /** At most 256 characters. */
  readonly description?: string | null | undefined;
  /** Up to four digits and `d` or `h`, such as `14d`. */
  readonly autoDestroyActivityDuration?: string | null | undefined;
  /** Null clears the agent pool, too: the project inherits both from its organization. */
  readonly defaultExecutionMode?: ExecutionMode | null | undefined;
  /** ID of an agent pool of the organization. Mode `agent` requires one, and every other mode clears it. */
  readonly defaultAgentPoolId?: string | null | undefined;
  /** All key-value tags of the project, at most 10; an empty object clears them. A tag without a value has null. */
  readonly tags?: Readonly<Record<string, string | null>> | null | undefined;
}

/** The members of {@link ProjectSettings} in JSON. */
export const projectSettingsShape = {
  description: optional(nullable(string)),
  autoDestroyActivityDuration: optional(nullable(string)),
  defaultExecutionMode: optional(nullable(oneOf(EXECUTION_MODES))),
  defaultAgentPoolId: optional(nullable(string)),
  tags: optional(nullable(record(nullable(string)))),
} satisfies { readonly [Member in keyof ProjectSettings]-?: (value: unknown, path: string) => ProjectSettings[Member] };

/** Problems with settings for a project, or for a new one if `project` is undefined; see {@link checkProject}. */
export function checkProjectSettings(
  store: Store,
  organizationId: string,
  settings: ProjectSettings & { readonly name?: string | undefined },
  project?: ProjectRecord,
): readonly AttributeProblem[] {
  const { name, defaultExecutionMode: mode, defaultAgentPoolId: agentPoolId } = settings;
  return [
    ...checkProject(store, organizationId, { ...projectChange(settings), name }, project),
    // Otherwise the pool would be ignored: the change restores inheritance.
    ...(mode === null && typeof agentPoolId === "string" ? [poolWithoutAgentMode(AT.agentPool)] : []),
  ];
}

/** The change to a project that makes these settings. They must have passed {@link checkProjectSettings}. */
export function projectChange(settings: ProjectSettings): ProjectChange {
  const { description, autoDestroyActivityDuration, tags } = settings;
  return {
    description,
    autoDestroyActivityDuration,
    execution: executionChange(settings),
    tags: tags === undefined ? undefined : Object.entries(tags ?? {}).map(([key, value]) => ({ key, value })),
  };
}

/** The member of {@link ProjectSettings}, or `name`, that has the problem. */
export function settingWith({ attribute }: AttributeProblem): string {
  if (["key", "value", "tag-bindings"].includes(attribute)) return "tags";
  return attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const AT: ExecutionChange["at"] = {
  mode: attributeLocation("default-execution-mode"),
  agentPool: attributeLocation("default-agent-pool-id"),
};

function executionChange(settings: ProjectSettings): ExecutionChange | undefined {
  const { defaultExecutionMode: mode, defaultAgentPoolId: agentPoolId } = settings;
  if (mode === undefined && agentPoolId === undefined) return undefined;
  return { mode: mode ?? undefined, agentPoolId, overwritten: mode === null ? false : undefined, at: AT };
}
