import {
  INHERITED_SETTINGS,
  type AssignmentOwners,
  type AssignmentType,
  type InheritedWarningKind,
  type SettingName,
  type TwoOwners,
  type Workspace,
} from "../../model";
import { compareSeverity } from "../findings/severity";
import type { RenamedWorkspace } from "../../reconcile/renamed-workspaces";
import { createdAddress, movedBy, projectOf } from "../actions/table";
import type { NamedAssignment, NamedObject } from "../actual-organization";
import type { DesiredOrganization } from "../organization";
import type { Action, MovedWorkspace } from "./action";
import { areCreated, type MembersKnownAfterApply } from "./after-apply";
import type { MoveImpact, PlanImpact, SettingImpact } from "./impact";
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
  delete: { project: NamedObject; related?: RelatedObjectsOfProject | undefined };
  /** The token that the plan was made with is not authorized to make these changes, and an apply with it is refused. */
  "not-permitted": { refusals: readonly Prohibition[] };
  evacuate: ForcedMoveWarning;
  evict: ForcedMoveWarning;
  release: ForcedMoveWarning;
  "auto-destroy": InheritanceWarning;
  /** Most workspaces of an unmanaged project are those of a new one: perhaps that project was only renamed. */
  "possible-rename": { name: string; from: NamedObject };
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
  /** Rules of a placement match no workspace. */
  "no-match": { addresses: readonly string[]; rules: readonly UnmatchedRule[] };
  gate: {
    gates: readonly string[];
    dependents: readonly string[];
    /** Why conditions are not known, a sentence each. */
    unknown: readonly string[];
  };
}

/** A rule that matches no workspace. */
export interface UnmatchedRule {
  /** From 0. */
  readonly position: number;
  /** One of its patterns, and a similar one that matches workspaces; undefined if there is none. */
  readonly nearest?: { readonly pattern: string; readonly similar: string } | undefined;
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

/**
 * What to review in these actions, the most severe first.
 *
 * @param inCode - Warnings about the code.
 * @param unmanaged - Ids of the unmanaged projects → the workspaces that they contain.
 * @param impact - What the moves and deletions change.
 */
export function warningsFor(
  actions: readonly Action[],
  inCode: readonly PlanWarning[],
  unmanaged: ReadonlyMap<string, readonly Workspace[]>,
  { moves, deletions }: PlanImpact,
): readonly PlanWarning[] {
  const found = actions.flatMap((it, action): readonly PlanWarning[] => {
    const { name: destination } = projectOf(it);
    return [
      ...FORCED_KINDS.flatMap((kind): readonly PlanWarning[] => {
        const workspaces = movedBy(it).filter(({ reason }) => reason === FORCED_MOVES[kind]);
        return workspaces.length === 0 ? [] : [{ kind, action, destination, workspaces }];
      }),
      ...inheritanceWarnings(action, destination, moves),
    ];
  });
  const deleted = deletions.map((it): PlanWarning => ({ kind: "delete", ...it }));
  return [...deleted, ...found, ...possibleRenames(actions, unmanaged), ...inCode].sort(compareSeverity);
}

/** Moves that no membership requires, by the kind of their warning. */
export const FORCED_MOVES = {
  evacuate: "evacuated",
  evict: "evicted",
  release: "released",
} as const satisfies Readonly<Record<string, MovedWorkspace["reason"]>>;

const FORCED_KINDS = ["evacuate", "evict", "release"] as const;

/** Workspaces that get a setting by a move that they do not have now, one warning for each destination. */
function inheritanceWarnings(
  action: number,
  destination: string,
  moves: readonly MoveImpact[],
): readonly PlanWarning[] {
  return INHERITED_SETTINGS.flatMap(([name, { warning }]): readonly PlanWarning[] => {
    if (warning === undefined) return [];
    const getting = moves.flatMap(({ action: by, from, settings }) =>
      settings.flatMap((it) => {
        return by === action && it.setting === name && it.after !== null ? [{ ...it, from, after: it.after }] : [];
      }),
    );
    const [first] = getting;
    if (first === undefined) return [];
    const what = { setting: name, after: first.after, destination, sources: getting };
    return [{ kind: warning.kind, action, ...what }];
  });
}

/**
 * New projects whose workspaces are all in one unmanaged project, and are more than half of those in it, as if that
 * project had only been renamed out of band.
 */
function possibleRenames(
  actions: readonly Action[],
  unmanaged: ReadonlyMap<string, readonly Workspace[]>,
): readonly PlanWarning[] {
  return actions.flatMap((action): PlanWarning[] => {
    const workspaces = movedBy(action);
    const creation = action.dependsOn.find((position) => {
      const earlier = actions[position];
      return earlier !== undefined && createdAddress(earlier) !== undefined;
    });
    const from = workspaces[0]?.from;
    if (creation === undefined || from === undefined) return [];
    if (workspaces.some((workspace) => workspace.from.id !== from.id)) return [];
    const isMost = workspaces.length * 2 > (unmanaged.get(from.id)?.length ?? Infinity);
    return isMost ? [{ kind: "possible-rename", action: creation, name: projectOf(action).name, from }] : [];
  });
}

/** What a review cannot show: workspaces that may exist, and move. */
export function unknownMemberWarnings(all: readonly MembersKnownAfterApply[]): readonly PlanWarning[] {
  return all
    .filter((it) => !areCreated(it))
    .map((members) => ({ kind: "unknown-members", addresses: [members.address], members }));
}

/** Gates of the code, if there is something to apply: what an apply does with them. */
export function gateWarnings(
  { gates = [] }: Pick<DesiredOrganization, "gates">,
  actions: readonly Action[],
): readonly PlanWarning[] {
  if (gates.length === 0 || actions.length === 0) return [];
  const addresses = [...new Set(gates.map(({ address }) => address))];
  const dependents = [...new Set(gates.flatMap((gate) => gate.dependents))];
  const unknown = gates.flatMap(({ address, conditions }) =>
    conditions.flatMap((condition) => (condition.kind === "unknown" ? [`${address}: ${condition.reason}`] : [])),
  );
  const what = { gates: addresses, dependents, unknown: [...new Set(unknown)] };
  return [{ kind: "gate", addresses: [...addresses, ...dependents], ...what }];
}
