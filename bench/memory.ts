import { RunningEmulator } from "./emulator";
import { table, formatInteger } from "./table";

/** Heap used by an organization. */
export async function memory(): Promise<string> {
  const orders = [
    { projects: 2, workspaces: 0 },
    { projects: 100_000, workspaces: 0 },
    { projects: 2, workspaces: 100_000 },
  ];
  const rows: string[][] = [];
  for (const order of orders) {
    const emulator = await RunningEmulator.start(order);
    rows.push([
      `${formatInteger(order.projects)} projects, ${formatInteger(order.workspaces)} workspaces`,
      (emulator.about.heap / 2 ** 20).toFixed(1),
    ]);
    await emulator.stop();
  }
  return table(["heap used", "MiB"], rows);
}
