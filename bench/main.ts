import { cpus, loadavg, platform, release } from "node:os";
import { drift } from "./drift";
import { pinned } from "./emulator";
import { lists } from "./lists";
import { memory } from "./memory";
import { reads } from "./reads";
import { writes } from "./writes";

/**
 * What the emulator does in a second, and what it takes; how long the engine takes beside Terraform. Figures to be looked at, nothing is
 * asserted. `npm run bench`, or with the parts that are wanted: `npm run bench lists memory`.
 */
const PARTS: Readonly<Record<string, () => Promise<string>>> = { reads, lists, writes, memory, drift };

async function main(names: readonly string[]): Promise<void> {
  const load = (): string =>
    loadavg()
      .map((average) => average.toFixed(1))
      .join(" ");
  console.log(`${new Date().toISOString()}, node ${process.version}, ${platform()} ${release()}`);
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}; load average ${load()}`);
  console.log(pinned ? "The emulator has the first core, the load the others.\n" : "No core is anybody's own.\n");
  for (const name of names.length === 0 ? Object.keys(PARTS) : names) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(", ")}.`);
    console.log(`${await part()}\n(load average ${load()})\n`);
  }
}

void main(process.argv.slice(2));
