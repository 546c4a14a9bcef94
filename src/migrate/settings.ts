import { attributeOf, SETTING_NAMES, unsetIn, type SettingName } from "../model";
import { asObject } from "../json";
import type { InstanceKey } from "../terraform/address";
import type { StateResource } from "../terraform/state";
import { innerBlock, setsArgument, textIn, type CodeBlock } from "./code";
import type { LiveProjects } from "./live";
import { projectIdOf, type ProjectResource, type Resource } from "./resources";

/* The settings of projects: in the code, in the state, and in the organization. */

/** The settings that `tfe_project_settings` has under the same names. A `tfe_project` has the others. */
export const SETTINGS: readonly SettingName[] = ["defaultExecutionMode", "defaultAgentPoolId"];

/** The settings to keep. The others stay unchanged if the code does not set them. */
export const KEPT_SETTINGS = SETTING_NAMES.filter((name) => unsetIn(name) === null);

/** The ID of the project that has these settings. */
export function settingsProjectId({ values }: StateResource): string {
  return String(values["project_id"] ?? values["id"]);
}

/** A resource that sets a setting of a project: the project itself, or its `tfe_project_settings`. */
export interface Setter {
  readonly resource: Resource;
  readonly code: CodeBlock;
  /** The key of its instance. */
  readonly key: InstanceKey;
  /** The values in the state, of which a project has its mode and agent pool in its `tfe_project_settings`. */
  readonly values: StateResource["values"];
}

/** What sets a setting of an instance of a project; undefined if the code does not. */
export function setterOf(
  name: SettingName,
  instance: StateResource,
  project: ProjectResource,
  settings: readonly Resource[],
): Setter | undefined {
  const attribute = attributeOf(name);
  const inState = { [attribute]: valueInState(instance, name, settings) };
  return [{ resource: project, instance }, ...settingsOf(instance, settings)].flatMap(
    ({ resource, instance: { key, values } }) => {
      const { code } = resource;
      if (code === undefined || !setsArgument(code, attribute)) return [];
      return [{ resource, code, key, values: { ...values, ...inState } }];
    },
  )[0];
}

/** The settings of an instance of a project. */
export function settingsOf(
  project: StateResource,
  settings: readonly Resource[],
): readonly { readonly resource: Resource; readonly instance: StateResource }[] {
  return settings.flatMap((resource) =>
    resource.instances
      .filter((it) => settingsProjectId(it) === projectIdOf(project))
      .map((instance) => ({ resource, instance })),
  );
}

/** Whether Terraform plans no changes of an argument: `ignore_changes`. */
export function ignoresChanges(code: CodeBlock, attribute: string): boolean {
  const lifecycle = code.kind === "hcl" ? innerBlock(code, "lifecycle") : undefined;
  const ignored = (lifecycle === undefined ? undefined : textIn(lifecycle, "ignore_changes")) ?? "";
  return ignored.trim() === "all" || ignored.split(/\W+/).includes(attribute);
}

/** The setting of a project, from the organization if it was read, or else from the state. */
export function keptValue(
  instance: StateResource,
  name: SettingName,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): string | undefined {
  const actual = live?.projects.get(projectIdOf(instance))?.[name];
  return textOrNone(actual === undefined ? valueInState(instance, name, settings) : actual);
}

export function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Null for what a project inherits from its organization; undefined if the state does not have it. */
function valueInState(instance: StateResource, name: SettingName, settings: readonly Resource[]): unknown {
  const attribute = attributeOf(name);
  if (!SETTINGS.includes(name)) return instance.values[attribute];
  const own = settingsOf(instance, settings)[0]?.instance.values;
  // The state also has the values that are inherited.
  return asObject(own?.["overwrites"])[attribute] === false ? null : own?.[attribute];
}
