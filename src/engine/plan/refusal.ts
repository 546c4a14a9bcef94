import type { AssignmentType, AttributeProblem, CodeLanguage } from "../../model";
import type { RenamedWorkspace } from "../../decide";
import type { NamedObject } from "../actual-organization";
import type { ProjectReference } from "../organization";
import type { DeletionCause, MovedWorkspace } from "./action";

/**
 * Why a plan is blocked, as data; `findings/errors.ts` says it in words. All refusals are known before the first
 * write.
 */
export type Refusal = {
  readonly [C in keyof RefusalCauses]: Readonly<RefusalCauses[C]> & {
    readonly cause: C;
    /** What the caller adds to the message: how the plan could be allowed. @default nothing */
    readonly advice?: string | undefined;
  };
}[keyof RefusalCauses];

/** What a token is not authorized to do. It does not block a plan, since another token may apply that. */
export type Prohibition = Extract<Refusal, { readonly code: "NOT_PERMITTED" }>;

/** Codes of errors that block a plan. */
export type RefusalCode = RefusalCauses[keyof RefusalCauses]["code"];

/** A project that contains workspaces which the token does not see. */
export interface HidingProject extends NamedObject {
  readonly workspaceCount: number | undefined;
  /** How many of its workspaces the token sees. */
  readonly seen: number;
}

/** A project that was not found: as the code refers to it, or as the state has it. */
export type SoughtProject = ProjectReference | ({ readonly by: "state" } & NamedObject);

