import type {
  AssignmentOwners,
  AssignmentType,
  InheritedWarningKind,
  SettingName,
  TwoOwners,
  UnmatchedRule,
  UnreachedRule,
} from "../../model";
import type { RenamedWorkspace } from "../../decide";
import type { NamedAssignment, NamedObject } from "../actual-organization";
import type { MovedWorkspace } from "./action";
import type { SettingImpact } from "./impact";
import type { MembersKnownAfterApply } from "./memberships";
import type { Prohibition, SoughtProject } from "./refusal";
import type { RelatedObjectsOfProject } from "./related-changes";

/** Something in a plan that should be reviewed before approval, as data; `findings/warnings.ts` says it in words. */
export type PlanWarning = {
  readonly [K in keyof WarningKinds]: Readonly<WarningKinds[K]> & {
    readonly kind: K;
    /** Position in the plan of the action; absent if the warning is about the code. */
    readonly action?: number;
    /** Addresses of the blocks that a warning about the code is about; the first one is the one to start at. */
    readonly addresses?: readonly string[];
  };
}[keyof WarningKinds];

/** The fields of each kind of warnings. */
export interface WarningKinds {
  /** Workspaces that Terraform's plan destroys, and whose names others have afterwards. */
  recreated: {
    addresses: readonly string[];
    workspaces: readonly { readonly workspace: NamedObject; readonly from: string; readonly to: string }[];
  };
  delete: { project: NamedObject; related?: RelatedObjectsOfProject | undefined };
  /** The token that the plan was made with is not authorized to make these changes, and an apply with it is refused. */
  "not-permitted": { refusals: readonly Prohibition[] };
  evacuate: ForcedMoveWarning;
  evict: ForcedMoveWarning;
  release: ForcedMoveWarning;
  "auto-destroy": InheritanceWarning;
  /** Most workspaces of an unmanaged project are those of a new one: perhaps that project was only renamed. */
  "possible-rename": { name: string; from: NamedObject };
  /** Projects are as the code has them, and not in the state. */
  "not-in-state": { addresses: readonly string[]; projects: readonly NamedObject[] };
  "not-found": { projects: readonly SoughtProject[]; countAs: "deleted" | "missing" };
  "two-owners": { owners: TwoOwners };
  "two-owners-of-objects": { owners: AssignmentOwners };
  /** Workspaces are in other projects than those that their `tfe_workspace` resources set. */
  misplaced: { addresses: readonly string[]; workspaces: readonly MisplacedWorkspace[] };
  /** Names of a membership whose workspaces have other names now; the code tolerates it. */
  "renamed-workspaces": { addresses: readonly string[]; renamed: readonly RenamedWorkspace[] };
  /** A membership has workspaces that do not exist; the code tolerates it. */
  "missing-workspaces": {
    addresses: readonly string[];
    workspaces: readonly string[];
    organization: string;
    suggestions: Readonly<Record<string, string>>;
  };
  /** A membership has workspaces that Terraform knows only after apply, and that may exist. */
  "unknown-members": { addresses: readonly string[]; members: MembersKnownAfterApply };
  /** Workspaces that an earlier plan moves do not exist any more, or no rule matches them. */
  "lost-match": { addresses: readonly string[]; workspaces: readonly NamedObject[] };
  /** Workspaces match a rule, and the plan that was made earlier does not move them. */
  "new-match": { addresses: readonly string[]; workspaces: readonly NamedObject[] };
  /** Objects are taken off a project, because the code does not name them. */
  "removed-objects": WarningKinds["unmanaged-objects"] & {
    cause: "exclusive" | "imported";
    /** Whether the code names others. */
    hasOthers: boolean;
  };
  /** Objects are assigned to a project that the code does not name; they are only reported. */
  "unmanaged-objects": {
    addresses: readonly string[];
    type: AssignmentType;
    project: string;
    /** Messages speak of all of them in the same way. */
    objects: readonly [NamedAssignment, ...NamedAssignment[]];
  };
  /** Rules of a placement, or patterns of them, match no workspace. */
  "no-match": { addresses: readonly string[]; rules: readonly UnmatchedRule[] };
  /** No workspace is left for rules of a placement. */
  "no-reach": { addresses: readonly string[]; rules: readonly UnreachedRule[] };
  gate: { addresses: readonly string[]; gates: readonly GateReading[] };
}

/** Whether a gate of the code is open, as far as that was read. */
export interface GateReading {
  readonly address: string;
  readonly status: "open" | "closed" | "not-read";
  /** Why it is closed, or cannot be read, a sentence each; empty if nothing read it, and if it is open. */
  readonly reasons: readonly string[];
  /** Addresses of the resources that depend on it. */
  readonly dependents: readonly string[];
}

/** A workspace that is in another project than the one that its `tfe_workspace` sets. */
export interface MisplacedWorkspace {
  readonly address: string;
  readonly workspace: NamedObject;
  readonly from: NamedObject;
  readonly to: string;
}

/** Workspaces move although no membership requires it. */
export interface ForcedMoveWarning {
  readonly kind: keyof typeof FORCED_MOVES;
  readonly destination: string;
  readonly workspaces: readonly MovedWorkspace[];
}

/** Workspaces get a setting by a move that they do not have now. */
export interface InheritanceWarning {
  readonly kind: InheritedWarningKind;
  readonly setting: SettingName;
  readonly after: string;
  readonly destination: string;
  readonly sources: readonly (Pick<SettingImpact, "before" | "workspaces" | "isCertain"> & {
    readonly from: NamedObject;
  })[];
}

/** Moves that no membership requires, by the kind of their warning. */
export const FORCED_MOVES = {
  evacuate: "evacuated",
  evict: "evicted",
  release: "released",
} as const satisfies Readonly<Record<string, MovedWorkspace["reason"]>>;
