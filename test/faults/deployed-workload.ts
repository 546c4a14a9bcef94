import type { CaseFault } from "./fault-kinds";
import { FaultyOrganization } from "./organization";
import { desiredByTerraform, type Workload } from "./workloads";

type Resources = Workload["code"];

/** How a command of Terraform ended, and what it said: of each diagnostic severity, summary and detail. */
export interface CommandResult {
  readonly ok: boolean;
  readonly text: string;
}

/** Terraform with the provider, in process or as a program. What it manages it keeps from one command to the next. */
export interface TerraformDriver {
  apply(resources: Resources): Promise<CommandResult>;
  import(resources: Resources, address: string, id: string): Promise<CommandResult>;
  /** Address → id of all that is in its state. */
  readonly state: ReadonlyMap<string, string>;
  remove(): void;
}

/** How long operations may take, where that can be chosen. */
export interface Limits {
  isPatient: boolean;
}

export type StartTerraform = (organization: FaultyOrganization, patience: Limits) => Promise<TerraformDriver>;

/** A workload on Terraform, with what it manages when it begins. */
class DeployedWorkload {
  readonly code: Resources;

  private constructor(
    readonly workload: Workload,
    readonly organization: FaultyOrganization,
    readonly terraform: TerraformDriver,
    /** Projects that there are before the workload begins, by id. */
    readonly before: ReadonlySet<string>,
    readonly limits: Limits,
  ) {
    this.code = workload.terraformCode ?? workload.code;
  }

  static async create(workload: Workload, start: StartTerraform): Promise<DeployedWorkload> {
    const organization = await FaultyOrganization.create(workload);
    const before = new Set(Object.values(organization.projects).map(({ id }) => id));
    const patience = { isPatient: true };
    const terraform = await start(organization, patience);
    const deployed = new DeployedWorkload(workload, organization, terraform, before, patience);
    if (workload.managed !== undefined) {
      const { ok, text } = await terraform.apply(workload.managed);
      if (!ok) throw new Error(`${workload.name} cannot begin: ${text}`);
    }
    await organization.clear();
    return deployed;
  }

  /** Does the workload. */
  async run(): Promise<CommandResult> {
    for (const [address, id] of Object.entries(this.workload.imports ?? {})) {
      if (this.terraform.state.has(address)) continue;
      const imported = await this.terraform.import(this.code, address, id);
      if (!imported.ok) return imported;
    }
    return this.terraform.apply(this.code);
  }

  get differences(): readonly string[] {
    return this.organization.differences(desiredByTerraform(this.workload));
  }

  /** Where the state does not match the organization, and nothing that was said tells of it. */
  stateProblems(said: string): readonly string[] {
    const { projects } = this.organization;
    const existing = new Map(Object.entries(projects).map(([name, { id }]) => [id, name]));
    const recorded = new Set(
      [...this.terraform.state].flatMap(([address, id]) => (address.startsWith("tfprojects_project.") ? [id] : [])),
    );
    const made = [...existing].filter(([id]) => !this.before.has(id) && !recorded.has(id));
    return [
      ...[...recorded].flatMap((id) =>
        existing.has(id) || isDeletionUnknown(id, said) ? [] : [`${id} is in the state and gone, and nothing says so`],
      ),
      ...made.flatMap(([, name]) =>
        said.includes(name) && /import|adopt_existing/.test(said)
          ? []
          : [`${name} was created, is not in the state, and nothing says how to get it there`],
      ),
    ];
  }

  /** Does what an error says of projects whose creation was not known: imports them, and runs the workload again. */
  async followAdvice(failed: CommandResult): Promise<CommandResult> {
    const { code, organization, terraform } = this;
    if (!failed.text.includes("terraform import")) return failed;
    for (const [address, { name }] of Object.entries(code)) {
      if (typeof name !== "string" || terraform.state.has(address)) continue;
      const found = organization.projects[name];
      if (found === undefined || this.before.has(found.id)) continue;
      const imported = await terraform.import(code, address, `acme/${name}`);
      if (!imported.ok) return imported;
    }
    return this.run();
  }

  async stop(): Promise<void> {
    this.terraform.remove();
    await this.organization.stop();
  }
}

/** How many requests the workload makes when nothing goes wrong. */
export async function countRequestsWith(start: StartTerraform, workload: Workload): Promise<number> {
  const deployed = await DeployedWorkload.create(workload, start);
  try {
    const { ok, text } = await deployed.run();
    const { differences } = deployed;
    if (!ok || differences.length > 0) {
      throw new Error(`${workload.name} does not work without faults: ${text} ${differences.join("; ")}`);
    }
    return deployed.organization.requests;
  } finally {
    await deployed.stop();
  }
}

/** Runs the workload with the fault and again without; gives what was not as it must be. */
export async function problemsWith(
  start: StartTerraform,
  workload: Workload,
  fault: CaseFault,
  onFirst: (first: CommandResult, organization: FaultyOrganization) => void = () => undefined,
): Promise<readonly string[]> {
  const deployed = await DeployedWorkload.create(workload, start);
  try {
    const { organization, limits: patience } = deployed;
    await organization.addFault(fault);
    patience.isPatient = fault.times !== Infinity;
    const first = await deployed.run();
    onFirst(first, organization);
    await organization.clear();
    patience.isPatient = true;
    const problems: string[] = [];
    const { differences } = deployed;
    if (first.ok && differences.length > 0) problems.push(`"complete", but ${differences.join("; ")}`);
    problems.push(...deployed.stateProblems(first.text));
    if (PROVIDER_BUG.test(first.text)) problems.push("a defect was shown");

    let again = await deployed.run();
    if (!again.ok) again = await deployed.followAdvice(again);
    if (!again.ok) problems.push(`a rerun fails: ${again.text}`);
    const remaining = deployed.differences;
    if (again.ok && remaining.length > 0) problems.push(`after a rerun ${remaining.join("; ")}`);
    return problems.map((problem) => `${problem}\n    (first: ${first.ok ? "ok" : "failed"}: ${first.text})`);
  } finally {
    await deployed.stop();
  }
}

/** What Terraform says of a provider that does not keep to its protocol, or has ended; and a stack trace. */
const PROVIDER_BUG = /Provider (produced|returned)|Plugin did not respond|\n\s+at |Defect in the provider/;

/** Whether an error names the project as one of which nobody knows whether it was deleted. */
function isDeletionUnknown(id: string, said: string): boolean {
  return said.split("\n").some((line) => /unknown whether .* was deleted/.test(line) && line.includes(id));
}
