import { isInput, isSame, attributeOf, NO_SETTINGS, RESOURCES, SETTING_NAMES, type Project } from "../model";
import { compareNames, groupBy } from "../reconcile";
import type { ActualOrganization } from "../engine/organization";
import { codeNames, type CodeNames } from "./names";
import { notCarriedOver, type NotCarriedOver, type OptionNames } from "./not-carried-over";
import type { Argument } from "../terraform/hcl-format";
import type { Framework } from "../constructs/base/frameworks";

/** An imported organization. All writers use it, and none depends on the name of an attribute. */
export interface ImportedOrganization {
  readonly name: string;
  /** The arguments of the provider. */
  readonly provider: readonly Argument[];
  /** Sorted by name. */
  readonly projects: readonly ImportedProject[];
  readonly notCarriedOver: readonly NotCarriedOver[];
}

/** A project, with its names in code. */
export interface ImportedProject extends CodeNames {
  readonly id: string;
  /** The attributes that are set. */
  readonly attributes: readonly Argument[];
  /** The attributes of its membership, without the reference to the project; undefined if it has no membership. */
  readonly membership: readonly Argument[] | undefined;
}

/** `files`: code for each project; `table`: one file with the data of all projects, and a loop over it. */
export const LAYOUTS = ["files", "table"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How to write an imported organization. */
export interface CodeOptions {
  /** Whether there are import blocks, so that Terraform imports the existing projects. */
  readonly imports: boolean;
  readonly layout: Layout;
}

export interface AppOptions extends CodeOptions {
  /** The framework of the app. */
  readonly framework: Framework;
}

const PROJECT = RESOURCES.tfprojects_project;
type ProjectAttribute = keyof typeof PROJECT.attributes;
type MembershipAttribute = keyof (typeof RESOURCES)["tfprojects_workspace_membership"]["attributes"];

/** The attribute of a membership that refers to its project. */
export const PROJECT_REFERENCE: MembershipAttribute = "project_id";
/** The attribute of a membership that every imported one has. */
export const WORKSPACES: MembershipAttribute = "workspace_names";
const EXCLUSIVE: MembershipAttribute = "exclusive";
/** The attributes of a membership that an import may set. */
export const MEMBERSHIP_ATTRIBUTES: readonly string[] = [WORKSPACES, EXCLUSIVE];

const PROVIDED: ProjectAttribute = "organization";
/** The attributes that code can set on a project, except for the organization, which the provider has. */
export const PROJECT_ATTRIBUTES: readonly { readonly name: string; readonly isRequired: boolean }[] = Object.entries(
  PROJECT.attributes,
).flatMap(([name, attribute]) =>
  isInput(attribute) && name !== PROVIDED ? [{ name, isRequired: attribute.mode === "required" }] : [],
);

const DELETION_POLICY: ProjectAttribute = "deletion_policy";

export interface ImportOptions extends OptionNames {
  /** Whether memberships are exclusive. */
  readonly exclusive: boolean;
  /** The construct IDs that projects have from an earlier import, by project ID. */
  readonly constructIds: ReadonlyMap<string, string>;
}

/**
 * The projects to import, as they are written to code.
 *
 * @param selected - Projects with all their settings: missing ones would count as unset.
 */
export function describeImport(
  organization: ActualOrganization,
  selected: readonly Project[],
  options: ImportOptions,
): ImportedOrganization {
  const { exclusive, constructIds } = options;
  const workspaces = groupBy(organization.workspaces, ({ projectId }) => projectId);
  const sorted = [...selected].sort(compareNames);
  const names = codeNames(sorted, constructIds);
  return {
    name: organization.name,
    provider: [{ name: PROVIDED, value: organization.name }],
    projects: sorted.map((project): ImportedProject => {
      const isDefault = project.id === organization.defaultProjectId;
      const workspaceNames = [...(workspaces.get(project.id) ?? [])].sort(compareNames).map(({ name }) => name);
      // The default project receives all new and released workspaces, so it cannot be exclusive.
      const isExclusive = exclusive && !isDefault;
      // An exclusive membership without workspaces means that the project must be empty.
      const hasMembership = workspaceNames.length > 0 || isExclusive;
      return {
        ...(names.get(project.id) ?? UNNAMED),
        id: project.id,
        attributes: [...settings(project), ...(isDefault ? [{ name: DELETION_POLICY, value: "retain" }] : [])],
        membership: hasMembership
          ? [{ name: WORKSPACES, value: workspaceNames }, ...(isExclusive ? [{ name: EXCLUSIVE, value: true }] : [])]
          : undefined,
      };
    }),
    notCarriedOver: notCarriedOver(organization, selected, options),
  };
}

const UNNAMED: CodeNames = { identifier: "project", constructId: "project" };

/** The settings that differ from those of a project that sets none. */
function settings(project: Project): readonly Argument[] {
  return SETTING_NAMES.flatMap((name) => {
    const value = project[name] ?? NO_SETTINGS[name];
    if (value === null || value === undefined || isSame(name, value, NO_SETTINGS[name])) return [];
    return [{ name: attributeOf(name), value }];
  });
}
