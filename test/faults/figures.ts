import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a run of all cases came to; kept, because docs/reliability.md is made from it. */
export interface Figures {
  readonly seed: number;
  /** Way → one in so many of its cases was run. */
  readonly shares: Readonly<Record<string, number>>;
  /** Way → workload → fault → number of cases. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
  /** What was killed → how often. */
  readonly kills: Readonly<Record<string, number>>;
  /** Of all cases and kills. */
  readonly failures: number;
}

const FILE = join(__dirname, "figures.json");

export function readFigures(): Figures {
  return JSON.parse(readFileSync(FILE, "utf8")) as Figures;
}

export function writeFigures(figures: Figures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, undefined, 2)}\n`);
}
