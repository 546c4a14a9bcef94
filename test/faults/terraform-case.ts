import type { Provider } from "../../src/plugin";
import { InProcessTerraform, type ApplyResult } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import {
  countRequestsWith,
  problemsWith,
  type TerraformDriver,
  type Limits,
  type StartTerraform,
  type CommandResult,
} from "./deployed-workload";
import type { CaseFault } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import type { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

/** The provider, with a client of these limits. */
export function providerFor(organization: FaultyOrganization, limits: Limits): () => Provider {
  return () => ({
    ...tfprojectsProvider,
    configure: (_config, { signal }) =>
      new ProviderData(organization.client({ ...limits, stopSignal: signal }), "acme"),
  });
}

/** Terraform in process, with these limits. */
class TerraformInProcess implements TerraformDriver {
  readonly #terraform: InProcessTerraform;

  constructor(organization: FaultyOrganization, limits: Limits) {
    this.#terraform = new InProcessTerraform(() => providerFor(organization, limits)());
  }

  get state(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#terraform.state].flatMap(([address, { values }]) =>
        typeof values["id"] === "string" ? [[address, values["id"]]] : [],
      ),
    );
  }

  async apply(resources: Workload["code"]): Promise<CommandResult> {
    return resultOf(await this.#terraform.apply({ resources }));
  }

  async import(resources: Workload["code"], address: string, id: string): Promise<CommandResult> {
    return resultOf(await this.#terraform.import({ resources }, address, id));
  }

  remove(): void {
    // It has neither files nor processes.
  }
}

const start: StartTerraform = (organization, limits) => Promise.resolve(new TerraformInProcess(organization, limits));

/** How many requests the workload makes without faults. */
export function countTerraformRequests(workload: Workload, service: ServiceOptions = {}): Promise<number> {
  return countRequestsWith(start, workload, service);
}

/** Runs the workload with the fault, and again without. Returns what was wrong. */
export function terraformProblems(
  workload: Workload,
  fault: CaseFault,
  service: ServiceOptions = {},
): Promise<readonly string[]> {
  return problemsWith(start, workload, fault, service);
}

function resultOf({ ok, diagnostics }: Pick<ApplyResult, "ok" | "diagnostics">): CommandResult {
  return { ok, text: formatDiagnostics(diagnostics) };
}

/** Severity, summary and detail of each diagnostic. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join("\n");
}

type Diagnostic = Pick<ApplyResult["diagnostics"][number], "severity" | "summary" | "detail">;
