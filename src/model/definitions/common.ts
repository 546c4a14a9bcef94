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
 * @param what - As in `A change replaces the project.`
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
export const projectPermissions = object(
  {
    can_update: withDescription(nullable(bool), "Whether the project can be updated."),
    can_destroy: withDescription(nullable(bool), "Whether the project can be deleted."),
    can_create_workspace: withDescription(nullable(bool), "Whether workspaces can be created in the project."),
  },
  "ProjectPermissions",
);

export const DURATION_DESCRIPTION =
  "How long each workspace of the project waits, after inactivity, before it destroys its infrastructure, such " +
  "as `14d` or `36h`";

/** Fields of a project in every data source. */
export const projectFields = {
  id: withDescription(string, "Identifier of the project, prefix `prj-`."),
  name: withDescription(string, "Name of the project."),
  description: withDescription(nullable(string), "Description, at most 256 characters; null when unset."),
  is_default: withDescription(bool, "Whether it is the organization's default project."),
  workspace_count: withDescription(nullable(number), "Number of workspaces in the project."),
  team_count: withDescription(nullable(number), "Number of teams with access to the project."),
  permissions: withDescription(projectPermissions, "What the token's owner may do with the project."),
};

/** A computed attribute with the documentation of the field. */
export function computedFrom<T>(field: ValueType<T>): Attribute<T, "computed"> {
  return computed(field, { description: field.description ?? "" });
}
