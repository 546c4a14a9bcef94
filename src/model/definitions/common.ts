import {
  bool,
  computed,
  withDescription,
  nullable,
  number,
  object,
  optional,
  optionalComputed,
  string,
  type Attribute,
  type ValueType,
} from "../../schema";
import {
  attributeOf,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  type AttributeOf,
  type ProjectSettings,
  type SettingName,
} from "./project-settings";

/*
 * Attributes shared by several resources and data sources.
 */

const ORGANIZATION = { unset: "the provider's" };

/** The organization of a data source. */
export const organization: Attribute<string, "optional-computed"> = optionalComputed(string, {
  description: "Name of the organization.",
  ...ORGANIZATION,
});

/**
 * The organization of a resource.
 *
 * @param what - Such as `project`.
 */
export function organizationOf(what: string): Attribute<string, "optional-computed"> {
  return optionalComputed(string, {
    description: `Name of the organization. A change replaces the ${what}.`,
    ...ORGANIZATION,
  });
}

/** A boolean that defaults to false; null in the state when omitted. */
export function booleanFlag(description: string): Attribute<boolean, "optional"> {
  return optional(bool, { description, unset: "`false`" });
}

/** The caller's permissions for a project; null where the service does not send them. */
const projectPermissions = object(
  {
    can_update: withDescription(nullable(bool), "Whether the project can be updated."),
    can_destroy: withDescription(nullable(bool), "Whether the project can be deleted."),
    can_create_workspace: withDescription(nullable(bool), "Whether workspaces can be created in the project."),
  },
  "ProjectPermissions",
);

type ReadSettings = Omit<ProjectSettings, "name">;

/** The settings of a project in data sources, except its name, by attribute. */
export const settingFields = Object.fromEntries(
  SETTING_NAMES.filter((name) => name !== "name").map((name) => [attributeOf(name), settingField(name)]),
) as { readonly [Name in keyof ReadSettings as AttributeOf<Name>]: ValueType<NonNullable<ReadSettings[Name]> | null> };

function settingField(name: SettingName): ValueType {
  const { description, type, none, whenAbsent } = PROJECT_SETTINGS[name];
  const unset = none === undefined ? [whenAbsent === "unset" ? "unset" : "unset or inherited"] : [];
  const unknown = whenAbsent === "unknown" ? ["when the response does not contain it"] : [];
  return withDescription(
    nullable<unknown>(type),
    `${description} Null ${[...unset.map((it) => `when ${it}`), ...unknown].join(", and ")}.`,
  );
}

/**
 * The settings of a project in a list, without the duration: lists may omit it, so null would not mean "unset".
 */
export function listedSettings<T extends { readonly auto_destroy_activity_duration: unknown }>(
  settings: T,
): Omit<T, "auto_destroy_activity_duration"> {
  const listed = Object.entries(settings).filter(([name]) => name !== "auto_destroy_activity_duration");
  return Object.fromEntries(listed) as Omit<T, "auto_destroy_activity_duration">;
}

/** Computed attributes with the documentation of these fields. */
export function computedFields<F extends Readonly<Record<string, ValueType>>>(fields: F): ComputedFields<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, computedFrom(field)]),
  ) as unknown as ComputedFields<F>;
}

type ComputedFields<F> = {
  readonly [Name in keyof F]: F[Name] extends ValueType<infer T> ? Attribute<T, "computed"> : never;
};

/** Fields of a project in every data source. */
export const projectFields = {
  id: withDescription(string, "Identifier of the project, prefix `prj-`."),
  name: withDescription(string, "Name of the project."),
  is_default: withDescription(bool, "Whether it is the organization's default project."),
  workspace_count: withDescription(nullable(number), "Number of workspaces in the project."),
  team_count: withDescription(nullable(number), "Number of teams with access to the project."),
  permissions: withDescription(projectPermissions, "Permissions of the token's owner for the project."),
};

/** A computed attribute with the documentation of the field. */
export function computedFrom<T>(field: ValueType<T>): Attribute<T, "computed"> {
  return computed(field, { description: field.description ?? "" });
}
