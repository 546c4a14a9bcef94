import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isDirect } from "../../files/write-files";
import { isStdin, shownSource } from "../../source";
import { absolutePath, type Surroundings } from "../../surroundings";
import { UserError } from "../../user-error";
import type { DesiredOrganization, StateVersion } from "../organization";
import { lockInfoPath, readState } from "./state-files";

type Folder = Pick<Surroundings, "cwd">;

/** The Terraform states of code, each once. */
export function statesOf(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  const all = code.flatMap(({ inState }) => inState?.states ?? []);
  return [...new Map(all.map((state) => [state.source, state])).values()];
}

/** The Terraform states that must not be locked: also those that have what an undo takes back. */
export function statesToLock(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  return [...statesOf(code), ...statesOfUndo(code)];
}

/**
 * What must not change while a plan waits, of the states that can be read again: those of the code as the plan was made
 * with them, and those of an undo as they are now, since Terraform may have changed them after the document was made.
 */
export async function statesToKeep(
  code: readonly DesiredOrganization[],
  surroundings: Folder,
): Promise<readonly StateVersion[]> {
  const now = await Promise.all(statesOfUndo(code).map(({ source }) => currentVersion(source, surroundings)));
  return [...statesOf(code), ...now.flatMap((it) => it ?? [])].filter((it) => canBeReadAgain(it.source, surroundings));
}

function statesOfUndo(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  return code.flatMap(({ undo }) => undo?.states ?? []);
}

/**
 * Checks that Terraform does not change a local state at the moment.
 *
 * @throws UserError when it is locked. Nothing has been changed.
 */
export function checkUnlocked(states: readonly StateVersion[], surroundings: Folder): void {
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
  surroundings: Folder,
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

/** Stdin, a pipe, and what was passed as content are read only once. */
function canBeReadAgain(source: string, surroundings: Folder): boolean {
  const path = absolutePath(source, surroundings);
  return !isStdin(source) && isAbsolute(path) && !isDirect(path);
}

/** Undefined for a state that cannot be read here: the document with it may come from another machine. */
async function currentVersion(source: string, surroundings: Folder): Promise<StateVersion | undefined> {
  if (!canBeReadAgain(source, surroundings)) return undefined;
  try {
    const { lineage, serial } = await readState(source, surroundings);
    return { source, lineage, serial };
  } catch {
    return undefined;
  }
}
