import { attributeOf, TFE_PROJECT } from "../model";
import { hclString } from "../terraform/hcl-string";
import { formatList } from "../reconcile";
import { blocksOf, literalIn, pieceIn, resourceBlocks, setsArgument, textIn } from "./code";
import type { CodeBlock, ModuleFolder } from "./code";
import { dependenciesOf } from "./dependencies";
import type { ManualEdit } from "./edits";
import { importAt } from "./mention-edits";
import type { Mention, MentionsOf } from "./mentions";
import { PROJECT, projectIdOf, TFE_PROJECT_SETTINGS, type ProjectResource, type Resource } from "./resources";
import { ignoresChanges, ownValue, SETTINGS, settingsProjectId } from "./settings";
import { removedBlock } from "./state-blocks";

/*
 * Whether the arguments of a `tfe_project_settings` become those of its project. They do in one simple form. Otherwise
 * they stay with `hashicorp/tfe`, and the project ignores changes of them, which is right for any code.
 */

/** Settings that become arguments of their project. */
export interface Folded {
  readonly settings: Resource;
  readonly block: CodeBlock;
  readonly project: ProjectResource;
  /** The arguments, as they are written. */
  readonly lines: readonly string[];
}

/** Settings that stay with `hashicorp/tfe`. */
interface Staying {
  readonly projects: readonly ProjectResource[];
  readonly manual: ManualEdit;
}

/** What becomes of the settings of projects that are taken over. */
export interface SettingsOfProjects {
  readonly folded: readonly Folded[];
  readonly staying: readonly Staying[];
  /** Those of the state that an earlier migration has removed from the code. */
  readonly gone: readonly Resource[];
}

/**
 * Decides on all settings in the code, and in the state, of projects.
 *
 * @param inState - All `tfe_project_settings` of the state.
 */
export function decideSettings(
  inState: readonly Resource[],
  projects: readonly ProjectResource[],
  mentionsOf: MentionsOf,
): SettingsOfProjects {
  const folders = [...new Set(projects.map(({ folder }) => folder))];
  const notApplied = folders.flatMap((folder) => {
    const known = new Set(inState.filter((it) => it.folder === folder).map(({ name }) => name));
    const others = blocksOf(folder, "resource", TFE_PROJECT_SETTINGS).filter(({ name }) => !known.has(name));
    return others.map((block): Resource => ({
      type: TFE_PROJECT_SETTINGS,
      name: block.name,
      calls: [],
      folder,
      block,
      instances: [],
    }));
  });
  const inCode = [...inState.filter(({ folder, block }) => folder === undefined || block !== undefined), ...notApplied];
  const [folded, staying]: [Folded[], Staying[]] = [[], []];
  for (const settings of inCode) {
    const own = projects.filter((it) => isOf(settings, it));
    const [project] = own;
    if (project === undefined) continue;
    const decided = decide(settings, own, project, mentionsOf);
    if ("lines" in decided) folded.push(decided);
    else staying.push(decided);
  }
  const gone = inState.filter((it) => !inCode.includes(it) && projects.some((project) => isOf(it, project)));
  return { folded, staying, gone };
}

/** Whether settings are those of a project, by the state, or by the code if that was not applied. */
function isOf({ folder, name, instances }: Resource, project: ProjectResource): boolean {
  const ids = new Set(project.instances.map(projectIdOf));
  if (instances.some((it) => ids.has(settingsProjectId(it)))) return true;
  if (instances.length > 0 || folder !== project.folder) return false;
  return resourceBlocks(folder, TFE_PROJECT_SETTINGS, name).some((block) => {
    const [, own] = /^\w+_project\.([\w-]+)/.exec(textIn(block, "project_id") ?? "") ?? [];
    return own === project.name;
  });
}

function decide(
  settings: Resource,
  projects: readonly ProjectResource[],
  project: ProjectResource,
  mentionsOf: MentionsOf,
): Folded | Staying {
  const { folder, name } = settings;
  const [block, ...others] = folder === undefined ? [] : resourceBlocks(folder, TFE_PROJECT_SETTINGS, name);
  const stays = (reason: Reason | string): Staying => {
    const own = typeof reason === "string" ? { why: reason } : reason;
    return { projects, manual: byHand(settings, own, project.name, block) };
  };
  if (folder === undefined || block === undefined) return stays("it is in a module that is not in a local folder");
  if (others.length > 0) return stays("several blocks declare it");
  if (projects.length > 1 || folder !== project.folder)
    return stays("not all of its projects are one resource beside it");
  const reason = whyNot(settings, block, project, folder) ?? mentioned(mentionsOf(settings));
  if (reason !== undefined) return stays(reason);
  const lacking = argumentLines(block).filter((line) => !setsArgument(project.block, argumentIn(line)));
  return { settings, block, project, lines: lacking };
}

const TYPES_OF_PROJECT = [TFE_PROJECT, PROJECT];
const ARGUMENTS_OF_PROJECT = SETTINGS.map(attributeOf);
/** What the block of settings of the simple form has. */
const ARGUMENTS = new Set<string>(["count", "for_each", "project_id", ...ARGUMENTS_OF_PROJECT]);

