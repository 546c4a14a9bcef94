import type { Client, RunWithTaskStages } from "../../api";
import { stagesNotPassed, verdictOf } from "../../model";
import { checkWaitsForOther, currentRunId, type CurrentRunOptions } from "../../reconcile/current-run";
import { compareStrings, groupBy, indexBy } from "../../reconcile/lists";
import { missingRun } from "../../reconcile/poll-task-stages";
import { formatList, pluralize } from "../../reconcile/text";
import { UserError } from "../../user-error";
import type { Gate, GateRequirement, RunSelector } from "../organization";

/** A gate that keeps an apply from starting. */
interface ClosedGate {
  readonly address: string;
  /** Why it is closed or unknown, a sentence each. */
  readonly reasons: readonly string[];
  /** Addresses of the resources that depend on it, in all organizations. */
  readonly dependents: readonly string[];
}

/** Gates of an organization, and the client that reads their runs. */
export interface GatesOfOrganization {
  readonly client: Client;
  readonly gates: readonly Gate[];
}

interface GateOptions extends Pick<CurrentRunOptions, "ownRunId" | "signal"> {
  /** Called for each run that is not found although its task stages are. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Reads the run of each gate once, and returns the gates that are closed or unknown. It waits for no run.
 */
async function closedGates(
  organizations: readonly GatesOfOrganization[],
  options: GateOptions,
): Promise<readonly ClosedGate[]> {
  const all = organizations.flatMap(({ client, gates }) => {
    const runs = new GateRuns(client, options);
    return gates.map((gate) => ({ ...gate, runs }));
  });
  const found = await Promise.all(
    [...groupBy(all, ({ address }) => address)].map(async ([address, its]): Promise<ClosedGate> => {
      // A gate of several organizations reads the same service in each.
      const conditions = indexBy(
        its.flatMap(({ conditions, runs }) => conditions.map((condition) => ({ condition, runs }))),
        ({ condition }) => JSON.stringify(condition),
      );
      const reasons = await Promise.all(
        [...conditions.values()].map(({ condition, runs }) => runs.reasonAgainst(condition)),
      );
      return {
        address,
        reasons: [...new Set(reasons.filter((reason) => reason !== undefined))],
        dependents: [...new Set(its.flatMap(({ dependents }) => dependents))].sort(compareStrings),
      };
    }),
  );
  return found.filter(({ reasons }) => reasons.length > 0);
}

/**
 * Checks that gates are open.
 *
 * @throws UserError when one of them is closed or unknown. Nothing has been changed.
 */
export async function checkGates(
  organizations: readonly GatesOfOrganization[],
  options: GateOptions = {},
): Promise<void> {
  const closed = await closedGates(organizations, options);
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
    "Wait for the run, override its failures or use another run, and apply again.",
    { code: "GATE_CLOSED", summary, problems, remedy: { kind: "ignore-gates" } },
  );
}

interface RunOfGate extends RunWithTaskStages {
  readonly runId: string;
}

/** The runs of gates, each read once. */
class GateRuns {
  /** By what selects a run, and by its ID. */
  readonly #read = new Map<string, Promise<RunOfGate>>();

  constructor(
    private readonly client: Client,
    private readonly options: GateOptions,
  ) {}

  /** Why a condition does not hold; undefined if it does. */
  async reasonAgainst(condition: GateRequirement): Promise<string | undefined> {
    if (condition.kind === "unknown") return condition.reason;
    try {
      if (condition.waits === true && "runId" in condition.run) {
        checkWaitsForOther(condition.run.runId, this.options.ownRunId);
      }
      return reasonIn(await this.#select(condition.run), condition);
    } catch (error) {
      return `Its run cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #select(selector: RunSelector): Promise<RunOfGate> {
    if ("runId" in selector) return this.#stagesOf(selector.runId);
    return this.#once(JSON.stringify(selector), async () =>
      this.#stagesOf(await currentRunId(this.client, selector, this.options)),
    );
  }

  #stagesOf(runId: string): Promise<RunOfGate> {
    const { signal, onWarning } = this.options;
    return this.#once(runId, async () => {
      const read = await this.client.taskStages.listWithRun(runId, { signal });
      const warning = missingRun(runId, read);
      if (warning !== undefined) onWarning?.(warning);
      return { runId, ...read };
    });
  }

  #once(key: string, read: () => Promise<RunOfGate>): Promise<RunOfGate> {
    const known = this.#read.get(key) ?? read();
    this.#read.set(key, known);
    return known;
  }
}

function reasonIn(
  read: RunOfGate,
  condition: Exclude<GateRequirement, { readonly kind: "unknown" }>,
): string | undefined {
  const verdict = verdictOf(read, condition);
  const status = read.run === undefined ? "" : ` (${read.run.status})`;
  const stages = stagesNotPassed(read, condition);
  const details = stages.length === 0 ? "." : `: ${stages.join(", ")}.`;
  if (condition.kind === "completed") {
    if (verdict !== "pending") return undefined;
    return `Run ${read.runId}${status} has not completed, and Terraform would wait${details}`;
  }
  return verdict === "passed" ? undefined : `Run ${read.runId}${status} has the verdict ${verdict}${details}`;
}
