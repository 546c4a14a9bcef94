import { readFigures, type CaseFigures } from "../../test/faults/figures";
import { table } from "./block";

/** How many cases the last whole runs of the fault matrix had, and how many of them failed. */
export function reliability(): string {
  const { seed, times, failures } = readFigures("kills");
  const killed = Object.entries(times).map(([victim, count]) => `${victim} ${count} times`);
  return [
    casesOf("the engine", readFigures("engine")),
    casesOf("Terraform in process", readFigures("terraform")),
    casesOf("the installed Terraform", readFigures("real")),
    `Killed at moments drawn by chance: ${killed.join(", ")}. ${failuresOf(failures, seed)}`,
  ].join("\n\n");
}

function casesOf(way: string, { seed, share, cases, failures }: CaseFigures): string {
  const names = Object.keys(cases);
  const kinds = [...new Set(Object.values(cases).flatMap((counts) => Object.keys(counts)))];
  const rows = kinds.map((kind) => [kind, ...names.map((name) => String(cases[name]?.[kind] ?? 0))]);
  const total = sum(Object.values(cases).flatMap((counts) => Object.values(counts)));
  const which = share === 1 ? "all" : `one in ${share}, drawn by chance`;
  return `${total} cases on ${way} (${which}). ${failuresOf(failures, seed)}\n\n${table(["fault", ...names], rows)}`;
}

function failuresOf(failures: number, seed: number): string {
  return `**Failures: ${failures}** (seed ${seed}).`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
