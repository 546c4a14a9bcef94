import colors from "picocolors";

/**
 * What a person reads goes to stderr, so that stdout holds nothing but the result. Colours only where stderr is a terminal that has them;
 * `NO_COLOR` switches them off, `FORCE_COLOR` on.
 */
export const stderrColors = colors.createColors(
  process.env["NO_COLOR"] ? false : process.env["FORCE_COLOR"] ? true : process.stderr.isTTY && colors.isColorSupported,
);

/** Writes lines to stderr. */
export function tell(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
}

/** Writes lines of the result to stdout. */
export function give(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
