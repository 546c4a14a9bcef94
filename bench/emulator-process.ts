import { Emulator } from "../src/emulator";
import type { Message, Order } from "./emulator";

/** An emulator in its own process: its content comes as an argument, and it sends its address to the parent process. */
async function main(): Promise<void> {
  const { projects, each, latencyMs, ...options } = JSON.parse(process.argv[2] ?? "") as Order;
  const emulator = await Emulator.start({
    ...options,
    seed: { organizations: [{ name: "acme", projects: teams(projects, each) }] },
  });
  if (latencyMs !== undefined) {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      emulator.faults.add({ method, delayMs: latencyMs, times: Infinity });
    }
  }
  tell({ address: emulator.address, token: emulator.token });
  process.once("disconnect", () => void emulator.stop().then(() => process.exit()));
}

function teams(projects: number, each: number) {
  return Array.from({ length: projects }, (_, index) => ({
    name: `Team ${index}`,
    description: `What team ${index} is for`,
    workspaces: Array.from({ length: each }, (_, inner) => `workspace-${index * each + inner}`),
  }));
}

function tell(message: Message): void {
  process.send?.(message);
}

void main();
