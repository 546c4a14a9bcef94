import { groupBy } from "../../lists";
import {
  ASSIGNMENTS,
  isAssignmentType,
  sameName,
  TFE_WORKSPACE,
  type AssignmentType,
  problemAt,
  type Diagnostic,
} from "../../model";
import { checkProblems } from "../configuration-error";
import type { ProjectReference, Tokens } from "../organization";
import { locationOf, parseBlocks, repetitionOf, type Block, type Blocks, type TerraformFile } from "./blocks";
import { asObjects } from "../../json";
import { isOwn, PROVIDER_TYPE } from "../../model/provider-address";
import { assignmentValues, desiredAssignments } from "./assigned-objects";
import { Evaluation } from "./evaluation";
import { gatesIn, TASK_STAGES } from "./gates";
import { importedObjects, importedProject, Imports, type ImportedReader } from "./imports";
import { addPlacement, readPlacement, type PlacementInCode } from "./placements";
import {
  Organizations,
  type ConnectedOrganization,
  type MutableOrganization,
  type NamedOrganizations,
} from "./organizations";
import { Providers, type ConnectionConfiguration } from "./providers";
import { StateMoves } from "./state-moves";
import { StateOfModule } from "./state-of-module";
import type { TerraformState } from "./terraform-state";
import { readTfeAssignments, readTfeWorkspaces } from "./tfe-resources";
import { convertMembers, desiredProject, MEMBER_ATTRIBUTES, PROJECT_ATTRIBUTES, projectWithId } from "./value";
import { knownValues, readBlock, type BlockValues } from "./read-block";

export interface OrganizationsInCode extends NamedOrganizations {
  readonly tokens: Tokens;
  /** Notices for users; none of them is an error. */
  readonly notices: readonly string[];
  /** Addresses of called modules, which are not read: their projects are unknown. */
  readonly unreadModules: readonly string[];
  /** Stacks of the same app, which are not read: they may have other projects. */
  readonly otherStacks: readonly string[];
}

/** The files of a root module: of one stack of a cdktf app. */
export interface TerraformModule {
  /** The stack's name. */
  readonly name: string;
  /** Where its files are, as an absolute path; undefined for code that is in no folder. */
  readonly folder?: string | undefined;
  readonly files: readonly TerraformFile[];
  /** The other stacks of its app, which are not read. @default none */
  readonly otherStacks?: readonly string[];
  /** What its app warned of when it was synthesized. @default nothing */
  readonly warnings?: readonly string[];
  /** What sets a variable, other than its default: `TF_VAR_team`, `terraform.tfvars`. @default nothing does */
  readonly variableSetBy?: (name: string) => string | undefined;
  /** Its Terraform state; undefined when it has none, or none is known. */
  readonly state?: TerraformState | undefined;
  /** Whether it was passed, and may be that of another module. @default false */
  readonly isStateGiven?: boolean | undefined;
}

/**
 * Reads projects and memberships from Terraform JSON, whatever language it was generated from. Resources of other
 * providers are ignored. References from one stack of an app to another are resolved.
 *
 * @param defaultOrganization - For code that sets none: `TFE_ORGANIZATION`.
 * @throws ConfigurationError with every place that is invalid, or whose value only Terraform can evaluate, and with
 *   organizations that are used with several tokens.
 */
export function readModules(
  modules: readonly TerraformModule[],
  defaultOrganization: string | undefined,
): OrganizationsInCode {
  const organizations = new Organizations(defaultOrganization);
  const readers = new Map<string, ConfigurationReader>();
  const evaluationOf = (module: string): Evaluation | undefined => readers.get(module)?.evaluation;
  for (const module of modules) {
    const stack = modules.length > 1 ? module.name : undefined;
    const context = { stack, defaultOrganization, organizations, evaluationOf };
    readers.set(module.name, new ConfigurationReader(module, context));
  }
  for (const reader of readers.values()) reader.read();
  for (const reader of readers.values()) reader.readOthers();
  checkProblems([...organizations.problems, ...[...readers.values()].flatMap((reader) => reader.problems)]);
  return {
    organizations: organizations.desired,
    usesDefaultOrganization: organizations.usesDefault,
    tokens: organizations.tokens,
    notices: [...readers.values()].flatMap((reader) => reader.notices),
    unreadModules: [...readers.values()].flatMap((reader) => reader.unreadModules),
    otherStacks: modules.flatMap(({ otherStacks = [] }) => otherStacks),
  };
}

