import { attributeOf, SETTING_NAMES, unsetIn, type SettingName } from "../model";
import { asObject, textOf } from "../json";
import type { StateResource } from "../terraform/state";
import { innerBlock, textIn, type CodeBlock } from "./code";
import type { LiveProjects } from "./live";
import { projectIdOf, type Resource } from "./resources";

/* The settings of projects: in the code, in the state, and in the organization. */

/** The settings that `tfe_project_settings` has under the same names. A `tfe_project` has the others. */
export const SETTINGS: readonly SettingName[] = ["defaultExecutionMode", "defaultAgentPoolId"];

/** The settings to keep. The others stay unchanged if the code does not set them. */
export const KEPT_SETTINGS = SETTING_NAMES.filter((name) => unsetIn(name) === null);

/** The ID of the project that has these settings. */
export function settingsProjectId({ values }: StateResource): string {
  return textOf(values["project_id"] ?? values["id"]);
}

/** Whether Terraform plans no changes of an argument: `ignore_changes`. */
export function ignoresChanges(block: CodeBlock, attribute: string): boolean {
  const lifecycle = innerBlock(block, "lifecycle");
  const ignored = (lifecycle === undefined ? undefined : textIn(lifecycle, "ignore_changes")) ?? "";
  return ignored === "all" || ignored.split(/\W+/).includes(attribute);
}

/**
 * The setting of a project, from the organization if it was read, or else from the state.
 *
 * @param settings - All `tfe_project_settings` of the state.
 */
export function keptValue(
  instance: StateResource,
  name: SettingName,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): string | undefined {
  const actual = live?.get(projectIdOf(instance))?.[name];
  const value = actual === undefined ? valueInState(instance, name, settings) : actual;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Null for what a project inherits from its organization; undefined if the state does not have it. */
function valueInState(instance: StateResource, name: SettingName, settings: readonly Resource[]): unknown {
  const attribute = attributeOf(name);
  if (!SETTINGS.includes(name)) return instance.values[attribute];
  const own = settings
    .flatMap(({ instances }) => instances)
    .find((it) => settingsProjectId(it) === projectIdOf(instance));
  return own === undefined ? undefined : ownValue(own, attribute);
}

/** A value of a `tfe_project_settings`, whose state also has the values that are inherited: these are null. */
export function ownValue({ values }: StateResource, attribute: string): unknown {
  return asObject(values["overwrites"])[attribute] === false ? null : values[attribute];
}
