import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Framework } from "../../constructs/base/frameworks";
import { CDK_APP } from "../../model";
import { CliError, hasCode, messageOf } from "../errors";
import { EXIT } from "../exit-status";
import { cdkCommand, findFramework } from "../installed-packages";
import { completeSettings } from "./app-settings";
import type { CompletedSettings } from "./app-settings";

/** The `cdktf.json` of an app in a language other than TypeScript, completed but not yet written. */
export interface App extends CompletedSettings {
  /** What the app is built on, if its packages say so. */
  readonly framework: Framework | undefined;
  /** Of the `cdktf.json`. */
  readonly path: string;
}

/**
 * Reads the `cdktf.json` in the folder of an app; nothing is written yet.
 *
 * @throws CliError when there is none, or it cannot be completed.
 */
export function readApp(folder: string): App {
  const path = join(folder, "cdktf.json");
  try {
    const framework = findFramework(folder);
    return { path, framework, ...completeSettings(path, readFileSync(path, "utf8"), framework) };
  } catch (error) {
    if (error instanceof CliError) throw error;
    const isMissing = hasCode(error, "ENOENT", "ENOTDIR");
    throw new CliError(
      isMissing ? `No app in ${folder}: ${path} does not exist.` : `Cannot read ${path}: ${messageOf(error)}.`,
      isMissing
        ? `Use the folder of a ${CDK_APP}, or create one with \`cdktn init\` or \`cdktf init\`.`
        : "Check the file.",
      { code: isMissing ? "NO_CODE" : "UNREADABLE_CODE", cause: error },
    );
  }
}

/** Writes what {@link readApp} has completed. @throws CliError when it cannot be written. */
export function writeApp({ path, text, changes }: App): void {
  if (changes.length === 0) return;
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CliError(`Cannot write ${path}: ${messageOf(error)}.`, "Make the file writable, and run it again.", {
      cause: error,
      status: EXIT.partial,
    });
  }
}

/** What was changed, for people, and what to do next. */
export function appResult({ path, changes, framework }: App): string {
  const [get, deploy] = [cdkCommand(framework, "get"), cdkCommand(framework, "deploy")];
  const next = `Then set TFE_ORGANIZATION and TFE_TOKEN, and run: ${get}, ${deploy}`;
  return changes.length === 0
    ? `${path} was complete. ${next}`
    : [`Changed ${path}:`, ...changes.map((change) => `  ${change}`), next].join("\n");
}
