import { isObject, type JsonObject } from "../../json";
import {
  attributeOf,
  isId,
  SETTING_NAMES,
  settingsIn,
  type AttributeOf,
  type DesiredSettings,
  type SettingName,
} from "../../model";
import { withoutNullable, type Attribute, type ValueType } from "../../schema";
import { quote } from "../../reconcile/text";
import type { DesiredMembership, DesiredProject, ProjectReference } from "../organization";

/** A value of the code that is known without Terraform. References to a project's id are kept as references. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [member: string]: Value }
  | ProjectIdReference;

/** The id of a project that may not exist yet. */
export class ProjectIdReference {
  constructor(readonly reference: ProjectReference) {}
}

/** The project that an id stands for, if it is that of a project of the code, or a literal. */
export function projectWithId(value: Value | undefined): ProjectReference | undefined {
  if (value instanceof ProjectIdReference) return value.reference;
  return typeof value === "string" && isId("project", value) ? { by: "id", id: value } : undefined;
}

export function isMap(value: Value): value is Readonly<Record<string, Value>> {
  return isObject(value) && !(value instanceof ProjectIdReference);
}

/** Parsed JSON as a Terraform value: literally, without templates. */
export function valueIn(json: unknown): Value {
  if (json === null || typeof json === "string" || typeof json === "number" || typeof json === "boolean") return json;
  if (Array.isArray(json)) return json.map(valueIn);
  return typeof json === "object"
    ? Object.fromEntries(Object.entries(json).map(([name, value]: [string, unknown]) => [name, valueIn(value)]))
    : null;
}

/** Converts a value to an attribute's type, as Terraform does; undefined if that is impossible. Null has every type. */
export function convert(type: ValueType, value: Value): Value | undefined {
  if (value === null) return null;
  switch (type.kind) {
    case "string":
      if (typeof value === "number" || typeof value === "boolean") return String(value);
      return typeof value === "string" || value instanceof ProjectIdReference ? value : undefined;
    case "bool":
      return typeof value === "boolean" ? value : BOOLEANS.get(value);
    case "number":
      return typeof value === "number" ? value : toNumber(value);
    case "list":
    case "set": {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((item: Value) => convert(type.element, item));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case "nullable":
      return convert(type.of, value);
    case "map": {
      if (!isMap(value)) return undefined;
      const entries = Object.entries(value).map(([key, item]) => [key, convert(type.element, item)] as const);
      return entries.every(([, item]) => item !== undefined)
        ? (Object.fromEntries(entries) as Readonly<Record<string, Value>>)
        : undefined;
    }
    case "object":
      throw new Error(`Arguments of type ${type.kind} are not supported.`);
  }
}

/** The values in a plan or a state, converted to the types of their attributes; null for those that are not set. */
export function literalValues<Name extends string>(
  { attributes }: { readonly attributes: Readonly<Record<Name, Attribute>> },
  values: JsonObject,
): (attribute: Name) => Value {
  return (name) => convert(attributes[name].type, valueIn(values[name])) ?? null;
}

/**
 * The settings of a project.
 *
 * @param valueOf - The converted value of an attribute.
 */
export function convertSettings(
  valueOf: (attribute: AttributeOf<SettingName>) => Value,
  ignoreAdditionalTags: boolean,
): DesiredSettings {
  const config = Object.fromEntries(SETTING_NAMES.map(attributeOf).map((name) => [name, valueOf(name)]));
  return settingsIn({
    // Values have the types of their attributes after conversion.
    ...(config as Parameters<typeof settingsIn>[0]),
    ignore_additional_tags: ignoreAdditionalTags,
  });
}

/** What code says of a project, in the order in which problems are reported. */
export const PROJECT_ATTRIBUTES = [
  ...SETTING_NAMES.map(attributeOf),
  "ignore_additional_tags",
  "previous_names",
  "adopt_existing",
] as const;

/** A project of code or a plan. @param valueOf - The converted value of an attribute; null if it is not set. */
export function desiredProject(
  address: string,
  valueOf: (attribute: (typeof PROJECT_ATTRIBUTES)[number]) => Value,
): DesiredProject {
  const adoptExisting = valueOf("adopt_existing");
  return {
    address,
    ...convertSettings(valueOf, valueOf("ignore_additional_tags") === true),
    previousNames: stringsIn(valueOf("previous_names")),
    ...(typeof adoptExisting === "boolean" ? { adoptExisting } : {}),
  };
}

/** The attributes of a membership that say which workspaces it has. */
export const MEMBER_ATTRIBUTES = ["workspace_ids", "workspace_names", "exclusive"] as const;

/**
 * The workspaces of a membership.
 *
 * @param valueOf - The converted value of an attribute; null if it is not set.
 */
export function convertMembers(
  valueOf: (attribute: (typeof MEMBER_ATTRIBUTES)[number]) => Value,
): Pick<DesiredMembership, "workspaceIds" | "workspaceNames" | "exclusive"> {
  return {
    workspaceIds: stringsIn(valueOf("workspace_ids")),
    workspaceNames: stringsIn(valueOf("workspace_names")),
    exclusive: valueOf("exclusive") === true,
  };
}

/** The strings of a list; none for any other value. */
export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** Terraform's message for a value of the wrong type. */
export function typeMismatch(attribute: string, type: ValueType): string {
  return `Inappropriate value for attribute ${quote(attribute)}: ${required(type)} required.`;
}

function required(nullable: ValueType): string {
  const type = withoutNullable(nullable);
  if (type.kind === "list" || type.kind === "set" || type.kind === "map") return `${type.kind} of ${type.element.kind}`;
  return type.kind === "string" ? "string" : `a ${type.kind} is`;
}

/** Terraform's message for a key that an object has twice. */
export function duplicateKey(key: string): string {
  return `Duplicate object attribute: an attribute named ${quote(key)} was already defined.`;
}

function toNumber(value: Value): number | undefined {
  const isNumber = typeof value === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value);
  return isNumber ? Number(value) : undefined;
}

/** The strings that Terraform converts to booleans. */
const BOOLEANS: ReadonlyMap<Value, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
