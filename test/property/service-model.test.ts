import { Coverage } from "./service/coverage";
import { runRandom } from "./service/sequence";
import { shortened } from "./service/shortening";
import { stepText } from "./service/step";

/**
 * TFPROJECTS_SEED repeats a sequence, TFPROJECTS_REQUESTS makes it longer:
 *
 *     TFPROJECTS_SEED=7 TFPROJECTS_REQUESTS=100000 npx jest --selectProjects unit --testPathPatterns test/property/service-model
 */
const DEFAULT_REQUESTS = 10_000;
const seed = wholeNumber("TFPROJECTS_SEED") ?? Math.floor(Math.random() * 2 ** 31);
const requests = wholeNumber("TFPROJECTS_REQUESTS") ?? DEFAULT_REQUESTS;
const SECONDS_TO_SHORTEN = 60;

describe("a random sequence of requests", () => {
  it(
    `is answered by the emulator as by a small model of service-api.md (TFPROJECTS_SEED=${seed}, ${requests} requests)`,
    async () => {
      const coverage = new Coverage();
      const found = await runRandom(seed, requests, coverage);
      if (found !== undefined) {
        const { steps, difference } = await shortened(found, SECONDS_TO_SHORTEN);
        throw new Error(
          [`TFPROJECTS_SEED=${seed}, step ${found.steps.length}: ${found.difference}`, `In short, ${difference}`]
            .concat(steps.map(stepText))
            .join("\n"),
        );
      }
      process.stdout.write(`TFPROJECTS_SEED=${seed}: ${coverage.total} requests\n${coverage.table}\n`);
      expect(coverage.total).toBe(requests);
      // Fewer requests cannot promise to have come everywhere.
      if (requests >= DEFAULT_REQUESTS) expect(coverage.missing).toEqual([]);
    },
    (SECONDS_TO_SHORTEN + 60 + requests / 50) * 1000,
  );
});

function wholeNumber(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${variable} is ${JSON.stringify(text)}; it must be a whole number.`);
  return Number(text);
}
