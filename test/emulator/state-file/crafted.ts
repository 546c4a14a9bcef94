import { formatLine } from "../../../src/emulator/state-file/lines";

/** A state file with these changes in its snapshot, as if the emulator had written it. */
export function stateFileOf(changes: readonly object[], { token = "secret", format = 3 } = {}): string {
  const lines = [{ format: `tfprojects-emulator-state-${format}`, token }, changes];
  return lines.map((line, index) => formatLine(index + 1, JSON.stringify(line)).toString()).join("");
}
