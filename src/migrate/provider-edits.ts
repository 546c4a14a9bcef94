import { escapeRegExp } from "../escape-reg-exp";
import { PROVIDER_TYPE } from "../model/provider-address";
import { Expression, formatArguments, formatBlock, type Argument } from "../terraform/hcl-format";
import { requiredProviders } from "../terraform/required-providers";
import { blocksOf, innerBlock, pieceIn, setsArgument, textIn, textOf, valueOf } from "./code";
import type { CodeBlock, Configuration, ModuleCall, ModuleFolder, TextFile } from "./code";
import { append, replace, type Change, type Edit, type ManualEdit } from "./edits";
import { KEPT_FILE } from "./files";
import type { Resource } from "./resources";

/**
 * The entry of `hashicorp/tfe` in `required_providers`: its local name in the module, and `[tfe.main]` for a provider
 * that the caller configures.
 */
export function tfeProviderOf(folder: ModuleFolder): { readonly name: string; readonly aliases?: string | undefined } {
  for (const { file, hcl: block } of requiredProviderBlocks(folder)) {
    for (const attribute of block.attributes) {
      const text = textOf(valueOf(file, attribute));
      if (!/"(?:[\w.-]+\/)?hashicorp\/tfe"/.test(text)) continue;
      return { name: attribute.name, aliases: /configuration_aliases\s*=\s*(\[[^\]]*\])/.exec(text)?.[1] };
    }
  }
  return { name: "tfe" };
}

function requiredProviderBlocks(folder: ModuleFolder): readonly CodeBlock[] {
  return blocksOf(folder, "terraform").flatMap((block) => innerBlock(block, "required_providers") ?? []);
}

/** What a person has to add to the Terraform JSON of a module before its code can use this package's provider. */
export function providerInJson(folder: ModuleFolder): readonly ManualEdit[] {
  const { name } = tfeProviderOf(folder);
  const entry = requiredProviders()
    .slice(1, -1)
    .map((line) => line.trim());
  const what = `Add to required_providers: ${entry.join(" ")}, and configure the provider like ${name}.`;
  return jsonOfTfe(folder)
    .filter(({ text }) => /"(?:required_providers|provider)"/.test(text) && !text.includes(`"${PROVIDER_TYPE}"`))
    .map(({ path }) => ({ where: path, what, isFirst: true }));
}

/** The files in Terraform JSON that may require or configure `hashicorp/tfe`. */
function jsonOfTfe(folder: ModuleFolder): readonly TextFile[] {
  const { name } = tfeProviderOf(folder);
  return folder.jsonFiles.filter(({ text }) => text.includes(`"${name}"`) || text.includes('hashicorp/tfe"'));
}

/** Adds this package's provider to a module's required providers. */
export function requireProvider(folder: ModuleFolder): readonly Change[] {
  const { name, aliases } = tfeProviderOf(folder);
  const block = requiredProviders(aliases === undefined ? undefined : withProviderName(aliases, name));
  const lines = block.slice(1, -1).map((line) => line.slice(2));
  const [found] = requiredProviderBlocks(folder);
  if (found !== undefined) {
    if (setsArgument(found, PROVIDER_TYPE)) return [];
    return [append(found.file, found.hcl, lines, { what: `require the provider ${PROVIDER_TYPE}` })];
  }
  if (folder.jsonFiles.some(({ text }) => text.includes('"required_providers"'))) return [];
  // A module may have only one `required_providers` block.
  return [{ file: KEPT_FILE, folder: folder.path, lines: formatBlock("terraform", block) }];
}

/** `tfe.main` as `tfprojects.main`. */
function withProviderName(text: string, name: string): string {
  return text.replace(new RegExp(`(?<![\\w."-])${escapeRegExp(name)}(?=[.\\s,\\]]|$)`, "g"), PROVIDER_TYPE);
}

/** Arguments that both providers have. */
const COPIED = ["alias", "hostname", "organization", "token"];

/** Configures the provider like `hashicorp/tfe`, unless the code does so already. */
export function configureProvider(root: ModuleFolder): readonly Change[] {
  const isConfigured = blocksOf(root, "provider").some(({ name }) => name === PROVIDER_TYPE);
  return isConfigured ? [] : tfeConfigurations(root).flatMap(copied);
}

/** The configurations of `hashicorp/tfe`. */
function tfeConfigurations(root: ModuleFolder): readonly CodeBlock[] {
  const { name } = tfeProviderOf(root);
  return blocksOf(root, "provider").filter((block) => block.name === name);
}

