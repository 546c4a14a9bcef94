import {
  attributeOf,
  isId,
  nameKey,
  RESOURCES,
  sameName,
  SETTING_NAMES,
  settingsIn,
  type DesiredSettings,
} from "../../model";
import { bool, list, string, type ValueType } from "../../schema";
import { ConfigurationError, type ConfigurationProblem } from "../errors";
import type {
  DesiredMembership,
  DesiredOrganization,
  DesiredProject,
  ProjectReference,
  RecordedMembership,
  RecordedProject,
  StateVersion,
} from "../organization";
import { formatList, pluralize, quote } from "../text";
import { blockBodies, locationOf, parseBlocks, type Block, type Blocks, type TerraformFile } from "./blocks";
import { convert } from "./conversion";
import { Evaluation, ProjectIdReference, type Value } from "./evaluation";
import { ProviderBlocks, type ConnectionConfiguration } from "./provider-blocks";
import { RecordedState } from "./recorded-state";
import type { Recorded, TerraformState } from "./terraform-state";
import { PROVIDER, validateProvider, validateResource } from "./validate-block";

/** The desired state of one organization, and how to connect to it. */
export interface OrganizationConfiguration {
  readonly connection: ConnectionConfiguration;
  readonly desired: DesiredOrganization;
}

export interface Configuration {
  readonly organizations: readonly OrganizationConfiguration[];
  /** What users should know although nothing is wrong. */
  readonly notices: readonly string[];
  /** Addresses of called modules, which are not read: their projects are unknown. */
  readonly unreadModules: readonly string[];
}

/** The files of a root module: of one stack of a cdktf app. */
export interface TerraformModule {
  /** The stack's name. */
  readonly name: string;
  readonly files: readonly TerraformFile[];
  /** What sets a variable, other than its default: `TF_VAR_team`, `terraform.tfvars`. @default nothing does */
  readonly variableSetBy?: (name: string) => string | undefined;
  /** Its Terraform state; undefined when it has none, or none is known. */
  readonly state?: TerraformState | undefined;
}

/**
 * Reads projects and memberships from Terraform JSON, whatever language it was generated from. Resources of other
 * providers are ignored. References from one stack of an app to another are resolved.
 *
 * @param defaultOrganization - For code that sets none: `TFE_ORGANIZATION`.
 * @throws ConfigurationError with every place that is invalid, or whose value only Terraform can evaluate, and with
 *   organizations that are used with several tokens.
 */
export function readConfiguration(
  modules: readonly TerraformModule[],
  defaultOrganization: string | undefined,
): Configuration {
  const organizations: Organizations = new Map();
  const withoutOrganization = new Set<Block>();
  const readers = new Map<string, ConfigurationReader>();
  const outputOf = (module: string, output: string): Value | undefined => readers.get(module)?.output(output);
  for (const { name, files, variableSetBy, state } of modules) {
    const addressPrefix = modules.length > 1 ? `${name}/` : "";
    const context = {
      defaultOrganization,
      outputOf,
      organizations,
      withoutOrganization,
      variableSetBy,
      addressPrefix,
      state,
    };
    readers.set(name, new ConfigurationReader(parseBlocks(files, addressPrefix), context));
  }
  for (const reader of readers.values()) reader.read();
  // A provider's configuration is evaluated for each resource that uses it, which repeats its problems.
  const problems = new Map(
    [...noOrganization([...withoutOrganization]), ...[...readers.values()].flatMap((reader) => reader.problems)].map(
      (problem) => [JSON.stringify(problem), problem],
    ),
  );
  if (problems.size > 0) throw new ConfigurationError([...problems.values()]);
  return {
    organizations: [...organizations.values()],
    notices: [...readers.values()].flatMap((reader) => reader.notices),
    unreadModules: [...readers.values()].flatMap((reader) => reader.unreadModules),
  };
}

/** One problem for all resources without an organization, at the first of them. */
function noOrganization([first, ...others]: readonly Block[]): readonly ConfigurationProblem[] {
  if (first === undefined) return [];
  const rest = formatList(others.map(({ address }) => address));
  const message =
    "No organization configured. Set `organization` here or on the provider, " +
    "or set the environment variable TFE_ORGANIZATION." +
    (others.length === 0 ? "" : ` The same applies to ${pluralize(others.length, "other block")}: ${rest}.`);
  return [{ where: locationOf(first, "organization"), message }];
}

