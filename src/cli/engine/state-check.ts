import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { OrganizationPlan, StateVersion } from "../../reconcile";
import { lockInfoPath, readState } from "../code/terraform-state";
import { CliError } from "../errors";
import { isStdin, shownSource } from "../source";

/** The states of plans, each once. */
function statesOf(plans: readonly Pick<OrganizationPlan, "states">[]): readonly StateVersion[] {
  return [...new Map(plans.flatMap(({ states }) => states).map((state) => [state.source, state])).values()];
}

/**
 * Checks that Terraform does not change a local state at the moment.
 *
 * @throws CliError when it is locked. Nothing has been changed.
 */
export function checkUnlocked(plans: readonly Pick<OrganizationPlan, "states">[]): void {
  for (const { source } of statesOf(plans)) {
    if (isStdin(source)) continue;
    const lock = lockInfoPath(resolve(source));
    if (!existsSync(lock)) continue;
    throw new CliError(
      `Nothing was changed: the Terraform state ${source} is locked, so Terraform may be changing the same projects.`,
      `Wait until Terraform has ended. If it was killed, delete ${lock}.`,
      { code: "STATE_LOCKED" },
    );
  }
}

/**
 * Checks that the states of a saved plan are the ones that it was made with.
 *
 * @param options - Values of `--state`.
 * @throws CliError when one of them has changed or is not given. Nothing has been changed.
 */
export function checkSameStates(
  plan: string,
  saved: readonly Pick<OrganizationPlan, "states">[],
  options: readonly string[],
): void {
  for (const { source, lineage, serial } of statesOf(saved)) {
    if (isStdin(source) && !options.includes(source)) {
      throw new CliError(
        `Nothing was changed: the plan ${plan} was made with a Terraform state from stdin, which is needed again.`,
        `Run: terraform state pull | tfprojects apply ${plan} --state -`,
        { code: "USAGE" },
      );
    }
    const now = readState(source);
    if (now.lineage === lineage && now.serial === serial) continue;
    const change =
      now.lineage === lineage ? `has changed since (serial ${serial}, now ${now.serial})` : "is another one by now";
    throw new CliError(
      `Nothing was changed: the saved plan ${plan} is stale, because the Terraform state ${shownSource(source)} ` +
        `${change}.`,
      "Create a new plan with `tfprojects plan --out`, and review it.",
      { code: "STALE_PLAN" },
    );
  }
}
