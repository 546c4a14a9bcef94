import type { CaseFault } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

type Resources = Workload["code"];

/** Whether a Terraform command succeeded, and its diagnostics. */
export interface CommandResult {
  readonly ok: boolean;
  readonly text: string;
}

/** Terraform with the provider, in process or as a program. It keeps its state from one command to the next. */
export interface TerraformDriver {
  apply(resources: Resources): Promise<CommandResult>;
  import(resources: Resources, address: string, id: string): Promise<CommandResult>;
  /** Address → id of everything in its state. */
  readonly state: ReadonlyMap<string, string>;
  remove(): void;
}

/** Whether operations may take as long as usual, instead of failing soon. */
export interface Limits {
  hasNormalLimits: boolean;
}

export type StartTerraform = (organization: FaultyOrganization, patience: Limits) => Promise<TerraformDriver>;

/** A workload on Terraform, after its initial apply. */
class DeployedWorkload {
  private constructor(
    readonly workload: Workload,
    readonly organization: FaultyOrganization,
    readonly terraform: TerraformDriver,
    /** Ids of the projects that exist before the workload. */
    readonly before: ReadonlySet<string>,
    readonly limits: Limits,
  ) {}

  static async create(
    workload: Workload,
    start: StartTerraform,
    { documents }: ServiceOptions,
  ): Promise<DeployedWorkload> {
    const organization = await FaultyOrganization.create(workload, { documents });
    const before = new Set(Object.values(organization.projects).map(({ id }) => id));
    const limits = { hasNormalLimits: true };
    const terraform = await start(organization, limits);
    const deployed = new DeployedWorkload(workload, organization, terraform, before, limits);
    if (workload.managed !== undefined) {
      const { ok, text } = await terraform.apply(workload.managed);
      if (!ok) throw new Error(`${workload.name} cannot start: ${text}`);
    }
    await organization.clear();
    return deployed;
  }

  /** Runs the workload. */
  async run(): Promise<CommandResult> {
    for (const [address, id] of Object.entries(this.workload.imports ?? {})) {
      if (this.terraform.state.has(address)) continue;
      const imported = await this.terraform.import(this.workload.code, address, id);
      if (!imported.ok) return imported;
    }
    return this.terraform.apply(this.workload.code);
  }

  get differences(): readonly string[] {
    return this.organization.differences(this.workload.desired);
  }

  /** Differences between the state and the organization that no diagnostic mentions. */
  stateProblems(messages: string): readonly string[] {
    const { projects } = this.organization;
    const existing = new Map(Object.entries(projects).map(([name, { id }]) => [id, name]));
    const inState = new Set(
      [...this.terraform.state].flatMap(([address, id]) => (address.startsWith("tfprojects_project.") ? [id] : [])),
    );
    const made = [...existing].filter(([id]) => !this.before.has(id) && !inState.has(id));
    return [
      ...[...inState].flatMap((id) =>
        existing.has(id) || isDeletionUnknown(id, messages)
          ? []
          : [`${id} is in the state but deleted, and no diagnostic says so`],
      ),
      ...made.flatMap(([, name]) =>
        messages.includes(name) && /import|adopt_existing/.test(messages)
          ? []
          : [`${name} was created but is not in the state, and no diagnostic says how to import it`],
      ),
    ];
  }

  /** Follows the advice of an error: imports projects whose creation was unknown, and runs the workload again. */
  async followAdvice(failed: CommandResult): Promise<CommandResult> {
    const { organization, terraform } = this;
    if (!failed.text.includes("import ADDRESS")) return failed;
    for (const [address, { name }] of Object.entries(this.workload.code)) {
      if (typeof name !== "string" || terraform.state.has(address)) continue;
      const found = organization.projects[name];
      if (found === undefined || this.before.has(found.id)) continue;
      const imported = await terraform.import(this.workload.code, address, `acme/${name}`);
      if (!imported.ok) return imported;
    }
    return this.run();
  }

  async stop(): Promise<void> {
    this.terraform.remove();
    await this.organization.stop();
  }
}

/** How many requests the workload makes without faults. */
export async function countRequestsWith(
  start: StartTerraform,
  workload: Workload,
  service: ServiceOptions,
): Promise<number> {
  const deployed = await DeployedWorkload.create(workload, start, service);
  try {
    const { ok, text } = await deployed.run();
    const { differences } = deployed;
    if (!ok || differences.length > 0) {
      throw new Error(`${workload.name} fails without faults: ${text} ${differences.join("; ")}`);
    }
    return deployed.organization.requests;
  } finally {
    await deployed.stop();
  }
}

/** Runs the workload with the fault, and again without. Returns what was wrong. */
export async function problemsWith(
  start: StartTerraform,
  workload: Workload,
  fault: CaseFault,
  service: ServiceOptions,
  onFirst: (first: CommandResult, organization: FaultyOrganization) => void = () => undefined,
): Promise<readonly string[]> {
  const deployed = await DeployedWorkload.create(workload, start, service);
  try {
    const { organization, limits } = deployed;
    await organization.addFault(fault);
    limits.hasNormalLimits = fault.times !== Infinity;
    const first = await deployed.run();
    onFirst(first, organization);
    await organization.clear();
    limits.hasNormalLimits = true;
    const problems: string[] = [];
    const { differences } = deployed;
    if (first.ok && differences.length > 0) problems.push(`"complete", but ${differences.join("; ")}`);
    problems.push(...deployed.stateProblems(first.text));
    if (PROVIDER_BUG.test(first.text)) problems.push("a provider bug was reported");

    let again = await deployed.run();
    if (!again.ok) again = await deployed.followAdvice(again);
    if (!again.ok) problems.push(`the next run fails: ${again.text}`);
    const remaining = deployed.differences;
    if (again.ok && remaining.length > 0) problems.push(`after the next run ${remaining.join("; ")}`);
    return problems.map((problem) => `${problem}\n    (first: ${first.ok ? "ok" : "failed"}: ${first.text})`);
  } finally {
    await deployed.stop();
  }
}

/** Terraform's messages for a provider that violates the protocol or has crashed, and a stack trace. */
const PROVIDER_BUG = /Provider (produced|returned)|Plugin did not respond|\n\s+at |Provider bug/;

/** Whether an error says that it is unknown whether the project was deleted. */
function isDeletionUnknown(id: string, messages: string): boolean {
  return messages.split("\n").some((line) => /unknown whether .* was deleted/.test(line) && line.includes(id));
}
