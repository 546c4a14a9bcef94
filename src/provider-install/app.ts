import { join } from "node:path";
import type { Framework } from "../constructs/base/frameworks";
import { CDK_APP } from "../model";
import { decodeText, readBytesSync } from "../text-file";
import { UserError } from "../user-error";
import { hasCode, messageOf } from "../system-errors";
import { cdkCommand, findFramework } from "../terraform/installed-packages";
import { writeFiles } from "../files/write-files";
import { completeSettings } from "./app-settings";
import type { CompletedSettings } from "./app-settings";

/** The `cdktf.json` of an app in a language other than TypeScript, completed but not yet written. */
export interface App extends CompletedSettings {
  /** The framework of the app; undefined if its packages do not show it. */
  readonly framework: Framework | undefined;
  /** Path of the `cdktf.json`. */
  readonly path: string;
  /** The content of the file when it was read. */
  readonly bytes: Uint8Array;
}

/**
 * Reads the `cdktf.json` in the folder of an app. Does not write it.
 *
 * @throws UserError if there is none, or it cannot be completed.
 */
export function readApp(folder: string): App {
  const path = join(folder, "cdktf.json");
  try {
    const framework = findFramework(folder);
    const bytes = readBytesSync(path);
    return { path, bytes, framework, ...completeSettings(path, decodeText(bytes), framework) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const isMissing = hasCode(error, "ENOENT", "ENOTDIR");
    throw new UserError(
      isMissing ? `No app in ${folder}: ${path} does not exist.` : `Cannot read ${path}: ${messageOf(error)}.`,
      isMissing
        ? `Use the folder of a ${CDK_APP}, or create one with \`cdktn init\` or \`cdktf init\`.`
        : "Check the file.",
      { code: isMissing ? "NO_CODE" : "UNREADABLE_CODE", cause: error },
    );
  }
}

/** Writes the settings that {@link readApp} has completed. @throws UserError if they cannot be written. */
export async function writeApp({ path, bytes, text, changes }: App): Promise<void> {
  if (changes.length === 0) return;
  await writeFiles([{ path, content: text, found: bytes }], {
    advice: "Make the file writable, and run it again.",
    isPartial: true,
  });
}

/** The result for people: the changes, and the next step. */
export function appResult({ path, changes, framework }: App): string {
  const [get, deploy] = [cdkCommand(framework, "get"), cdkCommand(framework, "deploy")];
  const next = `Then set TFE_ORGANIZATION and TFE_TOKEN, and run: ${get}, ${deploy}`;
  return changes.length === 0
    ? `${path} was complete. ${next}`
    : [`Changed ${path}:`, ...changes.map((change) => `  ${change}`), next].join("\n");
}
