import { Emulator } from "../src/emulator";
import type { Message, Order } from "./emulator";

/** An emulator in its own process: its content comes as an argument, and it sends its address to the parent process. */
async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? "") as Order;
  const before = heap();
  const emulator = await Emulator.start({
    ...(order.stateFile === undefined ? {} : { stateFile: order.stateFile }),
    ...(order.documents === undefined ? {} : { documents: order.documents }),
    ...(order.rateLimit === undefined ? {} : { rateLimit: order.rateLimit }),
    seed: { organizations: [{ name: "acme", ...(order.each === undefined ? seedOf(order) : teamsOf(order)) }] },
  });
  if (order.latencyMs !== undefined) {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      emulator.faults.add({ method, delayMs: order.latencyMs, times: Infinity });
    }
  }
  const held = heap() - before;
  const token = emulator.tokens.create({ organization: "acme", role: "read-only" });
  tell({ address: emulator.address, token: emulator.token, readOnlyToken: token, heap: held });
  process.once("disconnect", () => void emulator.stop().then(() => process.exit()));
}

/** Workspaces are in the project `holds-100` and, all but its hundred, in the default project. */
function seedOf({ projects, workspaces }: Order): object {
  const names = Array.from({ length: workspaces }, (_, index) => `workspace-${index}`);
  const others = Array.from({ length: projects - 2 }, (_, index) => ({
    name: `project-${index}`,
    description: "What the project is for, in a few words",
  }));
  return {
    projects: [...others, { name: "holds-100", workspaces: names.slice(0, 100) }],
    workspaces: names.slice(100),
  };
}

function teamsOf({ projects, each = 0 }: Order): object {
  return {
    projects: Array.from({ length: projects }, (_, index) => ({
      name: `Team ${index}`,
      description: `What team ${index} is for`,
      workspaces: Array.from({ length: each }, (_, inner) => `workspace-${index * each + inner}`),
    })),
  };
}

/** Bytes in use once nothing is left that could be collected; needs --expose-gc. */
function heap(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

function tell(message: Message): void {
  process.send?.(message);
}

void main();
