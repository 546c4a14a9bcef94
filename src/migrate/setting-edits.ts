import { attributeOf, TFE_PROJECT, type SettingName } from "../model";
import { formatList } from "../reconcile";
import type { StateResource } from "../terraform/state";
import { hclString } from "../terraform/hcl-string";
import { literalIn, pieceIn, setsArgument, textIn, type CodeBlock, type Piece } from "./code";
import { REFACTORING } from "./code-edits";
import { append, remove, type Change } from "./edits";
import { argumentLines } from "./instance-values";
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
import { ignoresChanges, KEPT_SETTINGS, keptValue, setterOf, SETTINGS, settingsOf, textOrNone } from "./settings";

/*
 * `hashicorp/tfe` keeps settings that the code does not set (its arguments are also computed); this provider clears
 * them. So settings that a project has, and its code lacks, become arguments.
 */

/** Removes a `tfe_project_settings` from the code: its project gets its arguments, see {@link setSettings}. */
export function removeSettings(settings: Resource, projects: readonly ProjectResource[]): readonly Change[] {
  const { code } = settings;
  // An earlier migration has removed it.
  if (code === undefined) return referencesByHand(settings);
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const project = projects.find(({ instances }) => instances.some((it) => settingsOf(it, [settings]).length > 0));
  if (project === undefined || !isMovable(settings, project) || code.kind === "json") {
    const names = formatList(SETTINGS.map(attributeOf));
    const what = `Move ${names} of ${address} into its project, and remove the resource.`;
    return [{ where: code.file.path, what, otherwise: "fails" }];
  }
  const why = `its settings are those of ${PROJECT}.${project.name}`;
  const removed = remove(code.file, code.block, { what: `remove ${address}`, why, movedTo: project.code.file.path });
  return [removed, ...referencesByHand(settings)];
}

/** The references to settings that leave the code. */
function referencesByHand({ folder, code, name }: Resource): readonly Change[] {
  const own = code?.kind === "hcl" ? code.block : undefined;
  return (folder?.files ?? []).flatMap((file) => {
    const skipped = file.blocks.filter((block) => REFACTORING.has(block.type) || block === own);
    const mentions = file.references
      .filter(({ root, next }) => root === TFE_PROJECT_SETTINGS && next === name)
      .filter(({ start }) => !skipped.some((block) => block.start < start && start < block.end))
      .map(({ root, start }) => ({ type: root, name, at: start }));
    return mentionsByHand(file, mentions, "fails");
  });
}

/** Whether the arguments of settings can become those of the project. */
function isMovable({ folder, code }: Resource, project: ProjectResource): boolean {
  return code?.kind === "hcl" && project.code.kind === "hcl" && folder === project.folder;
}

/** Adds arguments for settings that a project has, and that its code lacks after all other edits. */
export function setSettings(
  project: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
  projects: readonly ProjectResource[],
): readonly Change[] {
  const { code, folder } = project;
  const renamed = new Set(projects.filter((it) => it.folder === folder).map(({ name }) => name));
  const lacking = KEPT_SETTINGS.filter(
    (name) => !setsArgument(code, attributeOf(name)) && !ignoresChanges(code, attributeOf(name)),
  );
  const own = lacking.flatMap((name) => newSetting(name, { project, live, settings, renamed }) ?? []);
  // An agent pool without its mode would be invalid.
  const isByHand = own.some(({ argument, lines }) => argument !== undefined && lines === undefined);
  const found = isByHand ? own.map((it) => ({ ...it, lines: undefined })) : own;
  const taken = found.filter(({ argument }) => argument !== undefined);
  const kept = found.filter(({ argument }) => argument === undefined);
  return [
    ...added(project, taken),
    ...added(project, kept, whyOf(kept.length)),
    ...taken.flatMap((it) => expressionByHand(project, it)),
    ...valuesByHand(project, found),
  ];
}

/** A setting that the code of a project is to set. */
interface NewSetting {
  readonly attribute: string;
  /** The argument of `tfe_project_settings`, if it becomes that of the project. */
  readonly argument?: SettingsArgument;
  /** What the instances have, in their order; undefined for those that the argument sets. */
  readonly values: readonly (string | undefined)[];
  /** The argument of the project; undefined if it has to be written by hand. */
  readonly lines: readonly string[] | undefined;
}

interface SettingsArgument {
  readonly address: string;
  /** The expression, with the new type of projects. */
  readonly text: string;
  /** Whether only some instances of the project have it. */
  readonly isPartial: boolean;
}

interface SettingsContext {
  readonly project: ProjectResource;
  readonly live: LiveProjects | undefined;
  readonly settings: readonly Resource[];
  /** The names of the projects of the module whose type changes. */
  readonly renamed: ReadonlySet<string>;
}

