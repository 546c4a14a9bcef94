import { newStateFile, RunningEmulator } from "./emulator";
import type { Load } from "./load";
import { rate } from "./load";
import { table, formatInteger } from "./table";

/** Creates and moves, in memory and with a state file, by one client and by 32 concurrent ones. */
export async function writes(): Promise<string> {
  const rows: string[][] = [];
  for (const withFile of [false, true]) {
    for (const connections of [1, 32]) {
      for (const what of ["create", "move 1", "move 100"] as const) {
        const emulator = await RunningEmulator.start({
          projects: 1_000,
          workspaces: 1_000,
          ...(withFile ? { stateFile: newStateFile() } : {}),
        });
        try {
          const load = { ...(await write(emulator, what)), connections };
          await rate(emulator, { ...load, seconds: 2, from: 0 });
          const { perSecond, perCpuSecond } = await rate(emulator, { ...load, seconds: 4, from: 1_000_000 });
          const title = `${what}, ${withFile ? "state file" : "in memory"}, ${connections} connections`;
          rows.push([title, formatInteger(perSecond), formatInteger(perCpuSecond)]);
        } finally {
          await emulator.stop();
        }
      }
    }
  }
  return table(["writes, 1,000 projects and workspaces", "per second", "per CPU second"], rows);
}

async function write(
  emulator: RunningEmulator,
  what: "create" | "move 1" | "move 100",
): Promise<Pick<Load, "method" | "path" | "body">> {
  if (what === "create") {
    const body = (n: number): string =>
      JSON.stringify({ data: { type: "projects", attributes: { name: `made-${n}` } } });
    return { method: "POST", path: () => "/organizations/acme/projects", body };
  }
  const projects = await emulator.ids("projects");
  const workspaces = await emulator.ids("workspaces");
  const count = what === "move 1" ? 1 : 100;
  // Each request finds its workspaces elsewhere.
  const path = (n: number): string =>
    `/projects/${projects[(n * 17) % projects.length] ?? ""}/relationships/workspaces`;
  const body = (n: number): string => {
    const first = (n * count) % workspaces.length;
    return JSON.stringify({ data: workspaces.slice(first, first + count).map((id) => ({ type: "workspaces", id })) });
  };
  return { method: "POST", path, body };
}
