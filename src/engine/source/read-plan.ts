import {
  assignmentTypeOfTfe,
  isAssignmentType,
  isInput,
  isResourceType,
  MISSING_WORKSPACES,
  parseObjectsImportId,
  RELEASE_POLICIES,
  RESOURCES,
  sameName,
  TFE_WORKSPACE,
  type AssignmentType,
  type Definition,
  type ResourceType,
  problemAt,
  type Diagnostic,
} from "../../model";
import { getString } from "../../json";
import { formatPath, type Attribute, type AttributePath } from "../../schema";
import { checkProblems } from "../configuration-error";
import type { ProjectReference } from "../organization";
import { formatList } from "../../reconcile/text";
import { convertMembers, desiredProject, literalValues, type Value } from "./value";
import { inStateOf, Organizations, type MutableOrganization } from "./organizations";
import { assignmentsInState, desiredAssignments } from "./assigned-objects";
import { plannedPlacement } from "./placements";
import { hasTrue, pathsOfTrue, PlannedReferences } from "./planned-references";
import { MEMBER_LISTS, PlannedUnknowns } from "./planned-unknowns";
import { PlannedProviders } from "./providers";
import type { OrganizationsInCode } from "./read-modules";
import { addInState, DEPOSED, taintedMessage } from "./state-of-module";
import { type PlannedChange, type TerraformPlan } from "../../terraform/plan";
import { choice, ownObject, readProject } from "./terraform-state";
import { plannedTfeAssignment, plannedTfeWorkspace, recreatedWorkspaces } from "./tfe-resources";
import { unsupportedInPlan } from "./unsupported-in-plan";
import { isOwn, PROVIDER_TYPE } from "../../model/provider-address";

/**
 * Reads the desired state from a Terraform plan: its planned values. Ids, dropped projects and earlier memberships
 * are those of the state that it was made with.
 *
 * @param defaultOrganization - For objects whose plan has none: `TFE_ORGANIZATION`.
 * @throws ConfigurationError with every value that Terraform does not know yet, that is sensitive, or that needs
 *   Terraform.
 * @throws UnsupportedDocumentError when the plan lacks attributes of an object of the state.
 */
export function readPlan(plan: TerraformPlan, defaultOrganization: string | undefined): OrganizationsInCode {
  return new PlanReader(plan, defaultOrganization).read();
}

class PlanReader {
  /** The projects that exist after the plan, and their addresses by ID. */
  readonly #projects: readonly PlannedChange[];
  readonly #projectAddresses: ReadonlyMap<unknown, string>;
  readonly #references: PlannedReferences;
  readonly #unknowns: PlannedUnknowns;
  readonly #providers: PlannedProviders;
  readonly #organizations: Organizations;
  readonly #problems: Diagnostic[] = [];

  constructor(
    private readonly plan: TerraformPlan,
    defaultOrganization: string | undefined,
  ) {
    this.#organizations = new Organizations(defaultOrganization);
    this.#projects = plan.changes.filter((it) => it.type === PROJECT.type && isManaged(it));
    // The first of several with one id counts.
    this.#projectAddresses = new Map(this.#projects.toReversed().map(({ address, after }) => [after["id"], address]));
    this.#references = new PlannedReferences(plan);
    this.#unknowns = new PlannedUnknowns(plan, this.#references);
    this.#providers = new PlannedProviders(plan, this.#references);
  }