/** Undefined if no instance has the setting, or if it is moved with the rest of its `tfe_project_settings` by hand. */
function newSetting(name: SettingName, { project, live, settings, renamed }: SettingsContext): NewSetting | undefined {
  const { instances, code } = project;
  const attribute = attributeOf(name);
  const setters = instances.map((instance) => setterOf(name, instance, project, settings));
  const isMoved = setters.every((it) => it === undefined || isMovable(it.resource, project));
  const values = instances.map((instance, index) => {
    const setter = setters[index];
    if (setter === undefined) return keptValue(instance, name, live, settings);
    return isMoved ? textOrNone(setter.values[attribute]) : undefined;
  });
  const [first] = setters;
  const isWhole = setters.every((it) => it !== undefined && it.resource === first?.resource);
  const dependent = setters
    .filter((it) => it !== undefined)
    // What only some instances have can be looked up if it is a plain text.
    .find(({ code: own }) =>
      isWhole ? dependsOnInstance(textIn(own, attribute) ?? "") : literalIn(own, attribute) === undefined,
    );
  const source = dependent ?? (isWhole ? first : undefined);
  if (source !== undefined && isMoved) {
    const text = withNewType(pieceIn(source.code, attribute), renamed);
    const address = `${TFE_PROJECT_SETTINGS}.${source.resource.name}`;
    const isValid = isWhole && (dependent === undefined || hasSameInstances(dependent.code, code));
    const argument = { address, text, isPartial: !isWhole };
    // Other instances keep what they have.
    const others = values.map((value, index) => (setters[index] === undefined ? value : undefined));
    return { attribute, argument, values: others, lines: isValid ? [`${attribute} = ${text}`] : undefined };
  }
  if (values.every((value) => value === undefined)) return undefined;
  const isPlain = isMoved && code.kind === "hcl";
  return { attribute, values, lines: isPlain ? argumentLines(attribute, instances, values) : undefined };
}

function added({ code, name }: ProjectResource, found: readonly NewSetting[], why?: string): readonly Change[] {
  const own = found.filter(({ lines }) => lines !== undefined);
  if (own.length === 0 || code.kind === "json") return [];
  const lines = own.flatMap((it) => it.lines ?? []);
  const what = `set ${formatList(own.map(({ attribute }) => attribute))} of ${PROJECT}.${name}`;
  return [append(code.file, code.block, lines, { what, why })];
}

function expressionByHand(
  { code, name }: ProjectResource,
  { attribute, argument, lines }: NewSetting,
): readonly Change[] {
  if (argument === undefined || lines !== undefined) return [];
  const { address, text, isPartial } = argument;
  const what =
    `Set ${attribute} of ${PROJECT}.${name}: ${address} had ${text.replace(/\s+/g, " ")}` +
    `${isPartial ? ", for its own instances only" : ""}.`;
  return [{ where: code.file.path, what, otherwise: "changes" }];
}

/** What to set by hand for single instances. */
function valuesByHand({ instances, code }: ProjectResource, found: readonly NewSetting[]): readonly Change[] {
  return instances.flatMap((instance, index): readonly Change[] => {
    const own = found.flatMap(({ attribute, values, lines }) => {
      const value = lines === undefined ? values[index] : undefined;
      return value === undefined ? [] : [`${attribute} = ${hclString(value)}`];
    });
    if (own.length === 0) return [];
    const what = `Set ${formatList(own)} for ${projectAddress(instance)}: ${whyOf(own.length)}.`;
    return [{ where: code.file.path, what, otherwise: "changes" }];
  });
}

/** Expressions that depend on the instance are invalid with other instances. */
function hasSameInstances(one: CodeBlock, other: CodeBlock): boolean {
  return ["count", "for_each"].every((name) => textIn(one, name) === textIn(other, name));
}

/** Whether an expression may differ between the instances of a resource. */
function dependsOnInstance(text: string): boolean {
  return /\b(each|count)\.|\bself\./.test(text);
}

/** The text of an expression, with the new type of the projects of these names. */
function withNewType(piece: Piece | undefined, renamed: ReadonlySet<string>): string {
  if (piece === undefined) return "";
  const { file, start, end } = piece;
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
  const why = "the default project cannot be deleted";
  const values = instances.map((it) => (isDefault(it, live) ? "retain" : undefined));
  const lines = code.kind === "hcl" ? argumentLines("deletion_policy", instances, values) : undefined;
  if (code.kind === "json" || lines === undefined) {
    const what = `Set deletion_policy = "retain" for ${projectAddress(found)}: ${why}.`;
    return [{ where: code.file.path, what, otherwise: "changes" }];
  }
  return [append(code.file, code.block, lines, { what: `set deletion_policy of ${PROJECT}.${name}`, why })];
}

function whyOf(count: number): string {
  return `the project has ${count === 1 ? "it" : "them"}, and the code does not`;
}
