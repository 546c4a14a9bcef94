import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What was run. */
export interface Built {
  /** Whether the provider and the command line were executables rather than scripts. @default false */
  readonly executables?: boolean;
}

/** The result of a run of the cases. */
export interface CaseFigures extends Built {
  readonly seed: number;
  /** One in so many cases was run. */
  readonly share: number;
  /** Workload → fault → number of cases. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly failures: number;
}

/** The result of killing programs. */
interface KillFigures extends Built {
  readonly seed: number;
  /** Program → how often it was killed. */
  readonly times: Readonly<Record<string, number>>;
  readonly failures: number;
}

/** One file for each part, each updated by a run of its own. docs/internals/reliability.md shows them. */
export interface Figures {
  readonly engine: CaseFigures;
  readonly terraform: CaseFigures;
  readonly real: CaseFigures;
  readonly kills: KillFigures;
}

export function readFigures<Part extends keyof Figures>(part: Part): Figures[Part] {
  return JSON.parse(readFileSync(fileOf(part), "utf8")) as Figures[Part];
}

export function writeFigures<Part extends keyof Figures>(part: Part, figures: Figures[Part]): void {
  writeFileSync(fileOf(part), `${JSON.stringify(figures, undefined, 2)}\n`);
}

function fileOf(part: keyof Figures): string {
  return join(__dirname, "figures", `${part}.json`);
}
