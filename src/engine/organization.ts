/*
 * Organizations as code, Terraform's states and its plans describe them: plain data, which a saved plan contains.
 * Each shape is described once, by the schema that checks a saved plan; its type follows from that.
 */
import * as v from "valibot";
import {
  ADVISORY_FAILURES,
  ASSIGNMENT_TYPES,
  CODE_LANGUAGES,
  DELETION_POLICIES,
  invalidRequestRate,
  MISSING_WORKSPACES,
  nameKey,
  RELEASE_POLICIES,
  TAKE_FROM,
  type AssignmentType,
  type ConditionMatch,
  type Placement,
  type PlacementRule,
} from "../model";
import { createdWorkspace, membersAfterApply, recreatedWorkspace } from "./planned-workspaces";
import { assignmentAttributes, mapOf, settingSchemas, tags, type ReadOnly } from "./shape";
import { undoSchema } from "./left-changes";

export type { CreatedWorkspace, MembersAfterApply, RecreatedWorkspace } from "./planned-workspaces";

const reference = v.variant("by", [
  v.object({ by: v.literal("address"), address: v.string() }),
  v.object({ by: v.literal("id"), id: v.string() }),
  v.object({ by: v.literal("name"), name: v.string() }),
  v.object({ by: v.literal("default") }),
]);

/** Refers to a project of the code, or to one that exists in the organization. */
export type ProjectReference = ReadOnly<v.InferOutput<typeof reference>>;

const project = v.object({
  /** The resource's address in the code: `tfprojects_project.platform`. */
  address: v.string(),
  ...settingSchemas,
  /** Whether tags of the project that `tags` does not name are left alone. @default false */
  ignoreAdditionalTags: v.optional(v.boolean()),
  /** Former names, latest first: a project found under one of them is renamed instead of created. */
  previousNames: v.array(v.string()),
  /** The project's id if an `import` block names it. */
  id: v.optional(v.string()),
  /** Its name in an `import` block that names it by that, and not by its id. */
  importedName: v.optional(v.string()),
  /** The host that this block has in the identity. */
  identityHostname: v.optional(v.string()),
  /** Its id in Terraform's state; null if there is one, which lacks it. Without an id its name identifies it. */
  stateId: v.optional(v.nullable(v.string())),
  /** Its settings in Terraform's state: the name that it had, and those that the service does not report. */
  stateSettings: v.optional(v.object(settingSchemas)),
  /**
   * Whether it may be an existing project of its name that no state has.
   *
   * @default - without a state; with one, if the plan changes nothing of it
   */
  adoptExisting: v.optional(v.boolean()),
});

/** A project of the code. */
export type DesiredProject = ReadOnly<v.InferOutput<typeof project>>;

const stringMap = mapOf(v.string()) as v.GenericSchema<Readonly<Record<string, string>>>;

/** The rule of a placement that decides about a workspace, and why it does. */
export const placingRule = v.object({
  /** Address of the placement. */
  placement: v.string(),
  /** From 0. */
  position: v.number(),
  match: v.object({
    /** The first pattern that matches the name. */
    pattern: v.optional(v.string()),
    /** The tags of the rule. */
    tags: v.optional(tags),
  } satisfies Record<keyof ConditionMatch, v.GenericSchema>),
});

/** The rule of a placement that decides about a workspace, and why it does. */
export type PlacingRule = ReadOnly<v.InferOutput<typeof placingRule>>;

const placement = v.object({
  address: v.string(),
  /** In their order: the first one that matches a workspace decides. */
  rules: v.array(
    v.object({
      project: reference,
      matchNames: v.optional(v.array(v.string())),
      matchTags: v.optional(stringMap),
      takeFrom: v.optional(v.picklist(TAKE_FROM)),
    } satisfies Record<keyof PlacementRule | "project", v.GenericSchema>),
  ),
  exceptNames: v.optional(v.array(v.string())),
  exceptTags: v.optional(stringMap),
  /** Where rules take workspaces from that do not say so themselves. @default default-project */
  takeFrom: v.optional(v.picklist(TAKE_FROM)),
  /** How many workspaces a plan may move because of it. @default - any number */
  maxMoves: v.optional(v.number()),
  /**
   * The workspaces that an earlier plan moves: a saved plan, or Terraform's. What the rules would move besides waits
   * for the next plan. A workspace whose rule the plan does not have moves as the rules decide now.
   *
   * @default - the rules are evaluated
   */
  decided: v.optional(v.array(v.object({ id: v.string(), name: v.string(), rule: v.optional(placingRule) }))),
} satisfies Record<keyof Placement | "address" | "maxMoves" | "decided", v.GenericSchema>);

/** An ordered table of rules that place workspaces in projects. */
export type DesiredPlacement = ReadOnly<v.InferOutput<typeof placement>>;

/** An object, such as a team. */
const objectKey = v.union([v.object({ id: v.string() }), v.object({ name: v.string() })]);

const assignedObject = v.object({
  key: objectKey,
  /** How it is assigned; what is missing stays as it is. */
  attributes: assignmentAttributes,
});