/** Name and address → the organization, with what the modules read so far say about it. */
type Organizations = Map<string, OrganizationConfiguration & { readonly desired: MutableOrganization }>;

interface MutableOrganization {
  readonly name: string;
  readonly projects: DesiredProject[];
  readonly memberships: DesiredMembership[];
  readonly references: ProjectReference[];
  recorded?: {
    readonly states: StateVersion[];
    readonly droppedProjects: RecordedProject[];
    readonly memberships: RecordedMembership[];
  };
}

interface ReaderContext {
  readonly addressPrefix: string;
  readonly state: TerraformState | undefined;
  readonly defaultOrganization: string | undefined;
  readonly outputOf: (module: string, output: string) => Value | undefined;
  readonly variableSetBy: TerraformModule["variableSetBy"];
  readonly organizations: Organizations;
  /** Those that have no organization, in all modules; each once. */
  readonly withoutOrganization: Set<Block>;
}

/** Reads one module. */
class ConfigurationReader {
  readonly #evaluation: Evaluation;
  readonly #providers: ProviderBlocks;
  readonly #problems: ConfigurationProblem[] = [];
  readonly #recorded: RecordedState | undefined;

  constructor(
    private readonly blocks: Blocks,
    private readonly context: ReaderContext,
  ) {
    const { outputOf, variableSetBy, state } = context;
    this.#recorded = state && new RecordedState(state, blocks);
    const organizationOf = (block: Block): string | undefined => this.#organizationOf(block);
    this.#evaluation = new Evaluation(blocks, { organizationOf, outputOf, variableSetBy });
    this.#providers = new ProviderBlocks(blocks, this.#evaluation, variableSetBy);
  }

  get notices(): readonly string[] {
    return this.#providers.notices;
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
    const evaluate = (source: unknown): Value | undefined => this.#evaluation.tryEvaluate(source);
    for (const { name, body } of this.blocks.providers) {
      if (name === PROVIDER) this.#problems.push(...validateProvider(body, evaluate));
    }
    for (const kind of ["resource", "data"] as const) {
      for (const block of kind === "resource" ? this.blocks.resources : this.blocks.dataSources) {
        if (!block.type.startsWith(`${PROVIDER}_`)) continue;
        const problems = validateResource(block, kind, evaluate);
        this.#problems.push(...problems);
        if (problems.length === 0) this.#read(block);
      }
    }
    if (this.#recorded !== undefined) this.#readRecorded(this.#recorded);
  }

  #read(block: Block): void {
    for (const argument of ["count", "for_each"]) {
      if (argument in block.body) {
        const message =
          `Only Terraform can evaluate ${argument}. ` +
          `Declare one resource for each instance in your program, or deploy this code with Terraform.`;
        this.#addProblem(block, argument, message);
        return;
      }
    }
    const lifecycles = blockBodies(block.body["lifecycle"]);
    if (lifecycles.some(({ ignore_changes: ignored }) => ignored !== undefined && !isEmptyList(ignored))) {
      const message =
        `ignore_changes needs Terraform's state, which is not read here, so the changes would be overwritten. ` +
        `Remove ignore_changes, or deploy this code with Terraform.`;
      this.#addProblem(block, "lifecycle.ignore_changes", message);
      return;
    }
    const isData = block.localAddress.startsWith("data.");
    if (block.type === "tfprojects_project" && !isData) this.#readProject(block);
    else if (block.type === "tfprojects_workspace_membership") this.#readMembership(block);
    else if (block.type === "tfprojects_project") this.#readReference(block);
  }

