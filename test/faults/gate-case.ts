import type { Emulator } from "../../src/emulator";
import { verdictOf, type Verdict } from "../../src/model";
import { InProcessTerraform, reference } from "../../src/plugin/testing";
import { pollTaskStages } from "../../src/reconcile";
import type { CaseFault } from "./fault-kinds";
import { FaultyOrganization } from "./organization";
import { providerFor, formatDiagnostics } from "./terraform-case";

/** A run at which a gate looks, and what the gate has to find. */
export interface GateRun {
  readonly name: string;
  readonly truth: Verdict;
  /** Starts the run in this workspace; gives its id. */
  begin(emulator: Emulator, workspaceId: string): string;
}

const scan = { name: "scan", stage: "post_plan" } as const;
const cost = { name: "cost", stage: "pre_apply" } as const;

export const GATE_RUNS: readonly GateRun[] = [
  {
    name: "gate on a run that passed",
    truth: "passed",
    begin(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, { ...cost, stage: "post_plan" }] });
      for (const { id } of run.taskStages[0]!.taskResults) emulator.runs.reportResult(id, { status: "passed" });
      return run.id;
    },
  },
  {
    name: "gate on a run that failed",
    truth: "failed",
    begin(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, { ...cost, stage: "post_plan" }] });
      const [first, second] = run.taskStages[0]!.taskResults;
      emulator.runs.reportResult(first!.id, { status: "passed" });
      emulator.runs.reportResult(second!.id, { status: "failed" });
      return run.id;
    },
  },
  {
    name: "gate on a run of which a later stage is pending",
    truth: "pending",
    begin(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan, cost] });
      emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
      return run.id;
    },
  },
  {
    // What the service says of the stage is `passed`: only its results tell.
    name: "gate on a run of which an advisory task failed",
    truth: "failed",
    begin(emulator, workspaceId) {
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
    begin(emulator, workspaceId) {
      const run = emulator.runs.start({ workspaceId, tasks: [scan], overridable: true });
      emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
      return run.id;
    },
  },
];

/** What a gate saw, or what was said where it could not find out. */
type Observation = { readonly verdict: string } | { readonly error: string };

/** How a gate looks at a run; a named one needs the first stage of {@link scan} to exist. */
type Observe = (organization: FaultyOrganization, runId: string, options: ObserveOptions) => Promise<Observation>;

interface ObserveOptions {
  readonly isPatient: boolean;
  readonly isNamed: boolean;
}

/** Time for a look or two: a run that has not ended by then has not, however long one waits. */
const WAIT_MS = 20;

/** What `tfprojects stages --watch` finds, without its process. */
const lookWithEngine: Observe = async (organization, runId, { isPatient, isNamed }) => {
  const client = organization.client({ isPatient });
  try {
    const stages = await pollTaskStages(() => client.taskStages.listWithResults(runId), { timeoutMs: WAIT_MS });
    if (isNamed && !stages.some(({ stage }) => stage === scan.stage)) return { error: `there is no ${scan.stage}` };
    return { verdict: verdictOf(stages) };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    client.close();
  }
};

const READ = "data.tfprojects_run_task_stages.run";
const DEPLOYED = "tfprojects_project.deployed";

/** What the data source tells a resource that refers to it. Only planned: what an apply does is for the other workloads. */
const lookWithTerraform: Observe = async (organization, runId, { isPatient, isNamed }) => {
  const terraform = new InProcessTerraform(providerFor(organization, { isPatient }));
  const read = { run_id: runId, wait_for_completion: true, timeout_seconds: WAIT_MS / 1000 };
  const needed = isNamed ? reference(READ, "stages", 0, "stage") : "Deployed";
  try {
    const { ok, changes, diagnostics } = await terraform.plan({
      resources: { [READ]: read, [DEPLOYED]: { name: needed, description: reference(READ, "verdict") } },
    });
    if (!ok) return { error: formatDiagnostics(diagnostics) };
    return { verdict: JSON.stringify(changes.get(DEPLOYED)?.after?.["description"]).replaceAll(`"`, "") };
  } catch (error) {
    // What a reference to a stage comes to where there is none.
    if (isNamed && String(error).includes("there is no 0")) return { error: String(error) };
    throw error;
  }
};

const OBSERVERS = { "the engine": lookWithEngine, "Terraform in process": lookWithTerraform } as const;
export type GateSubject = keyof typeof OBSERVERS;
export const GATE_SUBJECTS = Object.keys(OBSERVERS) as readonly GateSubject[];

const WAITED_IN_VAIN = "did not complete within";

/** Whether this is what is so: the verdict, or that a run which was waited for did not end. */
function isTrue(seen: Observation, { truth }: GateRun): boolean {
  return "verdict" in seen ? seen.verdict === truth : truth === "pending" && seen.error.includes(WAITED_IN_VAIN);
}

/** How many requests the look makes when nothing goes wrong. */
export async function countGateRequests(way: GateSubject, run: GateRun): Promise<number> {
  const { organization, runId } = await begin(run);
  try {
    const seen = await OBSERVERS[way](organization, runId, { isPatient: true, isNamed: false });
    if (!isTrue(seen, run)) throw new Error(`${run.name} does not work without faults: ${JSON.stringify(seen)}`);
    return organization.requests;
  } finally {
    await organization.stop();
  }
}

/** Looks with the fault and again without; gives what was not as it must be. */
export async function gateProblems(way: GateSubject, run: GateRun, fault: CaseFault): Promise<readonly string[]> {
  const { organization, runId } = await begin(run);
  const look = async (isNamed: boolean): Promise<Observation> => {
    await organization.clear();
    await organization.addFault(fault);
    return OBSERVERS[way](organization, runId, { isPatient: fault.times !== Infinity, isNamed });
  };
  try {
    const unnamed = await look(false);
    const named = await look(true);
    await organization.clear();
    const again = await OBSERVERS[way](organization, runId, { isPatient: true, isNamed: false });
    return [
      ...(isHonest(unnamed, run) || isNoStages(unnamed, fault) ? [] : [`it said ${JSON.stringify(unnamed)}`]),
      ...(isHonest(named, run) ? [] : [`with a stage named it said ${JSON.stringify(named)}`]),
      ...(isTrue(again, run) ? [] : [`a rerun says ${JSON.stringify(again)}`]),
    ];
  } finally {
    await organization.stop();
  }
}

async function begin(run: GateRun): Promise<{ organization: FaultyOrganization; runId: string }> {
  const options = { advisoryFailures: "pass" } as const;
  const organization = await FaultyOrganization.create({ seed: {} }, options);
  const { id } = organization.emulator.workspaces.create({ organization: "acme", name: "network" });
  return { organization, runId: run.begin(organization.emulator, id) };
}

/** An error that says something is right after a fault, whatever the truth is. */
function isHonest(seen: Observation, { truth }: GateRun): boolean {
  return "verdict" in seen ? seen.verdict === truth : seen.error.trim() !== "" && !/\n\s+at /.test(seen.error);
}

/** A list of stages is not paginated: an empty one cannot be told from that of a run without stages, which has passed. */
function isNoStages(seen: Observation, fault: CaseFault): boolean {
  return (
    "body" in fault &&
    fault.status === 200 &&
    fault.body === '{"data":[]}' &&
    "verdict" in seen &&
    seen.verdict === "passed"
  );
}
