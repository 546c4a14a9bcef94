import type { Provider } from "../../src/plugin";
import { InProcessTerraform, type Applied } from "../../src/plugin/testing";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Session } from "../../src/provider/session";
import {
  countRequestsWith,
  problemsWith,
  type CaseTerraform,
  type Patience,
  type StartTerraform,
  type Told,
} from "./deployed-workload";
import type { CaseFault } from "./kinds";
import type { FaultyOrganization } from "./organization";
import type { Workload } from "./workloads";

/** The provider as it is, with a client that gives up soon. */
export function providerFor(organization: FaultyOrganization, patience: Patience): () => Provider {
  return () => ({
    ...tfprojectsProvider,
    configure: (_config, { signal }) => new Session(organization.client({ ...patience, stopSignal: signal }), "acme"),
  });
}

/** Terraform in process, which tries quickly and, where it must, gives up soon. */
class TerraformInProcess implements CaseTerraform {
  readonly #terraform: InProcessTerraform;

  constructor(organization: FaultyOrganization, patience: Patience) {
    this.#terraform = new InProcessTerraform(() => providerFor(organization, patience)());
  }

  get state(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#terraform.state].flatMap(([address, { values }]) =>
        typeof values["id"] === "string" ? [[address, values["id"]]] : [],
      ),
    );
  }

  async apply(resources: Workload["code"]): Promise<Told> {
    return told(await this.#terraform.apply({ resources }));
  }

  async import(resources: Workload["code"], address: string, id: string): Promise<Told> {
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

function told({ ok, diagnostics }: Pick<Applied, "ok" | "diagnostics">): Told {
  return { ok, text: said(diagnostics) };
}

/** Of each diagnostic severity, summary and detail. */
export function said(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join("\n");
}

type Diagnostic = Pick<Applied["diagnostics"][number], "severity" | "summary" | "detail">;
