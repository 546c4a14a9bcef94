import { readFigures } from "../../test/faults/figures";
import { table } from "./block";

/** How many cases the last whole run of the fault matrix had, and how many of them failed. */
export function reliability(): string {
  const { seed, shares, cases, kills, failures } = readFigures();
  const tables = Object.entries(cases).map(([way, workloads]) => {
    const names = Object.keys(workloads);
    const kinds = [...new Set(Object.values(workloads).flatMap((counts) => Object.keys(counts)))];
    const rows = kinds.map((kind) => [kind, ...names.map((name) => String(workloads[name]?.[kind] ?? 0))]);
    const total = sum(Object.values(workloads).flatMap((counts) => Object.values(counts)));
    const every = shares[way] ?? 1;
    const share = every === 1 ? "all" : `one in ${every}, drawn by chance`;
    return `${total} cases on ${way} (${share}):\n\n${table(["fault", ...names], rows)}`;
  });
  const killed = Object.entries(kills).map(([victim, times]) => `${victim} ${times} times`);
  return [
    ...tables,
    `Killed at moments drawn by chance: ${killed.join(", ")}.`,
    `**Failures: ${failures}**, of all of these together (seed ${seed}).`,
  ].join("\n\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
