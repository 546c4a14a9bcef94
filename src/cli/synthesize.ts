import { spawn } from "node:child_process";
import { join } from "node:path";
import { UserError } from "../user-error";
import type { CdktfConfiguration } from "../terraform/cdk-app";
import { endOf } from "../terraform/run-program";

/**
 * Runs the app of a cdktf project, as `cdktf synth` does. Its output goes to stderr.
 *
 * @throws UserError when it fails.
 */
export async function synthesize(folder: string, { app, outputFolder, context }: CdktfConfiguration): Promise<void> {
  const env = { ...process.env, CDKTF_OUTDIR: outputFolder, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  // The app is a command line, which cdktf runs in a shell too.
  const child = spawn(app, { cwd: folder, env, shell: true, stdio: ["ignore", process.stderr, "pipe"] });
  const shown = { isInvalid: false, tail: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    shown.isInvalid ||= (shown.tail + text).includes(VALIDATION_FAILED);
    shown.tail = (shown.tail + text).slice(-VALIDATION_FAILED.length);
  });
  const { status } = await endOf(child);
  if (status === 0) return;
  const ending = status === null ? "was ended by a signal" : `exited with status ${status}`;
  throw new UserError(
    `Cannot synthesize the app of ${join(folder, "cdktf.json")}: \`${app}\` ${ending}.`,
    // The output of an earlier synth may not match the code.
    shown.isInvalid
      ? "Correct the code: its output above has the errors."
      : "See its output above. To use the output of an earlier synth, add --no-synth.",
    { code: "SYNTH_FAILED" },
  );
}

/** How cdktf and cdktn begin the errors that validations of constructs have found. */
const VALIDATION_FAILED = "Validation failed with the following errors";
