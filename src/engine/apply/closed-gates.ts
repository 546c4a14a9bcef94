import type { Client, TaskStageWithIncluded } from "../../api";
import { verdictOf, verdictOfStage, type AdvisoryFailures } from "../../model";
import { currentRunId, type CurrentRunOptions } from "../../reconcile/current-run";
import { compareStrings, groupBy, indexBy } from "../../reconcile/lists";
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

type GateOptions = Pick<CurrentRunOptions, "ownRunId" | "signal">;

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

interface RunStages {
  readonly runId: string;
  readonly stages: readonly TaskStageWithIncluded[];
}

/** The runs of gates, each read once. */
class GateRuns {
  /** By what selects a run, and by its ID. */
  readonly #read = new Map<string, Promise<RunStages>>();

  constructor(
    private readonly client: Client,
    private readonly options: GateOptions,
  ) {}

  /** Why a condition does not hold; undefined if it does. */
  async reasonAgainst(condition: GateRequirement): Promise<string | undefined> {
    if (condition.kind === "unknown") return condition.reason;
    try {
      return reasonIn(await this.#select(condition.run), condition);
    } catch (error) {
      return `Its run cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #select(selector: RunSelector): Promise<RunStages> {
    if ("runId" in selector) return this.#stagesOf(selector.runId);
    return this.#once(JSON.stringify(selector), async () =>
      this.#stagesOf(await currentRunId(this.client, selector, this.options)),
    );
  }

  #stagesOf(runId: string): Promise<RunStages> {
    const { signal } = this.options;
    return this.#once(runId, async () => {
      return { runId, stages: await this.client.taskStages.listWithResults(runId, { signal }) };
    });
  }

  #once(key: string, read: () => Promise<RunStages>): Promise<RunStages> {
    const known = this.#read.get(key) ?? read();
    this.#read.set(key, known);
    return known;
  }
}

function reasonIn(
  { runId, stages }: RunStages,
  condition: Exclude<GateRequirement, { readonly kind: "unknown" }>,
): string | undefined {
  const { advisoryFailures } = condition;
  const verdict = verdictOf(stages, advisoryFailures);
  switch (condition.kind) {
    case "verdict":
      if (verdict === "passed") return undefined;
      return `The task stages of run ${runId} have the verdict ${verdict}: ${notPassed(stages, advisoryFailures)}.`;
    case "completed":
      if (verdict !== "pending") return undefined;
      return `Run ${runId} has not completed, and Terraform would wait: ${notPassed(stages, advisoryFailures)}.`;
    case "stage-exists":
      if (stages.some(({ stage }) => stage === condition.stage)) return undefined;
      return `Run ${runId} has no ${condition.stage} task stage, which the gate requires.`;
    case "stage-passed": {
      const its = notPassed(
        stages.filter(({ stage }) => stage === condition.stage),
        advisoryFailures,
      );
      return its === "" ? undefined : `A task stage of run ${runId} has not passed: ${its}.`;
    }
  }
}

/** Stages in their order: `post_plan (ts-…) is awaiting_override`. */
function notPassed(stages: RunStages["stages"], advisoryFailures: AdvisoryFailures): string {
  return stages
    .filter((stage) => verdictOfStage(stage, advisoryFailures) !== "passed")
    .map(({ stage, id, status }) => `${stage} (${id}) is ${status}`)
    .join(", ");
}
