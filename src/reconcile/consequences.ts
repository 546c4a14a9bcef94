import { formatList, pluralize, quote } from "./text";

/**
 * Why a workspace moves:
 *
 * - `member`: a membership names it;
 * - `placed`: a rule of a placement decides that it belongs elsewhere;
 * - `evicted`: it leaves a project whose exclusive membership does not have it;
 * - `evacuated`: it leaves a project that is deleted;
 * - `released`: Terraform's state has it in a membership, but the code does not;
 * - `undone`: an earlier move is undone.
 */
export type MoveReason = "undone" | "member" | "placed" | "evicted" | "evacuated" | "released";

/** The texts of the reasons, in the order in which they are counted. */
export const MOVE_REASONS: Readonly<Record<MoveReason, ReasonTexts>> = {
  undone: {
    ofMisplaced: "moved by the changes that are undone",
    ofAction: "moved by the changes that are undone",
    counted: "back to the project that they came from",
  },
  member: {
    ofMisplaced: "",
    ofAction: "named by a membership",
    counted: "to the project of their membership",
  },
  placed: {
    ofMisplaced: "",
    ofAction: "placed by a rule",
    counted: "to the project of their rule",
  },
  evicted: {
    ofMisplaced: "not in the exclusive membership",
    ofAction: "not in the exclusive membership of the project",
    counted: "evicted from exclusive projects",
  },
  evacuated: {
    ofMisplaced: "its project is no longer in the code",
    ofAction: "in a project that is deleted",
    counted: "evacuated from deleted projects",
  },
  released: {
    ofMisplaced: "no longer in a membership",
    ofAction: "no longer in a membership",
    counted: "released from memberships",
  },
};

interface ReasonTexts {
  /** Shown next to workspaces in the wrong project; empty if a membership or a rule requires the move. */
  readonly ofMisplaced: string;
  /** Shown after workspaces that an action moves. */
  readonly ofAction: string;
  /** Shown after the number of these moves. */
  readonly counted: string;
}

/** Why a workspace moves although neither a membership nor a rule requires it. */
export type ForcedMove = Exclude<MoveReason, "member" | "placed" | "undone">;

/** The reason for several workspaces and for one. */
const BECAUSE: Readonly<Record<ForcedMove, readonly [string, string]>> = {
  evacuated: ["their project is deleted", "its project is deleted"],
  evicted: [
    "they are not in the exclusive membership of their project",
    "it is not in the exclusive membership of its project",
  ],
  released: ["they are no longer in a membership", "it is no longer in a membership"],
};

/** `2 workspaces (api, web) move to "Default Project" because they are no longer in a membership.` */
export function forcedMove(
  workspaces: readonly { readonly name: string }[],
  destination: string,
  reason: ForcedMove,
): string {
  const [move, because] = workspaces.length === 1 ? ["moves", BECAUSE[reason][1]] : ["move", BECAUSE[reason][0]];
  const names = formatList(workspaces.map(({ name }) => name));
  return `${pluralize(workspaces.length, "workspace")} (${names}) ${move} to ${destination} because ${because}.`;
}

/** @param related - Sentences about what is deleted with the project, if that was read. */
export function deletedProject({ id, name }: { readonly id: string; readonly name: string }, related?: string): string {
  const what = `Project ${quote(name)} (${id}) will be deleted`;
  return related === undefined ? `${what}, and with it ${DELETED_WITH_PROJECT}.` : `${what}. ${related}`;
}

/** What is deleted with every project. */
export const DELETED_WITH_PROJECT = "its team access, its tags, and its links to variable sets and policy sets";
