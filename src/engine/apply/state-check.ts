import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { formatList } from "../../reconcile";
import type { OrganizationPlan } from "../plan/plan";
import type { StateVersion } from "../organization";
import { lockInfoPath, readState } from "../source/state-files";
import { UserError } from "../../user-error";
import { isStdin, shownSource } from "../../source";

/** The states of plans, each once. */
function statesOf(plans: readonly Pick<OrganizationPlan, "states">[]): readonly StateVersion[] {
  return [...new Map(plans.flatMap(({ states }) => states).map((state) => [state.source, state])).values()];
}

/**
 * Checks that Terraform does not change a local state at the moment.
 *
 * @throws UserError when it is locked. Nothing has been changed.
 */
export function checkUnlocked(plans: readonly Pick<OrganizationPlan, "states">[]): void {
  for (const { source } of statesOf(plans)) {
    if (isStdin(source)) continue;
    const lock = lockInfoPath(resolve(source));
    if (!existsSync(lock)) continue;
    throw new UserError(
      `Nothing was changed: the Terraform state ${source} is locked, so Terraform may be changing the same projects.`,
      `Wait until Terraform has ended. If it was killed, delete ${lock}.`,
      { code: "STATE_LOCKED" },
    );
  }
}

/**
 * Checks that the states of a saved plan are the ones that it was made with.
 *
 * @param options - The states that were named for the apply, `FILE` or `STACK=FILE`: they may repeat these states, and
 * must repeat the one from stdin.
 * @param optionName - What the caller calls its option for them.
 * @throws UserError when one of them has changed or is not given, or another one is. Nothing has been changed.
 */
export function checkSameStates(
  plan: string,
  saved: readonly Pick<OrganizationPlan, "states">[],
  options: readonly string[],
  optionName = "the state",
): void {
  const states = statesOf(saved);
  const given = options.map((option) => ({ option, files: [option, option.slice(option.indexOf("=") + 1)] }));
  const isGiven = (source: string): boolean => given.some(({ files }) => files.includes(source));
  const other = given.find(({ files }) => !states.some(({ source }) => files.some((file) => isSame(file, source))));
  if (other !== undefined) {
    const sources = states.map(({ source }) => (isStdin(source) ? "the one from stdin" : source));
    const own = states.length === 0 ? "no state" : formatList(sources);
    throw new UserError(
      `Nothing was changed: ${optionName} ${other.option} is not a Terraform state of the saved plan ${plan}, which ` +
        `was made with ${own}.`,
      "Leave it out, or create a new plan with it.",
      { code: "USAGE" },
    );
  }
  for (const { source, lineage, serial } of states) {
    if (isStdin(source) && !isGiven(source)) {
      throw new UserError(
        `Nothing was changed: the plan ${plan} was made with a Terraform state from stdin, which is needed again.`,
        "",
        { code: "USAGE", remedy: { kind: "same-state", plan } },
      );
    }
    const now = readState(source);
    if (now.lineage === lineage && now.serial === serial) continue;
    const change =
      now.lineage === lineage ? `has changed since (serial ${serial}, now ${now.serial})` : "is another one by now";
    throw new UserError(
      `Nothing was changed: the saved plan ${plan} is stale, because the Terraform state ${shownSource(source)} ` +
        `${change}.`,
      "",
      { code: "STALE_PLAN", remedy: { kind: "new-plan", isStale: true } },
    );
  }
}

function isSame(file: string, source: string): boolean {
  return isStdin(file) || isStdin(source) ? file === source : resolve(file) === resolve(source);
}
