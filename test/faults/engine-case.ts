import { messageOf } from "../../src/model";
import { executePlans } from "../../src/engine/apply/execute-plans";
import { statusOf } from "../../src/engine/result";
import { outcomeAsText } from "../../src/engine/report/outcome";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { readModules } from "../../src/engine/source/read-modules";
import { OrganizationView } from "../../src/reconcile";
import { terraformJson } from "../support/terraform-json";
import type { Limits } from "./deployed-workload";
import type { CaseFault } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

/** Exit status and output of `tfprojects apply`. */
interface CommandResult {
  readonly status: number;
  readonly text: string;
}

/** A way to apply a workload. */
export type Apply = (organization: FaultyOrganization, workload: Workload, limits: Limits) => Promise<CommandResult>;

/** On what, and how the workload is applied. */
interface Trial extends ServiceOptions {
  /** @default `tfprojects apply --auto-approve` in this process */
  readonly apply?: Apply;
}

const STATUS = { complete: 0, none: 1, partial: 3 };

/** `tfprojects apply --auto-approve` in this process. */
const applyWithEngine: Apply = async (organization, { code, options = {} }, limits) => {
  const client = organization.client(limits);
  try {
    const file = { path: "main.tf.json", content: terraformJson({ resources: code }) };
    const [read] = readModules([{ name: "acme", files: [file] }], "acme").organizations;
    const view = new OrganizationView(client, "acme");
    const actual = await observeOrganization(view, read!);
    const plan = makePlan(read!, actual, options);
    if (plan.errors.length > 0) return { status: 1, text: plan.errors.map(messageOf).join("\n") };
    if (plan.actions.length === 0) return { status: 0, text: "No changes." };
    const { signal } = new AbortController();
    const executed = await executePlans([{ view, plan }], { notify: () => undefined, signal });
    const text = outcomeAsText(executed, { verbose: true });
    return { status: STATUS[statusOf(executed)], text };
  } catch (error) {
    return { status: 1, text: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    client.close();
  }
};

/** How many requests the workload makes without faults. */
export async function countEngineRequests(workload: Workload, trial: Trial = {}): Promise<number> {
  const { apply = applyWithEngine, documents } = trial;
  const organization = await FaultyOrganization.create(workload, { documents });
  try {
    const { status, text } = await apply(organization, workload, { hasNormalLimits: true });
    if (status !== 0) throw new Error(`${workload.name} fails without faults: ${text}`);
    return organization.requests;
  } finally {
    await organization.stop();
  }
}

/** Runs the workload with the fault, and again without. Returns what was wrong. */
export async function engineProblems(
  workload: Workload,
  fault: CaseFault,
  { apply = applyWithEngine, documents }: Trial = {},
): Promise<readonly string[]> {
  const organization = await FaultyOrganization.create(workload, { documents });
  try {
    const before = JSON.stringify(organization.projects);
    await organization.addFault(fault);
    const first = await apply(organization, workload, { hasNormalLimits: fault.times !== Infinity });
    await organization.clear();
    const isUnchanged = JSON.stringify(organization.projects) === before;
    const differences = organization.differences(workload.desired);
    const problems = [
      ...(first.status === 0 && differences.length > 0 ? [`status 0, but ${differences.join("; ")}`] : []),
      ...(first.status === 1 && !isUnchanged ? ["status 1, but the organization was changed"] : []),
      ...(first.text.trim() === "" ? ["nothing was reported"] : []),
      ...(/\n\s+at /.test(first.text) ? ["a stack trace was shown"] : []),
    ];
    const again = await apply(organization, workload, { hasNormalLimits: true });
    const remaining = organization.differences(workload.desired);
    if (again.status !== 0) problems.push(`the next run ends with ${again.status}: ${again.text}`);
    if (remaining.length > 0) problems.push(`after the next run ${remaining.join("; ")}`);
    return problems.map((problem) => `${problem}\n    (first: status ${first.status}: ${first.text})`);
  } finally {
    await organization.stop();
  }
}
