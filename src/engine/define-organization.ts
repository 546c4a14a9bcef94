import { duplicateProjectName, isId, nameKey, RESOURCES, unsupportedNames, type Definition } from "../model";
import { camelCase, type Attribute } from "../schema";
import { asObject, getString, isObject, type JsonObject } from "../json";
import { DEFINED_ATTRIBUTES } from "./defined-attributes";
import type { MembershipSelection, ProjectSettingsDefinition } from "./generated/definitions";
import type { DesiredMembership, DesiredOrganization, DesiredProject, ProjectReference } from "./organization";
import { ConfigurationError, invalidConfiguration, type ConfigurationProblem } from "./configuration-error";
import { convert, convertMembers, convertSettings, stringsIn, valueIn, type Value } from "./source/value";
import { LITERAL, validateArguments } from "./source/validate-block";

/** An organization as plain objects. */
export interface OrganizationDefinition {
  /** Name of the organization. */
  readonly name: string;
  /** @default none */
  readonly projects?: readonly ProjectDefinition[] | undefined;
  /** @default none */
  readonly memberships?: readonly MembershipDefinition[] | undefined;
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
  /** The project: by the name of one of the definition or of the organization, by ID, or the default project. */
  readonly project: string | { readonly id: string } | { readonly default: true };
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
    this.#checkNames("", definition, ["name", "projects", "memberships"]);
    const name = getString(definition, "name") ?? "";
    if (name === "") this.#add("name", "The name of the organization is required.");
    const projects = this.#list("projects").map((it, index) => this.#project(it, index));
    const memberships = this.#memberships(this.#list("memberships"));
    return { name, language: "typescript", projects, memberships, references: [] };
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
      address,
      ...convertSettings((it) => values.get(it) ?? null, values.get("ignore_additional_tags") === true),
      previousNames: stringsIn(values.get("previous_names")),
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
        this.#add(
          `${address}.project`,
          'A membership needs a project: its name, `{ id: "prj-…" }` or `{ default: true }`.',
        );
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

  #list(name: "projects" | "memberships"): readonly JsonObject[] {
    const items = this.definition[name] ?? [];
    if (Array.isArray(items) && items.every(isObject)) return items;
    this.#add(name, "It must be a list of objects.");
    return [];
  }

  #checkNames(address: string, object: JsonObject, names: readonly string[]): void {
    for (const { attribute, message } of unsupportedNames(object, names)) {
      this.#add(address === "" ? attribute : `${address}.${attribute}`, message);
    }
  }

  #checkArguments(address: string, object: JsonObject, definition: Definition, attributes: DefinedAttributes): void {
    const body = Object.fromEntries(attributes.map(([name]) => [name, valueOf(object, name)]));
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

/** The value of a member for an attribute; null if it is not set. */
function valueOf(object: JsonObject, attribute: string): Value {
  return valueIn(object[camelCase(attribute)] ?? null);
}

function labelOf(project: unknown): string {
  return typeof project === "string" ? project : (getString(asObject(project), "id") ?? "default");
}
