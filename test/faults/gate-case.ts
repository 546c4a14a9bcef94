import type { ListWithRunOptions } from "../../src/api";
import type { Emulator } from "../../src/emulator";
import { verdictOf, type Verdict } from "../../src/model";
import { InProcessTerraform, reference } from "../in-process-terraform";
import { checkGates } from "../../src/engine/apply/closed-gates";
import { GateReader } from "../../src/engine/live/gates";
import { UserError } from "../../src/user-error";
import { pollTaskStages } from "../../src/reconcile";
import type { CaseFault } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import { FaultyOrganization } from "./organization";
import { providerFor, formatDiagnostics } from "./terraform-case";

/** A run, and the verdict that a gate should have. */
export interface GateRun {
  readonly name: string;
  readonly truth: Verdict;
  /** Starts the run in this workspace. Returns its id. */
  start(emulator: Emulator, workspaceId: string): string;
}

const scan = { name: "scan", stage: "post_plan" } as const;
const cost = { name: "cost", stage: "pre_apply" } as const;

export const GATE_RUNS: readonly GateRun[] = [
  {
    name: "gate on a run that passed",
    truth: "passed",
    start(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, { ...cost, stage: "post_plan" }] });
      for (const { id } of run.taskStages[0]!.taskResults) emulator.runs.reportResult(id, { status: "passed" });
      return run.id;
    },
  },
  {
    name: "gate on a run that failed",
    truth: "failed",
    start(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, { ...cost, stage: "post_plan" }] });
      const [first, second] = run.taskStages[0]!.taskResults;
      emulator.runs.reportResult(first!.id, { status: "passed" });
      emulator.runs.reportResult(second!.id, { status: "failed" });
      return run.id;
    },
  },
  {
    name: "gate on a run with a pending later stage",
    truth: "pending",
    start(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, cost] });
      emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
      return run.id;
    },
  },
  {
    // The service reports the stage as `passed`; only its results show the failure.
    name: "gate on a run with a failed advisory task",
    truth: "failed",
    start(emulator, workspaceId) {
      const run = emulator.runs.start({
        workspaceId,
        tasks: [{ ...scan, enforcementLevel: "advisory" }],
        policyEvaluations: [{ status: "passed" }],
      });
      emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
      return run.id;
    },
  },
  {
    name: "gate on a run that awaits an override",
    truth: "awaiting_override",
    start(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan], overridable: true });
      emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
      return run.id;
    },
  },
];

/** The verdict of a gate, or its error. */
type Observation = { readonly verdict: string } | { readonly error: string };

/** How a gate observes a run. A gate that names a stage requires the stage of {@link scan} to exist. */
type Observe = (organization: FaultyOrganization, runId: string, options: ObserveOptions) => Promise<Observation>;

interface ObserveOptions {
  /** Whether to wait for a verdict: there will be one. */
  readonly waits: boolean;
  readonly hasNormalLimits: boolean;
  readonly namesStage: boolean;
}

/** Time for every fault. */
const WAIT_SECONDS = 600;

/** `tfprojects stages --watch` in this process. */
const observeWithEngine: Observe = async (organization, runId, { waits, hasNormalLimits, namesStage }) => {
  const client = organization.client({ hasNormalLimits });
  try {
    const read = (options?: ListWithRunOptions) => client.taskStages.listWithRun(runId, options);
    const found = await (waits ? pollTaskStages(read, { timeoutMs: 1000 * WAIT_SECONDS }) : read());
    if (namesStage && !found.taskStages.some(({ stage }) => stage === scan.stage))
      return { error: `there is no ${scan.stage}` };
    return { verdict: verdictOf(found) };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    client.close();
  }
};

/** The check of `tfprojects apply`, which goes on only if it names no closed gate. */
const observeWithApply: Observe = async (organization, runId, { hasNormalLimits, namesStage }) => {
  const client = organization.client({ hasNormalLimits });
  const read = { run: { runId }, advisoryFailures: "block" } as const;
  const named = namesStage ? [{ kind: "verdict", requiredStages: [scan.stage], ...read } as const] : [];
  const conditions = [...named, { kind: "verdict", ...read } as const];
  try {
    const gates = [{ address: "terraform_data.gate", dependents: [], conditions }];
    checkGates(await new GateReader().read(client, gates));
    return { verdict: "passed" };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const reasons = error.problems.map(({ detail }) => detail).join(" ");
    const verdict = /has the verdict (\w+)/.exec(reasons)?.[1];
    return verdict === undefined ? { error: reasons } : { verdict };
  } finally {
    client.close();
  }
};

