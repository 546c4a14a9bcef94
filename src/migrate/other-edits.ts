import { escapeRegExp } from "../escape-reg-exp";
import { TFE_PROJECT } from "../model";
import { PROVIDER_TYPE } from "../model/provider-address";
import type { HclBlock } from "../terraform/hcl-file";
import { attributeIn, textOf, valueOf, type ConfigurationFile, type ModuleFolder } from "./code";
import type { ManualEdit } from "./edits";
import { tfeProviderOf } from "./provider-edits";
import { PROJECT } from "./resources";

/* What tests have besides references: mocks and providers. */

/** What a person has to change in the tests of a module. */
export function testsByHand(folder: ModuleFolder): readonly ManualEdit[] {
  return folder.otherFiles.flatMap(({ code }) =>
    code === undefined ? [] : [...mockedTypes(code), ...ownProviders(code, folder)],
  );
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
