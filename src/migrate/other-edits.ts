import { posix } from "node:path";
import { escapeRegExp } from "../escape-reg-exp";
import { TFE_PROJECT } from "../model";
import { PROVIDER_TYPE } from "../model/provider-address";
import type { HclBlock } from "../terraform/hcl-file";
import { attributeIn, textOf, valueOf, type Configuration, type ConfigurationFile, type ModuleFolder } from "./code";
import { renameReference } from "./code-edits";
import type { Change, ManualEdit } from "./edits";
import { mentionsByHand, mentionsIn, type Names } from "./mentions";
import { tfeProviderOf } from "./provider-edits";
import { PROJECT } from "./resources";

/* Edits of what is not code of a module, but may refer to its resources: tests, queries, scripts, documents. */

/**
 * The changes of the other files in a module's folder.
 *
 * @param all - The names in all modules: a script may have the addresses of any.
 * @param projects - The names of projects, by the folder of their module.
 */
export function editOtherFiles(
  folder: ModuleFolder,
  { folders }: Configuration,
  all: Names,
  projects: ReadonlyMap<ModuleFolder, ReadonlySet<string>>,
): readonly Change[] {
  return folder.otherFiles.flatMap((file): readonly Change[] => {
    const { text, code } = file;
    const mentions = mentionsIn(text, all);
    if (code === undefined) return mentionsByHand(file, mentions);
    const renamed = code.references.filter(({ root, next = "", start }) => {
      const module = folders.get(moduleAt(code, start, folder));
      return root === TFE_PROJECT && module !== undefined && projects.get(module)?.has(next) === true;
    });
    const covered = [...renamed, ...code.comments];
    const left = mentions.filter(({ at }) => !covered.some(({ start, end }) => start <= at && at < end));
    return [
      ...renamed.map((reference) => renameReference(code, reference)),
      ...mentionsByHand(file, left),
      ...mockedTypes(code),
      ...ownProviders(code, folder),
    ];
  });
}

/** The path of the module that a position in a test refers to: that of the `run` block around it, if it has one. */
function moduleAt(code: ConfigurationFile, at: number, folder: ModuleFolder): string {
  const run = code.blocks.find(({ type, start, end }) => type === "run" && start < at && at < end);
  const module = run?.blocks.find(({ type }) => type === "module");
  const source = module === undefined ? undefined : attributeIn(module, "source");
  if (source === undefined) return folder.path;
  const path = posix.join(folder.path, textOf(valueOf(code, source)).replaceAll('"', "")).replace(/\/$/, "");
  return path === "." ? "" : path;
}

/** `mock_resource "tfe_project"`, in the mocks of the provider that has the type no more. */
function mockedTypes(code: ConfigurationFile): readonly ManualEdit[] {
  const mocks = code.blocks.flatMap((block) => [block, ...block.blocks]);
  return mocks
    .filter(({ type, labels }) => type === "mock_resource" && labels[0]?.text === TFE_PROJECT)
    .map(({ start }) => {
      const what = `mock ${PROJECT} of the provider ${PROVIDER_TYPE} instead of ${TFE_PROJECT}.`;
      return { where: code.path, what, at: { lineAt: code.lineAt, offsets: [start] } };
    });
}

/** Providers of a test, which replace those of the module: `provider "tfe"`, `mock_provider "tfe"`, `providers`. */
function ownProviders(code: ConfigurationFile, folder: ModuleFolder): readonly ManualEdit[] {
  const { name } = tfeProviderOf(folder);
  const isOf = (block: HclBlock, provider: string): boolean => {
    if (block.type === "provider" || block.type === "mock_provider") return block.labels[0]?.text === provider;
    const passed = block.type === "run" ? attributeIn(block, "providers") : undefined;
    return passed !== undefined && new RegExp(`\\b${escapeRegExp(provider)}\\b`).test(textOf(valueOf(code, passed)));
  };
  const own = code.blocks.filter((block) => isOf(block, name));
  if (own.length === 0 || code.blocks.some((block) => isOf(block, PROVIDER_TYPE))) return [];
  const what = `configure the provider ${PROVIDER_TYPE} like ${name}: otherwise tests use the real one.`;
  return [{ where: code.path, what, at: { lineAt: code.lineAt, offsets: own.map(({ start }) => start) } }];
}
