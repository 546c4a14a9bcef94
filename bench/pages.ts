import { RunningEmulator } from "./emulator";
import type { Figure } from "./measured";

const PAGES = 1_000;
/** Requests at a time. */
const CONCURRENCY = 4;

/** Pages of 100 workspaces a second and core, in an organization of 100,000. */
export async function pages(): Promise<readonly Figure[]> {
  const emulator = await RunningEmulator.start({ projects: 100, each: PAGES });
  try {
    await read(emulator, 3);
    const [begin, before] = [performance.now(), emulator.cpuSeconds()];
    const count = await read(emulator, 8);
    const [seconds, after] = [(performance.now() - begin) / 1000, emulator.cpuSeconds()];
    const measured = before !== undefined && after !== undefined;
    return [
      {
        measure: "pages of 100 workspaces of the emulator",
        size: "100,000 workspaces",
        value: count / (measured ? after - before : seconds),
        unit: measured ? "a CPU second" : "a second",
      },
    ];
  } finally {
    await emulator.stop();
  }
}

/** Reads pages, one after another far from it. */
async function read(emulator: RunningEmulator, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const page = 1 + ((count++ * 37) % PAGES);
      const path = `/organizations/acme/workspaces?page%5Bsize%5D=100&page%5Bnumber%5D=${page}`;
      await (await emulator.get(path)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return count;
}
