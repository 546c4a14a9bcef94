import * as v from "valibot";
import { indexBy } from "../lists";
import {
  ASSIGNMENT_TYPES,
  INHERITED_SETTINGS,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  UNKNOWN_TAGS_REASONS,
  type AssignmentAttributes,
  type AssignmentType,
  type NamedObject,
  type Organization,
  type Project,
  type Workspace,
} from "../model";
import type { RelatedObjects } from "./impact/kinds";
import { FIXED_REASONS, type AssignableObject, type ObservedAssignment } from "../reconcile/assignments";
import { assignmentAttributes, schemaOf, tags } from "./shape";

/*
 * Organizations as the service returned them. A saved plan contains one: its shape is described by the schema that
 * checks it.
 */

const permission = v.optional(v.boolean());

const actualProject = v.object({
  id: v.string(),
  organization: v.string(),
  ...Object.fromEntries(
    SETTING_NAMES.map((name) => [name, v.optional(v.nullable(schemaOf(PROJECT_SETTINGS[name].type)))]),
  ),
  workspaceCount: v.optional(v.number()),
  teamCount: v.optional(v.number()),
  permissions: v.object({
    canUpdate: permission,
    canDestroy: permission,
    canCreateWorkspace: permission,
    canMoveWorkspaces: permission,
    canManageTeams: permission,
  }),
});

/** Settings by name, each with a value of this type. */
function inherited(value: v.GenericSchema): v.GenericSchema {
  return v.partial(v.object(Object.fromEntries(INHERITED_SETTINGS.map(([name]) => [name, value]))));
}

const actualWorkspace = v.object({
  id: v.string(),
  name: v.string(),
  projectId: v.string(),
  organization: v.string(),
  currentRunId: v.optional(v.nullable(v.string())),
  sharesStateWithProject: v.optional(v.literal(true)),
  refusesDestroyPlans: v.optional(v.literal(true)),
  vcsTokenId: v.optional(v.string()),
  tags: v.optional(tags),
  unknownTags: v.optional(v.picklist(UNKNOWN_TAGS_REASONS)),
  settings: v.optional(
    inherited(v.optional(v.object({ value: v.nullish(v.string()), isInherited: v.optional(v.boolean()) }))),
  ),
});

const assignable = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  fixed: v.optional(v.picklist(FIXED_REASONS)),
  owner: v.optional(v.object({ id: v.string(), name: v.optional(v.string()) })),
});

const readAssignments = v.object({
  isReadable: v.boolean(),
  objects: v.array(assignable),
  projects: v.record(v.string(), v.array(v.object({ object: assignable, attributes: assignmentAttributes }))),
});

/** An organization in a saved plan, without what was read for the plan's impact. */
export const actualOrganization = v.object({
  name: v.string(),
  defaultProjectId: v.string(),
  canCreateProjects: permission,
  canManageVariableSets: permission,
  projectDefaults: v.optional(inherited(v.nullish(v.string()))),
  projects: v.array(actualProject),
  workspaces: v.array(actualWorkspace),
  skipsDurations: v.optional(v.boolean()),
  assignments: v.optional(v.object(v.entriesFromList(ASSIGNMENT_TYPES, v.optional(readAssignments)))),
}) as unknown as v.GenericSchema<Omit<ActualOrganization, "related">>;

/** The actual state of one organization, as the service returned it. */
export interface ActualOrganization extends Organization {
  readonly projects: readonly Project[];
  readonly workspaces: readonly Workspace[];
  /** Whether auto-destroy durations were not read. @default false */
  readonly skipsDurations?: boolean | undefined;
  /** How objects are assigned to the projects of the code, for each type of resource that the code has. */
  readonly assignments?: Readonly<Partial<Record<AssignmentType, ReadAssignments>>> | undefined;
  /** What was read for the impact of a plan: see `IMPACT_KINDS`. Undefined if it was not read. */
  readonly related?: RelatedObjects | undefined;
}

/** The objects of a type, such as teams, and how they are assigned. */
export interface ReadAssignments {
  /** Whether the token may read the objects. */
  readonly isReadable: boolean;
  readonly objects: readonly AssignableObject[];
  /** By id of the project: those of the code, as far as the token may read what is assigned to them. */
  readonly projects: Readonly<Record<string, readonly ObservedAssignment[]>>;
}

/** An object with its name, and how it is assigned to a project. */
export interface NamedAssignment extends NamedObject, Pick<AssignableObject, "fixed"> {
  readonly attributes: AssignmentAttributes;
}

export function named({ id, name }: NamedObject): NamedObject {
  return { id, name };
}

/** How the projects of an organization are named, by ID; one that the token does not see has its ID as its name. */
export function projectNames({ projects }: Pick<ActualOrganization, "projects">): (id: string) => NamedObject {
  const byId = indexBy(projects, ({ id }) => id);
  return (id) => named(byId.get(id) ?? { id, name: id });
}

/** Whether what is not found may count as missing: the token sees the default project, which always exists. */
export function seesDefaultProject({ projects, defaultProjectId }: ActualOrganization): boolean {
  return projects.some(({ id }) => id === defaultProjectId);
}
