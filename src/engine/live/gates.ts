import type { Client, RunWithTaskStages } from "../../api";
import { groupBy } from "../../lists";
import { stagesNotPassed, verdictOf } from "../../model";
import { checkWaitsForOther, currentRunId, type CurrentRunOptions } from "../../reconcile/current-run";
import { missingRun } from "../../reconcile/poll-task-stages";
import { messageOf } from "../../system-errors";
import type { Gate, GateRequirement, RunSelector } from "../organization";
import type { GateReading } from "../../diagnostics";

export interface GateOptions extends Pick<CurrentRunOptions, "ownRunId" | "signal"> {
  /** Called for each run that is not found although its task stages are. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

type Checked =
  | { readonly status: "open"; readonly reason?: undefined }
  | { readonly status: "closed" | "not-read"; readonly reason: string };

/** Reads gates: the run of each once. It waits for no run. */
export class GateReader {
  readonly #runs = new Map<Client, GateRuns>();
  /** By condition: a gate of several organizations reads the same service in each. */
  readonly #checked = new Map<string, Promise<Checked>>();

  constructor(private readonly options: GateOptions = {}) {}

  /** Reads the gates of an organization, each once. What cannot be read is no error, but `not-read`. */
  async read(client: Client, gates: readonly Gate[]): Promise<readonly GateReading[]> {
    const runs = this.#runs.get(client) ?? new GateRuns(client, this.options);
    this.#runs.set(client, runs);
    return Promise.all(
      [...groupBy(gates, ({ address }) => address)].map(async ([address, its]): Promise<GateReading> => {
        const conditions = its.flatMap((gate) => gate.conditions);
        const checked = await Promise.all(conditions.map((condition) => this.#check(runs, condition)));
        return {
          address,
          status: (["closed", "not-read"] as const).find((it) => checked.some(({ status }) => status === it)) ?? "open",
          reasons: [...new Set(checked.flatMap(({ reason }) => reason ?? []))],
          dependents: [...new Set(its.flatMap((gate) => gate.dependents))],
        };
      }),
    );
  }

  #check(runs: GateRuns, condition: GateRequirement): Promise<Checked> {
    const key = JSON.stringify(condition);
    const known = this.#checked.get(key) ?? runs.check(condition);
    this.#checked.set(key, known);
    return known;
  }
}

type RunOfGate = RunWithTaskStages & { readonly runId: string };

/** The runs of gates, each read once. */
class GateRuns {
  /** By what selects a run, and by its ID. */
  readonly #read = new Map<string, Promise<RunOfGate>>();

  constructor(
    private readonly client: Client,
    private readonly options: GateOptions,
  ) {}

  /** Whether a condition holds, and why it does not. */
  async check(condition: GateRequirement): Promise<Checked> {
    if (condition.kind === "unknown") return { status: "not-read", reason: condition.reason };
    try {
      if (condition.waits === true && "runId" in condition.run) {
        checkWaitsForOther(condition.run.runId, this.options.ownRunId);
      }
      const reason = reasonIn(await this.#select(condition.run), condition);
      return reason === undefined ? { status: "open" } : { status: "closed", reason };
    } catch (error) {
      return { status: "not-read", reason: `Its run cannot be read: ${messageOf(error)}` };
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
