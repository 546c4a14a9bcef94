import {
  attributeOf,
  isInput,
  RESOURCES,
  setsProject,
  TFE_PROJECT,
  TFE_WORKSPACE,
  type SettingName,
} from "../../model";
import { formatList } from "../../reconcile";
import { membersOf } from "../code/json-file";
import { escapeRegExp } from "../escape-reg-exp";
import { hclString } from "../import/hcl/string-literal";
import type { ConfigurationFile, ModuleFolder } from "./configuration";
import {
  append,
  attributeIn,
  codeOf,
  expressionOf,
  itemsOf,
  prepend,
  remove,
  replace,
  type Edit,
  type ManualEdit,
} from "./edits";
import type { HclBlock } from "./hcl-scanner";
import type { LiveProjects } from "./live";
import { projectIdOf } from "./memberships";
import { findResource, resourceAddress, TFE_PROJECT_SETTINGS, type Resource, type ResourceCode } from "./projects";
import { withProviderName, tfeProviderOf } from "./provider-edits";

const PROJECT = RESOURCES.tfprojects_project;

/** Changes of the user's files, and what has to be changed by hand. */
export interface CodeEdits {
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
}

/** Blocks that are about addresses of the past, or only name them. */
const REFACTORING = new Set(["moved", "removed", "import"]);

/** Arguments that Terraform gives every resource. */
const META_ARGUMENTS = new Set(["count", "for_each", "provider", "depends_on"]);

/** Changes the type of projects, and what refers to them, in one folder. */
export function renameProjects(folder: ModuleFolder, names: ReadonlySet<string>): CodeEdits {
  const edits: Edit[] = [];
  const manual: ManualEdit[] = [];
  const { name: providerName } = tfeProviderOf(folder);
  for (const file of folder.files) {
    for (const block of file.blocks) {
      const [type, name] = block.labels;
      if (block.type === "import") edits.push(...outdatedImport(file, block, names));
      if (block.type !== "resource" || type?.text !== TFE_PROJECT || !names.has(name?.text ?? "")) continue;
      const what = `change the type of ${TFE_PROJECT}.${name?.text ?? ""} to ${PROJECT.type}`;
      edits.push(replace(file, type, `"${PROJECT.type}"`, { what }));
      const provider = attributeIn(block, "provider");
      if (provider !== undefined) {
        const text = withProviderName(expressionOf(file, provider), providerName);
        edits.push(replace(file, { start: provider.valueStart, end: provider.end }, text, { what: `use ${text}` }));
      }
      manual.push(...unknownArguments(file, block, name?.text ?? ""));
    }
    for (const { root, next, start, end, blockType = "" } of file.references) {
      if (root !== TFE_PROJECT || next === undefined || !names.has(next) || REFACTORING.has(blockType)) continue;
      const what = `refer to ${PROJECT.type}.${next} instead of ${TFE_PROJECT}.${next}`;
      edits.push(replace(file, { start, end }, PROJECT.type, { what }));
    }
  }
  for (const { path, content } of folder.jsonFiles) {
    const text = JSON.stringify(content);
    const resources = Object.keys(membersOf(membersOf(content["resource"])[TFE_PROJECT])).filter((it) => names.has(it));
    for (const name of resources) {
      manual.push({ where: path, what: `Change the type of resource.${TFE_PROJECT}.${name} to ${PROJECT.type}.` });
    }
    for (const name of names) {
      if (!new RegExp(`(?<![\\w.])${TFE_PROJECT}\\.${escapeRegExp(name)}(?![\\w-])`).test(text)) continue;
      manual.push({ where: path, what: `Refer to ${PROJECT.type}.${name} instead of ${TFE_PROJECT}.${name}.` });
    }
  }
  return { edits, manual };
}

/** An `import` block whose project has been imported: its resource is another one now. */
function outdatedImport(file: ConfigurationFile, block: HclBlock, names: ReadonlySet<string>): readonly Edit[] {
  const to = attributeIn(block, "to");
  const [, name = ""] = /^tfe_project\.([\w-]+)/.exec(to === undefined ? "" : expressionOf(file, to)) ?? [];
  if (!names.has(name)) return [];
  return [
    remove(file, block, { what: `remove the import block of ${TFE_PROJECT}.${name}`, why: "it is in the state" }),
  ];
}

