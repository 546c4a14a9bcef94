import { asObject } from "../../json";
import { isStdin, shownSource } from "../../source";
import { messageOf } from "../../system-errors";
import { decodeText, readStdin, readTextFile } from "../../text-file";
import { UserError } from "../../user-error";
import { NO_CONNECTION } from "../source/provider-blocks";
import { formatOf, readSavedPlan } from "../source/saved-plan";
import { changesOf } from "./changes";
import { organizationToRead } from "./undo";
import type { ChangesToUndo } from "../plan-code";

/**
 * Reads a document of changes: a saved plan, or the JSON of `plan` or `apply`.
 *
 * @param path - `-` for stdin.
 * @throws UserError when it is none of them.
 */
export async function readDocument(path: string): Promise<readonly ChangesToUndo[]> {
  const content = await readJson(path);
  const name = isStdin(path) ? "the document from stdin" : path;
  const document = formatOf(content) === undefined ? asObject(content) : readSavedPlan(name, content);
  return changesOf(document, name).map((changes) => {
    const desired = organizationToRead(changes);
    return { code: { connection: { ...NO_CONNECTION, ...changes.connection }, desired }, changes };
  });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(isStdin(path) ? decodeText(await readStdin()) : await readTextFile(path));
  } catch (error) {
    throw new UserError(
      `Nothing was changed: the document ${shownSource(path)} cannot be read: ${messageOf(error)}.`,
      "Use a saved plan, or the JSON document of `tfprojects plan` or `tfprojects apply`.",
      { code: "INVALID_PLAN", cause: error },
    );
  }
}
