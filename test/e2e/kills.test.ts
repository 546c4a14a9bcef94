import { killedWriteProblems, type KilledWrite } from "../faults/kills";
import { WORKLOADS } from "../faults/workloads";
import { casesInEachRun, RUNS_ALL } from "../support/on-request";
import { describeWithTerraform } from "../support/terraform";

/*
 * Programs are killed at a write of an apply that assigns objects and takes them off: the service gets it, or not. The
 * next apply completes the work, and what the first one did was planned.
 */

const ASSIGN = WORKLOADS.find(({ name }) => name === "assign")!;

/** The problems of these writes, or with `npm run test:e2e:all` of all. */
async function problemsOf(
  victim: Parameters<typeof killedWriteProblems>[0],
  sample: readonly KilledWrite[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const tried = async (killed: KilledWrite): Promise<boolean> => {
    const its = await killedWriteProblems(victim, ASSIGN, killed);
    problems.push(...(its ?? []).map((it) => `${JSON.stringify(killed)}: ${it}`));
    return its !== undefined;
  };
  if (!RUNS_ALL) {
    for (const killed of sample) expect(await tried(killed)).toBe(true);
    return problems;
  }
  let write = 0;
  while (await tried({ write, isProcessed: false })) {
    await tried({ write, isProcessed: true });
    write += 1;
  }
  // Creates and moves, and of each type what is set and unset.
  expect(write).toBeGreaterThan(9);
  return problems;
}

const processed = (write: number): KilledWrite => ({ write, isProcessed: true });
const dropped = (write: number): KilledWrite => ({ write, isProcessed: false });

test("the engine, killed at a write, completes the assignments when it runs again", async () => {
  expect(await problemsOf("engine", [processed(3), dropped(7)])).toEqual([]);
});

describeWithTerraform("Terraform", () => {
  // Killed itself, Terraform loses the state of what was made.
  test.each(
    casesInEachRun(1, [
      ["whose provider is", "provider"],
      ["that is itself", "terraform"],
    ] as const),
  )("%s killed at a write completes the assignments when it runs again", async (_, victim) => {
    expect(await problemsOf(victim, [processed(4)])).toEqual([]);
  });
});