function unknownArguments(file: ConfigurationFile, block: HclBlock, name: string): readonly ManualEdit[] {
  const known = new Set<string>(
    Object.entries(PROJECT.attributes).flatMap(([attribute, it]) => (isInput(it) ? [attribute] : [])),
  );
  const unknown = block.attributes.map((it) => it.name).filter((it) => !known.has(it) && !META_ARGUMENTS.has(it));
  const where = file.path;
  const address = `${PROJECT.type}.${name}`;
  return [
    ...unknown.map((it) => ({ where, what: `Remove ${it} of ${address}, which has no such argument.` })),
    ...(attributeIn(block, "ignore_additional_tags") !== undefined && attributeIn(block, "tags") === undefined
      ? [{ where, what: `Remove ignore_additional_tags of ${address}: without tags, all tags are left alone.` }]
      : []),
  ];
}

/**
 * An empty description: the state of `hashicorp/tfe` cannot tell it from none, so it is taken over as none, and an
 * empty text in the code would be an update that changes nothing.
 */
export function clearEmptyDescription({ folder, name, instances }: Resource): CodeEdits {
  const code = folder === undefined ? undefined : findProject(folder, name);
  const attribute = code?.kind === "hcl" ? attributeIn(code.block, "description") : undefined;
  if (code?.kind !== "hcl" || attribute === undefined) return NONE;
  const text = expressionOf(code.file, attribute);
  const shown = `description of ${PROJECT.type}.${name}`;
  if (text === '""') {
    const change = { what: `remove ${shown}`, why: "an empty one is none" };
    return { edits: [remove(code.file, attribute, change)], manual: [] };
  }
  if (text.startsWith('"') || !instances.some(({ values }) => values["description"] === "")) return NONE;
  const what = `Let ${shown} be null instead of "" where it is empty: the plan shows an update otherwise.`;
  return { edits: [], manual: [{ where: code.file.path, what }] };
}

/** The block of a project, as it was or already as it will be. */
export function findProject(folder: ModuleFolder, name: string): ResourceCode | undefined {
  return findResource(folder, TFE_PROJECT, name) ?? findResource(folder, PROJECT.type, name);
}

/** Leaves the project of a workspace to its membership. */
export function releaseWorkspace(
  folder: ModuleFolder,
  name: string,
  { membership, keepProjectId }: { readonly membership: string; readonly keepProjectId: boolean },
): CodeEdits {
  const code = findResource(folder, TFE_WORKSPACE, name);
  const why = `it would fight ${membership} as soon as one of them changes`;
  const shown = `project_id of ${TFE_WORKSPACE}.${name}`;
  if (code?.kind === "json") {
    if (!setsProject(code.body)) return NONE;
    const what = keepProjectId ? `Ignore changes of ${shown} (lifecycle.ignore_changes)` : `Remove ${shown}`;
    return { edits: [], manual: [{ where: code.file.path, what: `${what}: ${why}.` }] };
  }
  if (code === undefined) return NONE;
  const { file, block } = code;
  const attribute = attributeIn(block, "project_id");
  if (attribute === undefined || codeOf(file, attribute) === "null") return NONE;
  const lifecycle = block.blocks.find(({ type }) => type === "lifecycle");
  const ignored = lifecycle === undefined ? undefined : attributeIn(lifecycle, "ignore_changes");
  if (ignored !== undefined && itemsOf(file, ignored).some((item) => IGNORING.has(item))) return NONE;
  if (!keepProjectId) return { edits: [remove(file, attribute, { what: `remove ${shown}`, why })], manual: [] };
  const change = { what: `ignore changes of ${shown}`, why };
  const line = "ignore_changes = [project_id]";
  if (lifecycle === undefined) {
    return { edits: [append(file, block, ["", "lifecycle {", `  ${line}`, "}"], change)], manual: [] };
  }
  if (ignored === undefined) return { edits: [append(file, lifecycle, [line], change)], manual: [] };
  const edit = prepend(file, ignored, "project_id", change);
  if (edit !== undefined) return { edits: [edit], manual: [] };
  const what = `Ignore changes of ${shown} (lifecycle.ignore_changes): ${why}.`;
  return { edits: [], manual: [{ where: file.path, what }] };
}

/** Items of `ignore_changes` that include the project; as texts, as they were written up to Terraform 0.11. */
const IGNORING: ReadonlySet<string> = new Set(["project_id", '"project_id"', "all", '"all"', '"*"']);

const NONE: CodeEdits = { edits: [], manual: [] };

/** The settings that `tfe_project_settings` has by the same names. */
const SETTINGS: readonly SettingName[] = ["defaultExecutionMode", "defaultAgentPoolId"];

