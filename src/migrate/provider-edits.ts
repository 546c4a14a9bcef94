import { PROVIDER_TYPE } from "../model/provider-address";
import { asObject } from "../json";
import { escapeRegExp } from "../escape-reg-exp";
import { Expression, type Argument } from "../terraform/hcl-format";
import { requiredProviders } from "../terraform/required-providers";
import type { ConfigurationFile, JsonFile, ModuleFolder } from "./configuration";
import { append, attributeIn, expressionOf, type Edit, type ManualEdit } from "./edits";
import type { HclBlock } from "../terraform/hcl-scanner";

/** What a module has of `hashicorp/tfe`. */
export interface TfeProvider {
  /** Its local name in the module. */
  readonly name: string;
  /** `[tfe.main]`, for a provider that the caller configures; undefined if there is none. */
  readonly aliases: string | undefined;
}

/** The entry of `hashicorp/tfe` in `required_providers`. */
export function tfeProviderOf(folder: ModuleFolder): TfeProvider {
  for (const { file, block } of requiredProviderBlocks(folder)) {
    for (const attribute of block.attributes) {
      const text = expressionOf(file, attribute);
      if (!/"(?:[\w.-]+\/)?hashicorp\/tfe"/.test(text)) continue;
      return { name: attribute.name, aliases: /configuration_aliases\s*=\s*(\[[^\]]*\])/.exec(text)?.[1] };
    }
  }
  return { name: "tfe", aliases: undefined };
}

function requiredProviderBlocks({
  files,
}: ModuleFolder): readonly { readonly file: ConfigurationFile; readonly block: HclBlock }[] {
  return files.flatMap((file) =>
    file.blocks
      .filter(({ type }) => type === "terraform")
      .flatMap(({ blocks }) => blocks.filter(({ type }) => type === "required_providers"))
      .map((block) => ({ file, block })),
  );
}

/** How a module comes to require the provider of this package. */
export interface Requirement {
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
  /** Lines of a `terraform` block, for a module that requires no providers so far; a second one would be an error. */
  readonly block: readonly string[];
}

