import type {
  AdvisoryFailures,
  DeletionPolicy,
  DesiredSettings,
  GateCondition,
  Organization,
  Project,
  ProjectSettings,
  ReleasePolicy,
  Workspace,
} from "../model";
import type { WorkspaceSelector } from "../reconcile";

/** The desired state of one organization, as its code declares it. */
export interface DesiredOrganization {
  readonly name: string;
  readonly projects: readonly DesiredProject[];
  readonly memberships: readonly DesiredMembership[];
  /** Projects that the code refers to without managing them; they are never pruned. */
  readonly references: readonly ProjectReference[];
  /** What Terraform's state has of this organization; undefined without a state. */
  readonly recorded?: RecordedObjects | undefined;
  /** Resources of another provider that put workspaces into projects, as memberships do. @default none */
  readonly tfeWorkspaces?: readonly TfeWorkspace[] | undefined;
  /** What must be open before anything is applied. @default none */
  readonly gates?: readonly Gate[] | undefined;
}

/** A `tfe_workspace` that puts its workspace into a project. */
export interface TfeWorkspace {
  readonly address: string;
  /** The workspace's id, if Terraform's state has it. */
  readonly id?: string | undefined;
  /** Its name; undefined when only Terraform knows it. */
  readonly name?: string | undefined;
  /** The project that the resource sets; undefined when only Terraform knows it. */
  readonly project?: ProjectReference | undefined;
  /** Whether its code was read; otherwise the project is the one that the state has, and the code may set none. */
  readonly isRead: boolean;
}

/** A resource or data source of the code with conditions on the task stages of runs. */
export interface Gate {
  readonly address: string;
  /** Addresses of the resources in this organization that depend on it. */
  readonly dependents: readonly string[];
  /** The gate is open if all of them hold. */
  readonly conditions: readonly GateRequirement[];
}

/** A condition on the task stages of a run; `unknown` if only Terraform can evaluate it, for this reason. */
export type GateRequirement =
  | { readonly kind: "unknown"; readonly reason: string }
  | ((GateCondition | { readonly kind: "completed" }) & {
      readonly run: RunSelector;
      readonly advisoryFailures: AdvisoryFailures;
    });

/** A run: by ID, or the current one of a workspace. */
export type RunSelector = { readonly runId: string } | WorkspaceSelector;

/** The objects of an organization in the Terraform states of the code. */
export interface RecordedObjects {
  /** The states themselves, one for each module of the code that has one. */
  readonly states: readonly StateVersion[];
  /** The plan of Terraform's that has the desired state and, instead of `states`, the state that it was made with. */
  readonly terraformPlan?: TerraformPlanVersion | undefined;
  /** Projects that the code no longer contains. */
  readonly droppedProjects: readonly RecordedProject[];
  /** All memberships: those of the code, and those that it no longer contains. */
  readonly memberships: readonly RecordedMembership[];
}

/** A version of a Terraform state. */
export interface StateVersion {
  /** Where it was read: the path of a file, or `-` for stdin. */
  readonly source: string;
  /** Identifies the state through all its versions. */
  readonly lineage: string;
  /** Raised with every version. */
  readonly serial: number;
}

/** A plan of Terraform's. It does not say which version of a state it was made with. */
export interface TerraformPlanVersion {
  /** Where it was read: the path of a file, or `-` for stdin. */
  readonly source: string;
  /** When Terraform made it, in ISO 8601; undefined if it does not say so. */
  readonly createdAt: string | undefined;
}

/** A project in a Terraform state. */
export interface RecordedProject {
  readonly address: string;
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  readonly deletionPolicy: DeletionPolicy;
}

/** A membership in a Terraform state. */
export interface RecordedMembership {
  readonly address: string;
  readonly projectId: string;
  readonly organization: string;
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
  readonly exclusive: boolean;
  readonly onDestroy: ReleasePolicy;
}

/** A project of the code. */
export interface DesiredProject extends DesiredSettings {
  /** The resource's address in the code: `tfprojects_project.platform`. */
  readonly address: string;
  /** Former names, latest first: a project found under one of them is renamed instead of created. */
  readonly previousNames: readonly string[];
  /** The project's id if an `import` block names it. */
  readonly id?: string | undefined;
  /** Its id in Terraform's state. With neither id the project is identified by its name. */
  readonly recordedId?: string | undefined;
  /** Its settings in Terraform's state: they stand for those that the service does not report. */
  readonly recordedSettings?: ProjectSettings | undefined;
}

/** The statement "these workspaces are in that project". */
export interface DesiredMembership {
  readonly address: string;
  readonly project: ProjectReference;
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
  /** Whether the project contains no other workspaces. */
  readonly exclusive: boolean;
  /**
   * What happens to workspaces that the state has in the membership and the code no longer has.
   *
   * @default default-project
   */
  readonly onDestroy?: ReleasePolicy | undefined;
}

/** Refers to a project of the code, or to one that exists in the organization. */
export type ProjectReference =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "default" };

/** The actual state of one organization, as the service returned it. */
export interface ActualOrganization extends Organization {
  readonly projects: readonly Project[];
  readonly workspaces: readonly Workspace[];
}
