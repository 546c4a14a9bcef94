import { escapeRegExp } from "../escape-reg-exp";
import { TFE_PROJECT } from "../model";
import { PROVIDER_TYPE } from "../model/provider-address";
import { lineNumbers } from "../terraform/hcl-file";
import type { ModuleFolder } from "./code";
import type { ManualEdit } from "./edits";
import { BESIDE_MODULE } from "./other-files";
import { tfeProviderOf } from "./provider-edits";
import { PROJECT } from "./resources";

/** What a person has to change in the tests of a module, besides addresses: mocks and providers. */
export function testsByHand(folder: ModuleFolder): readonly ManualEdit[] {
  const { name } = tfeProviderOf(folder);
  const providers = new RegExp(
    `^\\s*(?:mock_)?provider\\s+"${escapeRegExp(name)}"|\\bproviders\\s*=\\s*\\{[^}]*\\b${escapeRegExp(name)}\\b`,
    "gm",
  );
  return folder.otherFiles
    .filter(({ path }) => BESIDE_MODULE.test(path))
    .flatMap(({ path: where, text }) => {
      const found = (pattern: RegExp, what: string): readonly ManualEdit[] => {
        const offsets = [...text.matchAll(pattern)].map(({ index, 0: its }) => index + its.search(/\S/));
        return offsets.length === 0 ? [] : [{ where, what, at: { lineAt: lineNumbers(text), offsets } }];
      };
      return [
        ...found(MOCK, `mock ${PROJECT} of the provider ${PROVIDER_TYPE} instead of ${TFE_PROJECT}.`),
        ...(text.includes(PROVIDER_TYPE)
          ? []
          : found(
              providers,
              `configure the provider ${PROVIDER_TYPE} like ${name}: otherwise tests use the real one.`,
            )),
      ];
    });
}

const MOCK = new RegExp(`\\bmock_resource\\s+"${TFE_PROJECT}"`, "g");
