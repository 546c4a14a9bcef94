import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { CliError, hasCode, messageOf } from "../errors";
import { membersOf, readJsonFile } from "./json-file";

/** What tfprojects uses of a `cdktf.json`. */
export interface CdktfConfiguration {
  /** The command that synthesizes the app. */
  readonly app: string;
  /** The output folder, as an absolute path. */
  readonly outputFolder: string;
  /** Where `cdktf get` generates bindings, as an absolute path. */
  readonly bindingsFolder: string;
  /** Such as `typescript` or `python`. */
  readonly language: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Reads the `cdktf.json` of a folder.
 *
 * @returns undefined when there is none.
 * @throws CliError when it cannot be used.
 */
export function readCdktfConfiguration(folder: string): CdktfConfiguration | undefined {
  const path = join(folder, "cdktf.json");
  let content: unknown;
  try {
    content = readJsonFile(path);
  } catch (error) {
    // ENOTDIR: the path is a file of Terraform JSON.
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw new CliError(`Cannot read ${path}: ${messageOf(error)}.`, "Correct the file.", {
      code: "UNREADABLE_CODE",
      cause: error,
    });
  }
  const { app, output, codeMakerOutput, language, context } = membersOf(content);
  if (typeof app !== "string" || app.trim() === "") {
    throw new CliError(
      `${path} has no "app".`,
      'Add the command that runs the app: "app": "node --import tsx main.ts".',
      {
        code: "UNREADABLE_CODE",
      },
    );
  }
  return {
    app,
    outputFolder: resolve(folder, typeof output === "string" ? output : "cdktf.out"),
    bindingsFolder: resolve(folder, typeof codeMakerOutput === "string" ? codeMakerOutput : ".gen"),
    language: typeof language === "string" ? language : undefined,
    context: membersOf(context),
  };
}

/** Whether the app has the constructs of this package. In other languages, it has what `cdktf get` generates. */
export function isTypeScript({ language = "typescript" }: Pick<CdktfConfiguration, "language">): boolean {
  return language === "typescript";
}

/**
 * Runs the app of a cdktf project, as `cdktf synth` does. Its output goes to stderr.
 *
 * @throws CliError when it fails.
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
  const status = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  if (status === 0) return;
  const ending = status === null ? "was ended by a signal" : `exited with status ${status}`;
  throw new CliError(
    `Cannot synthesize the app of ${join(folder, "cdktf.json")}: \`${app}\` ${ending}.`,
    // An earlier output is that of other code.
    shown.isInvalid
      ? "Correct the code: its output above has the errors."
      : "See its output above. To use the output of an earlier synth, add --no-synth.",
    { code: "SYNTH_FAILED" },
  );
}

/** How cdktf and cdktn begin the errors that validations of constructs have found. */
const VALIDATION_FAILED = "Validation failed with the following errors";