/** Why settings are not of the simple form; undefined if they are. */
function whyNot(
  { instances }: Resource,
  block: CodeBlock,
  project: ProjectResource,
  folder: ModuleFolder,
): Reason | string | undefined {
  const { attributes, blocks } = block.hcl;
  const more = [
    ...attributes.map(({ name }) => name).filter((it) => !ARGUMENTS.has(it)),
    ...blocks.map(({ type }) => type),
  ];
  if (more.length > 0) return `it has ${formatList(more)}`;
  const other = ["count", "for_each"].find((it) => expressionIn(block, it) !== expressionIn(project.block, it));
  if (other !== undefined) return `its ${other} is not that of ${PROJECT}.${project.name}`;
  const projectId = expressionIn(block, "project_id") ?? "";
  if (!isIdOf(project, block, projectId)) return `its project_id is ${projectId}`;
  const own = ARGUMENTS_OF_PROJECT.filter((it) => setsArgument(block, it));
  for (const attribute of own) {
    const dependency = dependencyIn(block, attribute, project, folder);
    if (dependency !== undefined) return dependency;
    // A migration that was interrupted may have written it.
    const written = expressionIn(project.block, attribute);
    if (written !== undefined && written !== expressionIn(block, attribute))
      return `${PROJECT}.${project.name} sets ${attribute}, too`;
    if (ignoresChanges(project.block, attribute)) {
      return `${PROJECT}.${project.name} ignores changes of ${attribute}`;
    }
  }
  if (instances.length === 0) return "it is not in the state: apply it first";
  const keys = new Map(project.instances.map((it) => [keyOf(it), projectIdOf(it)]));
  const isSame = instances.every((it) => keys.get(keyOf(it)) === settingsProjectId(it));
  if (!isSame || keys.size !== instances.length) return "the state does not have it for each instance of the project";
  const differing = own.find((attribute) => {
    const literal = literalIn(block, attribute);
    return literal !== undefined && instances.some((it) => ownValue(it, attribute) !== literal);
  });
  return differing === undefined ? undefined : `the state has another ${differing}: apply it first`;
}

const keyOf = ({ module, key }: ProjectResource["instances"][number]): string => JSON.stringify([module, key ?? null]);

/** An argument's expression in one line. */
function expressionIn(block: CodeBlock, name: string): string | undefined {
  return textIn(block, name)?.replace(/\s+/g, " ");
}

/** Whether `project_id` is that of a project, in settings with instances of the same key. */
function isIdOf(project: ProjectResource, block: CodeBlock, projectId: string): boolean {
  const keys = { for_each: "[each.key]", count: "[count.index]" };
  const [, key = ""] = Object.entries(keys).find(([name]) => setsArgument(block, name)) ?? [];
  return TYPES_OF_PROJECT.some((type) => projectId === `${type}.${project.name}${key}.id`);
}

function dependencyIn(
  block: CodeBlock,
  attribute: string,
  { name }: ProjectResource,
  folder: ModuleFolder,
): Reason | undefined {
  const expression = pieceIn(block, attribute);
  const all = expression === undefined ? [] : dependenciesOf(folder, expression);
  const project = all.find(({ label }) => TYPES_OF_PROJECT.some((type) => label === `${type}.${name}`));
  if (project !== undefined) {
    return { why: `its ${attribute} depends on the project (${project.path.join(" → ")})`, attribute };
  }
  const other = all.find(({ isLocal }) => !isLocal);
  return other && { why: `its ${attribute} refers to ${other.path.join(" → ")}`, attribute };
}

/** Why settings are not of the simple form. */
interface Reason {
  /** What follows the address and a colon. */
  readonly why: string;
  /** The argument that has to be a value. @default - something else */
  readonly attribute?: string | undefined;
}

/** Why settings that something refers to stay. An `import` block goes with them, and a text is listed. */
function mentioned(mentions: readonly Mention[]): string | undefined {
  const own = mentions.find((it) => it.isCode && importAt(it) === undefined);
  return own && `${own.file.path}:${own.file.lineAt(own.start)} refers to it`;
}

/** The arguments of settings that their project can have, and what else it can have of their block. */
function argumentLines({ file, hcl: block }: CodeBlock): readonly string[] {
  const own = block.attributes.filter(({ name }) => !OF_SETTINGS_ONLY.has(name));
  return [...own, ...block.blocks].map(({ start, end }) => {
    const text = file.text.slice(start, end);
    const [depth = ""] = /^[ \t]*/.exec(text.split("\n").at(-1) ?? "") ?? [];
    return text.includes("\n") ? text.replaceAll(`\n${depth}`, "\n") : text;
  });
}

/** The name of the argument that a line sets. */
export function argumentIn(line: string): string {
  return /^[\w-]*/.exec(line)?.[0] ?? "";
}

const OF_SETTINGS_ONLY = new Set(["count", "for_each", "project_id", "provider"]);

/** What a person can do about settings that stay. */
function byHand(
  { name, instances }: Resource,
  { why, attribute }: Reason,
  project: string,
  block: CodeBlock | undefined,
): ManualEdit {
  const address = `${TFE_PROJECT_SETTINGS}.${name}`;
  const [value, ...others] = new Set(instances.map((it) => attribute && ownValue(it, attribute)));
  const isOne = typeof value === "string" && others.length === 0;
  // What depends on something else is written as a value: what it depends on may depend on the project.
  const own = (block === undefined ? [] : argumentLines(block)).flatMap((line) => {
    if (attribute === undefined || argumentIn(line) !== attribute) return line.split(/\r?\n/);
    return isOne ? [`${attribute} = ${hclString(value)}`] : [];
  });
  const rest = attribute === undefined || isOne ? "" : `, and a value of ${attribute}`;
  return {
    where: block?.file.path ?? instances[0]?.module ?? address,
    what:
      `${address} stays with hashicorp/tfe: ${why}. ${PROJECT}.${project} ignores changes of ` +
      `${formatList(ARGUMENTS_OF_PROJECT)}, so that nothing changes. To move it into the project, write these ` +
      `arguments${rest} there instead of ignore_changes, and the removed block instead of its own.`,
    at: block && { lineAt: block.file.lineAt, offsets: [block.hcl.start] },
    lines: [...own, "", ...removedBlock({ type: TFE_PROJECT_SETTINGS, name })],
  };
}
