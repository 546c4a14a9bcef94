import { SEED } from "../support/property";
import { countGateRequests, GATE_RUNS, GATE_SUBJECTS, gateProblems } from "./gate-case";
import type { CaseFault } from "./fault-kinds";
import { allCases, failuresOf, someCases, type ServiceOptions } from "./matrix";

const EVERY = { "the engine": 20, "an apply of the engine": 20, "Terraform in process": 60 };

/** As in engine.test.ts, a fixed sample of all cases. */
describe.each(GATE_SUBJECTS)("on %s, no fault opens a gate: the result is the true verdict, or an error", (way) => {
  test.each(GATE_RUNS.map((run) => [run.name, run] as const))("%s", async (name, run) => {
    const all = await allCases(name, (service) => countGateRequests(way, run, service));
    const problems = (fault: CaseFault, service: ServiceOptions) => gateProblems(way, run, fault, service);
    expect(await failuresOf(someCases(all, EVERY[way], SEED), problems)).toEqual([]);
  });
});

test.each(GATE_SUBJECTS)("on %s, an empty list of stages keeps a gate closed that names one", async (way) => {
  const failed = GATE_RUNS.find(({ truth }) => truth === "failed")!;
  const empty = { request: 0, kind: '{"data":[]}', workload: failed.name, documents: "full" } as const;
  const cases = [{ ...empty, duration: "once" } as const, { ...empty, duration: "permanently" } as const];
  expect(await failuresOf(cases, (fault) => gateProblems(way, failed, fault))).toEqual([]);
});
