import { writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release } from "node:os";
import { join, resolve } from "node:path";
import { drift } from "./drift";
import { pinned } from "./emulator";
import { imports } from "./imports";
import { launch } from "./launch";
import { lists } from "./lists";
import type { Figure } from "./measured";
import { memory } from "./memory";
import { pages } from "./pages";
import { reads } from "./reads";
import { asMarkdown } from "./report";
import { requests } from "./requests";
import { rules } from "./rules";
import { scale } from "./scale";
import { stacks } from "./stacks";
import { formatInteger, table } from "./table";
import { terraform } from "./terraform";
import { throughput } from "./throughput";
import { writes } from "./writes";

/** Of the emulator and the engine, each with its own table. Figures only, no assertions. */
const TABLES: Readonly<Record<string, () => Promise<string>>> = {
  reads,
  lists,
  writes,
  memory,
  drift,
};
/** What docs/performance.md has. */
const FIGURES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  launch,
  requests,
  throughput,
  imports,
  terraform,
  pages,
  rules,
  scale,
  stacks,
};

const DOCS = resolve(__dirname, "../docs");

/**
 * Measures how fast things are. Run all parts with `npm run bench`, which also writes docs/performance.md and
 * docs/performance.json, or some with `npm run bench lists memory`.
 */
async function main(names: readonly string[]): Promise<void> {
  const load = (): string =>
    loadavg()
      .map((average) => average.toFixed(1))
      .join(" ");
  const machine = `node ${process.version}, ${platform()} ${release()}, ${cpus().length} cores`;
  console.log(`${new Date().toISOString()}, ${machine}, ${cpus()[0]?.model ?? "unknown"}; load average ${load()}`);
  console.log(
    pinned ? "The emulator runs on the first core, the load generator on the others.\n" : "Cores are shared.\n",
  );
  const figures: Figure[] = [];
  for (const name of names.length === 0 ? [...Object.keys(FIGURES), ...Object.keys(TABLES)] : names) {
    const measured = await FIGURES[name]?.();
    const text = measured === undefined ? await TABLES[name]?.() : tableOf(measured);
    const parts = [...Object.keys(FIGURES), ...Object.keys(TABLES)].join(", ");
    if (text === undefined) throw new Error(`Unknown part ${name}: must be one of ${parts}.`);
    figures.push(...(measured ?? []));
    console.log(`${text}\n(load average ${load()})\n`);
  }
  if (names.length > 0 && names.length < Object.keys(FIGURES).length) return;
  const report = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${machine}, load average ${load()}`,
    figures,
  };
  writeFileSync(join(DOCS, "performance.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(DOCS, "performance.md"), asMarkdown(report));
}

function tableOf(figures: readonly Figure[]): string {
  const text = (value: number): string => (value < 20 ? value.toFixed(2) : formatInteger(value));
  return table(
    ["measure", "organization", "value", "", "beside", ""],
    figures.map(({ measure, size, value, unit, baseline }) => [
      measure,
      size,
      text(value),
      unit,
      baseline === undefined ? "" : text(baseline.value),
      baseline?.what ?? "",
    ]),
  );
}

void main(process.argv.slice(2));
