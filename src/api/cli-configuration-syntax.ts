import { isObject } from "../json";
import { ownMember } from "../own-member";

/** The settings in a file of the Terraform CLI configuration that a client of the service needs; hosts as written. */
export interface CliSettings {
  /** `credentials "HOST" { token = "…" }`: host → token. */
  readonly tokens: ReadonlyMap<string, string>;
  /** `host "HOST" { services = { … } }`: host → service → address. */
  readonly services: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The first `credentials_helper "NAME" { args = […] }`. */
  readonly helper?: CredentialsHelperBlock | undefined;
  /** `provider_installation { … }`; undefined without one. */
  readonly providerInstallation?: ProviderInstallationBlock | undefined;
  /** `plugin_cache_dir = "…"`. */
  readonly pluginCacheFolder?: string | undefined;
}

/** Where Terraform installs providers from. Order does not matter here. */
interface ProviderInstallationBlock {
  readonly methods: readonly InstallationMethod[];
  /** `dev_overrides { "SOURCE" = "FOLDER" }`: provider, as written → folder of its executable. */
  readonly devOverrides: ReadonlyMap<string, string>;
}

/** An installation method, such as `filesystem_mirror { path = "…" include = […] }`. */
export interface InstallationMethod {
  readonly kind: (typeof INSTALLATION_METHODS)[number];
  /** Folder of a filesystem mirror; undefined for other methods. */
  readonly path: string | undefined;
  /** Patterns of providers, such as `terraform.local/tfprojects/*`; empty for all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const INSTALLATION_METHODS = ["direct", "filesystem_mirror", "network_mirror", "oci_mirror"] as const;

export interface CredentialsHelperBlock {
  readonly name: string;
  readonly args: readonly string[];
}

/** The settings in a JSON file; undefined when it is not valid JSON. */
export function settingsInJson(text: string): CliSettings | undefined {
  try {
    return settingsIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The settings in an HCL 1 file, the language of Terraform's CLI configuration. Unknown syntax is skipped. */
export function settingsInHcl(text: string): CliSettings {
  return settingsIn(new HclReader([...scan(text)]).body());
}

/** HCL represents blocks as lists, also in JSON; repeated blocks keep their order. */
function settingsIn(document: unknown): CliSettings {
  const tokens = named(document, "credentials").flatMap(([host, block]) =>
    texts(block, "token").flatMap((token) => (token === "" ? [] : [[host, token] as const])),
  );
  const services = named(document, "host").map(([host, block]) => [host, textsByName([block], "services")] as const);
  const helpers = named(document, "credentials_helper").map(([name, block]) => ({ name, args: texts(block, "args") }));
  return {
    tokens: new Map(tokens),
    services: new Map(services),
    helper: helpers[0],
    providerInstallation: providerInstallation(document),
    pluginCacheFolder: texts(document, "plugin_cache_dir")[0],
  };
}

function providerInstallation(document: unknown): ProviderInstallationBlock | undefined {
  const blocks = members(document, "provider_installation");
  if (blocks.length === 0) return undefined;
  const methods = blocks.flatMap((block) =>
    INSTALLATION_METHODS.flatMap((kind) =>
      members(block, kind).map((method) => ({
        kind,
        path: texts(method, "path")[0],
        include: texts(method, "include"),
        exclude: texts(method, "exclude"),
      })),
    ),
  );
  return { methods, devOverrides: textsByName(blocks, "dev_overrides") };
}

/** Labeled blocks: `TYPE "LABEL" { … }`. */
function named(document: unknown, type: string): readonly (readonly [name: string, block: unknown])[] {
  return members(document, type).flatMap((blocks) =>
    (isObject(blocks) ? Object.keys(blocks) : []).flatMap((name) =>
      members(blocks, name).map((block) => [name, block] as const),
    ),
  );
}

/** The strings in blocks of this type, by name. The last one of a name wins. */
function textsByName(blocks: readonly unknown[], type: string): ReadonlyMap<string, string> {
  const pairs = blocks.flatMap((block) => named(block, type));
  return new Map(pairs.flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : [])));
}

function texts(value: unknown, name: string): readonly string[] {
  return members(value, name).filter((member) => typeof member === "string");
}

function members(value: unknown, name: string): readonly unknown[] {
  const member = isObject(value) ? ownMember(value, name) : undefined;
  return Array.isArray(member) ? member : member === undefined ? [] : [member];
}

/** Parses HCL into the same values as JSON. Each member of an object lists all values written under its name. */
class HclReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Reads up to the closing brace or the end; skips an extra brace. */
  body(depth = 0): Readonly<Record<string, unknown[]>> {
    const found: Record<string, unknown[]> = Object.create(null) as Record<string, unknown[]>;
    for (let token = this.#take(); token !== undefined; token = this.#take()) {
      if (token.kind === "}" && depth > 0) return found;
      if (token.kind === "word") (found[token.text] ??= []).push(...this.#value(depth));
    }
    return found;
  }

  /** What follows a name: `= value`, a block, or a block's labels and the block. Empty where the text ends early. */
  #value(depth: number): readonly unknown[] {
    const token = this.#tokens[this.#next];
    if (token?.kind === "=") {
      this.#next++;
      return this.#assigned(depth);
    }
    if (token?.kind === "{") {
      this.#next++;
      return [this.body(depth + 1)];
    }
    if (token?.kind !== "word") return [];
    this.#next++;
    const inner = this.#value(depth);
    return inner.length === 0 ? [] : [{ [token.text]: inner }];
  }

  #assigned(depth: number): readonly unknown[] {
    const token = this.#take();
    if (token?.kind === "word") return [token.text];
    if (token?.kind === "{") return [this.body(depth + 1)];
    if (token?.kind !== "[") return [];
    const items: unknown[] = [];
    for (let item = this.#take(); item !== undefined && item.kind !== "]"; item = this.#take()) {
      if (item.kind === "word") items.push(item.text);
      if (item.kind === "{") items.push(this.body(depth + 1));
    }
    return items;
  }

  #take(): Token | undefined {
    return this.#tokens[this.#next++];
  }
}

/** A `word` is an identifier or the content of a quoted string. */
interface Token {
  readonly kind: "word" | "{" | "}" | "=" | "[" | "]";
  readonly text: string;
}

const TOKEN =
  /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?<quoted>(?:[^"\\\n]|\\.)*)"|(?<mark>[{}=[\]])|(?<bare>[^\s"{}=#/,[\]]+)/g;

function* scan(text: string): Generator<Token> {
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { quoted, bare, mark } = groups;
    const word = quoted === undefined ? bare : unescape(quoted);
    if (word !== undefined) yield { kind: "word", text: word };
    const kind = MARKS.find((each) => each === mark);
    if (kind !== undefined) yield { kind, text: kind };
  }
}

const MARKS = ["{", "}", "=", "[", "]"] as const;

function unescape(quoted: string): string {
  return quoted.replace(/\\(u[0-9A-Fa-f]{4}|.)/g, (_, escaped: string) => {
    if (/^u.{4}$/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return { n: "\n", t: "\t", r: "\r" }[escaped] ?? escaped;
  });
}
