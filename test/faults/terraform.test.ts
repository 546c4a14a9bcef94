import { SEED } from "../support/property";
import type { CaseFault } from "./fault-kinds";
import { allCases, failuresOf, someCases, type ServiceOptions } from "./matrix";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS } from "./workloads";

/** Terraform in process. As in engine.test.ts, a fixed sample of all cases. */
describe("Terraform reports the truth after every fault; the next run completes it, or the error says how", () => {
  test.each(WORKLOADS.map((workload) => [workload.name, workload] as const))("%s", async (name, workload) => {
    const all = await allCases(name, (service) => countTerraformRequests(workload, service));
    const problems = (fault: CaseFault, service: ServiceOptions) => terraformProblems(workload, fault, service);
    expect(await failuresOf(someCases(all, 100, SEED), problems)).toEqual([]);
  });
});
