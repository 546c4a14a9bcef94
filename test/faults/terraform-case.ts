import type { Provider } from "../../src/plugin";
import { InProcessTerraform, type Applied, type Configuration, type State } from "../../src/plugin/testing";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Session } from "../../src/provider/session";
import type { CaseFault } from "./kinds";
import { FaultyOrganization } from "./organization";
import { desiredByTerraform, type Workload } from "./workloads";

/** The provider as it is, with a client that gives up soon. */
export function providerFor(organization: FaultyOrganization, patience: { isPatient: boolean }): () => Provider {
  return () => ({
    ...tfprojectsProvider,
    configure: (_config, { signal }) => new Session(organization.client({ ...patience, stopSignal: signal }), "acme"),
  });
}

/** A workload on Terraform in process, with what it manages when it begins. */
class Deployment {
  readonly patience = { isPatient: true };
  readonly terraform: InProcessTerraform;
  readonly code: Configuration;
  /** Projects that there are before the workload begins, by id. */
  readonly #before: ReadonlySet<string>;

  private constructor(
    readonly workload: Workload,
    readonly organization: FaultyOrganization,
    state: State,
  ) {
    this.terraform = new InProcessTerraform(() => providerFor(organization, this.patience)());
    this.terraform.state = state;
    this.code = { resources: workload.terraformCode ?? workload.code };
    this.#before = new Set(Object.values(organization.projects).map(({ id }) => id));
  }

  static async begin(workload: Workload): Promise<Deployment> {
    const organization = await FaultyOrganization.begin(workload);
    const deployment = new Deployment(workload, organization, new Map());
    if (workload.managed !== undefined) {
      const { ok, diagnostics } = await deployment.terraform.apply({ resources: workload.managed });
      if (!ok) throw new Error(`${workload.name} cannot begin: ${JSON.stringify(diagnostics)}`);
    }
    await organization.clear();
    return deployment;
  }

  /** Does the workload. */
  async run(): Promise<Pick<Applied, "ok" | "diagnostics">> {
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
      [...this.terraform.state.values()].flatMap(({ type, values }) =>
        type === "tfprojects_project" && typeof values["id"] === "string" ? [values["id"]] : [],
      ),
    );
    const made = [...existing].filter(([id]) => !this.#before.has(id) && !recorded.has(id));
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

  stop(): Promise<void> {
    return this.organization.stop();
  }
}

/** How many requests the workload makes when nothing goes wrong. */
export async function countTerraformRequests(workload: Workload): Promise<number> {
  const deployment = await Deployment.begin(workload);
  try {
    const { ok, diagnostics } = await deployment.run();
    const { differences } = deployment;
    if (!ok || differences.length > 0) {
      throw new Error(`${workload.name} does not work without faults: ${said(diagnostics)} ${differences.join("; ")}`);
    }
    return deployment.organization.requests;
  } finally {
    await deployment.stop();
  }
}

/** Runs the workload with the fault and again without; gives what was not as it must be. */
export async function terraformProblems(workload: Workload, fault: CaseFault): Promise<readonly string[]> {
  const deployment = await Deployment.begin(workload);
  try {
    const { organization, patience } = deployment;
    const before = new Set(Object.values(organization.projects).map(({ id }) => id));
    await organization.addFault(fault);
    patience.isPatient = fault.times !== Infinity;
    const first = await deployment.run();
    const told = said(first.diagnostics);
    await organization.clear();
    patience.isPatient = true;
    const problems: string[] = [];
    const { differences } = deployment;
    if (first.ok && differences.length > 0) problems.push(`"complete", but ${differences.join("; ")}`);
    problems.push(...deployment.stateProblems(told));
    if (/Provider (produced|returned)|\n\s+at |Defect in the provider/.test(told)) problems.push("a defect was shown");

    let again = await deployment.run();
    if (!again.ok) again = await asTold(deployment, before, said(again.diagnostics), again);
    if (!again.ok) problems.push(`a rerun fails: ${said(again.diagnostics)}`);
    const remaining = deployment.differences;
    if (again.ok && remaining.length > 0) problems.push(`after a rerun ${remaining.join("; ")}`);
    return problems.map((problem) => `${problem}\n    (first: ${first.ok ? "ok" : "failed"}: ${told})`);
  } finally {
    await deployment.stop();
  }
}

/** Does what an error says of projects whose creation was not known: imports them, and applies again. */
async function asTold(
  deployment: Deployment,
  before: ReadonlySet<string>,
  told: string,
  failed: Pick<Applied, "ok" | "diagnostics">,
): Promise<Pick<Applied, "ok" | "diagnostics">> {
  const { code, organization, terraform } = deployment;
  if (!told.includes("terraform import")) return failed;
  for (const [address, { name }] of Object.entries(code.resources)) {
    if (typeof name !== "string" || terraform.state.has(address)) continue;
    const found = organization.projects[name];
    if (found === undefined || before.has(found.id)) continue;
    const imported = await terraform.import(code, address, `acme/${name}`);
    if (!imported.ok) return imported;
  }
  return deployment.run();
}

/** Whether an error names the project as one of which nobody knows whether it was deleted. */
function isDeletionUnknown(id: string, said: string): boolean {
  return said.split("\n").some((line) => /unknown whether .* was deleted/.test(line) && line.includes(id));
}

export function said(diagnostics: Applied["diagnostics"]): string {
  return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join("\n");
}