/** Moves the arguments of `tfe_project_settings` into the project, and removes the resource from the code. */
export function takeOverSettings(settings: Resource, projects: readonly Resource[]): CodeEdits {
  const { folder } = settings;
  const code = folder === undefined ? undefined : findResource(folder, TFE_PROJECT_SETTINGS, settings.name);
  if (folder === undefined || code === undefined) return NONE;
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const names = SETTINGS.map((name) => attributeOf(name));
  const project = projectOf(settings, projects);
  const target = project?.folder === folder ? findProject(folder, project.name) : undefined;
  if (code.kind === "json" || target?.kind !== "hcl") {
    const what = `Move ${formatList(names)} of ${address} into its project, and remove the resource.`;
    return { edits: [], manual: [{ where: code.file.path, what }] };
  }
  const { file, block } = code;
  const own = names.flatMap((name) => {
    const attribute = attributeIn(block, name);
    if (attribute === undefined || attributeIn(target.block, name) !== undefined) return [];
    return [{ name, text: expressionOf(file, attribute) }];
  });
  const manual: ManualEdit[] = [];
  const isSameRepetition = ["count", "for_each"].every((name) => isSameText(code, target, name));
  const copied = own.filter(({ name, text }) => {
    if (isSameRepetition || !/\b(each|count)\.|\bself\./.test(text)) return true;
    const what = `Set ${name} of ${PROJECT.type}.${project?.name ?? ""}: ${address} had ${text.replace(/\s+/g, " ")}.`;
    manual.push({ where: target.file.path, what });
    return false;
  });
  const references = folder.files.flatMap((it) =>
    it.references
      .filter(({ root, next }) => root === TFE_PROJECT_SETTINGS && next === settings.name)
      .filter(({ start }) => !(it === file && block.start < start && start < block.end))
      .filter(({ blockType = "" }) => !REFACTORING.has(blockType))
      .map(() => ({ where: it.path, what: `Remove the reference to ${address}, which leaves the code.` })),
  );
  const lines = copied.map(({ name, text }) => `${name} = ${renamed(text, projects)}`);
  return {
    edits: [
      remove(file, block, {
        what: `remove ${address}`,
        why: `its settings are those of ${PROJECT.type}.${project?.name ?? ""}`,
      }),
      ...(lines.length === 0
        ? []
        : [
            append(target.file, target.block, lines, {
              what: `set ${formatList(copied.map(({ name }) => name))} of ${PROJECT.type}.${project?.name ?? ""}`,
            }),
          ]),
    ],
    manual: [...manual, ...references],
  };
}

/** The project whose settings these are. */
function projectOf(settings: Resource, projects: readonly Resource[]): Resource | undefined {
  const ids = new Set(settings.instances.map(({ values }) => values["project_id"] ?? values["id"]));
  return projects.find(({ instances }) => instances.some((instance) => ids.has(projectIdOf(instance))));
}

interface InFile {
  readonly file: ConfigurationFile;
  readonly block: HclBlock;
}

function isSameText(one: InFile, other: InFile, name: string): boolean {
  const textOf = ({ file, block }: InFile): string | undefined => {
    const attribute = attributeIn(block, name);
    return attribute === undefined ? undefined : expressionOf(file, attribute);
  };
  return textOf(one) === textOf(other);
}

function renamed(text: string, projects: readonly Resource[]): string {
  return projects.reduce((result, { name }) => {
    const reference = new RegExp(`(?<![\\w.-])${TFE_PROJECT}\\.${escapeRegExp(name)}(?![\\w-])`, "g");
    return result.replace(reference, `${PROJECT.type}.${name}`);
  }, text);
}

/**
 * Settings that projects have in the organization, and no `tfe_project_settings` of the state: the new resource would
 * clear them, since it compares them.
 */
