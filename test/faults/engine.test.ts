import { SEED } from "../support/property";
import { applyInBatches, countEngineRequests, engineProblems } from "./engine-case";
import { allCases, failuresOf, someCases } from "./matrix";
import { WORKLOADS } from "./workloads";

/*
 * Each request of each workload meets faults, once and permanently. `npm test` runs a fixed sample of the cases;
 * `npm run test:soak` runs all of them.
 */
describe("the engine reports the truth after every fault, and the next run completes the work", () => {
  test.each(WORKLOADS.map((workload) => [workload.name, workload] as const))("%s", async (name, workload) => {
    const cases = someCases(allCases(name, await countEngineRequests(workload)), 12, SEED);
    expect(await failuresOf(cases, (fault) => engineProblems(workload, fault))).toEqual([]);
  });

  test("moves in batches", async () => {
    const workload = WORKLOADS.find(({ name }) => name === "move")!;
    const cases = someCases(allCases("batches", await countEngineRequests(workload, applyInBatches)), 12, SEED);
    expect(await failuresOf(cases, (fault) => engineProblems(workload, fault, applyInBatches))).toEqual([]);
  });
});
