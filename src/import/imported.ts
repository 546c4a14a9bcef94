import { groupBy } from "../lists";
import {
  formatObjectsImportId,
  isInput,
  isSame,
  attributeOf,
  NO_SETTINGS,
  RESOURCES,
  SETTING_NAMES,
  type Project,
  type RuleCondition,
  type Workspace,
} from "../model";
import { compareNames } from "../reconcile";
import type { ActualOrganization } from "../engine";
import { assignmentsTo, kindsOf, type CodeAssignments, type ImportedKind } from "./assignments";
import { headerLines } from "./comment";
import { withConstructIds } from "./names";
import { notCarriedOver, type NotCarriedOver, type OptionNames } from "./not-carried-over";
import type { Argument } from "../terraform/hcl-format";
import type { Framework } from "../constructs/base/frameworks";
import { byName, selectByRules } from "./rules";

/** What every main file begins with. */
export interface CodeHead {
  /** The name of the organization. */
  readonly name: string;
  /** The arguments of the provider. */
  readonly provider: readonly Argument[];
  /** Lines of the comment on the code. */
  readonly comment: readonly string[];
}

/** An imported organization. All writers use it, and none depends on the name of an attribute. */
export interface ImportedOrganization extends CodeHead {
  /** Sorted by name. */
  readonly projects: readonly ImportedProject[];
  /** The kinds of assignments to projects that are imported. */
  readonly kinds: readonly ImportedKind[];
  readonly notCarriedOver: readonly NotCarriedOver[];
  /** Whether a project has a rule, so that there is a placement. */
  readonly hasRules: boolean;
  /** How many workspaces its rules match. */
  readonly workspacesByRule: number;
}

/** A project, as it is written to code. */
interface ImportedProject {
  readonly id: string;
  /** The ID of its construct: see {@link withConstructIds}. */
  readonly constructId: string;
  /** The attributes that are set. */
  readonly attributes: readonly Argument[];
  readonly membership: ImportedMembership | undefined;
  readonly assignments: readonly CodeAssignments[];
  /** The condition of its rule; undefined if it has none. */
  readonly condition: RuleCondition | undefined;
}

interface ImportedMembership {
  /** The attributes that are set, without the reference to the project. */
  readonly attributes: readonly Argument[];
  /** It names the workspaces, so that the membership releases them, and no others. */
  readonly importId: string;
}

/** How to write an imported organization. */
export interface CodeOptions {
  /** Whether there are import blocks, so that Terraform imports the existing projects. */
  readonly imports: boolean;
}

/** The packages of an app. */
export interface AppForm {
  readonly framework: Framework;
  /** How its `package.json` depends on this package: `^1.2.0`, `file:../tfprojects-1.2.0.tgz`. */
  readonly requirement: string;
}

export interface AppOptions extends CodeOptions, AppForm {}

const PROJECT = RESOURCES.tfprojects_project;
type ProjectAttribute = keyof typeof PROJECT.attributes;
type MembershipAttribute = keyof (typeof RESOURCES)["tfprojects_workspace_membership"]["attributes"];

/** The attribute that refers to a project: of a membership, and of what assigns objects. */
export const PROJECT_REFERENCE: MembershipAttribute = "project_id";
/** The attribute that every membership has. */
export const WORKSPACES: MembershipAttribute = "workspace_names";
const EXCLUSIVE: MembershipAttribute = "exclusive";
/** The attributes that memberships may have, without the reference to the project. */
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
  /** Whether a placement selects workspaces by rules. Not for exclusive memberships: their lists are complete. */
  readonly rules: boolean;
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
  const { exclusive, rules, constructIds } = options;
  const workspaces = groupBy(organization.workspaces, ({ projectId }) => projectId);
  const sorted = withConstructIds([...selected].sort(compareNames), constructIds);
  const insides = sorted.map(({ id }) => workspaces.get(id) ?? []);
  const selections = rules ? selectByRules(insides, organization.workspaces) : insides.map(byName);
  const left = notCarriedOver(organization, selected, options);
  const projects = sorted.map((project, index): ImportedProject => {
    const isDefault = project.id === organization.defaultProjectId;
    // The default project receives all new and released workspaces, so it cannot be exclusive.
    const isExclusive = exclusive && !isDefault;
    const { named = [], condition } = selections[index] ?? {};
    return {
      id: project.id,
      constructId: project.constructId,
      attributes: [...settings(project), ...(isDefault ? [{ name: DELETION_POLICY, value: "retain" }] : [])],
      // An exclusive membership without workspaces means that the project must be empty.
      membership: named.length > 0 || isExclusive ? membershipOf(project, named, isExclusive) : undefined,
      assignments: assignmentsTo(organization, project),
      condition,
    };
  });
  const kinds = kindsOf(organization);
  return {
    ...codeHead(organization.name, headerLines(kinds, left)),
    projects,
    kinds,
    hasRules: projects.some(({ condition }) => condition !== undefined),
    notCarriedOver: left,
    workspacesByRule: insides.flat().length - selections.flatMap(({ named }) => named).length,
  };
}

function membershipOf({ id }: Project, workspaces: readonly Workspace[], isExclusive: boolean): ImportedMembership {
  const names = workspaces.map(({ name }) => name);
  return {
    attributes: [{ name: WORKSPACES, value: names }, ...(isExclusive ? [{ name: EXCLUSIVE, value: true }] : [])],
    importId: formatObjectsImportId({ project: id, objects: names.length === 0 ? undefined : names }),
  };
}

export function codeHead(name: string, comment: readonly string[]): CodeHead {
  return { name, provider: [{ name: PROVIDED, value: name }], comment };
}

/** The settings that differ from those of a project that sets none. */
function settings(project: Project): readonly Argument[] {
  return SETTING_NAMES.flatMap((name) => {
    const value = project[name] ?? NO_SETTINGS[name];
    if (value === null || value === undefined || isSame(name, value, NO_SETTINGS[name])) return [];
    return [{ name: attributeOf(name), value }];
  });
}
