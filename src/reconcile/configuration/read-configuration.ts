import {
  attributeOf,
  DATA_SOURCES,
  isId,
  nameKey,
  normalized,
  providerDefinition,
  RESOURCES,
  SETTING_NAMES,
  settingsFrom,
  type Definition,
  type KnownProjectSettings,
} from "../../model";
import { bool, list, number, string } from "../../schema";
import type { DesiredMembership, DesiredProject, DesiredOrganization, ProjectReference } from "../desired";
import type { Block, Blocks, JsonObject, TerraformFile } from "./blocks";
import { validateBlock, type BlockProblem } from "./validate-block";
import { parseBlocks, blockBodies } from "./blocks";
import { convert } from "./conversion";
import { Evaluation, ProjectIdReference, type Value } from "./evaluation";
import { unsupportedType, type BlockKind } from "./unsupported-names";
import { ConfigurationError, type ConfigurationProblem } from "./problem";

/** How the code says the service is reached; what it leaves out, the environment says. */
export interface ConnectionConfiguration {
  readonly address: string | null;
  readonly hostname: string | null;
  /** Null also where the code has an expression for it that only Terraform knows. */
  readonly token: string | null;
  readonly requestsPerSecond: number | null;
}

/** What the code says of one organization, and how that is reached. */
export interface OrganizationConfiguration {
  readonly connection: ConnectionConfiguration;
  readonly desired: DesiredOrganization;
}

export interface Configuration {
  readonly organizations: readonly OrganizationConfiguration[];
  /** What a reader should know although nothing is wrong. */
  readonly notices: readonly string[];
  /** What of the code was not read, so that projects in it are unknown. */
  readonly unreadModules: readonly string[];
}

/** The files of one folder that Terraform runs in: of one stack of a cdktf app. */
export interface TerraformModule {
  /** The stack's name. */
  readonly name: string;
  readonly files: readonly TerraformFile[];
  /**
   * What else than its default gives a variable its value: `TF_VAR_team`, `terraform.tfvars`; undefined where nothing does.
   *
   * @default nothing does
   */
  readonly variableSetBy?: (name: string) => string | undefined;
}

/**
 * Reads what Terraform JSON says of projects and memberships, in whatever language it was written. Resources of other providers are passed
 * over. Where one stack of an app refers to another, the reference is followed.
 *
 * @param defaultOrganization - For code that names none: `TFE_ORGANIZATION`.
 * @throws UnreadableCodeError naming every place whose value only Terraform can know, and organizations that are reached with several tokens.
 */
export function readConfiguration(
  modules: readonly TerraformModule[],
  defaultOrganization: string | undefined,
): Configuration {
  const organizations = new Map<string, OrganizationConfiguration & { readonly desired: MutableOrganization }>();
  const readers = new Map<string, ConfigurationReader>();
  for (const { name, files, variableSetBy } of modules) {
    const blocks = parseBlocks(files, modules.length > 1 ? `${name}/` : "");
    const outputOf = (module: string, output: string): Value | undefined => readers.get(module)?.output(output);
    readers.set(name, new ConfigurationReader(blocks, defaultOrganization, outputOf, organizations, variableSetBy));
  }
  for (const reader of readers.values()) reader.read();
  // A provider's configuration is read for each resource that uses it, and its problem found as often.
  const problems = new Map(
    [...readers.values()].flatMap((reader) => reader.problems).map((problem) => [JSON.stringify(problem), problem]),
  );
  if (problems.size > 0) throw new ConfigurationError([...problems.values()]);
  return {
    organizations: [...organizations.values()],
    notices: [...readers.values()].flatMap((reader) => reader.notices),
    unreadModules: [...readers.values()].flatMap((reader) => reader.unreadModules),
  };
}

/** The provider's name in code, with which the types of its resources begin. */
const PROVIDER = "tfprojects";

class ConfigurationReader {
  readonly notices: string[] = [];
  readonly #evaluation: Evaluation;
  readonly #problems: ConfigurationProblem[] = [];

  constructor(
    private readonly blocks: Blocks,
    private readonly defaultOrganization: string | undefined,
    outputOf: (module: string, output: string) => Value | undefined,
    private readonly organizations: Map<string, OrganizationConfiguration & { readonly desired: MutableOrganization }>,
    private readonly variableSetBy?: (name: string) => string | undefined,
  ) {
    this.#evaluation = new Evaluation(blocks, (block) => this.#organizationOf(block), outputOf, variableSetBy);
  }

  get unreadModules(): readonly string[] {
    return this.blocks.modules.map((name) => `module.${name}`);
  }

