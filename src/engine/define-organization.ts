import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  duplicateProjectName,
  isId,
  nameKey,
  RESOURCES,
  unsupportedNames,
  type AssignmentType,
  type Definition,
} from "../model";
import { camelCase, type Attribute } from "../schema";
import { getString, isObject, type JsonObject } from "../json";
import { labelOf, projectNeeded, type DefinedProject } from "./defined-project";
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
import { assignmentsMember, DEFINED_ATTRIBUTES, plainBody, plainNameOf, unsupportedMembers } from "./plain-body";
import { desiredAssignments } from "./source/assigned-objects";
import { ConfigurationError, invalidConfiguration, type ConfigurationProblem } from "./configuration-error";
import { convert, convertMembers, desiredProject, valueIn, type Value } from "./source/value";
import { desiredPlacement, desiredRule } from "./source/placements";
import { LITERAL, validateArguments } from "./source/validate-block";

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
  readonly problems: ConfigurationProblem[] = [];
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
    const attributes = DEFINED_ATTRIBUTES.project;
    this.#checkNames(address, project, ["id", ...attributes.map(([it]) => camelCase(it))]);
    this.#checkArguments(address, project, RESOURCES.tfprojects_project, attributes);
    const ownId = typeof id === "string" && isId("project", id) ? id : undefined;
    if (id !== undefined && ownId === undefined) {
      this.#add(`${address}.id`, `${JSON.stringify(id)} is not a valid project ID (expected prefix \`prj-\`).`);
    }
    if (name !== undefined) this.#checkUnique(address, name);
    const values = valuesOf(project, attributes);
    return {
      ...desiredProject(address, (it) => values.get(it) ?? null),
      ...(ownId === undefined ? {} : { id: ownId }),
    };
  }

  #checkUnique(address: string, name: string): void {
    const other = this.#projects.get(nameKey(name));
    if (other !== undefined) this.#add(`${address}.name`, duplicateProjectName(name, other));
    this.#projects.set(nameKey(name), address);
  }

  #memberships(definitions: readonly JsonObject[]): readonly DesiredMembership[] {
    const counts = new Map<string, number>();
    return definitions.map((membership, index) => {
      const project = this.#referenceTo(membership["project"]);
      const label = project === undefined ? String(index) : JSON.stringify(labelOf(membership["project"]));
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      const address = `memberships[${label}]${count === 1 ? "" : `#${count}`}`;
      const attributes = DEFINED_ATTRIBUTES.membership;
      this.#checkNames(address, membership, ["project", ...attributes.map(([it]) => camelCase(it))]);
      if (project === undefined) {
        this.#add(`${address}.project`, projectNeeded("A membership"));
      }
      this.#checkArguments(address, membership, RESOURCES.tfprojects_workspace_membership, attributes);
      const values = valuesOf(membership, attributes);
      return {
        address,
        project: project ?? { by: "default" },
        ...convertMembers((it) => values.get(it) ?? null),
        ...(values.get("missing_workspaces") === "warn" ? { missingWorkspaces: "warn" } : {}),
      };
    });
  }

  #placement(placement: JsonObject, address: string): DesiredPlacement {
    const { placement: attributes, rule: condition } = DEFINED_ATTRIBUTES;
    this.#checkNames(address, placement, ["rules", ...attributes.map(([it]) => camelCase(it))]);
    const rules = this.#list("rules", placement, `${address}.rules`);
    const desired = rules.map((rule, position) => {
      const at = `${address}.rules[${position}]`;
      this.#checkNames(at, rule, ["project", ...condition.map(([it]) => camelCase(it))]);
      const project = this.#referenceTo(rule["project"]);
      if (project === undefined) this.#add(`${at}.project`, projectNeeded("A rule"));
      const values = valuesOf(rule, condition);
      return desiredRule(project ?? { by: "default" }, (it) => values.get(it) ?? null);
    });
    this.#checkPlacement(address, placement, rules);
    const values = valuesOf(placement, attributes);
    return desiredPlacement(address, (it) => values.get(it) ?? null, desired);
  }

  #assignments(type: AssignmentType): readonly DesiredAssignments[] {
    const definition = ASSIGNMENTS[type];
    const member = assignmentsMember(type);
    return this.#list(member).map((it, index) => {
      const address = `${member}[${index}]`;
      const body = plainBody(it, definition);
      const project = this.#referenceTo(it["project"]);
      if (project === undefined) this.#add(`${address}.project`, projectNeeded(`What has ${ASSIGNMENTS[type].label}`));
      const problems = [
        ...unsupportedMembers(it, definition, ["project"]),
        ...validateArguments(body, definition, LITERAL, plainNameOf(definition)),
      ];
      for (const { attribute, message } of problems) this.#add(`${address}.${attribute}`, message);
      return desiredAssignments(type, address, project ?? { by: "default" }, body);
    });
  }

  /** Checks types and values of a placement, whose rules are blocks in Terraform. */
  #checkPlacement(address: string, placement: JsonObject, rules: readonly JsonObject[]): void {
    const { placement: attributes, rule: condition } = DEFINED_ATTRIBUTES;
    const blocks = rules.map(({ project, ...rule }) => ({
      ...argumentsIn(rule, condition),
      // Other references are checked by what reads them.
      project: typeof project === "string" ? project : undefined,
    }));
    const body = { ...argumentsIn(placement, attributes), rule: blocks };
    for (const { attribute, message } of validateArguments(
      body,
      RESOURCES.tfprojects_workspace_placement,
      LITERAL,
      nameInPlacement,
    )) {
      this.#add(`${address}.${attribute}`, message);
    }
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

  #list(name: string, object = this.definition, where = name): readonly JsonObject[] {
    const items = object[name] ?? [];
    if (Array.isArray(items) && items.every(isObject)) return items;
    this.#add(where, "It must be a list of objects.");
    return [];
  }

  #checkNames(address: string, object: JsonObject, names: readonly string[]): void {
    for (const { attribute, message } of unsupportedNames(object, names)) {
      this.#add(address === "" ? attribute : `${address}.${attribute}`, message);
    }
  }

  #checkArguments(address: string, object: JsonObject, definition: Definition, attributes: DefinedAttributes): void {
    const body = argumentsIn(object, attributes);
    // What a definition leaves out, such as the project of a membership, is not checked here.
    for (const { attribute, message } of validateArguments(body, definition, LITERAL, camelCase)) {
      this.#add(`${address}.${attribute}`, message);
    }
  }

  #add(where: string, message: string): void {
    this.problems.push({ where, message });
  }
}

type DefinedAttributes = readonly (readonly [string, Attribute])[];

/** Attributes → their values, as Terraform converts them. */
function valuesOf(object: JsonObject, attributes: DefinedAttributes): ReadonlyMap<string, Value> {
  return new Map(attributes.map(([name, { type }]) => [name, convert(type, valueOf(object, name)) ?? null]));
}

/** Attributes → their values, with the names of Terraform. */
function argumentsIn(object: JsonObject, attributes: DefinedAttributes): JsonObject {
  return Object.fromEntries(attributes.map(([name]) => [name, valueOf(object, name)]));
}

/** The value of a member for an attribute; null if it is not set. */
function valueOf(object: JsonObject, attribute: string): Value {
  return valueIn(object[camelCase(attribute)] ?? null);
}

/** What definitions call an attribute or block of a placement. */
function nameInPlacement(name: string): string {
  return name === "rule" ? "rules" : camelCase(name);
}