export function keepLiveSettings(project: Resource, live: LiveProjects, settings: readonly Resource[]): CodeEdits {
  const { folder } = project;
  const code = folder === undefined ? undefined : findProject(folder, project.name);
  if (code === undefined) return NONE;
  const managed = new Set(
    settings.flatMap(({ instances }) => instances.map(({ values }) => values["project_id"] ?? values["id"])),
  );
  const found = project.instances.flatMap((instance) => {
    const id = projectIdOf(instance);
    const actual = live.projects.get(id);
    if (actual === undefined || managed.has(id)) return [];
    const set = SETTINGS.flatMap((name) => {
      const value = actual[name];
      return typeof value === "string" ? [{ name: attributeOf(name), value }] : [];
    });
    return set.length === 0 ? [] : [{ instance, set }];
  });
  if (found.length === 0) return NONE;
  const [only] = found;
  const address = `${PROJECT.type}.${project.name}`;
  if (only !== undefined && code.kind === "hcl" && project.instances.length === 1 && only.instance.key === undefined) {
    const missing = only.set.filter(({ name }) => attributeIn(code.block, name) === undefined);
    if (missing.length === 0) return NONE;
    const lines = missing.map(({ name, value }) => `${name} = ${hclString(value)}`);
    const what = `set ${formatList(missing.map(({ name }) => name))} of ${address}`;
    const why = `the project has ${missing.length === 1 ? "it" : "them"}, and no ${TFE_PROJECT_SETTINGS} does`;
    return { edits: [append(code.file, code.block, lines, { what, why })], manual: [] };
  }
  return {
    edits: [],
    manual: found.map(({ instance, set }) => ({
      where: code.file.path,
      what:
        `Set ${set.map(({ name, value }) => `${name} = ${hclString(value)}`).join(" and ")} for ${instance.address}: ` +
        `the project has ${set.length === 1 ? "it" : "them"}, and no ${TFE_PROJECT_SETTINGS} does.`,
    })),
  };
}

/** Hands the provider to a module that gets providers explicitly. */
export function passProvider(folder: ModuleFolder, call: string): CodeEdits {
  const { name } = tfeProviderOf(folder);
  const found = folder.calls.get(call)?.block;
  if (found === undefined) {
    const file = folder.jsonFiles.find(({ content }) => membersOf(content["module"])[call] !== undefined);
    const body = membersOf(membersOf(file?.content["module"])[call]);
    if (file === undefined || body["providers"] === undefined) return NONE;
    return { edits: [], manual: [{ where: file.path, what: `Add tfprojects to the providers of module.${call}.` }] };
  }
  const { file, block } = found;
  const providers = attributeIn(block, "providers");
  if (providers === undefined) return NONE;
  const text = expressionOf(file, providers);
  if (/(?<![\w.])tfprojects(?:\.[\w-]+)?\s*=/.test(text)) return NONE;
  const pairs = [...text.matchAll(/(?<![\w.-])([\w-]+(?:\.[\w-]+)?)\s*=\s*([\w-]+(?:\.[\w-]+)?)/g)].flatMap(
    ([, inner = "", outer = ""]) => {
      const isTfe = outer === name || outer.startsWith(`${name}.`);
      const innerName = inner.split(".")[0] ?? "";
      return isTfe ? [`${withProviderName(inner, innerName)} = ${withProviderName(outer, name)}`] : [];
    },
  );
  if (pairs.length === 0) return NONE;
  const inside = text.slice(1, -1);
  const isOneLine = !inside.includes("\n");
  const indent = /\n([ \t]+)\S/.exec(inside)?.[1] ?? "    ";
  const closing = /\n[ \t]*$/.exec(inside)?.[0] ?? "";
  const added = isOneLine
    ? `{ ${[inside.trim().replace(/,$/, ""), ...pairs].filter((part) => part !== "").join(", ")} }`
    : `{${[inside.slice(0, inside.length - closing.length), ...pairs].join(`\n${indent}`)}${closing}}`;
  const what = `pass the provider tfprojects to module.${call}`;
  return { edits: [replace(file, { start: providers.valueStart, end: providers.end }, added, { what })], manual: [] };
}

/** Whether each instance of a resource computes its own project: `tfe_project.team[each.value.team].id`. */
export function choosesProject(folder: ModuleFolder, name: string): boolean | undefined {
  const code = findResource(folder, TFE_WORKSPACE, name);
  if (code === undefined) return undefined;
  const attribute = code.kind === "hcl" ? attributeIn(code.block, "project_id") : undefined;
  const text =
    code.kind === "json"
      ? code.body["project_id"]
      : attribute === undefined
        ? undefined
        : expressionOf(code.file, attribute);
  return typeof text === "string" ? /\b(each|count)\./.test(text) : undefined;
}

/** What cannot be edited, because the module is not in a local folder. */
export function remoteModule(resource: Resource, source: string | undefined): ManualEdit {
  const module = resource.calls.map((call) => `module.${call}`).join(".");
  const from = source === undefined || source === "" ? "" : ` (${source})`;
  return {
    where: module,
    what:
      `${resourceAddress(resource)} was left alone, because the code of its module${from} is not in a local folder. ` +
      "Run this command with a copy of the module in a folder.",
  };
}
