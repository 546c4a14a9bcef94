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
      ? nextStepAfter(output.end)
      : `Run \`${missing.install}\`${shown === "" ? "" : ` in ${shellWord(shown)}`}.`,
    { code: "SYNTH_FAILED" },
  );
}

function nextStepAfter(output: string): string {
  // The output of an earlier synth may not match the code.
  return output.includes(VALIDATION_FAILED)
    ? "Correct the code: its output above has the errors."
    : "See its output above. To use the output of an earlier synth, add --no-synth.";
}

/** How cdktf and cdktn begin the errors that validations of constructs have found. */
const VALIDATION_FAILED = "Validation failed with the following errors";

/** How Node.js begins its report of an error that was thrown in its own code, such as that of a missing package. */
const REPORT = /^node:internal\/.*:\d+$/m;

/** How many characters of the end are kept: more than a report has. */
const KEPT = 20_000;

/**
 * The output of a CDK app on stderr, passed on at once. Only a report of Node.js is held back until the app has ended,
 * because an error of this program may replace it.
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
    const begin = this.#held === "" ? (REPORT.exec(text)?.index ?? text.length) : 0;
    if (begin > 0) this.write(text.slice(0, begin));
    this.#held += text.slice(begin);
  }

  /** Passes on the report that was held back. */
  release(): void {
    if (this.#held !== "") this.write(this.#held);
    this.#held = "";
  }
}
