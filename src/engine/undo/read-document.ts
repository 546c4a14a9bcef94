import { asObject } from "../../json";
import { isStdin, shownSource } from "../../source";
import { messageOf } from "../../system-errors";
import { decodeText, readStdin, readTextFile } from "../../text-file";
import { UserError } from "../../user-error";
import { readSavedPlan } from "../document/saved-plan";
import { formatOf } from "../saved-plan-format";
import { changesOf, type DocumentedChanges } from "./changes";

/**
 * Reads a document of changes: a saved plan, or the JSON of `plan` or `apply`.
 *
 * @param path - `-` for stdin.
 * @throws UserError when it is none of them.
 */
export async function readDocument(path: string): Promise<readonly DocumentedChanges[]> {
  const content = await readJson(path);
  const name = isStdin(path) ? "the document from stdin" : path;
  const document = formatOf(content) === undefined ? asObject(content) : readSavedPlan(name, content);
  return changesOf(document, name);
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
