import { cpus, loadavg, platform, release } from "node:os";
import { drift } from "./drift";
import { pinned } from "./emulator";
import { launch } from "./launch";
import { lists } from "./lists";
import { memory } from "./memory";
import { reads } from "./reads";
import { writes } from "./writes";

/**
 * Throughput and memory of the emulator, and the time of the engine compared with Terraform. Figures only, no
 * assertions. Run all parts with `npm run bench`, or some with `npm run bench lists memory`.
 */
const PARTS: Readonly<Record<string, () => Promise<string>>> = { launch, reads, lists, writes, memory, drift };

async function main(names: readonly string[]): Promise<void> {
  const load = (): string =>
    loadavg()
      .map((average) => average.toFixed(1))
      .join(" ");
  console.log(`${new Date().toISOString()}, node ${process.version}, ${platform()} ${release()}`);
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}; load average ${load()}`);
  console.log(
    pinned ? "The emulator runs on the first core, the load generator on the others.\n" : "Cores are shared.\n",
  );
  for (const name of names.length === 0 ? Object.keys(PARTS) : names) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`Unknown part ${name}: must be one of ${Object.keys(PARTS).join(", ")}.`);
    console.log(`${await part()}\n(load average ${load()})\n`);
  }
}

void main(process.argv.slice(2));