  read(): OrganizationsInCode {
    const own = this.plan.changes.filter(({ type }) => isOwn(type));
    this.#problems.push(...unsupportedInPlan(this.plan, this.#references));
    const changes = own.filter(({ mode }) => mode === "managed");
    for (const change of changes) this.#read(change);
    // They use the connections of other objects of the same organizations.
    for (const change of changes) this.#readState(change);
    for (const change of own.filter(({ type, action }) => type === PROJECT.type && action === "read")) {
      this.#organizationOf(change)?.references.push(...this.#unknowns.projectsReadBy(change));
    }
    for (const { mode, type, values } of this.plan.prior) {
      const { id, organization } = values;
      if (mode !== "data" || type !== "tfprojects_project") continue;
      if (typeof id !== "string" || typeof organization !== "string") continue;
      this.#organizationOfState(organization).references.push({ by: "id", id });
    }
    for (const change of this.plan.changes) if (isManaged(change)) this.#readOther(change);
    for (const { organization, ...workspace } of this.#unknowns.createdWorkspaces) {
      for (const { desired } of this.#organizations.at({ organization })) {
        (desired.createdWorkspaces ??= []).push(workspace);
      }
    }
    for (const { workspace, ...place } of recreatedWorkspaces(this.plan.changes)) {
      for (const { desired } of this.#organizations.at(place)) (desired.recreatedWorkspaces ??= []).push(workspace);
    }
    checkProblems([...this.#organizations.problems, ...this.#providers.problems, ...this.#problems]);
    return {
      organizations: this.#organizations.desired,
      usesDefaultOrganization: this.#organizations.usesDefault,
      tokens: this.#organizations.tokens,
      notices: [...this.#providers.notices],
      unreadModules: [],
      otherStacks: [],
    };
  }

  #read(change: PlannedChange): void {
    const { address, action, type, before, isImported } = change;
    if (!isResourceType(type)) return;
    if (change.isDeposed) {
      this.#addProblem(address, DEPOSED);
    } else if (action === "unknown") {
      this.#addProblem(address, "Terraform plans an action for it that this version of tfprojects does not know.");
    } else if (isImported && typeof before["id"] !== "string") {
      this.#addProblem(address, "Terraform knows the id of its import block only after apply. Use a literal id.");
    } else if (type === "tfprojects_project" && this.#isReplaced(change)) {
      const message =
        "Terraform would replace the project, because of -replace or replace_triggered_by. The engine does not " +
        "replace projects. Plan without it, or apply this plan with Terraform.";
      this.#addProblem(address, change.isTainted ? taintedMessage(address) : message);
    } else if (isDesired(change) && this.#isPlannable(change, RESOURCES[type])) {
      if (isAssignmentType(type)) this.#readAssignments(change, type);
      else this.#readers[type](change);
    }
  }

  /** What reads the planned values of each type. */
  readonly #readers: Readonly<Record<Exclude<ResourceType, AssignmentType>, (change: PlannedChange) => void>> = {
    tfprojects_project: (change) => this.#readProject(change),
    tfprojects_workspace_membership: (change) => this.#readMembership(change),
    tfprojects_workspace_placement: (change) => this.#readPlacement(change),
  };

  /** Whether it stays in its organization. Otherwise it is another project, in another organization. */
  #isReplaced({ action, before, after }: PlannedChange): boolean {
    const isNew = action === "replace" || action === "create-forget";
    return isNew && sameName(String(before["organization"]), String(after["organization"]));
  }

  /** Whether everything that the code sets is known and may be shown. */
  #isPlannable(change: PlannedChange, definition: Definition): boolean {
    const count = this.#problems.length;
    for (const name of inputsOf(definition)) {
      const where = `${change.address}.${name}`;
      if (hasTrue(change.sensitive[name])) this.#addProblem(where, SENSITIVE);
      // References say something about ids; what the code does not set follows from other attributes.
      const isId = name === "project_id" || Object.hasOwn(MEMBER_LISTS, name);
      if (isId || !hasTrue(change.unknown[name]) || !this.#references.isSet(change, name)) continue;
      this.#addProblem(where, unknownValue(this.#references.referencesOf(change, name)));
    }
    for (const type of Object.keys(definition.blocks ?? {})) {
      const where = (path: AttributePath): string => `${change.address}.${formatPath([type, ...path])}`;
      for (const path of pathsOfTrue(change.sensitive[type])) this.#addProblem(where(path), SENSITIVE);
      for (const path of pathsOfTrue(change.unknown[type])) this.#addProblem(where(path), unknownValue([]));
    }
    return this.#problems.length === count;
  }

  #readProject(change: PlannedChange): void {
    const { address, action, before, after, isImported } = change;
    const organization = this.#organizationOf(change);
    // A new project has an id if Terraform adopts or renames one that exists.
    const isCreated = action === "create" || action === "create-forget";
    const id = isImported ? getString(before, "id") : isCreated ? getString(after, "id") : undefined;
    const stateId = (action === "keep" && !isImported ? getString(before, "id") : undefined) ?? null;
    organization?.projects.push({
      ...desiredProject(address, this.#valuesOf(change, PROJECT)),
      id,
      stateId,
      ...(stateId === null ? {} : { stateSettings: readProject(address, before).settings }),
    });
  }

  #readMembership(change: PlannedChange): void {
    const project = this.#projectOf(change);
    const organization = this.#organizationOf(change);
    if (project === undefined || organization === undefined) return;
    const { address, after } = change;
    const missing = choice(address, after, "missing_workspaces", MISSING_WORKSPACES, "error");
    organization.memberships.push({
      address,
      project,
      ...convertMembers(this.#valuesOf(change, MEMBERSHIP)),
      onDestroy: choice(address, after, "on_destroy", RELEASE_POLICIES, "default-project"),
      missingWorkspaces: missing === "warn" ? missing : undefined,
      afterApply: this.#unknowns.membersOf(change),
    });
  }

  #readPlacement(change: PlannedChange): void {
    const organization = this.#organizationOf(change);
    if (organization === undefined) return;
    (organization.placements ??= []).push(plannedPlacement(change, this.#valuesOf(change, PLACEMENT), this.#projects));
  }

  #readAssignments(change: PlannedChange, type: AssignmentType): void {
    const project = this.#projectOf(change);
    const organization = this.#organizationOf(change);
    if (project === undefined || organization === undefined) return;
    const { address, after, before, isImported } = change;
    const desired = desiredAssignments(type, address, project, after);
    const read = isImported ? assignmentsInState(type, address, before, isRecorded(change)) : undefined;
    const imported = read && { project: { by: "id", id: read.projectId } as const, objects: read.objectIds };
    (organization.assignments ??= []).push({ ...desired, ...(imported && { imported }) });
  }

  #projectOf(change: PlannedChange): ProjectReference | undefined {
    const { project_id: id } = change.after;
    if (typeof id === "string") {
      const address = this.#projectAddresses.get(id);
      return address === undefined ? { by: "id", id } : { by: "address", address };
    }
    const project = this.#unknowns.projectOf(change, "project_id");
    if (project === undefined) {
      const message = unknownProject(this.#references.referencesOf(change, "project_id"));
      this.#addProblem(`${change.address}.project_id`, message);
    }
    return project;
  }

  /** Adds what the state has: projects that Terraform deletes, and all memberships. */
  #readState(change: PlannedChange): void {
    const { address, type, action, before, isDeposed, isImported } = change;
    const isForgotten = action === "forget" || action === "create-forget";
    if (Object.keys(before).length === 0 || isForgotten || isDeposed) return;
    const isDropped = action === "delete" || action === "replace";
    if (type === PROJECT.type ? !isDropped : isImported && isAssignmentType(type)) return;
    const object = ownObject(type, address, before, isRecorded(change));
    if (object !== undefined) addInState(this.#organizationOfState(object.organization), object, !isDropped);
  }

  /** A resource of `hashicorp/tfe` that affects what the provider's own resources manage. */
  #readOther(change: PlannedChange): void {
    const type = assignmentTypeOfTfe(change.type);
    if (change.type === TFE_WORKSPACE && this.#references.isSet(change, "project_id")) {
      const { workspace, ...place } = plannedTfeWorkspace(change, this.#onlyProject(change));
      for (const { desired } of this.#organizations.at(place)) (desired.tfeWorkspaces ??= []).push(workspace);
    } else if (type !== undefined) {
      for (const assignment of plannedTfeAssignment(type, change, this.#onlyProject(change), this.#references)) {
        for (const { desired } of this.#organizations.all) (desired.tfeAssignments ??= []).push(assignment);
      }
    }
  }

  /** The project that an object of another provider sets, if it can be only one. */
  #onlyProject(change: PlannedChange): ProjectReference | undefined {
    const id = getString(change.after, "project_id");
    if (id !== undefined && id !== "") return { by: "id", id };
    return this.#unknowns.projectOf(change, "project_id");
  }

  #organizationOf(change: PlannedChange): MutableOrganization | undefined {
    const key = this.#references.providerKeyOf(change) ?? PROVIDER_TYPE;
    const named = getString(change.after, "organization") ?? this.#providers.organizationOf(key);
    const organization = this.#organizations.of(change, named, this.#providers.connectionOf(key));
    return organization && this.#withPlan(organization);
  }

  /** The organization of an object whose code, and with it the configuration of its provider, may be gone. */
  #organizationOfState(name: string): MutableOrganization {
    const [known] = this.#organizations.at({ organization: name });
    const connection = known?.connection ?? this.#providers.connectionOf(PROVIDER_TYPE);
    return this.#withPlan(this.#organizations.add(name, connection));
  }

  #withPlan(organization: MutableOrganization): MutableOrganization {
    const { source, createdAt } = this.plan;
    inStateOf(organization).terraformPlan = { source, createdAt };
    return organization;
  }

