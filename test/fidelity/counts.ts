import type { EvaluatedRow } from "./evaluate";
import type { Mark } from "./row";
import { hasTests, MARKS } from "./row";

/** How many rows there are of each sort. */
export interface Counts {
  readonly rows: number;
  /** Shown on the emulator and in the client. */
  readonly both: number;
  /** Shown on the emulator; that the client cannot show it has a reason. */
  readonly emulatorAlone: number;
  /** Shown in the client; that the emulator cannot show it has a reason. */
  readonly clientAlone: number;
  readonly open: number;
  /** Of those that are not open, shown in constructs or the provider as well. */
  readonly inTerraform: number;
  readonly byMark: Readonly<Record<Mark, number>>;
}

export function count(judged: readonly EvaluatedRow[]): Counts {
  const shown = judged.filter(({ open }) => open.length === 0).map(({ row }) => row);
  const onEmulator = shown.filter((row) => hasTests(row.emulator));
  const both = onEmulator.filter((row) => hasTests(row.client)).length;
  const marked = (mark: Mark): number => judged.filter(({ row }) => row.basis.mark === mark).length;
  return {
    rows: judged.length,
    both,
    emulatorAlone: onEmulator.length - both,
    clientAlone: shown.length - onEmulator.length,
    open: judged.length - shown.length,
    inTerraform: shown.filter(({ terraform }) => terraform !== undefined && hasTests(terraform)).length,
    byMark: {
      "API reference": marked("API reference"),
      documented: marked("documented"),
      observed: marked("observed"),
      "our choice": marked("our choice"),
    },
  };
}

/** The line that a test run ends with. */
export function countsLine(counts: Counts): string {
  const marks = MARKS.map((mark) => `${counts.byMark[mark]} ${mark}`).join(", ");
  return (
    `Fidelity: ${counts.rows} rows (${marks}): ${counts.both} shown on the emulator and in the client, ` +
    `${counts.emulatorAlone} on the emulator alone, ${counts.clientAlone} in the client alone; ${counts.open} open. ` +
    `${counts.inTerraform} are shown in constructs and provider as well.`
  );
}
