import colors from "picocolors";

/** Colours only where the stream is a terminal that has them; `NO_COLOR` switches them off, `FORCE_COLOR` on. */
function colorsFor(stream: { readonly isTTY?: boolean }): ReturnType<typeof colors.createColors> {
  const wanted = process.env["NO_COLOR"]
    ? false
    : process.env["FORCE_COLOR"]
      ? true
      : stream.isTTY === true && colors.isColorSupported;
  return colors.createColors(wanted);
}

/** What a person reads beside the result goes to stderr, so that stdout holds nothing but the result. */
export const stderrColors = colorsFor(process.stderr);
export const stdoutColors = colorsFor(process.stdout);

/** Writes lines to stderr. */
export function tell(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
}

/** Writes lines of the result to stdout. */
export function give(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
