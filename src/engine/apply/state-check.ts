import { existsSync } from "node:fs";
import { shownSource, isStdin } from "../../source";
import { absolutePath, type Surroundings } from "../../surroundings";
import { UserError } from "../../user-error";
import type { DesiredOrganization, StateVersion } from "../organization";
import { lockInfoPath, readState } from "../source/state-files";

/** The Terraform states of code, each once. */
export function statesOf(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  const all = code.flatMap(({ recorded }) => recorded?.states ?? []);
  return [...new Map(all.map((state) => [state.source, state])).values()];
}

/** The Terraform states that must not be locked: also those that have what an undo takes back. */
export function statesToLock(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  return [...statesOf(code), ...code.flatMap(({ undo }) => undo?.states ?? [])];
}

/**
 * Checks that Terraform does not change a local state at the moment.
 *
 * @throws UserError when it is locked. Nothing has been changed.
 */
export function checkUnlocked(states: readonly StateVersion[], surroundings: Pick<Surroundings, "cwd">): void {
  for (const { source } of states) {
    if (isStdin(source)) continue;
    const lock = lockInfoPath(absolutePath(source, surroundings));
    if (!existsSync(lock)) continue;
    throw new UserError(
      `Nothing was changed: the Terraform state ${source} is locked, so Terraform may be changing the same projects.`,
      `Wait until Terraform has ended. If it was killed, delete ${lock}.`,
      { code: "STATE_LOCKED" },
    );
  }
}

/**
 * Checks that states are the ones that a plan was made with. Those from stdin are read again, too.
 *
 * @param plan - What messages call the plan.
 * @throws UserError when one of them has changed. Nothing has been changed.
 */
export async function checkUnchanged(
  states: readonly StateVersion[],
  plan: string,
  surroundings: Pick<Surroundings, "cwd">,
): Promise<void> {
  for (const { source, lineage, serial } of states) {
    const now = await readState(source, surroundings);
    if (now.lineage === lineage && now.serial === serial) continue;
    const change =
      now.lineage === lineage ? `has changed since (serial ${serial}, now ${now.serial})` : "is another one by now";
    throw new UserError(
      `Nothing was changed: ${plan} is stale, because the Terraform state ${shownSource(source)} ${change}.`,
      "",
      { code: "STALE_PLAN", remedy: { kind: "new-plan", isStale: true } },
    );
  }
}