const importedObjects = v.object({
  project: reference,
  /** Names or IDs of workspaces or other objects. @default - the ID of the whole project, which records none of them */
  objects: v.optional(v.array(v.string())),
});

/** What an `import` block of a membership, or of what is assigned to a project, records. */
export type ImportedObjects = ReadOnly<v.InferOutput<typeof importedObjects>>;

const assignments = v.object({
  type: v.picklist(ASSIGNMENT_TYPES),
  address: v.string(),
  project: reference,
  objects: v.array(assignedObject),
  /** Whether no other objects are assigned to the project. */
  exclusive: v.boolean(),
  /** IDs of the objects that it has in Terraform's state: those that the code no longer names are taken off. */
  stateIds: v.optional(v.array(v.string())),
  /**
   * What an `import` block records of the project: those of these objects that the code does not name are taken off.
   *
   * @default - it is not imported, or the state has it already
   */
  imported: v.optional(importedObjects),
});

/** The statement "these objects of the organization are assigned to that project, in this way". */
export type DesiredAssignments = ReadOnly<v.InferOutput<typeof assignments>>;

/** A resource that assigns objects, in a Terraform state. */
export interface AssignmentsInState {
  readonly type: AssignmentType;
  readonly address: string;
  readonly organization: string;
  readonly projectId: string;
  /** Those that were recorded as its own: none from the import of a whole project until an apply changes it. */
  readonly objectIds: readonly string[];
}

/** The members of a membership in code and in states. */
const statement = {
  address: v.string(),
  workspaceIds: v.array(v.string()),
  workspaceNames: v.array(v.string()),
  /** Whether the project contains no other workspaces. */
  exclusive: v.boolean(),
};

const membership = v.object({
  ...statement,
  project: reference,
  /**
   * What happens to workspaces that are in the membership in the state, but no longer in the code.
   *
   * @default default-project
   */
  onDestroy: v.optional(v.picklist(RELEASE_POLICIES)),
  /** What happens if one of the workspaces exists nowhere. @default error */
  missingWorkspaces: v.optional(v.picklist(MISSING_WORKSPACES)),
  /** Those that Terraform's plan does not know, in addition to the lists. @default - all are known */
  afterApply: v.optional(membersAfterApply),
  /**
   * What an `import` block records: those of these workspaces that the code does not name are released.
   *
   * @default - it is not imported, or the state has it already
   */
  imported: v.optional(importedObjects),
});

/** The statement "these workspaces are in that project". */
export type DesiredMembership = ReadOnly<v.InferOutput<typeof membership>>;

const projectInState = v.object({
  address: v.string(),
  id: v.string(),
  name: v.string(),
  organization: v.string(),
  deletionPolicy: v.picklist(DELETION_POLICIES),
});

/** A project in a Terraform state. */
export type ProjectInState = ReadOnly<v.InferOutput<typeof projectInState>>;

const membershipInState = v.object({
  ...statement,
  projectId: v.string(),
  organization: v.string(),
  onDestroy: v.picklist(RELEASE_POLICIES),
  /**
   * Whether its workspaces were recorded as its own. The import of a whole project records none, until an apply changes
   * the membership: it releases nothing.
   *
   * @default true
   */
  isRecorded: v.optional(v.boolean()),
});

/** A membership in a Terraform state. */
export type MembershipInState = ReadOnly<v.InferOutput<typeof membershipInState>>;

const stateVersion = v.object({
  /** Where it was read: the path of a file, or `-` for stdin. */
  source: v.string(),
  /** Identifies the state through all its versions. */
  lineage: v.string(),
  /** Raised with every version. */
  serial: v.number(),
});

/** A version of a Terraform state. */
export type StateVersion = ReadOnly<v.InferOutput<typeof stateVersion>>;

const terraformPlanVersion = v.object({
  /** Where it was read: the path of a file, or `-` for stdin. */
  source: v.string(),
  /** When Terraform made it, in ISO 8601; undefined if it does not say so. */
  createdAt: v.optional(v.string()),
});

const objectsInState = v.object({
  /** The states themselves, one for each module of the code that has one. */
  states: v.array(stateVersion),
  /** The Terraform plan with the desired state and, instead of `states`, the state that it was made with. */
  terraformPlan: v.optional(terraformPlanVersion),
  /** Projects that the code no longer contains. */
  droppedProjects: v.array(projectInState),
  /** All memberships: those of the code, and those that it no longer contains. */
  memberships: v.array(membershipInState),
});

/** The objects of an organization in the Terraform states of the code. */
export type ObjectsInState = ReadOnly<v.InferOutput<typeof objectsInState>>;

const tfeWorkspace = v.object({
  address: v.string(),
  /** The workspace's id, if Terraform's state has it. */
  id: v.optional(v.string()),
  /** Its name; undefined when only Terraform knows it. */
  name: v.optional(v.string()),
  /** The project that the resource sets; undefined when only Terraform knows it. */
  project: v.optional(reference),
  /**
   * - `moves`: the code sets the project, and does not ignore changes;
   * - `sets`: the code sets the project, and may ignore changes, which a Terraform plan does not show;
   * - `in-state`: the state has the project; the code was not read, and may set none.
   */
  certainty: v.picklist(["moves", "sets", "in-state"]),
});

