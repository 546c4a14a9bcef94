import { writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release } from "node:os";
import { join, resolve } from "node:path";
import { pinned } from "./emulator";
import { groups } from "./groups";
import { imports } from "./imports";
import { launch } from "./launch";
import { members } from "./members";
import type { Figure } from "./measured";
import { pages } from "./pages";
import { asMarkdown, figureTable } from "./report";
import { requests } from "./requests";
import { rules } from "./rules";
import { scale } from "./scale";
import { stacks } from "./stacks";
import { terraform } from "./terraform";
import { throughput } from "./throughput";

/** What docs/internals/performance.md has. Figures only, no assertions. */
const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  launch,
  requests,
  throughput,
  imports,
  groups,
  terraform,
  members,
  pages,
  rules,
  scale,
  stacks,
};

const INTERNALS = resolve(__dirname, "../docs/internals");

/**
 * Measures how fast things are. Run all parts with `npm run bench`, which also writes docs/internals/performance.md and
 * docs/internals/performance.json, or some with `npm run bench pages scale`.
 */
async function main(names: readonly string[]): Promise<void> {
  const load = (): string =>
    loadavg()
      .map((average) => average.toFixed(1))
      .join(" ");
  const machine = `node ${process.version}, ${platform()} ${release()}, ${cpus().length} cores`;
  console.log(`${new Date().toISOString()}, ${machine}, ${cpus()[0]?.model ?? "unknown"}; load average ${load()}`);
  console.log(pinned ? "The emulator runs on the first core, this program on the others.\n" : "Cores are shared.\n");
  const figures: Figure[] = [];
  for (const name of names.length === 0 ? Object.keys(PARTS) : names) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`Unknown part ${name}: must be one of ${Object.keys(PARTS).join(", ")}.`);
    const measured = await part();
    figures.push(...measured);
    console.log(`${figureTable(measured)}\n(load average ${load()})\n`);
  }
  if (names.length > 0) return;
  const report = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${machine}, load average ${load()}`,
    figures,
  };
  writeFileSync(join(INTERNALS, "performance.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(INTERNALS, "performance.md"), asMarkdown(report));
}

void main(process.argv.slice(2));
