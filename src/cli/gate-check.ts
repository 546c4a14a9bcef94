import { closedGates } from "../engine/apply/closed-gates";
import { formatList, pluralize } from "../reconcile";
import { UserError } from "../user-error";
import { sanitize } from "../engine/report/sanitize";
import { printErr } from "./terminal";
import { during } from "../engine/events";
import type { LiveOrganization } from "../engine/plan-code";
import type { Progress } from "./progress";

/**
 * Checks that the gates of the code are open: nothing may be applied before.
 *
 * @param ignored - Whether they are not read, but only named.
 * @throws UserError when one of them is not, or that is not known. Nothing has been changed.
 */
export async function checkGates(
  live: readonly LiveOrganization[],
  ignored: boolean,
  { listener }: Progress,
  signal: AbortSignal,
): Promise<void> {
  const organizations = live.map(({ code, view }) => ({ client: view.client, gates: code.desired.gates ?? [] }));
  if (organizations.every(({ gates }) => gates.length === 0)) return;
  if (ignored) {
    const addresses = new Set(organizations.flatMap(({ gates }) => gates.map(({ address }) => address)));
    printErr(sanitize(`Warning: --ignore-gates leaves out ${formatList([...addresses])}.`));
    return;
  }
  const closed = await during(listener, { kind: "read-gates" }, () =>
    closedGates(organizations, { ownRunId: process.env["TFC_RUN_ID"], signal }),
  );
  if (closed.length === 0) return;
  const problems = closed.map(({ address, reasons, dependents }) => {
    const depend = dependents.length === 1 ? "depends" : "depend";
    const effect = dependents.length === 0 ? [] : [`${formatList(dependents)} ${depend} on it.`];
    return { address, message: [...reasons, ...effect].join(" "), dependents };
  });
  const count = `${pluralize(closed.length, "gate")} ${closed.length === 1 ? "is" : "are"}`;
  const summary = `Nothing was changed: ${count} not open.`;
  throw new UserError(
    [summary, ...problems.map(({ address, message }) => `${address}:\n  ${message}`)].join("\n"),
    "Wait for the run (`tfprojects stages RUN --watch`), override its failures or use another run, and apply again. " +
      "To apply in spite of the gates, use --ignore-gates.",
    { code: "GATE_CLOSED", summary, problems },
  );
}
