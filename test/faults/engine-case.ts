import colors from "picocolors";
import { executePlans, resultOf } from "../../src/cli/engine/execute-plan";
import { Progress } from "../../src/cli/engine/progress";
import { outcomeForTerminal } from "../../src/cli/render/outcome";
import { observe, OrganizationView, planOrganization, readConfiguration } from "../../src/reconcile";
import { terraformJson } from "../support/terraform-json";
import type { CaseFault } from "./fault-kinds";
import { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

/** How `tfprojects apply` ended, and what it said. */
export interface CommandResult {
  readonly status: number;
  readonly text: string;
}

/** A way to apply a workload. */
export type Apply = (
  organization: FaultyOrganization,
  workload: Workload,
  patience: { readonly isPatient: boolean },
) => Promise<CommandResult>;

const STATUS = { done: 0, nothing: 1, partly: 3 };

/** What `tfprojects apply --auto-approve` does, without its process. */
async function applyWithEngine(
  organization: FaultyOrganization,
  { code, options = {} }: Workload,
  { isPatient }: { isPatient: boolean },
): Promise<CommandResult> {
  const client = organization.client({ isPatient });
  try {
    const file = { path: "main.tf.json", content: terraformJson({ resources: code }) };
    const [read] = readConfiguration([{ name: "acme", files: [file] }], "acme").organizations;
    const view = new OrganizationView(client, "acme");
    const actual = await observe(view, read!.desired);
    const plan = planOrganization(read!.desired, actual, options);
    if (plan.refusals.length > 0) return { status: 1, text: plan.refusals.map(({ message }) => message).join("\n") };
    if (plan.actions.length === 0) return { status: 0, text: "No changes." };
    const carried = await executePlans(
      [{ code: read!, view, actual, plan }],
      new Progress(),
      new AbortController().signal,
    );
    const plans = carried.map(({ live, outcomes }) => ({ plan: live.plan, outcomes }));
    const text = outcomeForTerminal(plans, colors.createColors(false), { verbose: true });
    return { status: STATUS[resultOf(carried)], text };
  } catch (error) {
    return { status: 1, text: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    client.close();
  }
}

/** How many requests the workload makes when nothing goes wrong. */
export async function countEngineRequests(workload: Workload): Promise<number> {
  const organization = await FaultyOrganization.create(workload);
  try {
    const { status, text } = await applyWithEngine(organization, workload, { isPatient: true });
    if (status !== 0) throw new Error(`${workload.name} does not work without faults: ${text}`);
    return organization.requests;
  } finally {
    await organization.stop();
  }
}

/** Runs the workload with the fault and again without; gives what was not as it must be. */
export async function engineProblems(
  workload: Workload,
  fault: CaseFault,
  apply: Apply = applyWithEngine,
): Promise<readonly string[]> {
  const organization = await FaultyOrganization.create(workload);
  try {
    const before = JSON.stringify(organization.projects);
    await organization.addFault(fault);
    const first = await apply(organization, workload, { isPatient: fault.times !== Infinity });
    await organization.clear();
    const isUnchanged = JSON.stringify(organization.projects) === before;
    const differences = organization.differences(workload.desired);
    const problems = [
      ...(first.status === 0 && differences.length > 0 ? [`status 0, but ${differences.join("; ")}`] : []),
      ...(first.status === 1 && !isUnchanged ? ["status 1, but the organization was changed"] : []),
      ...(first.text.trim() === "" ? ["nothing was said"] : []),
      ...(/\n\s+at /.test(first.text) ? ["a stack trace was shown"] : []),
    ];
    const again = await apply(organization, workload, { isPatient: true });
    const remaining = organization.differences(workload.desired);
    if (again.status !== 0) problems.push(`a rerun ends with ${again.status}: ${again.text}`);
    if (remaining.length > 0) problems.push(`after a rerun ${remaining.join("; ")}`);
    return problems.map((problem) => `${problem}\n    (first: status ${first.status}: ${first.text})`);
  } finally {
    await organization.stop();
  }
}
