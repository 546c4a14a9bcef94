import type { Plan } from "../engine";
import { sanitize } from "../sanitize";
import { formatList } from "../reconcile";
import { printErr } from "./terminal";

/** Names the gates that `--ignore-gates` leaves out of plans that have something to apply. */
export function warnOfIgnoredGates(plans: readonly Plan[]): void {
  if (plans.every(({ actions }) => actions.length === 0)) return;
  const addresses = new Set(plans.flatMap(({ desired }) => (desired.gates ?? []).map(({ address }) => address)));
  if (addresses.size > 0) printErr(sanitize(`Warning: --ignore-gates leaves out ${formatList([...addresses])}.`));
}