  #readProject(block: Block): void {
    const settings = this.#settings(block);
    const previousNames = this.#stringList(block, "previous_names");
    const organization = this.#organization(block);
    if (organization === undefined || settings === undefined || !previousNames) return;
    const recorded = this.#recorded?.projectAt(block.localAddress);
    const isRecorded = recorded !== undefined && sameName(recorded.organization, organization.name);
    // Terraform ignores an import block for an object that it already has.
    const imported = isRecorded ? undefined : this.#imported(block);
    organization.projects.push({
      address: block.address,
      ...settings,
      previousNames: [...previousNames, ...(imported?.name === undefined ? [] : [imported.name])],
      ...(imported?.id === undefined ? {} : { id: imported.id }),
      ...(isRecorded ? { recordedId: recorded.id } : {}),
    });
  }

  /** Adds the objects of the state to their organizations. */
  #readRecorded({ projects, memberships }: RecordedState): void {
    const organizationsByAddress = new Map(
      this.blocks.resources.map((block) => [block.localAddress, this.#organizationOf(block)]),
    );
    for (const project of projects) {
      const recorded = this.#recordedIn(project);
      const inCode = organizationsByAddress.get(project.address);
      const isInCode = inCode !== undefined && sameName(inCode, project.organization);
      if (project.status !== "ok") this.#addRecordedProblem(project);
      if (!isInCode) recorded?.droppedProjects.push(this.#qualified(project));
    }
    for (const membership of memberships) {
      if (membership.status === "deposed") this.#addRecordedProblem(membership);
      this.#recordedIn(membership)?.memberships.push(this.#qualified(membership));
    }
  }

  /** The recorded objects of the organization that an object of the state belongs to. */
  #recordedIn({
    organization,
    providerAlias: alias,
  }: Recorded<RecordedProject | RecordedMembership>): MutableOrganization["recorded"] {
    const provider = { body: { provider: alias === undefined ? PROVIDER : `${PROVIDER}.${alias}` } };
    return this.#addOrganization(organization, this.#providers.connectionOf(provider)).recorded;
  }

  #qualified<T extends RecordedProject | RecordedMembership>(object: Recorded<T>): T {
    return { ...object, address: `${this.context.addressPrefix}${object.address}` };
  }

  #addRecordedProblem({ address, status }: Recorded<RecordedProject | RecordedMembership>): void {
    const where = `${this.context.addressPrefix}${address}`;
    const message =
      status === "tainted"
        ? `The state has it as tainted, so Terraform would replace it. ` +
          `To keep it, run \`terraform untaint ${address}\`; to replace it, run \`terraform apply\`.`
        : `The state has a deposed object of it, which a failed replacement has left. ` +
          `Run \`terraform apply\` to delete it.`;
    this.#problems.push({ where, message });
  }

  /** The project's settings; undefined when some of them cannot be evaluated. */
  #settings(block: Block): DesiredSettings | undefined {
    const { attributes } = RESOURCES.tfprojects_project;
    const values = SETTING_NAMES.map((name) =>
      this.#known(block, attributeOf(name), attributes[attributeOf(name)].type),
    );
    const ignoreAdditionalTags = this.#boolean(block, "ignore_additional_tags");
    if (values.includes(undefined) || ignoreAdditionalTags === undefined) return undefined;
    const config = Object.fromEntries(SETTING_NAMES.map((name, index) => [attributeOf(name), values[index]]));
    return settingsIn({
      ...(config as Parameters<typeof settingsIn>[0]),
      ignore_additional_tags: ignoreAdditionalTags,
    });
  }

  #readMembership(block: Block): void {
    const workspaceIds = this.#stringList(block, "workspace_ids");
    const workspaceNames = this.#stringList(block, "workspace_names");
    const exclusive = this.#boolean(block, "exclusive");
    const onDestroy = this.#known(block, "on_destroy", string);
    const project = this.#projectOf(block);
    const organization = this.#organization(block);
    if (!workspaceIds || !workspaceNames || exclusive === undefined || onDestroy === undefined) return;
    if (!project || !organization) return;
    organization.memberships.push({
      address: block.address,
      project,
      workspaceIds,
      workspaceNames,
      exclusive,
      onDestroy: onDestroy === "retain" ? "retain" : "default-project",
    });
  }

  #readReference(block: Block): void {
    const value = this.#evaluation.evaluate(`\${${block.localAddress}.id}`, block.address, block.constructPath);
    if (value instanceof ProjectIdReference) this.#organization(block)?.references.push(value.reference);
  }

  #projectOf(block: Block): ProjectReference | undefined {
    const value = this.#evaluation.attribute(block, "project_id");
    if (value instanceof ProjectIdReference) return value.reference;
    return typeof value === "string" ? { by: "id", id: value } : undefined;
  }

  /** The project that an `import` block names: by id, or by organization and name. */
  #imported(block: Block): { readonly id?: string; readonly name?: string } | undefined {
    const source = this.blocks.imports.get(block.localAddress);
    if (source === undefined) return undefined;
    const value = this.#evaluation.evaluate(source, `import of ${block.address}`, block.constructPath);
    if (typeof value !== "string") return undefined;
    return isId("project", value) ? { id: value } : { name: value.slice(value.indexOf("/") + 1) };
  }

  /** The organization of a block, which is added if it is new. */
  #organization(block: Block): MutableOrganization | undefined {
    const name = this.#organizationOf(block);
    if (name === undefined) {
      if (this.#evaluation.problems.length === 0) this.context.withoutOrganization.add(block);
      return undefined;
    }
    return this.#addOrganization(name, this.#providers.connectionOf(block), (message) => {
      this.#addProblem(block, "provider", message);
    });
  }

  #addOrganization(
    name: string,
    connection: ConnectionConfiguration,
    onConflict?: (message: string) => void,
  ): MutableOrganization {
    const { organizations } = this.context;
    const key = JSON.stringify([nameKey(name), connection.address, connection.hostname]);
    const known = organizations.get(key);
    if (known !== undefined && known.connection.token !== connection.token) {
      onConflict?.(
        `This uses a different token than the rest of the organization ${quote(name)}, which is planned as a whole. ` +
          `Use one token for all of it.`,
      );
    }
    const desired: MutableOrganization = known?.desired ?? { name, projects: [], memberships: [], references: [] };
    if (this.context.state !== undefined) {
      const { source, lineage, serial } = this.context.state;
      desired.recorded ??= { states: [], droppedProjects: [], memberships: [] };
      const { states } = desired.recorded;
      if (!states.some((it) => it.source === source)) states.push({ source, lineage, serial });
    }
    organizations.set(key, {
      desired,
      connection: known === undefined ? connection : withLowerRate(known.connection, connection),
    });
    return desired;
  }

  #organizationOf(block: Block): string | undefined {
    const own = this.#evaluation.attribute(block, "organization");
    if (typeof own === "string") return own;
    return this.#providers.organizationOf(block) ?? this.context.defaultOrganization;
  }

  /** A value; null when absent; undefined, with a problem, when it cannot be evaluated. */
  #known(block: Block, name: string, type: ValueType): Value | undefined {
    const value = this.#evaluation.attribute(block, name);
    if (value === undefined || value === null) return value;
    const converted = convert(type, value);
    const parts = typeof converted === "object" && converted !== null ? Object.values(converted) : [converted];
    if (
      converted !== undefined &&
      !(converted instanceof ProjectIdReference) &&
      !parts.some((it) => it instanceof ProjectIdReference)
    )
      return converted;
    this.#addProblem(block, name, UNKNOWN_ID);
    return undefined;
  }

  #stringList(block: Block, name: string): readonly string[] | undefined {
    const value = this.#evaluation.attribute(block, name);
    if (value === undefined) return undefined;
    const converted = convert(list(string), value) ?? null;
    if (!Array.isArray(converted)) return [];
    if (converted.every((item) => typeof item === "string")) return converted;
    this.#addProblem(block, name, UNKNOWN_ID);
    return undefined;
  }

  #boolean(block: Block, name: string): boolean | undefined {
    const value = this.#evaluation.attribute(block, name);
    return value === undefined ? undefined : convert(bool, value) === true;
  }

  #addProblem(block: Block, attribute: string, message: string): void {
    this.#problems.push({ where: locationOf(block, attribute), message });
  }
}

const UNKNOWN_ID = "Only Terraform knows the id of a project, so it cannot be used here.";

/** Of two connections to the same organization, the first one, with the lower rate of both. */
function withLowerRate(one: ConnectionConfiguration, other: ConnectionConfiguration): ConnectionConfiguration {
  const rates = [one, other].flatMap(({ requestsPerSecond }) => requestsPerSecond ?? []);
  return { ...one, requestsPerSecond: rates.length === 0 ? null : Math.min(...rates) };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