  get problems(): readonly ConfigurationProblem[] {
    return [...this.#problems, ...this.#evaluation.problems];
  }

  output(name: string): Value | undefined {
    return this.#evaluation.output(name);
  }

  read(): void {
    for (const { name, body } of this.blocks.providers) {
      if (name === PROVIDER) this.#checkProvider(name, body);
    }
    for (const block of this.blocks.resources) if (this.#isSound(block, "resource", RESOURCES)) this.#read(block);
    for (const block of this.blocks.dataSources) if (this.#isSound(block, "data", DATA_SOURCES)) this.#read(block);
  }

  /** Whether it is a block of the provider, and nothing is wrong with it as far as it is known; what is, is noted. */
  #isSound(block: Block, kind: Exclude<BlockKind, "provider">, known: Readonly<Record<string, Definition>>): boolean {
    const { type, body } = block;
    if (!type.startsWith(`${PROVIDER}_`)) return false;
    const definition = known[type];
    if (definition === undefined) {
      this.#problems.push({ where: whereOf(block), message: unsupportedType(kind, type) });
      return false;
    }
    const problems = this.#check(body, kind, definition);
    for (const { attribute, message } of problems) this.#problem(block, attribute, message);
    return problems.length === 0;
  }

  #checkProvider(name: string, body: JsonObject): void {
    const { alias } = body;
    const address = `provider.${typeof alias === "string" ? `${name}.${alias}` : name}`;
    for (const { attribute, message } of this.#check(body, "provider", providerDefinition)) {
      this.#problems.push({ where: `${address}.${attribute}`, message });
    }
  }

  #check(body: JsonObject, kind: BlockKind, definition: Definition): readonly BlockProblem[] {
    return validateBlock(body, kind, definition, (source) => this.#evaluation.tryEvaluate(source));
  }

  #read(block: Block): void {
    for (const argument of ["count", "for_each"]) {
      if (argument in block.body) {
        const message = `${argument} is carried out by Terraform alone. Make one resource for each in your program, or deploy this code with Terraform.`;
        this.#problem(block, argument, message);
        return;
      }
    }
    if (
      blockBodies(block.body["lifecycle"]).some(
        ({ ignore_changes: ignored }) => ignored !== undefined && !isEmpty(ignored),
      )
    ) {
      const message =
        "What is to be left alone is known from Terraform's state, which is not read here: it would be overwritten. Take ignore_changes out of the code, or deploy this code with Terraform.";
      this.#problem(block, "lifecycle.ignore_changes", message);
      return;
    }
    const isData = block.localAddress.startsWith("data.");
    if (block.type === "tfprojects_project" && !isData) this.#readProject(block);
    else if (block.type === "tfprojects_workspace_membership") this.#readMembership(block);
    else if (block.type === "tfprojects_project") this.#readReference(block);
  }

