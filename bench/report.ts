import type { Figure } from "./measured";

interface Run {
  readonly date: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

export interface Report extends Run {
  /** Runs of single parts since. */
  readonly later?: readonly Run[] | undefined;
}

/** The rows that grow with the organization: the exponent between 1,000 and 10,000 projects. */
function growth(figures: readonly Figure[]): readonly (readonly string[])[] {
  const byMeasure = grouped(figures);
  return [...byMeasure].flatMap(([measure, its]) => {
    const at = (start: string): number | undefined => its.find(({ size }) => size.startsWith(start))?.value;
    const [small, large] = [at("1,000 projects"), at("10,000 projects")];
    if (small === undefined || large === undefined || its[0]?.unit !== "CPU s") return [];
    return [[measure, Math.log10(large / small).toFixed(2)]];
  });
}

function grouped(figures: readonly Figure[]): ReadonlyMap<string, readonly Figure[]> {
  const groups = new Map<string, Figure[]>();
  for (const figure of figures) groups.set(figure.measure, [...(groups.get(figure.measure) ?? []), figure]);
  return groups;
}

/** Each figure beside its baseline. */
export function figureTable(figures: readonly Figure[]): string {
  const number = (value: number): string =>
    value.toLocaleString("en-US", { maximumFractionDigits: value < 20 && !Number.isInteger(value) ? 2 : 0 });
  const rows = figures.map(({ measure, size, value, unit, baseline }) => [
    measure,
    size,
    `${number(value)} ${unit}`.trim(),
    baseline === undefined ? "" : `${number(baseline.value)} (${baseline.what})`,
  ]);
  return table(["measure", "organization", "value", "beside"], rows);
}

/** docs/internals/performance.md */
export function asMarkdown({ date, machine, figures, later = [] }: Report): string {
  return `# Performance

What the engine, the provider and the emulator cost, measured by \`npm run bench\`, which writes this page and
[performance.json](performance.json). CPU times are those of the user and the system, of a command and what it
launches; other times are by the clock. They are medians of several runs, or single runs with 10,000 projects of all but
the engine's drift, and of memberships by names. Beside each figure is what it is compared with, measured in
the same run, because the same machine is not always equally fast. Numbers of requests do
not depend on the machine; tests assert them.

The organizations are on the emulator, whose lists carry auto-destroy durations. Where those of a service do not, one
read for each project comes on top.

Measured at ${date}: ${machine}.

${figureTable(figures)}
${later.map((run) => `\nMeasured at ${run.date}: ${run.machine}.\n\n${figureTable(run.figures)}\n`).join("")}
## Growth

The exponent of growth between 1,000 and 10,000 projects: 1 is linear. With 10,000 projects there are twenty times as
many workspaces as with 1,000, so that reading grows by a factor of twenty.

${table(["measure", "exponent"], growth(figures))}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
