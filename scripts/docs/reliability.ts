import { readFigures, type Built, type CaseFigures } from "../../test/faults/figures";
import { table } from "./block";

/** The number of cases and failures in the last complete runs of the fault tests. */
export function reliability(): string {
  const kills = readFigures("kills");
  const { seed, times, failures } = kills;
  const real = readFigures("real");
  const programs = table(
    ["program", "times"],
    Object.entries(times).map(([program, count]) => [program, String(count)]),
  );
  return [
    casesOf("the engine", readFigures("engine")),
    casesOf("Terraform in process", readFigures("terraform")),
    casesOf(`the installed Terraform${withExecutables(real)}`, real),
    `Programs killed at random times${withExecutables(kills)}. ${failuresOf(failures, seed)}\n\n${programs}`,
  ].join("\n\n");
}

function withExecutables({ executables = false }: Built): string {
  return executables ? ", with executables" : "";
}

function casesOf(subject: string, { seed, share, cases, failures }: CaseFigures): string {
  const names = Object.keys(cases);
  const kinds = [...new Set(Object.values(cases).flatMap((counts) => Object.keys(counts)))];
  const rows = kinds.map((kind) => [kind, ...names.map((name) => String(cases[name]?.[kind] ?? 0))]);
  const total = sum(Object.values(cases).flatMap((counts) => Object.values(counts)));
  const which = share === 1 ? "all" : `one in ${share}, drawn at random`;
  const summary = `${total} cases on ${subject} (${which}). ${failuresOf(failures, seed)}`;
  return `${summary}\n\n${table(["fault", ...names], rows)}`;
}

function failuresOf(failures: number, seed: number): string {
  return `**Failures: ${failures}** (seed ${seed}).`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