/** A `tfe_workspace` that puts its workspace into a project. */
export type TfeWorkspace = ReadOnly<v.InferOutput<typeof tfeWorkspace>>;

const tfeAssignment = v.object({
  address: v.string(),
  /** The type of ours that assigns the same objects. */
  type: v.picklist(ASSIGNMENT_TYPES),
  project: reference,
  object: objectKey,
  /** How the object is assigned, as far as that is always the same. */
  attributes: assignmentAttributes,
});

/** A resource of `hashicorp/tfe` that assigns an object to a project. */
export type TfeAssignment = ReadOnly<v.InferOutput<typeof tfeAssignment>>;

const run = v.union([
  v.object({ runId: v.string() }),
  v.object({ workspaceId: v.string() }),
  v.object({ organization: v.string(), workspaceName: v.string() }),
]);

/** A run: by ID, or the current one of a workspace. */
export type RunSelector = ReadOnly<v.InferOutput<typeof run>>;

const requirement = v.variant("kind", [
  v.object({ kind: v.literal("unknown"), reason: v.string() }),
  v.object({
    /** The verdict is `passed`, or it is not `pending`. */
    kind: v.picklist(["verdict", "completed"]),
    run,
    advisoryFailures: v.picklist(ADVISORY_FAILURES),
    /** The only stages that decide. @default all stages, and the run itself */
    requiredStages: v.optional(v.array(v.string())),
    /** Whether Terraform waits for the run. @default false */
    waits: v.optional(v.boolean()),
  }),
]);

/** A condition on a run and its task stages; `unknown` if only Terraform can evaluate it, for this reason. */
export type GateRequirement = ReadOnly<v.InferOutput<typeof requirement>>;

const gate = v.object({
  address: v.string(),
  /** Addresses of the resources in this organization that depend on it. */
  dependents: v.array(v.string()),
  /** The gate is open if all of them hold. */
  conditions: v.array(requirement),
});

/** A resource or data source of the code with conditions on the task stages of runs. */
export type Gate = ReadOnly<v.InferOutput<typeof gate>>;

const connection = v.object({
  /** `https://tfe.example.com` */
  address: v.nullable(v.string()),
  /** `tfe.example.com` */
  hostname: v.nullable(v.string()),
  /** Limit of requests, for all clients of the process together. */
  requestsPerSecond: v.nullable(
    v.pipe(
      v.number(),
      v.check(
        (rate) => invalidRequestRate(rate) === undefined,
        ({ input }) => `It ${invalidRequestRate(input) ?? ""}`,
      ),
    ),
  ),
});

/** Without other members: a list of a kind that a newer version has is an error, rather than left out. */
export const desiredOrganization = v.strictObject({
  name: v.string(),
  /** How the code says to connect to the service. The client decides what is null or absent. Never a token. */
  connection: v.optional(connection),
  /** The language in which reports show code. @default terraform */
  language: v.optional(v.picklist(CODE_LANGUAGES)),
  projects: v.array(project),
  memberships: v.array(membership),
  /** @default none */
  placements: v.optional(v.array(placement)),
  /** With those that only Terraform's state has, which assign nothing any more. @default none */
  assignments: v.optional(v.array(assignments)),
  /** Projects that the code refers to without managing them; they are never pruned. */
  references: v.array(reference),
  /** What Terraform's state has of this organization; undefined without a state. */
  inState: v.optional(objectsInState),
  /** Resources of another provider that put workspaces into projects, as memberships do. @default none */
  tfeWorkspaces: v.optional(v.array(tfeWorkspace)),
  /** Resources of another provider that assign objects to projects, as far as both are known. @default none */
  tfeAssignments: v.optional(v.array(tfeAssignment)),
  /** Workspaces that Terraform's plan creates. @default none */
  createdWorkspaces: v.optional(v.array(createdWorkspace)),
  /** Workspaces that Terraform's plan destroys, and whose names others have afterwards. @default none */
  recreatedWorkspaces: v.optional(v.array(recreatedWorkspace)),
  /** Files and modules of the code that were not read: their projects count as unmanaged. @default none */
  unread: v.optional(v.array(v.string())),
  /** The other stacks of its app, if the code is only one of them: they may have the rest. @default none */
  otherStacks: v.optional(v.array(v.string())),
  /** Gates that must be open before anything is applied. @default none */
  gates: v.optional(v.array(gate)),
  /** Of an organization as it was before the changes of a document: what is known about these. @default it is code */
  undo: v.optional(undoSchema),
});

/** The desired state of one organization, as its code declares it. */
export type DesiredOrganization = ReadOnly<v.InferOutput<typeof desiredOrganization>>;

/** The tokens in code, by {@link organizationKey}: beside what the code says, which plans and documents have. */
export type Tokens = ReadonlyMap<string, string>;

/** Identifies an organization of code: by its name, and where it is. */
export function organizationKey({ name, connection }: Pick<DesiredOrganization, "name" | "connection">): string {
  return JSON.stringify([nameKey(name), connection?.address ?? null, connection?.hostname ?? null]);
}
