import { spawn } from "node:child_process";
import { join, relative } from "node:path";
import { UserError } from "../user-error";
import type { CdktfConfiguration } from "../terraform/cdk-app";
import { endOf } from "../terraform/run-program";
import { shellWord } from "../shell-quote";
import { missingPackage } from "./missing-package";

/**
 * Runs the app of a cdktf project, as `cdktf synth` does. Its output goes to stderr.
 *
 * @throws UserError when it fails.
 */
export async function synthesize(folder: string, { app, outputFolder, context }: CdktfConfiguration): Promise<void> {
  const env = { ...process.env, CDKTF_OUTDIR: outputFolder, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  // The app is a command line, which cdktf runs in a shell too.
  const child = spawn(app, { cwd: folder, env, shell: true, stdio: ["ignore", process.stderr, "pipe"] });
  const output = new AppOutput((text) => process.stderr.write(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.add(text));
  const { status } = await endOf(child);
  const missing = status === 0 ? undefined : missingPackage(output.end, folder);
  if (missing === undefined) output.release();
  if (status === 0) return;
  const shown = relative("", folder);
  const ending = status === null ? "was ended by a signal" : `exited with status ${status}`;
  throw new UserError(
    `Cannot synthesize the app of ${join(shown, "cdktf.json")}: ` +
      (missing === undefined ? `\`${app}\` ${ending}.` : `${missing.name} is not installed.`),
    missing === undefined
      ? nextStepAfter(output.end, status)
      : `Run \`${missing.install}\`${shown === "" ? "" : ` in ${shellWord(shown)}`}.`,
    { code: "SYNTH_FAILED" },
  );
}

function nextStepAfter(output: string, status: number | null): string {
  if (output.includes(VALIDATION_FAILED) || UNCAUGHT.test(output))
    return "Correct the code: its output above has the errors.";
  // The output of an earlier synth may not match the code, so it is no way out where the code is at fault.
  return status === null || status >= NOT_RUN
    ? "See its output above. To use the output of an earlier synth, add --no-synth."
    : "Correct the code, or what it needs: see its output above.";
}

/** The least exit status with which shells report that a command could not be run, or was ended by a signal. */
const NOT_RUN = 126;

/** How Node.js ends its report of an error that the app has thrown. */
const UNCAUGHT = /^Node\.js v[\d.]+\s*$/m;

/** How cdktf and cdktn begin the errors that validations of constructs have found. */
const VALIDATION_FAILED = "Validation failed with the following errors";

/**
 * How Node.js begins its report of an error with a file that is not the app's: its own, such as for a missing package,
 * or one of an installed package, such as for an invalid construct.
 */
const REPORT = /^(?:node:internal\/|.*[\\/]node_modules[\\/]).*:\d+$/m;

/** The line of code in a report that was about to be executed, and the mark below it. */
const EXCERPT = /^.*:\d+\n.*\n\s*\^+\n+/;

/** A line of a stack that is in a file of this package. */
const OWN_FRAME = /^ {4}at .*[\\/]node_modules[\\/]tfprojects[\\/].*\n/gm;

/** The stack of what the framework throws for the errors of validations, which have the paths of constructs. */
const STACK = /\n(?: {4}at .*\n)+/;

/** How many characters of the end are kept: more than a report has. */
const KEPT = 20_000;

/**
 * The output of a CDK app on stderr, passed on at once, without the files of this package in stacks. Only a report of
 * Node.js is held back until the app has ended, because an error of this program may replace it.
 */
class AppOutput {
  #end = "";
  #held = "";

  /** @param write - Passes on a text. */
  constructor(private readonly write: (text: string) => void) {}

  /** The end of the output. */
  get end(): string {
    return this.#end;
  }

  add(text: string): void {
    this.#end = (this.#end + text).slice(-KEPT);
    const shown = text.replace(OWN_FRAME, "");
    const begin = this.#held === "" ? (REPORT.exec(shown)?.index ?? shown.length) : 0;
    if (begin > 0) this.write(shown.slice(0, begin));
    this.#held += shown.slice(begin);
  }

  /** Passes on the report that was held back, without what is not about the app. */
  release(): void {
    const report = this.#held.replace(EXCERPT, "");
    if (report !== "") this.write(report.includes(VALIDATION_FAILED) ? report.replace(STACK, "") : report);
    this.#held = "";
  }
}
