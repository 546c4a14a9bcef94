import { duplicateName } from "../diagnostics/conflicts";
import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  isId,
  nameKey,
  placementRuleBlock,
  RESOURCES,
  unsupportedInBlocks,
  unsupportedNames,
  type AssignmentType,
  type Definition,
  placedAt,
  problemAt,
  type AttributeDiagnostic,
  type Diagnostic,
} from "../model";
import { asObject, getString, isObject, type JsonObject } from "../json";
import type {
  AssignmentDefinitions,
  MembershipSelection,
  PlacementCondition,
  PlacementSettings,
  ProjectSettingsDefinition,
} from "./generated/definitions";
import type {
  DesiredAssignments,
  DesiredMembership,
  DesiredOrganization,
  DesiredPlacement,
  DesiredProject,
  ProjectReference,
} from "./organization";
import { assignmentsMember, plainBody, plainNameOf, plainNames, type DefinedProject } from "./plain-body";
import { desiredAssignments } from "./source/assigned-objects";
import { ConfigurationError, invalidConfiguration } from "./configuration-error";
import { convertMembers, desiredProject, literalValues, type Value } from "./source/value";
import { desiredPlacement, desiredRule } from "./source/placements";
import { LITERAL, readArguments } from "./source/read-block";

/** An organization as plain objects. */
export interface OrganizationDefinition extends AssignmentDefinitions {
  /** Name of the organization. */
  readonly name: string;
  /** @default none */
  readonly projects?: readonly ProjectDefinition[] | undefined;
  /** @default none */
  readonly memberships?: readonly MembershipDefinition[] | undefined;
  /** @default none */
  readonly placements?: readonly PlacementDefinition[] | undefined;
}

/** A project as a plain object. */
export interface ProjectDefinition extends ProjectSettingsDefinition {
  /**
   * ID of the project, prefix `prj-`: the project is this one, whatever it is called.
   *
   * @default - the project is identified by its name, then by `previousNames`
   */
  readonly id?: string;
}

/**
 * The statement "these workspaces are in that project" as a plain object. Without a Terraform state nothing shows which
 * workspaces a membership had, so those that leave it stay in the project, unless it is exclusive.
 */
export interface MembershipDefinition extends MembershipSelection {
  readonly project: DefinedProject;
}

/**
 * An ordered table of rules as a plain object: the first rule that matches a workspace decides where it belongs, unless
 * a membership has the workspace.
 */
export interface PlacementDefinition extends PlacementSettings {
  /** At least one, in their order. */
  readonly rules: readonly PlacementRuleDefinition[];
}

/** A rule of a placement. At least one of `matchNames` and `matchTags` is set; both must match. */
export interface PlacementRuleDefinition extends PlacementCondition {
  /** Where the workspaces belong. With the default project they stay there. */
  readonly project: DefinedProject;
}

/** The desired state that plain objects describe. @throws UserError with every problem. */
export function readDefinition(definition: OrganizationDefinition): DesiredOrganization {
  const reader = new DefinitionReader({ ...definition });
  const desired = reader.read();
  if (reader.problems.length > 0) {
    throw invalidConfiguration(new ConfigurationError(reader.problems), "Correct the definition.");
  }
  return desired;
}

class DefinitionReader {
  readonly problems: Diagnostic[] = [];
  /** Key of a project's name → its address. */
  readonly #projects = new Map<string, string>();

  /** @param definition - May come from JSON, so its types are checked. */
  constructor(private readonly definition: JsonObject) {}

  read(): DesiredOrganization {
    const { definition } = this;
    const assigning = ASSIGNMENT_TYPES.map(assignmentsMember);
    this.#checkNames("", definition, ["name", "projects", "memberships", "placements", ...assigning]);
    const name = getString(definition, "name") ?? "";
    if (name === "") this.#add("name", "The name of the organization is required.");
    const projects = this.#list("projects").map((it, index) => this.#project(it, index));
    const memberships = this.#memberships(this.#list("memberships"));
    const placements = this.#list("placements").map((it, index) => this.#placement(it, `placements[${index}]`));
    const assignments = ASSIGNMENT_TYPES.flatMap((type) => this.#assignments(type));
    return {
      name,
      language: "typescript",
      projects,
      memberships,
      ...(placements.length === 0 ? {} : { placements }),
      ...(assignments.length === 0 ? {} : { assignments }),
      references: [],
    };
  }

  #project(project: JsonObject, index: number): DesiredProject {
    const { id } = project;
    const name = getString(project, "name");
    const address = `projects[${name === undefined ? index : JSON.stringify(name)}]`;
    const definition = RESOURCES.tfprojects_project;
    this.#checkNames(address, project, ["id", ...plainNames(definition)]);
    const values = this.#values(address, definition, plainBody(project, definition));
    const ownId = typeof id === "string" && isId("project", id) ? id : undefined;
    if (id !== undefined && ownId === undefined) {
      this.#add(`${address}.id`, `${JSON.stringify(id)} is not a valid project ID (expected prefix \`prj-\`).`);
    }
    if (name !== undefined) this.#checkUnique(address, name);
    return {
      ...desiredProject(address, values),
      ...(ownId === undefined ? {} : { id: ownId }),
    };
  }

