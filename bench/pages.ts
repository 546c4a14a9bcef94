import { RunningEmulator } from "./emulator";
import { rate } from "./load";
import type { Figure } from "./measured";

/** Pages of 100 workspaces a second and core, in an organization of 100,000. */
export async function pages(): Promise<readonly Figure[]> {
  const emulator = await RunningEmulator.start({ projects: 100, workspaces: 0, each: 1_000 });
  try {
    const path = (n: number): string =>
      `/organizations/acme/workspaces?page%5Bsize%5D=100&page%5Bnumber%5D=${1 + ((n * 37) % 1_000)}`;
    const load = { method: "GET", path, connections: 4 } as const;
    await rate(emulator, { ...load, seconds: 3 });
    const { perCpuSecond, perSecond } = await rate(emulator, { ...load, seconds: 8 });
    return [
      {
        measure: "pages of 100 workspaces of the emulator",
        size: "100,000 workspaces",
        value: perCpuSecond ?? perSecond,
        unit: perCpuSecond === undefined ? "a second" : "a CPU second",
      },
    ];
  } finally {
    await emulator.stop();
  }
}
