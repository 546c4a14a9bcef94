import { isInput, RESOURCES, setsProject, TFE_PROJECT, TFE_WORKSPACE } from "../model";
import { formatList } from "../reconcile";
import { asObject } from "../json";
import { escapeRegExp } from "../escape-reg-exp";
import type { ConfigurationFile, ModuleFolder } from "./configuration";
import {
  append,
  attributeIn,
  codeOf,
  expressionOf,
  prepend,
  remove,
  replace,
  type Edit,
  type ManualEdit,
} from "./edits";
import type { HclBlock } from "../terraform/hcl-scanner";
import { ignoresProject } from "./placements";
import { findResource, resourceAddresses, type Resource, type ResourceCode } from "./projects";
import { withProviderName, tfeProviderOf } from "./provider-edits";

const PROJECT = RESOURCES.tfprojects_project;

/** Changes of the user's files, and what has to be changed by hand. */
export interface CodeEdits {
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
}

/** Blocks that are about addresses of the past, or only name them. */
export const REFACTORING = new Set(["moved", "removed", "import"]);

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
    const resources = Object.keys(asObject(asObject(content["resource"])[TFE_PROJECT])).filter((it) => names.has(it));
    for (const name of resources) {
      const what = `Change the type of resource.${TFE_PROJECT}.${name} to ${PROJECT.type}.`;
      manual.push({ where: path, what, otherwise: "fails" });
    }
    for (const name of names) {
      if (!new RegExp(`(?<![\\w.])${TFE_PROJECT}\\.${escapeRegExp(name)}(?![\\w-])`).test(text)) continue;
      const what = `Refer to ${PROJECT.type}.${name} instead of ${TFE_PROJECT}.${name}.`;
      manual.push({ where: path, what, otherwise: "fails" });
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
    ...unknown.map((it) => `Remove ${it} of ${address}, which has no such argument.`),
    ...(attributeIn(block, "ignore_additional_tags") !== undefined && attributeIn(block, "tags") === undefined
      ? [`Remove ignore_additional_tags of ${address}: without tags, all tags are left alone.`]
      : []),
  ].map((what): ManualEdit => ({ where, what, otherwise: "fails" }));
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
  if (ignoresProject(file, block)) return NONE;
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

export const NONE: CodeEdits = { edits: [], manual: [] };

/** Hands the provider to a module that gets providers explicitly. */
export function passProvider(folder: ModuleFolder, call: string): CodeEdits {
  const { name } = tfeProviderOf(folder);
  const found = folder.calls.get(call)?.block;
  if (found === undefined) {
    const file = folder.jsonFiles.find(({ content }) => asObject(content["module"])[call] !== undefined);
    const body = asObject(asObject(file?.content["module"])[call]);
    if (file === undefined || body["providers"] === undefined) return NONE;
    const what = `Add tfprojects to the providers of module.${call}.`;
    return { edits: [], manual: [{ where: file.path, what, otherwise: "fails" }] };
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

/** What cannot be edited, because the module is not in a local folder. */
export function remoteModule(resource: Resource, source: string | undefined): ManualEdit {
  const [path = []] = resource.calls;
  const module = path.map((call) => `module.${call}`).join(".");
  const from = source === undefined || source === "" ? "" : ` (${source})`;
  return {
    where: module,
    what:
      `${formatList(resourceAddresses(resource))} was left alone, because the code of its module${from} is not in a ` +
      "local folder. Run this command with a copy of the module in a folder.",
  };
}