const READ = "data.tfprojects_run_task_stages.run";
const DEPLOYED = "tfprojects_project.deployed";

/** What the data source returns to a resource that refers to it, at plan; other workloads cover apply. */
const observeWithTerraform: Observe = async (organization, runId, { waits, hasNormalLimits, namesStage }) => {
  const terraform = new InProcessTerraform(providerFor(organization, { hasNormalLimits }));
  const read = { run_id: runId, ...(waits && { wait_for_completion: true, timeout_seconds: WAIT_SECONDS }) };
  const needed = namesStage ? reference(READ, "stages", 0, "stage") : "Deployed";
  try {
    const { ok, changes, diagnostics } = await terraform.plan({
      resources: { [READ]: read, [DEPLOYED]: { name: needed, description: reference(READ, "verdict") } },
    });
    if (!ok) return { error: formatDiagnostics(diagnostics) };
    return { verdict: JSON.stringify(changes.get(DEPLOYED)?.after?.["description"]).replaceAll(`"`, "") };
  } catch (error) {
    // The error of a reference to a stage that does not exist.
    if (namesStage && String(error).includes("there is no 0")) return { error: String(error) };
    throw error;
  }
};

const OBSERVERS = {
  "the engine": observeWithEngine,
  "an apply of the engine": observeWithApply,
  "Terraform in process": observeWithTerraform,
} as const;
export type GateSubject = keyof typeof OBSERVERS;
export const GATE_SUBJECTS = Object.keys(OBSERVERS) as readonly GateSubject[];

function isTrue(observed: Observation, { truth }: GateRun): boolean {
  return "verdict" in observed && observed.verdict === truth;
}

/** How many requests the gate makes without faults. */
export async function countGateRequests(
  subject: GateSubject,
  run: GateRun,
  service: ServiceOptions = {},
): Promise<number> {
  const { organization, runId } = await start(run, service);
  try {
    const options = { waits: run.truth !== "pending", hasNormalLimits: true, namesStage: false };
    const observed = await OBSERVERS[subject](organization, runId, options);
    if (!isTrue(observed, run)) throw new Error(`${run.name} fails without faults: ${JSON.stringify(observed)}`);
    return organization.requests;
  } finally {
    await organization.stop();
  }
}

/** Observes the run with the fault, and again without. Returns what was wrong. */
export async function gateProblems(
  subject: GateSubject,
  run: GateRun,
  fault: CaseFault,
  service: ServiceOptions = {},
): Promise<readonly string[]> {
  const { organization, runId } = await start(run, service);
  const waits = run.truth !== "pending";
  const observe = async (namesStage: boolean): Promise<Observation> => {
    await organization.clear();
    await organization.addFault(fault);
    return OBSERVERS[subject](organization, runId, { waits, hasNormalLimits: fault.times !== Infinity, namesStage });
  };
  try {
    const unnamed = await observe(false);
    const named = await observe(true);
    await organization.clear();
    const again = await OBSERVERS[subject](organization, runId, { waits, hasNormalLimits: true, namesStage: false });
    return [
      ...(isHonest(unnamed, run) || isNoStages(unnamed, fault) ? [] : [`it returned ${JSON.stringify(unnamed)}`]),
      ...(isHonest(named, run) ? [] : [`with a named stage it returned ${JSON.stringify(named)}`]),
      ...(isTrue(again, run) ? [] : [`the next run returns ${JSON.stringify(again)}`]),
    ];
  } finally {
    await organization.stop();
  }
}

async function start(
  run: GateRun,
  { documents }: ServiceOptions,
): Promise<{ organization: FaultyOrganization; runId: string }> {
  const options = { advisoryFailures: "pass", documents } as const;
  const organization = await FaultyOrganization.create({ seed: {} }, options);
  const { id } = organization.emulator.workspaces.create({ organization: "acme", name: "network" });
  return { organization, runId: run.start(organization.emulator, id) };
}

/** After a fault, an error with a message is also correct. */
function isHonest(observed: Observation, { truth }: GateRun): boolean {
  return "verdict" in observed
    ? observed.verdict === truth
    : observed.error.trim() !== "" && !/\n\s+at /.test(observed.error);
}

/** Task stages are not paginated: an empty list looks like that of a run without stages, which has passed. */
function isNoStages(observed: Observation, fault: CaseFault): boolean {
  return (
    "body" in fault &&
    fault.status === 200 &&
    fault.body === '{"data":[]}' &&
    "verdict" in observed &&
    observed.verdict === "passed"
  );
}