/** A configuration of this provider, copied from one of `hashicorp/tfe`. */
function copied(block: CodeBlock): readonly Change[] {
  const where = block.file.path;
  const args: Argument[] = [];
  const manual: Change[] = [];
  for (const attribute of block.hcl.attributes) {
    const text = textOf(valueOf(block.file, attribute));
    const shown = `${attribute.name} of provider "${block.name}"`;
    if (attribute.name === "token" && /^"[^$%]*"$/.test(text)) {
      const what = `The ${shown} is a literal and was not copied: set TFE_TOKEN, and remove it from the code.`;
      manual.push({ where, what });
    } else if (COPIED.includes(attribute.name)) {
      args.push({ name: attribute.name, value: new Expression(text) });
    } else {
      manual.push({ where, what: `The provider ${PROVIDER_TYPE} has no counterpart of the ${shown}.` });
    }
  }
  const lines = formatBlock(`provider "${PROVIDER_TYPE}"`, formatArguments(args, 2));
  return [...(args.length === 0 ? [] : [{ file: KEPT_FILE, folder: "", lines } as const]), ...manual];
}

/** The hosts of the configurations of `hashicorp/tfe`, as they are written. For Terraform JSON, its file. */
export function hostnamesOf(root: ModuleFolder): readonly string[] {
  const inJson = jsonOfTfe(root).filter(({ text }) => text.includes('"hostname"'));
  const inHcl = tfeConfigurations(root).flatMap((block) => textIn(block, "hostname") ?? []);
  return [...inHcl, ...inJson.map(({ path }) => path)];
}

/** A call that passes providers to its module. */
export interface ExplicitCall {
  /** The folder of the calling module. */
  readonly folder: ModuleFolder;
  readonly call: ModuleCall;
}

/** The calls that pass providers towards the modules of resources, each once. */
export function explicitCalls(resources: readonly Resource[], { folders }: Configuration): readonly ExplicitCall[] {
  const needing = new Set(resources.flatMap(({ folder }) => folder?.path ?? []));
  const found = new Map<ModuleCall, ExplicitCall>();
  // A module needs the providers of the modules that it calls.
  for (let before = -1; before < needing.size;) {
    before = needing.size;
    for (const folder of folders.values()) {
      for (const call of folder.calls.values()) {
        if (call.folder === undefined || !needing.has(call.folder)) continue;
        found.set(call, { folder, call });
        needing.add(folder.path);
      }
    }
  }
  return [...found.values()].filter(({ call }) => setsArgument(call.block, "providers"));
}

/** Passes the provider to a module that gets its providers explicitly. */
export function passProvider({ folder, call: { name: call, block } }: ExplicitCall): readonly Edit[] {
  const value = pieceIn(block, "providers");
  const { name } = tfeProviderOf(folder);
  const text = value === undefined ? "" : textOf(value);
  if (value === undefined || /(?<![\w.])tfprojects(?:\.[\w-]+)?\s*=/.test(text)) return [];
  const pairs = [...text.matchAll(/(?<![\w.-])([\w-]+(?:\.[\w-]+)?)\s*=\s*([\w-]+(?:\.[\w-]+)?)/g)].flatMap(
    ([, inner = "", outer = ""]) => {
      const isTfe = outer === name || outer.startsWith(`${name}.`);
      const innerName = inner.split(".")[0] ?? "";
      return isTfe ? [`${withProviderName(inner, innerName)} = ${withProviderName(outer, name)}`] : [];
    },
  );
  if (pairs.length === 0) return [];
  const [indent] = /(?<=\n)[ \t]+(?=\S)/.exec(text) ?? [];
  const first = indent === undefined ? ` ${pairs.join(", ")},` : pairs.map((pair) => `\n${indent}${pair}`).join("");
  const at = value.start + 1;
  return [
    replace(value.file, { start: at, end: at }, first, {
      what: `pass the provider ${PROVIDER_TYPE} to module.${call}`,
    }),
  ];
}

/** Changes the argument `provider` of a block. */
export function renameProvider(block: CodeBlock, providerName: string): readonly Edit[] {
  const provider = pieceIn(block, "provider");
  if (provider === undefined) return [];
  const text = withProviderName(textIn(block, "provider") ?? "", providerName);
  return [replace(provider.file, provider, text, { what: `use ${text}` })];
}
