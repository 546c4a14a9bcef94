import type { Provider } from "../../src/plugin";
import { InProcessTerraform, type ApplyResult } from "../../src/plugin/testing";
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
import type { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

/** The provider as it is, with a client that gives up soon. */
export function providerFor(organization: FaultyOrganization, patience: Limits): () => Provider {
  return () => ({
    ...tfprojectsProvider,
    configure: (_config, { signal }) =>
      new ProviderData(organization.client({ ...patience, stopSignal: signal }), "acme"),
  });
}

/** Terraform in process, which tries quickly and, where it must, gives up soon. */
class TerraformInProcess implements TerraformDriver {
  readonly #terraform: InProcessTerraform;

  constructor(organization: FaultyOrganization, patience: Limits) {
    this.#terraform = new InProcessTerraform(() => providerFor(organization, patience)());
  }

  get state(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#terraform.state].flatMap(([address, { values }]) =>
        typeof values["id"] === "string" ? [[address, values["id"]]] : [],
      ),
    );
  }

  async apply(resources: Workload["code"]): Promise<CommandResult> {
    return told(await this.#terraform.apply({ resources }));
  }

  async import(resources: Workload["code"], address: string, id: string): Promise<CommandResult> {
    return told(await this.#terraform.import({ resources }, address, id));
  }

  remove(): void {
    // It has neither files nor processes.
  }
}

const start: StartTerraform = (organization, patience) =>
  Promise.resolve(new TerraformInProcess(organization, patience));

/** How many requests the workload makes when nothing goes wrong. */
export function countTerraformRequests(workload: Workload): Promise<number> {
  return countRequestsWith(start, workload);
}

/** Runs the workload with the fault and again without; gives what was not as it must be. */
export function terraformProblems(workload: Workload, fault: CaseFault): Promise<readonly string[]> {
  return problemsWith(start, workload, fault);
}

function told({ ok, diagnostics }: Pick<ApplyResult, "ok" | "diagnostics">): CommandResult {
  return { ok, text: formatDiagnostics(diagnostics) };
}

/** Of each diagnostic severity, summary and detail. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join("\n");
}

type Diagnostic = Pick<ApplyResult["diagnostics"][number], "severity" | "summary" | "detail">;