  #readProject(block: Block): void {
    const settings = this.#settings(block);
    const previousNames = this.#texts(block, "previous_names");
    const organization = this.#draftOf(block);
    if (organization === undefined || settings === undefined || !previousNames) return;
    const imported = this.#imported(block);
    organization.projects.push({
      address: block.address,
      ...settings,
      previousNames: [...previousNames, ...(imported?.name === undefined ? [] : [imported.name])],
      ...(imported?.id === undefined ? {} : { id: imported.id }),
    });
  }

  /** What the block says of the project's settings; undefined when some of it cannot be known. */
  #settings(block: Block): KnownProjectSettings | undefined {
    const values = new Map(SETTING_NAMES.map((name) => [name, this.#text(block, attributeOf(name))]));
    if ([...values.values()].includes(undefined) || !values.get("name")) return undefined;
    return settingsFrom((name) => normalized(name, values.get(name))) as KnownProjectSettings;
  }

  #readMembership(block: Block): void {
    const workspaceIds = this.#texts(block, "workspace_ids");
    const workspaceNames = this.#texts(block, "workspace_names");
    const exclusive = this.#flag(block, "exclusive");
    const project = this.#projectOf(block);
    const organization = this.#draftOf(block);
    if (
      !workspaceIds ||
      !workspaceNames ||
      exclusive === undefined ||
      project === undefined ||
      organization === undefined
    )
      return;
    organization.memberships.push({
      address: block.address,
      project,
      workspaceIds,
      workspaceNames,
      exclusive,
    });
  }

  #readReference(block: Block): void {
    const value = this.#evaluation.evaluate(`\${${block.localAddress}.id}`, block.address, block.constructPath);
    if (value instanceof ProjectIdReference) this.#draftOf(block)?.references.push(value.reference);
  }

  #projectOf(block: Block): ProjectReference | undefined {
    const value = this.#evaluation.attribute(block, "project_id");
    if (value instanceof ProjectIdReference) return value.reference;
    return typeof value === "string" ? { by: "id", id: value } : undefined;
  }

  /** What an import block says the project is: by id, or by organization and name. */
  #imported(block: Block): { readonly id?: string; readonly name?: string } | undefined {
    const given = this.blocks.imports.get(block.localAddress);
    if (given === undefined) return undefined;
    const value = this.#evaluation.evaluate(given, `import of ${block.address}`, block.constructPath);
    if (typeof value !== "string") return undefined;
    return isId("project", value) ? { id: value } : { name: value.slice(value.indexOf("/") + 1) };
  }

  #draftOf(block: Block): MutableOrganization | undefined {
    const name = this.#organizationOf(block);
    if (name === undefined) {
      const message =
        "Nothing says which organization is meant. Set `organization` here or on the provider, or set the environment variable TFE_ORGANIZATION.";
      if (this.#evaluation.problems.length === 0) this.#problem(block, "organization", message);
      return undefined;
    }
    const connection = this.#connectionOf(block);
    const key = JSON.stringify([nameKey(name), connection.address, connection.hostname]);
    const known = this.organizations.get(key);
    if (known !== undefined && known.connection.token !== connection.token) {
      const message = `It is reached with another token than the rest of organization ${JSON.stringify(name)}, which is planned as one. Use one token for all of it.`;
      this.#problem(block, "provider", message);
    }
    const desired = known?.desired ?? { name, projects: [], memberships: [], references: [] };
    this.organizations.set(key, {
      desired,
      connection: known === undefined ? connection : stricterRate(known.connection, connection),
    });
    return desired;
  }

  #organizationOf(block: Block): string | undefined {
    const own = this.#evaluation.attribute(block, "organization");
    if (typeof own === "string") return own;
    const { address, body } = this.#providerOf(block);
    const configured = this.#evaluation.evaluate(body["organization"], `${address}.organization`);
    // An empty text is as good as none.
    return typeof configured === "string" && configured !== "" ? configured : this.defaultOrganization;
  }

  #connectionOf(block: Block): ConnectionConfiguration {
    const { address, body } = this.#providerOf(block);
    const text = (name: string): string | null => {
      const value = this.#evaluation.evaluate(body[name], `${address}.${name}`);
      return typeof value === "string" && value !== "" ? value : null;
    };
    const rate = convert(
      number,
      this.#evaluation.evaluate(body["requests_per_second"], `${address}.requests_per_second`) ?? null,
    );
    return {
      address: text("address"),
      hostname: text("hostname"),
      token: this.#tokenOf(address, body),
      requestsPerSecond: typeof rate === "number" ? rate : null,
    };
  }

  /** Tokens are usually kept in variables: then the environment's is used. */
  #tokenOf(address: string, body: JsonObject): string | null {
    const evaluation = new Evaluation(this.blocks, () => undefined, undefined, this.variableSetBy);
    const value = evaluation.evaluate(body["token"], `${address}.token`);
    if (value === undefined) {
      const notice = `${address}.token is known to Terraform alone: the token of the environment is used.`;
      if (!this.notices.includes(notice)) this.notices.push(notice);
    }
    return typeof value === "string" ? value : null;
  }

  /** The provider's configuration that a resource uses: the one of its alias, or the one without. */
  #providerOf({ body }: Block): { readonly address: string; readonly body: JsonObject } {
    const reference = typeof body["provider"] === "string" ? body["provider"] : "tfprojects";
    const [name = "", alias] = reference.replace(/^\$\{(.*)\}$/, "$1").split(".");
    const found = this.blocks.providers.find((it) => it.name === name && it.body["alias"] === alias);
    return { address: `provider.${alias === undefined ? name : `${name}.${alias}`}`, body: found?.body ?? {} };
  }

  /** A text; null when absent; undefined, with a problem noted, when it is none or cannot be known. */
  #text(block: Block, name: string): string | null | undefined {
    const value = this.#evaluation.attribute(block, name);
    if (value === undefined || value === null) return value;
    const text = convert(string, value);
    if (typeof text === "string") return text;
    this.#problem(block, name, "A project's id is no text that is known.");
    return undefined;
  }

  #texts(block: Block, name: string): readonly string[] | undefined {
    const value = this.#evaluation.attribute(block, name);
    if (value === undefined) return undefined;
    const texts = convert(list(string), value) ?? null;
    if (!Array.isArray(texts)) return [];
    if (texts.every((item) => typeof item === "string")) return texts;
    this.#problem(block, name, "A project's id is no text that is known.");
    return undefined;
  }

  #flag(block: Block, name: string): boolean | undefined {
    const value = this.#evaluation.attribute(block, name);
    return value === undefined ? undefined : convert(bool, value) === true;
  }

  #problem(block: Block, attribute: string, message: string): void {
    this.#problems.push({ where: whereOf(block, attribute), message });
  }
}

interface MutableOrganization {
  readonly name: string;
  readonly projects: DesiredProject[];
  readonly memberships: DesiredMembership[];
  readonly references: ProjectReference[];
}

/** Of two ways to reach the same organization the one that may send fewer requests a second. */
function stricterRate(one: ConnectionConfiguration, other: ConnectionConfiguration): ConnectionConfiguration {
  const rates = [one, other].flatMap(({ requestsPerSecond }) => requestsPerSecond ?? []);
  return { ...one, requestsPerSecond: rates.length === 0 ? null : Math.min(...rates) };
}

/** The place of a block, or of an attribute of it. */
function whereOf({ address, constructPath }: Block, attribute?: string): string {
  const path = constructPath === undefined ? "" : ` (${constructPath})`;
  return `${address}${attribute === undefined ? "" : `.${attribute}`}${path}`;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
