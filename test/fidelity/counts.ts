import type { Row } from "./catalogue";
import { hasTests } from "./catalogue";
import type { EvaluatedRow } from "./evaluate";
import type { Mark } from "./statement";
import { MARKS } from "./statement";

/** How many rows there are of each sort. */
export interface Counts {
  readonly rows: number;
  /** With tests of the emulator and of the client. */
  readonly both: number;
  /** With tests of the emulator, and a reason why there are none of the client. */
  readonly emulatorAlone: number;
  /** With tests of the client, and a reason why there are none of the emulator. */
  readonly clientAlone: number;
  /** With tests of constructs or the provider as well. */
  readonly inTerraform: number;
}

export function count(rows: readonly Row[]): Counts {
  const onEmulator = rows.filter((row) => hasTests(row.emulator));
  const both = onEmulator.filter((row) => hasTests(row.client)).length;
  return {
    rows: rows.length,
    both,
    emulatorAlone: onEmulator.length - both,
    clientAlone: rows.length - onEmulator.length,
    inTerraform: rows.filter(({ terraform }) => terraform !== undefined && hasTests(terraform)).length,
  };
}

/** The line that a test run ends with. */
export function countsLine(evaluated: readonly EvaluatedRow[]): string {
  const shown = count(evaluated.filter(({ open }) => open.length === 0).map(({ row }) => row));
  const withMark = (mark: Mark): number => evaluated.filter(({ row }) => row.basis.mark === mark).length;
  const marks = MARKS.map((mark) => `${withMark(mark)} ${mark}`).join(", ");
  return (
    `Fidelity: ${evaluated.length} rows (${marks}): ${shown.both} shown on the emulator and in the client, ` +
    `${shown.emulatorAlone} on the emulator alone, ${shown.clientAlone} in the client alone; ` +
    `${evaluated.length - shown.rows} open. ${shown.inTerraform} are shown in constructs and provider as well.`
  );
}
