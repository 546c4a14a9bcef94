import { SEED } from "../support/property";
import { allCases, failuresOf, someCases } from "./matrix";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS } from "./workloads";

/** Terraform in process. As in engine.test.ts, a fixed sample of all cases. */
describe("Terraform reports the truth after every fault; the next run completes it, or the error says how", () => {
  test.each(WORKLOADS.map((workload) => [workload.name, workload] as const))("%s", async (name, workload) => {
    const cases = someCases(allCases(name, await countTerraformRequests(workload)), 50, SEED);
    expect(await failuresOf(cases, (fault) => terraformProblems(workload, fault))).toEqual([]);
  });
});
