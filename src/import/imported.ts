import {
  isInput,
  isSame,
  attributeOf,
  NO_SETTINGS,
  RESOURCES,
  SETTING_NAMES,
  type Project,
  type Workspace,
  type WorkspaceSelection,
} from "../model";
import { compareNames, groupBy } from "../reconcile";
import type { ActualOrganization } from "../engine";
import { headerLines } from "./header";
import { codeNames, type CodeNames } from "./names";
import { notCarriedOver, type NotCarriedOver, type OptionNames } from "./not-carried-over";
import type { Argument } from "../terraform/hcl-format";
import type { Framework } from "../constructs/base/frameworks";
import { RuleFinder } from "./rules";

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
  readonly notCarriedOver: readonly NotCarriedOver[];
  /** The attributes that memberships may have, without the reference to the project. */
  readonly membershipAttributes: readonly string[];
  /** Those of them that select workspaces. A project with any of them has a membership. */
  readonly selectingAttributes: readonly string[];
  /** How many workspaces are in memberships because of rules. */
  readonly workspacesByRule: number;
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
const WORKSPACES: MembershipAttribute = "workspace_names";
const MATCH_NAMES: MembershipAttribute = "match_names";
const MATCH_TAGS: MembershipAttribute = "match_tags";
const EXCLUSIVE: MembershipAttribute = "exclusive";

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
  /** Whether memberships have rules where these select the same workspaces as names would. */
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
  const sorted = [...selected].sort(compareNames);
  const names = codeNames(sorted, constructIds);
  const finder = rules ? new RuleFinder(organization.workspaces) : undefined;
  const selectingAttributes = rules ? [WORKSPACES, MATCH_NAMES, MATCH_TAGS] : [WORKSPACES];
  const selections = new Map(
    sorted.map(({ id }) => {
      const inside = workspaces.get(id) ?? [];
      return [id, finder === undefined ? byName(inside) : finder.selectionOf(inside)];
    }),
  );
  const count = (project: Project): number => workspaces.get(project.id)?.length ?? 0;
  const left = notCarriedOver(organization, selected, options);
  return {
    ...codeHead(organization.name, headerLines(left)),
    projects: sorted.map((project): ImportedProject => {
      const isDefault = project.id === organization.defaultProjectId;
      // The default project receives all new and released workspaces, so it cannot be exclusive.
      const isExclusive = exclusive && !isDefault;
      // An exclusive membership without workspaces means that the project must be empty.
      const hasMembership = count(project) > 0 || isExclusive;
      return {
        ...(names.get(project.id) ?? UNNAMED),
        id: project.id,
        attributes: [...settings(project), ...(isDefault ? [{ name: DELETION_POLICY, value: "retain" }] : [])],
        membership: hasMembership
          ? [...selecting(selections.get(project.id)), ...(isExclusive ? [{ name: EXCLUSIVE, value: true }] : [])]
          : undefined,
      };
    }),
    notCarriedOver: left,
    membershipAttributes: [...selectingAttributes, EXCLUSIVE],
    selectingAttributes,
    workspacesByRule: sorted.reduce(
      (sum, project) => sum + count(project) - (selections.get(project.id)?.workspaceNames.length ?? 0),
      0,
    ),
  };
}

export function codeHead(name: string, comment: readonly string[]): CodeHead {
  return { name, provider: [{ name: PROVIDED, value: name }], comment };
}

function byName(workspaces: readonly Workspace[]): WorkspaceSelection {
  return { workspaceIds: [], workspaceNames: [...workspaces].sort(compareNames).map(({ name }) => name) };
}

/** The list is left out if a rule selects everything. */
function selecting({ workspaceNames, rule = {} }: WorkspaceSelection = byName([])): readonly Argument[] {
  const { matchNames, matchTags } = rule;
  const hasRule = matchNames !== undefined || matchTags !== undefined;
  return [
    ...(workspaceNames.length === 0 && hasRule ? [] : [{ name: WORKSPACES, value: workspaceNames }]),
    ...(matchNames === undefined ? [] : [{ name: MATCH_NAMES, value: matchNames }]),
    ...(matchTags === undefined ? [] : [{ name: MATCH_TAGS, value: matchTags }]),
  ];
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
