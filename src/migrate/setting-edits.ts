import { attributeOf, isSame, SETTING_NAMES, TFE_PROJECT, unsetIn, visibleOf } from "../model";
import type { ProjectSettings, SettingName, SettingValue } from "../model";
import { formatList } from "../reconcile";
import { hclString } from "../terraform/hcl-string";
import { asObject } from "../json";
import { pieceIn, setsArgument, textIn, type CodeBlock, type Piece } from "./code";
import { REFACTORING } from "./code-edits";
import { append, remove, type Change } from "./edits";
import type { LiveProjects } from "./live";
import { mentionsByHand } from "./mentions";
import {
  PROJECT,
  projectAddress,
  projectIdOf,
  TFE_PROJECT_SETTINGS,
  type ProjectResource,
  type Resource,
} from "./resources";
import type { StateResource } from "../terraform/state";

/*
 * `hashicorp/tfe` keeps settings that the code does not set (its arguments are also computed); this provider clears
 * them. So settings that a project has, and its code lacks, become arguments.
 */

/** The settings that `tfe_project_settings` has under the same names. A `tfe_project` has the others. */
const SETTINGS: readonly SettingName[] = ["defaultExecutionMode", "defaultAgentPoolId"];

/** The settings to keep. The others stay unchanged if the code does not set them. */
const KEPT_SETTINGS = SETTING_NAMES.filter((name) => unsetIn(name) === null);

/** The ID of the project that has these settings. */
export function settingsProjectId({ values }: StateResource): string {
  return String(values["project_id"] ?? values["id"]);
}

/** The settings of an instance of a project, with their code and their values in the state. */
function settingsOf(
  project: StateResource,
  settings: readonly Resource[],
): readonly { readonly code: CodeBlock | undefined; readonly values: StateResource["values"] }[] {
  return settings.flatMap(({ code, instances }) =>
    instances.filter((it) => settingsProjectId(it) === projectIdOf(project)).map(({ values }) => ({ code, values })),
  );
}

/** Moves the arguments of `tfe_project_settings` into the project, and removes the resource from the code. */
export function takeOverSettings(settings: Resource, projects: readonly ProjectResource[]): readonly Change[] {
  const { folder, code } = settings;
  if (folder === undefined || code === undefined) return [];
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const names = SETTINGS.map((name) => attributeOf(name));
  const project = projects.find(({ instances }) => instances.some((it) => settingsOf(it, [settings]).length > 0));
  const target = project?.folder === folder ? project.code : undefined;
  if (code.kind === "json" || project === undefined || target?.kind !== "hcl") {
    const what = `Move ${formatList(names)} of ${address} into its project, and remove the resource.`;
    return [{ where: code.file.path, what, otherwise: "fails" }];
  }
  const renamed = new Set(projects.filter((it) => it.folder === folder).map((it) => it.name));
  const own = names.flatMap((name) => {
    const piece = pieceIn(code, name);
    if (piece === undefined || setsArgument(target, name)) return [];
    return [{ name, text: withNewType(piece, renamed) }];
  });
  const shown = `${PROJECT}.${project.name}`;
  const removed = remove(code.file, code.block, {
    what: `remove ${address}`,
    why: `its settings are those of ${shown}`,
    movedTo: target.file.path,
  });
  const references = folder.files.flatMap((file) => {
    const skipped = file.blocks.filter((other) => REFACTORING.has(other.type) || other === code.block);
    const mentions = file.references
      .filter(({ root, next }) => root === TFE_PROJECT_SETTINGS && next === settings.name)
      .filter(({ start }) => !skipped.some((other) => other.start < start && start < other.end))
      .map(({ root, start }) => ({ type: root, name: settings.name, at: start }));
    return mentionsByHand(file, mentions, "fails");
  });
  const hasSameInstances = ["count", "for_each"].every((name) => textIn(code, name) === textIn(target, name));
  // Expressions that depend on the instance are invalid with other instances.
  if (!hasSameInstances && own.some(({ text }) => dependsOnInstance(text))) {
    const manual = own.map(({ name, text }): Change => ({
      where: target.file.path,
      what: `Set ${name} of ${shown}: ${address} had ${text.replace(/\s+/g, " ")}.`,
      otherwise: "changes",
    }));
    return [removed, ...manual, ...references];
  }
  const lines = own.map(({ name, text }) => `${name} = ${text}`);
  const what = `set ${formatList(own.map(({ name }) => name))} of ${shown}`;
  return [removed, ...(own.length === 0 ? [] : [append(target.file, target.block, lines, { what })]), ...references];
}

/** Whether an expression may differ between the instances of a resource. */
function dependsOnInstance(text: string): boolean {
  return /\b(each|count)\.|\bself\./.test(text);
}

/** The text of a piece, with the new type of the projects of these names. */
function withNewType({ file, start, end }: Piece, renamed: ReadonlySet<string>): string {
  const parts: string[] = [];
  let at = start;
  for (const reference of file.references) {
    if (reference.start < start || reference.end > end) continue;
    if (reference.root !== TFE_PROJECT || !renamed.has(reference.next ?? "")) continue;
    parts.push(file.text.slice(at, reference.start), PROJECT);
    at = reference.end;
  }
  return [...parts, file.text.slice(at, end)].join("").trim();
}

