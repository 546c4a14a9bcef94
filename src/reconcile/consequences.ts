import { formatList, pluralize, quote } from "./text";

/** Why a workspace moves that no membership asks for. */
export type ForcedMove = "evacuated" | "evicted" | "released";

/** Why workspaces move, of several and of one. */
const BECAUSE: Readonly<Record<ForcedMove, readonly [string, string]>> = {
  evacuated: ["their project is deleted", "its project is deleted"],
  evicted: ["their project is exclusive to other workspaces", "its project is exclusive to other workspaces"],
  released: ["they are no longer in a membership", "it is no longer in a membership"],
};

/** `2 workspaces (api, web) move to "Default Project" because they are no longer in a membership.` */
export function forcedMove(
  workspaces: readonly { readonly name: string }[],
  destination: string,
  reason: ForcedMove,
): string {
  const [several, one] = BECAUSE[reason];
  return `${describeMoves(workspaces)} to ${destination} because ${workspaces.length === 1 ? one : several}.`;
}

/** @param related - What goes with the project, in sentences, if it was read. */
export function deletedProject({ id, name }: { readonly id: string; readonly name: string }, related?: string): string {
  const what = `Project ${quote(name)} (${id}) will be deleted`;
  return related === undefined ? `${what}, and with it ${DELETED_WITH_PROJECT}.` : `${what}. ${related}`;
}

/** What goes with every project that is deleted. */
const DELETED_WITH_PROJECT = "its team access, its tags, and its links to variable sets and policy sets";

function describeMoves(workspaces: readonly { readonly name: string }[]): string {
  const names = formatList(workspaces.map(({ name }) => name));
  return `${pluralize(workspaces.length, "workspace")} (${names}) ${workspaces.length === 1 ? "moves" : "move"}`;
}
