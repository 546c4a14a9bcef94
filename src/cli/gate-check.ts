import { checkGates } from "../engine/apply/closed-gates";
import { formatList } from "../reconcile";
import { sanitize } from "../engine/report/sanitize";
import { printErr } from "./terminal";
import { during } from "../engine/events";
import type { LiveOrganization } from "../engine/plan-code";
import type { Progress } from "./progress";

/**
 * Checks that the gates of the code are open: nothing may be applied before.
 *
 * @param ignored - Whether they are not read, but only named.
 * @throws UserError when one of them is closed or unknown. Nothing has been changed.
 */
export async function checkGatesOf(
  live: readonly LiveOrganization[],
  ignored: boolean,
  { listener }: Progress,
  signal: AbortSignal,
): Promise<void> {
  const organizations = live.map(({ plan, view }) => ({ client: view.client, gates: plan.desired.gates ?? [] }));
  if (organizations.every(({ gates }) => gates.length === 0)) return;
  if (ignored) {
    const addresses = new Set(organizations.flatMap(({ gates }) => gates.map(({ address }) => address)));
    printErr(sanitize(`Warning: --ignore-gates leaves out ${formatList([...addresses])}.`));
    return;
  }
  await during(listener, { kind: "read-gates" }, () =>
    checkGates(organizations, { ownRunId: process.env["TFC_RUN_ID"], signal }),
  );
}
