import * as v from "valibot";
import { isObject } from "../json";
import {
  attributeOf,
  PROJECT_SETTINGS,
  RESOURCES,
  SETTING_NAMES,
  type AssignmentAttributes,
  type ProjectSettings,
  type SettingName,
} from "../model";
import { ownMember } from "../own-member";
import type { ValueType } from "../schema";

/* What the schemas of code, documents and plans are made of. */

/** A type of which no part can be changed. */
export type ReadOnly<T> = T extends object ? { readonly [Member in keyof T]: ReadOnly<T[Member]> } : T;

/** The schema of JSON values of a type. */
export function schemaOf(type: ValueType): v.GenericSchema {
  switch (type.kind) {
    case "string":
      return v.string();
    case "number":
      return v.number();
    case "bool":
      return v.boolean();
    case "list":
    case "set":
      return v.array(schemaOf(type.element));
    case "map":
      return mapOf(schemaOf(type.element));
    case "object":
      return v.object(Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, schemaOf(field)])));
    case "nullable":
      return v.nullable(schemaOf(type.of));
  }
}

/** An object with any keys: `v.record` would drop some, such as the tag `constructor`. */
export function mapOf(item: v.GenericSchema): v.GenericSchema {
  const isMap = (map: unknown): boolean => isObject(map) && Object.values(map).every((value) => v.is(item, value));
  return v.custom(isMap, `expected a map of ${item.expects}`);
}

/** Why a schema does not accept a value: `format_version is missing`. */
export function problemOf(issue: v.BaseIssue<unknown>): string {
  const at = v.getDotPath(issue) ?? "the document";
  if (issue.input === undefined) return `${at} is missing`;
  if (issue.expected === "never") return `${at} is unknown`;
  if (issue.kind !== "schema" || issue.expected === null || issue.type === "custom") return `${at}: ${issue.message}`;
  const expected = issue.expected.replace(/^\(|\)$/g, "").split(" | ");
  return `${at} must be ${expected.map((it) => ownMember(JSON_TYPES, it) ?? it).join(" or ")}`;
}

/** The types that a schema expects, in words. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  Array: "a list",
  Object: "an object",
};

/** Only required settings always have a value; those that code leaves alone are absent. */
export const settingSchemas = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const value = schemaOf(PROJECT_SETTINGS[name].type);
    const { mode } = RESOURCES.tfprojects_project.attributes[attributeOf(name)];
    return [name, mode === "required" ? value : v.optional(v.nullable(value))];
  }),
) as unknown as { readonly [Name in SettingName]: v.GenericSchema<ProjectSettings[Name]> };

/** Key-value tags. */
export const tags = v.array(v.object({ key: v.string(), value: v.string() }));

/** How an object is assigned to a project, by attribute. */
export const assignmentAttributes: v.GenericSchema<AssignmentAttributes> = v.record(
  v.string(),
  v.union([v.string(), v.boolean()]),
);
