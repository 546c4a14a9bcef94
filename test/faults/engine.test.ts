import { SEED } from "../support/property";
import { countEngineRequests, engineProblems } from "./engine-case";
import type { CaseFault } from "./fault-kinds";
import { allCases, failuresOf, someCases, type ServiceOptions } from "./matrix";
import { WORKLOADS } from "./workloads";

/*
 * Each request of each workload meets faults, once and permanently, on services with full and with documented
 * documents. `npm test` runs a fixed sample of the cases; `npm run test:soak` runs all of them.
 */
describe("the engine reports the truth after every fault, and the next run completes the work", () => {
  test.each(WORKLOADS.map((workload) => [workload.name, workload] as const))("%s", async (name, workload) => {
    const all = await allCases(name, (service) => countEngineRequests(workload, service));
    const problems = (fault: CaseFault, service: ServiceOptions) => engineProblems(workload, fault, service);
    expect(await failuresOf(someCases(all, 24, SEED), problems)).toEqual([]);
  });
});
