import { Client } from "../src/api";
import { executePlan } from "../src/engine/apply/execute-plan";
import { observeOrganization } from "../src/engine/live/observe";
import { makePlan } from "../src/engine/plan/plan";
import { OrganizationView } from "../src/reconcile";
import { UNSET_SETTINGS } from "../src/model";
import { RunningEmulator } from "./emulator";
import type { Figure } from "./measured";

const LIMIT = 30;
const LATENCIES = [5, 250, 1_000];
const READS = 1_000;
/** What is left out at the start and at the end: there, the client waits for pages or has nothing more to send. */
const EDGE = READS / 10;

/**
 * Requests a second that the engine sends within a limit of 30 a second, by how long a response takes: the middle four
 * fifths of 1,000 reads, and of as many writes.
 */
export async function throughput(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const latencyMs of LATENCIES) {
    const emulator = await RunningEmulator.start({
      projects: READS,
      each: 0,
      documents: "documented",
      rateLimit: LIMIT,
      latencyMs,
    });
    try {
      const responses: number[] = [];
      let rejected = 0;
      const onRequest = ({ status }: { readonly status: number | undefined }): void => {
        responses.push(performance.now());
        if (status === 429) rejected += 1;
      };
      const { address, token } = emulator.about;
      const view = new OrganizationView(new Client({ address, token, env: {}, onRequest }), "acme");
      const rate = async (work: () => Promise<unknown>): Promise<number> => {
        responses.length = 0;
        await work();
        const middle = responses.slice(EDGE, -EDGE);
        const [first = NaN, last = NaN] = [middle[0], middle.at(-1)];
        return (middle.length - 1) / ((last - first) / 1000);
      };
      // The lists carry no durations, so each project is read by itself; then each is changed.
      const desired = {
        name: "acme",
        projects: Array.from({ length: READS }, (_, index) => ({
          ...UNSET_SETTINGS,
          address: `p${index}`,
          name: `Team ${index}`,
          description: "changed",
          previousNames: [],
        })),
        memberships: [],
        references: [],
      };
      const reads = await rate(() => observeOrganization(view, desired));
      const actual = await observeOrganization(view, desired);
      const plan = makePlan(desired, actual);
      const writes = await rate(() => executePlan(view, plan));
      const figure = (what: string, value: number): Figure => ({
        measure: `${what} of the engine, limit 30`,
        size: `responses after ${latencyMs} ms`,
        value,
        unit: "a second",
        baseline: { what: "limit", value: LIMIT },
      });
      figures.push(figure("reads", reads), figure("writes", writes));
      figures.push({ measure: "429 responses", size: `responses after ${latencyMs} ms`, value: rejected, unit: "" });
    } finally {
      await emulator.stop();
    }
  }
  return figures;
}