/** Adds arguments for settings that projects have, and that their code lacks after all other edits. */
export function keepSettings(
  { instances, name: projectName, code }: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): readonly Change[] {
  const setting = codeThatSets(code, instances, settings);
  const lacking = KEPT_SETTINGS.filter((name) => !setting.some((it) => setsArgument(it, attributeOf(name))));
  const found = lacking.map((name) => {
    const values = instances.map((instance) => keptValue(instance, name, live, settings));
    const [value] = values;
    // A value that all instances share becomes an argument.
    const isArgument = code.kind === "hcl" && new Set(values).size === 1 && value !== undefined;
    return { name: attributeOf(name), values, argument: isArgument ? value : undefined };
  });
  const manual = instances.flatMap((instance, index): readonly Change[] => {
    const own = found.flatMap(({ name, values, argument }) => {
      const value = values[index];
      return value === undefined || argument !== undefined ? [] : [`${name} = ${hclString(value)}`];
    });
    if (own.length === 0) return [];
    const what = `Set ${formatList(own)} for ${instance.address}: ${whyOf(own.length)}.`;
    return [{ where: code.file.path, what, otherwise: "changes" }];
  });
  const set = found.flatMap(({ name, argument }) => (argument === undefined ? [] : [{ name, value: argument }]));
  if (set.length === 0 || code.kind === "json") return manual;
  const lines = set.map(({ name, value }) => `${name} = ${hclString(value)}`);
  const what = `set ${formatList(set.map(({ name }) => name))} of ${PROJECT}.${projectName}`;
  return [append(code.file, code.block, lines, { what, why: whyOf(set.length) }), ...manual];
}

/** Whether it is the default project of its organization, if that was read. */
export function isDefault(project: StateResource, live: LiveProjects | undefined): boolean {
  return live?.defaultIds.has(projectIdOf(project)) === true;
}

/** Lets the default project be, which cannot be deleted, when its resource leaves the code. */
export function keepDefaultProject(
  { instances, name, code }: ProjectResource,
  live: LiveProjects | undefined,
): readonly Change[] {
  const found = instances.find((it) => isDefault(it, live));
  if (found === undefined || setsArgument(code, "deletion_policy")) return [];
  const argument = 'deletion_policy = "retain"';
  const why = "the default project cannot be deleted";
  if (code.kind === "json" || instances.length > 1) {
    return [{ where: code.file.path, what: `Set ${argument} for ${found.address}: ${why}.`, otherwise: "changes" }];
  }
  return [append(code.file, code.block, [argument], { what: `set deletion_policy of ${PROJECT}.${name}`, why })];
}

function whyOf(count: number): string {
  return `the project has ${count === 1 ? "it" : "them"}, and the code does not`;
}

/** The code of a project, and that of its `tfe_project_settings`. */
function codeThatSets(
  code: CodeBlock,
  instances: readonly StateResource[],
  settings: readonly Resource[],
): readonly CodeBlock[] {
  return [code, ...instances.flatMap((instance) => settingsOf(instance, settings).flatMap((it) => it.code ?? []))];
}

/** A setting that projects have, and that an expression in the code may leave out, which clears it. */
export interface PossiblyCleared {
  readonly attribute: string;
  readonly expression: string;
  readonly addresses: readonly string[];
}

/** Expressions that may be null, such as `try(each.value.description, null)`, for settings that projects have. */
export function possiblyCleared(
  { code, instances }: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): readonly PossiblyCleared[] {
  const setting = codeThatSets(code, instances, settings);
  return KEPT_SETTINGS.flatMap((name) => {
    const attribute = attributeOf(name);
    const [expression = ""] = setting.flatMap((it) => textIn(it, attribute) ?? []);
    const having = instances.filter((instance) => keptValue(instance, name, live, settings) !== undefined);
    if (having.length === 0 || expression.startsWith('"') || !/\bnull\b/.test(expression)) return [];
    return [{ attribute, expression: expression.replace(/\s+/g, " "), addresses: having.map(projectAddress) }];
  });
}

/** The setting of a project, from the organization if it was read, or else from the state. */
function keptValue(
  instance: StateResource,
  name: SettingName,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): string | undefined {
  const actual = live?.projects.get(projectIdOf(instance))?.[name];
  const value = actual === undefined ? recordedValue(instance, name, settings) : actual;
  return typeof value === "string" && value !== "" ? value : undefined;
}

function recordedValue(instance: StateResource, name: SettingName, settings: readonly Resource[]): unknown {
  const attribute = attributeOf(name);
  if (!SETTINGS.includes(name)) return instance.values[attribute];
  const [own] = settingsOf(instance, settings);
  // The state also has values that the project inherits from its organization.
  return asObject(own?.values["overwrites"])[attribute] === false ? undefined : own?.values[attribute];
}

/** The settings in the code that were changed since the last refresh: the plan changes them back. */
export function changedSince(
  { code, instances }: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): readonly Changed[] {
  return instances.flatMap((instance): readonly Changed[] => {
    const actual = live?.projects.get(projectIdOf(instance));
    if (actual === undefined) return [];
    const own = [...settingsOf(instance, settings), { code, values: instance.values }];
    const changed = SETTING_NAMES.filter((name) => {
      const attribute = attributeOf(name);
      const recorded = own.find((it) => it.code !== undefined && setsArgument(it.code, attribute))?.values;
      return recorded !== undefined && Object.hasOwn(recorded, attribute) && isChanged(name, actual, recorded);
    });
    return changed.length === 0 ? [] : [{ address: projectAddress(instance), attributes: changed.map(attributeOf) }];
  });
}

function isChanged(name: SettingName, actual: ProjectSettings, values: StateResource["values"]): boolean {
  if (actual[name] === undefined) return false;
  const recorded = values[attributeOf(name)];
  // The state of `hashicorp/tfe` has an empty string for an unset value.
  const value = (recorded === "" ? null : recorded) as SettingValue;
  const visible = visibleOf(name, actual[name], value, values["ignore_additional_tags"] === true);
  return !isSame(name, visible, value);
}

/** A project with settings that were changed out of band. */
export interface Changed {
  readonly address: string;
  readonly attributes: readonly string[];
}
