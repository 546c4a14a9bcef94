import { lengthFrom, SEED } from "../support/property";
import { Coverage } from "./service/coverage";
import { runRandom } from "./service/sequence";
import { shrink } from "./service/shrink";
import { stepText } from "./service/step";

/**
 * TFPROJECTS_REQUESTS sets another length:
 *
 *     TFPROJECTS_SEED=7 TFPROJECTS_REQUESTS=100000 npx jest test/property/service-model --selectProjects unit
 */
const DEFAULT_REQUESTS = 4_000;
const requests = lengthFrom("TFPROJECTS_REQUESTS", DEFAULT_REQUESTS);
/** So many cover everything with any seed; fewer do with the seed that is fixed. */
const COVERING_REQUESTS = process.env["TFPROJECTS_SEED"] === undefined ? DEFAULT_REQUESTS : 10_000;
const SECONDS_TO_SHRINK = 60;

describe("a random sequence of requests", () => {
  it(`gets the same responses from emulator and model (TFPROJECTS_SEED=${SEED}, ${requests} requests)`, async () => {
    const coverage = new Coverage();
    const found = await runRandom(SEED, requests, coverage);
    if (found !== undefined) {
      const { steps, difference } = await shrink(found, SECONDS_TO_SHRINK);
      throw new Error(
        [`TFPROJECTS_SEED=${SEED}, step ${found.steps.length}: ${found.difference}`, `Shrunk: ${difference}`]
          .concat(steps.map(stepText))
          .join("\n"),
      );
    }
    process.stdout.write(`TFPROJECTS_SEED=${SEED}: ${coverage.total} requests\n${coverage.table}\n`);
    expect(coverage.total).toBe(requests);
    if (requests >= COVERING_REQUESTS) expect(coverage.missing).toEqual([]);
  });
});