  /** Planned values, converted to the types of their attributes; null for those that the code does not set. */
  #valuesOf<Name extends string>(
    change: PlannedChange,
    definition: { readonly attributes: Readonly<Record<Name, Attribute>> },
  ): (name: Name) => Value {
    const valueOf = literalValues(definition, change.after);
    return (name) => (this.#references.isSet(change, name) ? valueOf(name) : null);
  }

  #addProblem(where: string, message: string): void {
    this.#problems.push(problemAt(where, message));
  }
}

const PROJECT = RESOURCES.tfprojects_project;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership;
const PLACEMENT = RESOURCES.tfprojects_workspace_placement;

/** The attributes that code can set. */
function inputsOf({ attributes }: Definition): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => (isInput(attribute) ? [name] : []));
}

/**
 * Whether what it had before was recorded as its own. Private state is in no plan: what has been in the state before
 * counts as recorded.
 */
function isRecorded({ isImported, importId = "" }: PlannedChange): boolean {
  return !isImported || parseObjectsImportId(importId)?.objects !== undefined;
}

/** Whether the object exists after the plan, managed by Terraform. */
function isDesired({ action }: PlannedChange): boolean {
  return action === "keep" || action === "create" || action === "replace" || action === "create-forget";
}

/** Whether it is an object that Terraform manages after the plan. */
function isManaged(change: PlannedChange): boolean {
  return change.mode === "managed" && isDesired(change) && !change.isDeposed;
}

const SENSITIVE = "The value is sensitive, and reports would show it. Use nonsensitive(…) in the code.";

function unknownValue(references: readonly string[]): string {
  return (
    `Terraform knows this value only after apply${dependingOn(references)}. ` +
    `Apply what it depends on with Terraform first, and then use the next plan.`
  );
}

function unknownProject(references: readonly string[]): string {
  return (
    `Terraform knows only after apply which project this is${dependingOn(references)}. Refer to one directly, as in ` +
    `tfprojects_project.team[each.key].id, or create the projects with Terraform first.`
  );
}

function dependingOn(references: readonly string[]): string {
  return references.length === 0 ? "" : `, which depends on ${formatList(references)}`;
}
