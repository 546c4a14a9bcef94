import type { Client, RunWithTaskStages } from "../../api";
import { stagesNotPassed, verdictOf } from "../../model";
import { checkWaitsForOther, currentRunId, type CurrentRunOptions } from "../../reconcile/current-run";
import { compareStrings, groupBy, indexBy } from "../../reconcile/lists";
import { missingRun } from "../../reconcile/poll-task-stages";
import { formatList, pluralize } from "../../reconcile/text";
import { UserError, type AddressedProblem } from "../../user-error";
import type { Gate, GateRequirement, RunSelector } from "../organization";

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
 * Reads the run of each gate once, and checks that all are open. It waits for no run.
 *
 * @throws UserError when one of them is closed or unknown. Nothing has been changed.
 */
export async function checkGates(
  organizations: readonly GatesOfOrganization[],
  options: GateOptions = {},
): Promise<void> {
  const all = organizations.flatMap(({ client, gates }) => {
    const runs = new GateRuns(client, options);
    return gates.map((gate) => ({ ...gate, runs }));
  });
  const checked = await Promise.all([...groupBy(all, ({ address }) => address).values()].map(problemOf));
  const problems = checked.flat();
  if (problems.length === 0) return;
  const count = `${pluralize(problems.length, "gate")} ${problems.length === 1 ? "is" : "are"}`;
  const summary = `Nothing was changed: ${count} not open.`;
  throw new UserError(
    [summary, ...problems.map(({ address, message }) => `${address}:\n  ${message}`)].join("\n"),
    "Wait for the run, override its failures or use another run, and apply again.",
    { code: "GATE_CLOSED", summary, problems, remedy: { kind: "ignore-gates" } },
  );
}

/** Why a gate is closed or unknown; nothing if it is open. @param its - The gate, in each organization. */
async function problemOf(its: readonly [GateToCheck, ...GateToCheck[]]): Promise<readonly AddressedProblem[]> {
  const conditions = its.flatMap((gate) => gate.conditions.map((condition) => ({ condition, runs: gate.runs })));
  // A gate of several organizations reads the same service in each.
  const unique = [...indexBy(conditions, ({ condition }) => JSON.stringify(condition)).values()];
  const against = await Promise.all(unique.map(({ condition, runs }) => runs.reasonAgainst(condition)));
  const reasons = [...new Set(against.flatMap((reason) => reason ?? []))];
  if (reasons.length === 0) return [];
  const dependents = [...new Set(its.flatMap((gate) => gate.dependents))].sort(compareStrings);
  const depend = dependents.length === 1 ? "depends" : "depend";
  const effect = dependents.length === 0 ? [] : [`${formatList(dependents)} ${depend} on it.`];
  return [{ address: its[0].address, message: [...reasons, ...effect].join(" "), dependents }];
}

type GateToCheck = Gate & { readonly runs: GateRuns };
type RunOfGate = RunWithTaskStages & { readonly runId: string };

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