/** The fields of each cause. `address` is the address of the resource in the code. */
export interface RefusalCauses {
  /** The service would reject an attribute of a project. */
  "invalid-attribute": { code: "INVALID_PROJECT"; address: string; problem: AttributeProblem };
  /** Two projects of the code have the same name. */
  "same-name": { code: "DUPLICATE_PROJECT"; address: string; name: string; other: string };
  /** Two projects of the code have the same id. */
  "same-id": { code: "DUPLICATE_PROJECT"; address: string; id: string; other: string };
  /** The project of an `import` block does not exist. */
  "unknown-import": { code: "UNKNOWN_PROJECT"; address: string; imported: ProjectReference; organization: string };
  /** A membership refers to a project that does not exist. */
  "unknown-project": { code: "UNKNOWN_PROJECT"; address: string; reference: ProjectReference; organization: string };
  /** A membership refers to a project by a name that the code takes away from it. */
  "renamed-project": {
    code: "UNKNOWN_PROJECT";
    address: string;
    previous: string;
    renamed: { readonly address: string; readonly name: string };
  };
  /** A membership is of a project that the plan deletes. */
  "deleted-project": { code: "UNKNOWN_PROJECT"; address: string; deleted: NamedObject };
  /** A membership has workspaces that do not exist; names that are similar, by name. */
  "unknown-workspaces": {
    code: "UNKNOWN_WORKSPACE";
    address: string;
    workspaces: readonly string[];
    organization: string;
    suggestions: Readonly<Record<string, string>>;
  };
  /** Names of a membership whose workspaces have other names now. */
  "renamed-workspaces": { code: "UNKNOWN_WORKSPACE"; address: string; renamed: readonly RenamedWorkspace[] };
  /** Other memberships name the same workspaces. */
  "two-memberships": {
    code: "WORKSPACE_IN_TWO_PROJECTS";
    address: string;
    workspaces: readonly string[];
    others: readonly string[];
  };
  /** Rules place workspaces in a project that does not exist; a similar name. */
  "unknown-target": {
    code: "UNKNOWN_PROJECT";
    address: string;
    rules: readonly number[];
    reference: ProjectReference;
    organization: string;
    nearest?: string | undefined;
  };
  /** Rules place workspaces in a project that the plan deletes. */
  "deleted-target": { code: "UNKNOWN_PROJECT"; address: string; rules: readonly number[]; deleted: NamedObject };
  /** Rules place workspaces in a project that is exclusive to those of a membership. */
  "placed-in-exclusive": {
    code: "EXCLUSIVE_PROJECT_SHARED";
    address: string;
    rules: readonly number[];
    membership: string;
  };
  /** A placement takes workspaces of a membership from any project. */
  "listed-and-placed": {
    code: "WORKSPACE_IN_TWO_PROJECTS";
    address: string;
    workspaces: readonly string[];
    membership: string;
    /** How the code sets attributes. */
    language: CodeLanguage;
  };
  /** Other placements decide about the same workspaces, too, and one of them would move these. */
  "placed-twice": RefusalCauses["two-memberships"];
  /** The service does not report the tags of workspaces that decide which rules of placements match these. */
  "unknown-tags": {
    code: "TAGS_NOT_REPORTED";
    addresses: readonly string[];
    workspaces: readonly string[];
    organization: string;
  };
  /** A placement would move more workspaces than it allows. */
  "too-many-placed": {
    code: "TOO_MANY_MOVES";
    address: string;
    workspaces: readonly string[];
    limit: number;
    /** How the code names attributes. @default as Terraform's */
    language?: CodeLanguage | undefined;
  };
  /** The token may not read objects of a type, or how they are assigned to a project; or the service has none. */
  "unreadable-objects": {
    code: "NOT_FOUND_OR_UNAUTHORIZED";
    address: string;
    type: AssignmentType;
    projectName: string;
  };
  /** An object that code assigns to a project does not exist, or cannot be assigned, such as a global set. */
  "invalid-assignment": { code: "INVALID_ASSIGNMENT"; address: string; message: string };
  /** An `import` block is of another project than its resource. */
  "imported-elsewhere": {
    code: "INVALID_ASSIGNMENT";
    address: string;
    imported: ProjectReference;
    projectName: string;
  };
  /** Other resources assign the same objects to the project. */
  "assigned-twice": {
    code: "ASSIGNED_TWICE";
    address: string;
    type: AssignmentType;
    objects: readonly string[];
    others: readonly string[];
  };
  /** A resource that assigns objects is exclusive, and not the only one of its project. */
  "assignments-shared": {
    code: "EXCLUSIVE_PROJECT_SHARED";
    address: string;
    type: AssignmentType;
    others: readonly string[];
  };
  /** An exclusive membership is not the only one of its project. */
  "exclusive-shared": { code: "EXCLUSIVE_PROJECT_SHARED"; address: string; others: readonly string[] };
  /** An unmanaged project that is not deleted has the name; its id. */
  "name-taken": { code: "NAME_TAKEN"; address: string; name: string; holder: string };
  /** A project has the name that may be somebody else's: no state has it there, or the code does not adopt it. */
  "not-adopted": {
    code: "NAME_TAKEN";
    address: string;
    name: string;
    holder: NamedObject & { readonly organization: string };
    /** The project that the state has there, and that was not found. */
    gone?: NamedObject | undefined;
    /** Whether the code says that it adopts none. */
    isForbidden: boolean;
    /** What the plan would change of it, and which workspaces it would move out of it. */
    changed: readonly string[];
    workspaces: readonly string[];
    /** How the code sets attributes. @default as Terraform's */
    language?: CodeLanguage | undefined;
  };
  /** Projects pass on their names in a cycle: no rename can be the first. */
  "name-cycle": { code: "NAME_TAKEN"; address: string; renames: readonly { previous: string; name: string }[] };
  "default-project-deleted": { code: "DEFAULT_PROJECT"; project: NamedObject; language?: CodeLanguage | undefined };
  "default-project-exclusive": { code: "DEFAULT_PROJECT"; address: string };
  /** Nothing moves these workspaces out of a project to be deleted; of one that is evacuated, they are ignored. */
  "not-empty": {
    code: "PROJECT_NOT_EMPTY";
    project: NamedObject;
    workspaces: readonly string[];
    deletion: DeletionCause;
    evacuate: boolean;
    /** Addresses of the `tfe_workspace` resources that set another project for some of these, or one not known yet. */
    leaving: readonly string[];
    /** How the code sets attributes. @default as Terraform's */
    language?: CodeLanguage | undefined;
  };
  /** These of all projects would be deleted. */
  "too-many-deletes": { code: "TOO_MANY_DELETES"; projects: readonly string[]; total: number; limit: number };
  /** How many of all workspaces would be moved, by reason. */
  "too-many-moves": {
    code: "TOO_MANY_MOVES";
    reasons: readonly (readonly [reason: MovedWorkspace["reason"], count: number])[];
    total: number;
    limit: number;
    isDefault: boolean;
    /** If all of them leave the default project for projects of the code: its name, and how many these are. */
    first?: { readonly source: string; readonly destinations: number } | undefined;
  };
  /** The service says that the token must not do this. */
  "not-permitted": { code: "NOT_PERMITTED"; project: NamedObject; action: "update" | "delete" };
  /** The service says that the token must not create projects. */
  "create-not-permitted": { code: "NOT_PERMITTED"; organization: string; projects: readonly string[] };
  /** The service says that the token must not assign objects of a type to projects; their names. */
  "assign-not-permitted": {
    code: "NOT_PERMITTED";
    organization: string;
    type: AssignmentType;
    projects: readonly string[];
  };
  /** The service says that the token must not move workspaces into a project, or out of it; how many. */
  "move-not-permitted": { code: "NOT_PERMITTED"; project: NamedObject; direction: "into" | "out of"; moves: number };
  /** Workspaces would move to the default project, which the token does not see; how many. */
  "hidden-destination": { code: "NOT_PERMITTED"; projectId: string; moves: number };
  /** A project to be deleted contains workspaces that the token does not see. */
  "hidden-workspaces": { code: "NOT_FOUND_OR_UNAUTHORIZED"; project: HidingProject };
  /** Workspaces of a membership were not found, and its project contains some that the token does not see. */
  "hidden-members": {
    code: "NOT_FOUND_OR_UNAUTHORIZED";
    address: string;
    workspaces: readonly string[];
    destination: HidingProject;
  };
  /** What was not found may exist: the token does not see the default project either. */
  "not-visible": {
    code: "NOT_FOUND_OR_UNAUTHORIZED";
    address?: string | undefined;
    organization: string;
    projects: readonly SoughtProject[];
    workspaces: readonly string[];
  };
}