export function requireProvider(folder: ModuleFolder): Requirement {
  const none: Requirement = { edits: [], manual: [], block: [] };
  const { name, aliases } = tfeProviderOf(folder);
  const [opening = "", ...rest] = requiredProviders();
  const entry = rest.slice(0, -1).map((line) => line.slice(2));
  const configurationAliases =
    aliases === undefined ? [] : [`  configuration_aliases = ${withProviderName(aliases, name)}`];
  const lines = [...entry.slice(0, -1), ...configurationAliases, ...entry.slice(-1)];
  const [found] = requiredProviderBlocks(folder);
  if (found !== undefined) {
    if (attributeIn(found.block, PROVIDER_TYPE) !== undefined) return none;
    return {
      ...none,
      edits: [append(found.file, found.block, lines, { what: `require the provider ${PROVIDER_TYPE}` })],
    };
  }
  for (const { path, content } of folder.jsonFiles) {
    const required = asObject(first(asObject(first(content["terraform"]))["required_providers"]));
    if (Object.keys(required).length === 0) continue;
    if (PROVIDER_TYPE in required) return none;
    const what = `Add to terraform.required_providers: ${lines.map((line) => line.trim()).join(" ")}`;
    return { ...none, manual: [{ where: path, what, otherwise: "fails" }] };
  }
  return { ...none, block: [opening, ...lines.map((line) => `  ${line}`), "}"] };
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** `tfe.main` as `tfprojects.main`. */
export function withProviderName(text: string, name: string): string {
  return text.replace(new RegExp(`(?<![\\w."-])${escapeRegExp(name)}(?=[.\\s,\\]]|$)`, "g"), PROVIDER_TYPE);
}

/** The configurations of the provider that the root module needs. */
export interface ProviderConfigurations {
  readonly blocks: readonly (readonly Argument[])[];
  readonly manual: readonly ManualEdit[];
  /** Expressions of their organizations, by alias; `undefined` is the default one. */
  readonly organizations: ReadonlyMap<string | undefined, string>;
  /** Expressions of their hosts, each once; a literal is without quotes. */
  readonly hostnames: readonly Hostname[];
}

/** The host of a provider's configuration. */
export interface Hostname {
  /** Undefined if only Terraform can evaluate it. */
  readonly literal: string | undefined;
  /** As it is written. */
  readonly text: string;
  readonly file: string;
}

/** What both providers know by the same name. */
const COPIED = ["alias", "hostname", "organization", "token"];

/** Configurations as those of `hashicorp/tfe`, unless the code has some already. */
export function configureProvider(root: ModuleFolder): ProviderConfigurations {
  const { name } = tfeProviderOf(root);
  const blocks: (readonly Argument[])[] = [];
  const manual: ManualEdit[] = [];
  const organizations = new Map<string | undefined, string>();
  const hostnames: Hostname[] = [];
  const isConfigured = providerBlocks(root, PROVIDER_TYPE).length > 0;
  for (const { file, block } of providerBlocks(root, name)) {
    const args: Argument[] = [];
    const alias = literalOf(file, block, "alias");
    const organization = attributeIn(block, "organization");
    if (organization !== undefined) organizations.set(alias, expressionOf(file, organization).trim());
    const hostname = attributeIn(block, "hostname");
    if (hostname !== undefined) {
      const literal = literalOf(file, block, "hostname");
      hostnames.push({ literal, text: expressionOf(file, hostname).trim(), file: file.path });
    }
    for (const attribute of block.attributes) {
      const text = expressionOf(file, attribute);
      const shown = `${attribute.name} of provider "${name}"`;
      if (attribute.name === "token" && /^"[^$%]*"$/.test(text)) {
        manual.push({
          where: file.path,
          what: `The ${shown} is a literal and was not copied: set TFE_TOKEN, and remove it from the code.`,
        });
      } else if (COPIED.includes(attribute.name)) {
        args.push({ name: attribute.name, value: new Expression(text) });
      } else {
        manual.push({ where: file.path, what: `The provider ${PROVIDER_TYPE} has no counterpart of the ${shown}.` });
      }
    }
    if (args.length > 0) blocks.push(args);
  }
  const json = root.jsonFiles.filter(({ content }) => asObject(content["provider"])[name] !== undefined);
  manual.push(
    ...json.map(({ path }): ManualEdit => ({
      where: path,
      what: `Add a configuration of the provider ${PROVIDER_TYPE} as that of the provider ${name}.`,
      otherwise: "fails",
    })),
  );
  hostnames.push(...json.flatMap((file) => hostnamesInJson(file, name)));
  return isConfigured
    ? { blocks: [], manual: [], organizations, hostnames }
    : { blocks, manual, organizations, hostnames };
}

/** The hosts of a provider's configurations in JSON. */
function hostnamesInJson({ path, content }: JsonFile, name: string): readonly Hostname[] {
  const configured = asObject(content["provider"])[name];
  return (Array.isArray(configured) ? configured : [configured]).flatMap((body): readonly Hostname[] => {
    const { hostname } = asObject(body);
    if (typeof hostname !== "string") return [];
    return [{ literal: /[$%]\{/.test(hostname) ? undefined : hostname, text: hostname, file: path }];
  });
}

function providerBlocks(
  { files }: ModuleFolder,
  name: string,
): readonly { readonly file: ConfigurationFile; readonly block: HclBlock }[] {
  return files.flatMap((file) =>
    file.blocks
      .filter(({ type, labels }) => type === "provider" && labels[0]?.text === name)
      .map((block) => ({ file, block })),
  );
}

function literalOf(file: ConfigurationFile, block: HclBlock, name: string): string | undefined {
  const attribute = attributeIn(block, name);
  return attribute === undefined ? undefined : /^"([^"$%\\]*)"$/.exec(expressionOf(file, attribute))?.[1];
}
