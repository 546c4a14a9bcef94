import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CliError, messageOf } from "../errors";

/** What is needed of a `cdktf.json`. */
export interface CdktfConfiguration {
  /** The command that synthesizes. */
  readonly app: string;
  /** Where it writes to, as an absolute path. */
  readonly outputFolder: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Reads the `cdktf.json` of a folder; undefined when it has none. @throws Problem when it cannot be used. */
export function readCdktfConfiguration(folder: string): CdktfConfiguration | undefined {
  const path = join(folder, "cdktf.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    // ENOTDIR: it is a file of Terraform JSON.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw new CliError(`${path} cannot be read: ${String(error)}.`, "Check the file's permissions.", { cause: error });
  }
  const { app, output, context } = objectOrEmpty(parseJson(text, path));
  if (typeof app !== "string" || app.trim() === "") {
    throw new CliError(`${path} has no "app".`, 'Say which command synthesizes: "app": "npx tsx main.ts".');
  }
  return {
    app,
    outputFolder: resolve(folder, typeof output === "string" ? output : "cdktf.out"),
    context: objectOrEmpty(context),
  };
}

/**
 * Runs the app of a cdktf project, as `cdktf synth` does; what it prints goes to stderr.
 *
 * @throws Problem when it fails.
 */
export async function synthesize(folder: string, { app, outputFolder, context }: CdktfConfiguration): Promise<void> {
  const env = { ...process.env, CDKTF_OUTDIR: outputFolder, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  // As cdktf does, with a shell: the app is a command line.
  const child = spawn(app, { cwd: folder, env, shell: true, stdio: ["ignore", process.stderr, process.stderr] });
  const status = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  if (status === 0) return;
  throw new CliError(
    `The app of ${join(folder, "cdktf.json")} could not be synthesized: \`${app}\` ended with ${status ?? "a signal"}.`,
    "What it printed is above. Nothing was planned; --no-synth plans with what was synthesized before.",
  );
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = messageOf(error);
    throw new CliError(`${path} is not JSON: ${why}.`, "Correct the file.", { cause: error });
  }
}

function objectOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
