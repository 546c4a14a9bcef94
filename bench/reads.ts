import { RunningEmulator } from "./emulator";
import { rate } from "./load";
import { table, formatInteger } from "./table";

/** `GET /projects/:id`, a different one of 10,000 each time. */
export async function reads(): Promise<string> {
  const emulator = await RunningEmulator.start({ projects: 10_000, workspaces: 0 });
  try {
    const ids = await emulator.ids("projects");
    const path = (n: number): string => `/projects/${ids[(n * 7919) % ids.length] ?? ""}`;
    const load = { method: "GET", path, connections: 32 } as const;
    await rate(emulator, { ...load, seconds: 3 });
    const { perSecond, perCpuSecond } = await rate(emulator, { ...load, seconds: 10 });
    return table(
      ["GET /projects/:id, 10,000 projects", "per second", "per CPU second"],
      [["32 connections", formatInteger(perSecond), formatInteger(perCpuSecond)]],
    );
  } finally {
    await emulator.stop();
  }
}
