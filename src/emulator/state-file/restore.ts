import { isValidToken } from "../kinds/token";
import { anything, arrayOf, decodeJson, jsonObject, object, oneOf, string, stringWith } from "../decode";
import { DecodeError, DamagedLineError } from "../errors";
import type { TableStore } from "../engine/store";
import type { Line } from "./lines";
import { formatLine, readLines } from "./lines";

const FORMAT = "tfprojects-emulator-state-3";
/** The format of earlier versions, whose records have other members. */
const EARLIER_FORMAT = /^tfprojects-emulator-state-[12]$/;

/** The last line of a file that was closed: it proves that no line before it is missing. */
const CLOSED = JSON.stringify("closed");

/** The command prints the token for a shell; it is a secret, so the error does not contain it. */
const token = stringWith(
  isValidToken,
  () => "is not a valid token: a token consists of visible ASCII characters without spaces.",
);

const headerShape = object({ format: oneOf([FORMAT]), token });
const commitShape = arrayOf(object({ table: string, id: string, record: anything }));

/** The beginning of a state file: the header and a snapshot of the store. */
export function initialContent(store: TableStore, token: string): { readonly bytes: Buffer; readonly lines: number } {
  const lines = [JSON.stringify({ format: FORMAT, token }), JSON.stringify([...store.contents()])];
  return { bytes: Buffer.concat(lines.map((line, index) => formatLine(index + 1, line))), lines: lines.length };
}

/** The line that ends a closed file. */
export function closingLine(number: number): Buffer {
  return formatLine(number, CLOSED);
}

/**
 * Restores the store from a state file; returns the token.
 *
 * @throws Error with the number of the damaged line
 */
export function restore(path: string, bytes: Buffer, store: TableStore): string {
  try {
    const [header, ...rest] = readLines(bytes);
    const token = readToken(header);
    const closed = rest.findIndex(({ content }) => content === CLOSED);
    const commits = closed === -1 ? rest : rest.slice(0, closed);
    const extra = closed === -1 ? undefined : rest[closed + 1];
    if (extra !== undefined) throw new DamagedLineError(extra.number, "it follows the final line");
    if (commits.length === 0) throw new DamagedLineError(2, "the snapshot is missing or incomplete");
    for (const line of commits) restoreLine(line, store);
    store.finishRestore();
    return token;
  } catch (error) {
    if (error instanceof EarlierFormatError) {
      throw new Error(
        `${path} was written by an earlier version of the emulator, whose state files cannot be read any more. ` +
          "It was not changed. Use another file.",
        { cause: error },
      );
    }
    if (!(error instanceof DamagedLineError)) throw error;
    throw new Error(damageMessage(path, error), { cause: error });
  }
}

class EarlierFormatError extends Error {}

function readToken(header: Line | undefined): string {
  if (header === undefined) throw new DamagedLineError(1, "the header is missing or incomplete");
  const { format } = decodeLine(1, () => decodeJson(header.content, jsonObject));
  if (typeof format === "string" && EARLIER_FORMAT.test(format)) throw new EarlierFormatError();
  return decodeLine(1, () => decodeJson(header.content, headerShape)).token;
}

function restoreLine({ number, content }: Line, store: TableStore): void {
  decodeLine(number, () => {
    for (const [position, change] of decodeJson(content, commitShape).entries()) {
      store.restore({ ...change, record: change.record ?? null }, `$[${position}]`);
    }
  });
}

function decodeLine<T>(number: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) throw new DamagedLineError(number, error.message.replace(/\.$/, ""));
    throw error;
  }
}

function damageMessage(path: string, { line, problem }: DamagedLineError): string {
  if (line === 1)
    return `${path} is not a state file of this emulator, or is damaged: line 1: ${problem}. It was not changed.`;
  const next =
    line === 2
      ? "Restore a backup of the file."
      : "Restore a backup of the file, or continue with an earlier state: " +
        `keep only the ${line - 1} lines before that one, which are valid.`;
  return `${path} is damaged: line ${line}: ${problem}. It was not changed. ${next}`;
}
