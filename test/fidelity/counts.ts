import type { Row } from "./catalogue";
import type { EvaluatedRow } from "./evaluate";
import type { Mark } from "./statement";
import { MARKS } from "./statement";

/** How many rows have tests of the emulator and of the client, of one of them alone, and of constructs or provider. */
export function count(rows: readonly Row[]) {
  const onEmulator = rows.filter(({ tests }) => tests.emulator.length > 0);
  const both = onEmulator.filter(({ tests }) => tests.client.length > 0).length;
  return {
    rows: rows.length,
    both,
    emulatorAlone: onEmulator.length - both,
    clientAlone: rows.length - onEmulator.length,
    inTerraform: rows.filter(({ tests }) => tests.terraform.length > 0).length,
  };
}

/** The line that a test run ends with. */
export function countsLine(evaluated: readonly EvaluatedRow[]): string {
  const isShown = ({ open, isOnRequest }: EvaluatedRow): boolean => open.length === 0 && !isOnRequest;
  const shown = count(evaluated.filter(isShown).map(({ row }) => row));
  const open = evaluated.filter((it) => it.open.length > 0).length;
  const withMark = (mark: Mark): number => evaluated.filter(({ row }) => row.basis.mark === mark).length;
  const marks = MARKS.map((mark) => `${withMark(mark)} ${mark}`).join(", ");
  return (
    `Fidelity: ${evaluated.length} rows (${marks}): ${shown.both} shown on the emulator and in the client, ` +
    `${shown.emulatorAlone} on the emulator alone, ${shown.clientAlone} in the client alone; ` +
    `${evaluated.length - open - shown.rows} shown by \`npm run test:e2e:all\`; ${open} open. ` +
    `${shown.inTerraform} are shown in constructs and provider as well.`
  );
}