interface ReaderContext {
  /** The name of the stack, if the app has several. */
  readonly stack: string | undefined;
  readonly defaultOrganization: string | undefined;
  readonly organizations: Organizations;
  readonly evaluationOf: (module: string) => Evaluation | undefined;
}

/** Reads one module. */
class ConfigurationReader {
  readonly evaluation: Evaluation;
  readonly #blocks: Blocks;
  readonly #providers: Providers;
  readonly #imports: Imports;
  readonly #problems: Diagnostic[] = [];
  readonly #placements: PlacementInCode[] = [];
  readonly #inState: StateOfModule | undefined;

  constructor(
    private readonly module: TerraformModule,
    private readonly context: ReaderContext,
  ) {
    const { files, variableSetBy, state } = module;
    const blocks = parseBlocks(files, context.stack);
    this.#blocks = blocks;
    this.evaluation = new Evaluation(blocks, {
      organizationOf: (block) => this.#organizationOf(block),
      evaluationOf: context.evaluationOf,
      workspaceIdAt: (address) => this.#inState?.workspaceIdAt(address),
      variableSetBy,
    });
    this.#providers = new Providers(blocks, this.evaluation);
    this.#imports = new Imports(blocks, this.evaluation);
    const moves = new StateMoves(blocks);
    checkProblems([this.#providers, this.#imports, moves].flatMap(({ problems }) => problems));
    this.#inState = state && new StateOfModule(state, moves, blocks.modules);
  }

  get notices(): readonly string[] {
    return this.#providers.notices;
  }

  get unreadModules(): readonly string[] {
    return [...this.#blocks.modules].map((name) => `module.${name}`);
  }

  get problems(): readonly Diagnostic[] {
    return [...this.#problems, ...this.evaluation.problems];
  }

  read(): void {
    const { resources, dataSources } = this.#blocks;
    for (const provider of this.#providers.own) {
      const block = { ...provider, mode: "provider", type: PROVIDER_TYPE } as const;
      this.#problems.push(...readBlock(block, this.evaluation).problems);
    }
    for (const block of [...resources, ...dataSources]) {
      if (!isOwn(block.type) && block.type !== TFE_WORKSPACE) continue;
      const hasProvider = this.#providers.has(block);
      if (!hasProvider) this.#addProblem(block, "provider", NO_PROVIDER);
      if (!isOwn(block.type)) continue;
      const read = readBlock(block, this.evaluation);
      this.#problems.push(...read.problems);
      if (hasProvider && read.problems.length === 0) this.#read(block, read);
    }
    if (this.#inState !== undefined) this.#readState(this.#inState);
  }

  /** Adds placements, and resources of other providers that affect organizations, after all modules have been read. */
  readOthers(): void {
    for (const placement of this.#placements) this.#problems.push(...addPlacement(placement, this.#blocks));
    const { organizations, stack, defaultOrganization } = this.context;
    const [blocks, providers, evaluation, inState] = [this.#blocks, this.#providers, this.evaluation, this.#inState];
    const module = { blocks, providers, evaluation, inState, stack, defaultOrganization };
    for (const { workspace, ...place } of readTfeWorkspaces(module)) {
      for (const { desired } of organizations.at(place)) (desired.tfeWorkspaces ??= []).push(workspace);
    }
    for (const assignment of readTfeAssignments(blocks, evaluation)) {
      for (const { desired } of organizations.all) (desired.tfeAssignments ??= []).push(assignment);
    }
    if (blocks.dataSources.some(({ type }) => type === TASK_STAGES)) this.#readGates();
  }

  #readGates(): void {
    const gates = gatesIn(this.#blocks, this.evaluation, (block) => this.#organizationOf(block));
    for (const { gate, taskStages, dependents, conditions } of gates) {
      const affected = groupBy(dependents, (block) => this.#knownOrganization(block));
      const whole = [this.#knownOrganization(taskStages[0]), []] as const;
      for (const [organization, its] of affected.size === 0 ? [whole] : affected) {
        if (organization === undefined) continue;
        // The gate is read with the connection of the organization.
        const other = taskStages.find((block) => !isSameService(this.#providers.connectionOf(block), organization));
        const reason = `${other?.address ?? ""} has another address or token than what depends on it.`;
        (organization.desired.gates ??= []).push({
          address: gate.address,
          dependents: its.map((block) => block.address),
          conditions: other === undefined ? conditions : [{ kind: "unknown", reason }],
        });
      }
    }
  }

  /** The organization of a block among those of the code; the first one if it is another one. */
  #knownOrganization(block: Block): ConnectedOrganization | undefined {
    const name = this.#organizationOf(block);
    const { organizations } = this.context;
    return organizations.at({ organization: name })[0] ?? organizations.all[0];
  }

  #read(block: Block, values: BlockValues): void {
    const repeated = repetitionOf(block);
    if (repeated !== undefined) {
      const message =
        `Only Terraform can evaluate ${repeated}. ` +
        `Declare one resource for each instance in your program, or pass Terraform's plan.`;
      this.#addProblem(block, repeated, message);
      return;
    }
    const lifecycles = asObjects(block.body["lifecycle"]);
    if (lifecycles.some(({ ignore_changes: ignored }) => ignored !== undefined && !isEmptyList(ignored))) {
      const message =
        `Only Terraform can carry out ignore_changes, so the changes would be overwritten. ` +
        `Remove ignore_changes, or pass Terraform's plan.`;
      this.#addProblem(block, "lifecycle.ignore_changes", message);
      return;
    }
    const isData = block.mode === "data";
    if (block.type === "tfprojects_project" && !isData) this.#readProject(block, values);
    else if (block.type === "tfprojects_workspace_membership") this.#readMembership(block, values);
    else if (block.type === "tfprojects_workspace_placement") this.#readPlacement(block, values);
    else if (isAssignmentType(block.type)) this.#readAssignments(block, block.type, values);
    else if (block.type === "tfprojects_project") this.#readReference(block, values);
  }

  #readProject(block: Block, values: BlockValues): void {
    const valueOf = knownValues(values, PROJECT_ATTRIBUTES, this.evaluation.problems);
    const organization = this.#organization(block, values);
    if (organization === undefined || valueOf === undefined) return;
    const desired = desiredProject(block.address, valueOf);
    const inState = this.#inState?.projectAt(block.localAddress);
    const isInState = inState !== undefined && sameName(inState.organization, organization.name);
    // Terraform ignores an import block for an object that it already has.
    const imported = isInState ? undefined : this.#imports.of(block, organization.name, importedProject);
    const { name, ...identity } = imported ?? {};
    organization.projects.push({
      ...desired,
      previousNames: [...desired.previousNames, ...(name === undefined ? [] : [name])],
      ...identity,
      ...(name === undefined ? {} : { importedName: name }),
      ...(isInState ? { stateId: inState.id, stateSettings: inState.settings } : {}),
      ...(this.#inState !== undefined && !isInState ? { stateId: null } : {}),
      // What is imported by its name is not somebody else's.
      ...(name !== undefined && sameName(name, desired.name) ? { adoptExisting: true } : {}),
    });
  }

  /** Adds the objects of the state to their organizations. */
  #readState(inState: StateOfModule): void {
    const { name, isStateGiven = false } = this.module;
    if (isStateGiven) {
      const own = this.#blocks.resources.filter(({ type }) => isOwn(type));
      const organizations = own.map((block) => this.#organizationOf(block));
      inState.checkOrganizations(name, organizations);
    }
    const problems = inState.addTo(this.context.stack, ({ address, organization, providerAlias }) => {
      const found = this.#blocks.byAddress.get(address);
      const block = isOwn(found?.type) ? found : undefined;
      // Terraform uses the provider of the state for what is no longer in the code.
      const provider = block ?? this.#providers.reference(providerAlias);
      const inCode = block && this.#organizationOf(block);
      return {
        isInCode: inCode !== undefined && sameName(inCode, organization),
        organization:
          provider &&
          this.#withState(this.context.organizations.add(organization, this.#providers.connectionOf(provider))),
      };
    });
    this.#problems.push(...problems);
  }

  #readMembership(block: Block, values: BlockValues): void {
    const valueOf = knownValues(values, MEMBERSHIP_ATTRIBUTES, this.evaluation.problems);
    const project = this.#projectOf(values);
    const organization = this.#organization(block, values);
    if (organization === undefined) return;
    const imported = this.#imported(block, organization, importedObjects);
    if (valueOf === undefined || project === undefined) return;
    organization.memberships.push({
      address: block.address,
      project,
      ...convertMembers(valueOf),
      onDestroy: valueOf("on_destroy") === "retain" ? "retain" : "default-project",
      missingWorkspaces: valueOf("missing_workspaces") === "warn" ? "warn" : undefined,
      imported,
    });
  }

  #readAssignments(block: Block, type: AssignmentType, values: BlockValues): void {
    const its = assignmentValues(values, ASSIGNMENTS[type], this.evaluation.problems);
    const project = this.#projectOf(values);
    const organization = this.#organization(block, values);
    if (organization === undefined) return;
    const imported = this.#imported(block, organization, importedObjects);
    if (its === undefined || project === undefined) return;
    (organization.assignments ??= []).push({ ...desiredAssignments(type, block.address, project, its), imported });
  }

  /** What an `import` block records. Terraform ignores one for an object that it already has. */
  #imported<T>(block: Block, { name }: MutableOrganization, read: ImportedReader<T>): T | undefined {
    return this.#inState?.has(block.localAddress) === true ? undefined : this.#imports.of(block, name, read);
  }

  #readPlacement(block: Block, values: BlockValues): void {
    const placement = readPlacement(block, values, this.evaluation);
    const organization = this.#organization(block, values);
    if (this.#imports.has(block)) this.#addProblem(block, "import", NO_IMPORT);
    if (placement !== undefined && organization !== undefined)
      this.#placements.push({ block, organization, placement });
  }

  #readReference(block: Block, values: BlockValues): void {
    const project = projectWithId(this.evaluation.evaluate(`\${${block.localAddress}.id}`, block));
    if (project !== undefined) this.#organization(block, values)?.references.push(project);
  }

  #projectOf(values: BlockValues): ProjectReference | undefined {
    return projectWithId(knownValues(values, ["project_id"], this.evaluation.problems)?.("project_id"));
  }

  /** The organization of a block, which is added if it is new. */
  #organization(block: Block, values: BlockValues): MutableOrganization | undefined {
    knownValues(values, ["organization"], this.evaluation.problems);
    // What only Terraform can evaluate is a problem already, and may be the name.
    if (this.#organizationOf(block) === undefined && this.evaluation.problems.length > 0) return undefined;
    const named = this.#namedIn(block);
    const organization = this.context.organizations.of(block, named, this.#providers.connectionOf(block));
    return organization && this.#withState(organization);
  }

  #withState(organization: MutableOrganization): MutableOrganization {
    this.#inState?.addVersionTo(organization);
    return organization;
  }

  /** The organization's name for a block of the provider. If the block is read, an unknown name is a problem. */
  #organizationOf(block: Block): string | undefined {
    return this.#namedIn(block) ?? this.context.defaultOrganization;
  }

  /** The organization that a block or its provider names. */
  #namedIn(block: Block): string | undefined {
    const own = this.evaluation.tryEvaluate(block.body["organization"]);
    return typeof own === "string" ? own : this.#providers.organizationOf(block);
  }

  #addProblem(block: Block, attribute: string, message: string): void {
    this.#problems.push(problemAt(locationOf(block, attribute), message));
  }
}

/** What code says of a membership besides its project, in the order in which problems are reported. */
const MEMBERSHIP_ATTRIBUTES = [...MEMBER_ATTRIBUTES, "on_destroy", "missing_workspaces"] as const;

const NO_PROVIDER = "The code has no configuration of its provider with this name.";

const NO_IMPORT = "Placements cannot be imported: there is nothing to read. Remove the import block.";

function isSameService(
  { address, hostname, token }: ConnectionConfiguration,
  { connection }: Pick<ConnectedOrganization, "connection">,
): boolean {
  return address === connection.address && hostname === connection.hostname && token === connection.token;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
