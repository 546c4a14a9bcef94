import {
  bool,
  computed,
  described,
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
 * What several resources and data sources have.
 */

const ORGANIZATION = { unset: "the provider's" };

/** The organization of a data source. */
export const organization: Attribute<string, "optional-computed"> = optionalComputed(string, {
  description: "Name of the organization.",
  ...ORGANIZATION,
});

/** The organization of a resource. @param what - As in `A change replaces the project.` */
export function organizationOf(what: string): Attribute<string, "optional-computed"> {
  return optionalComputed(string, {
    description: `Name of the organization. A change replaces the ${what}.`,
    ...ORGANIZATION,
  });
}

/** A flag that is false where it is left out, and then null in state. */
export function flag(description: string): Attribute<boolean, "optional"> {
  return optional(bool, { description, unset: "`false`" });
}

/** What the caller may do with a project; null where the service does not say. */
export const projectPermissions = object(
  {
    can_update: described(nullable(bool), "Whether the project can be updated."),
    can_destroy: described(nullable(bool), "Whether the project can be deleted."),
    can_create_workspace: described(nullable(bool), "Whether workspaces can be created in the project."),
  },
  "ProjectPermissions",
);

export const DURATION =
  "How long each workspace of the project waits, after inactivity, before it destroys its infrastructure, such as `14d` or `36h`";

/** Fields that a project has in every data source. */
export const projectFields = {
  id: described(string, "Identifier of the project, prefix `prj-`."),
  name: described(string, "Name of the project."),
  description: described(nullable(string), "Description, at most 256 characters; null when unset."),
  is_default: described(bool, "Whether it is the organization's default project."),
  workspace_count: described(nullable(number), "Number of workspaces in the project."),
  team_count: described(nullable(number), "Number of teams with access to the project."),
  permissions: described(projectPermissions, "What the token's owner may do with the project."),
};

/** An attribute that the provider sets, documented as the field is. */
export function computedFrom<T>(field: ValueType<T>): Attribute<T, "computed"> {
  return computed(field, { description: field.description ?? "" });
}