  #checkUnique(address: string, name: string): void {
    const other = this.#projects.get(nameKey(name));
    if (other !== undefined) this.#add(`${address}.name`, duplicateName({ name, other }).detail);
    this.#projects.set(nameKey(name), address);
  }

  #memberships(definitions: readonly JsonObject[]): readonly DesiredMembership[] {
    const definition = RESOURCES.tfprojects_workspace_membership;
    const counts = new Map<string, number>();
    return definitions.map((membership, index) => {
      const reference = membership["project"];
      const label = this.#referenceTo(reference) === undefined ? String(index) : JSON.stringify(labelOf(reference));
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      const address = `memberships[${label}]${count === 1 ? "" : `#${count}`}`;
      this.#checkNames(address, membership, ["project", ...plainNames(definition)]);
      const project = this.#projectOf(membership, address, "A membership");
      const values = this.#values(address, definition, plainBody(membership, definition));
      return {
        address,
        project,
        ...convertMembers(values),
        ...(values("missing_workspaces") === "warn" ? { missingWorkspaces: "warn" } : {}),
      };
    });
  }

  #placement(placement: JsonObject, address: string): DesiredPlacement {
    const definition = RESOURCES.tfprojects_workspace_placement;
    this.#checkNames(address, placement, plainNames(definition));
    const rules = this.#list("rules", placement, `${address}.rules`).map((rule, position) => {
      const at = `${address}.rules[${position}]`;
      this.#checkNames(at, rule, plainNames(placementRuleBlock));
      return { body: plainBody(rule, placementRuleBlock), project: this.#projectOf(rule, at, "A rule") };
    });
    // References that are no names are checked by what reads them.
    const named = rules.map(({ body }) => ({ ...body, project: getString(body, "project") }));
    const values = this.#values(address, definition, { ...plainBody(placement, definition), rule: named });
    const desired = rules.map(({ body, project }) => desiredRule(project, literalValues(placementRuleBlock, body)));
    return desiredPlacement(address, values, desired);
  }

  #assignments(type: AssignmentType): readonly DesiredAssignments[] {
    const definition = ASSIGNMENTS[type];
    const member = assignmentsMember(type);
    return this.#list(member).map((it, index) => {
      const address = `${member}[${index}]`;
      this.#checkNames(address, it, ["project", ...plainNames(definition)]);
      const project = this.#projectOf(it, address, `What has ${definition.label}`);
      this.#place(address, unsupportedInBlocks(definition, it, plainNameOf(definition)));
      const body = plainBody(it, definition);
      this.#values(address, definition, body);
      return desiredAssignments(type, address, project, body);
    });
  }

  /** A project of the definition by its address, which is right also if the project is found by a previous name. */
  #referenceTo(project: unknown): ProjectReference | undefined {
    if (typeof project === "string" && project !== "") {
      const address = this.#projects.get(nameKey(project));
      return address === undefined ? { by: "name", name: project } : { by: "address", address };
    }
    if (!isObject(project)) return undefined;
    const { id, default: isDefault } = project;
    if (typeof id === "string" && isId("project", id)) return { by: "id", id };
    return isDefault === true ? { by: "default" } : undefined;
  }

  /** The project of an object, or the default one with a problem. @param what - Needs a project. */
  #projectOf({ project }: JsonObject, address: string, what: string): ProjectReference {
    const reference = this.#referenceTo(project);
    if (reference !== undefined) return reference;
    const message = `${what} needs a project: its name, \`{ id: "prj-…" }\` or \`{ default: true }\`.`;
    this.#add(`${address}.project`, message);
    return { by: "default" };
  }

  #list(name: string, object = this.definition, where = name): readonly JsonObject[] {
    const items = object[name] ?? [];
    if (Array.isArray(items) && items.every(isObject)) return items;
    this.#add(where, "It must be a list of objects.");
    return [];
  }

  #checkNames(address: string, object: JsonObject, names: readonly string[]): void {
    this.#place(address, unsupportedNames(object, names));
  }

  /** Checks types and values. @returns attribute → value, as Terraform converts it */
  #values(address: string, definition: Definition, body: JsonObject): (attribute: string) => Value {
    // What a body leaves out, such as the project of a membership, is not checked here.
    this.#place(address, readArguments(body, definition, LITERAL, plainNameOf(definition)).problems);
    return literalValues(definition, body);
  }

  #place(address: string, errors: readonly AttributeDiagnostic[]): void {
    this.problems.push(...errors.map((it) => placedAt(address, it)));
  }

  #add(where: string, message: string): void {
    this.problems.push(problemAt(where, message));
  }
}

/** What addresses call a project. */
function labelOf(project: unknown): string {
  return typeof project === "string" ? project : (getString(asObject(project), "id") ?? "default");
}
