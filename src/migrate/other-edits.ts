import { escapeRegExp } from "../escape-reg-exp";
import { TFE_PROJECT } from "../model";
import { PROVIDER_TYPE } from "../model/provider-address";
import { lineNumbers } from "../terraform/hcl-file";
import type { ModuleFolder } from "./code";
import type { ManualEdit } from "./edits";
import { BESIDE_MODULE } from "./other-files";
import { tfeProviderOf } from "./provider-edits";

const MOCK = String.raw`mock_resource\s+"${TFE_PROJECT}"`;
const PROVIDERS = String.raw`\bproviders\s*=\s*\{[^}]*\b`;

/** What a person has to change in the tests of a module, besides addresses: mocks and providers. */
export function testsByHand(folder: ModuleFolder): readonly ManualEdit[] {
  const { name } = tfeProviderOf(folder);
  const pattern = new RegExp(
    `${MOCK}|^\\s*(?:mock_)?provider\\s+"${escapeRegExp(name)}"|${PROVIDERS}${escapeRegExp(name)}\\b`,
    "gm",
  );
  const what = `mock or configure the provider ${PROVIDER_TYPE} like ${name}: otherwise tests use the real one.`;
  return folder.otherFiles.flatMap(({ path: where, text }): readonly ManualEdit[] => {
    if (!BESIDE_MODULE.test(where) || text.includes(PROVIDER_TYPE)) return [];
    const offsets = [...text.matchAll(pattern)].map(({ index, 0: its }) => index + its.search(/\S/));
    return offsets.length === 0 ? [] : [{ where, what, at: { lineAt: lineNumbers(text), offsets } }];
  });
}
