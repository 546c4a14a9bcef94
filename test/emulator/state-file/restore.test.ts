import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Clock } from "../../../src/emulator/clock";
import { TableStore } from "../../../src/emulator/engine/store";
import { create, update } from "../../../src/emulator/engine/write";
import { organizations } from "../../../src/emulator/kinds/organization";
import { projects } from "../../../src/emulator/kinds/project";
import { KINDS } from "../../../src/emulator/service-kinds";
import { restore } from "../../../src/emulator/state-file/restore";
import { StateFile } from "../../../src/emulator/state-file/state-file";

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-damage-"));
  path = join(folder, "state.jsonl");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The whole state; objects with equal members are equal. */
type Contents = readonly object[];

interface Sample {
  /** The file of a stopped emulator. */
  readonly bytes: Buffer;
  /** The state by number of lines, including the header. */
  readonly after: ReadonlyMap<number, Contents>;
}

/** Writes a small state file: header, snapshot, and three commits. */
async function sampleFile(): Promise<Sample> {
  rmSync(path, { force: true });
  const store = new TableStore(KINDS, new Clock(() => 0));
  const { file } = StateFile.open(path, store, "secret", () => {
    create(store, organizations, { name: "acme", email: "admin@example.com" });
    return "secret";
  });
  const after = new Map([[2, [...store.contents()]]]);
  const [organization] = store.table(organizations).values();
  const commit = (): void => {
    file.commitNow();
    after.set(after.size + 2, [...store.contents()]);
  };
  const project = create(store, projects, { organizationId: organization!.id, name: "Plattform ü" });
  commit();
  update(store, projects, project, { name: "Platform" });
  commit();
  store.advance(60);
  commit();
  await file.close();
  const bytes = readFileSync(path);
  // The final line changes nothing.
  after.set(after.size + 2, [...store.contents()]);
  return { bytes, after };
}

/** The state that an emulator restores from a file, or its error, after which the file must be unchanged. */
async function opened(bytes: Buffer): Promise<Contents | string> {
  writeFileSync(path, bytes);
  const found = await stateOrError();
  const [, ...others] = readdirSync(folder);
  if (others.length > 0) throw new Error(`Left behind: ${others.join(" ")}`);
  if (typeof found === "string" && !readFileSync(path).equals(bytes)) throw new Error(`Refused and written: ${found}`);
  return found;
}

/**
 * The same, without a file. The result depends only on the bytes, so all of many thousand cases are tested in memory,
 * and each {@link ON_DISK}th also as a file, which must not be written.
 */
function restored(bytes: Buffer): Contents | string {
  const store = new TableStore(KINDS, new Clock(() => 0));
  try {
    restore(path, bytes, store);
  } catch (error) {
    return (error as Error).message;
  }
  return [...store.contents()];
}

/** Not a multiple of 8, so that it reaches every bit of a byte, in all lines. */
const ON_DISK = 61;

async function stateOrError(): Promise<Contents | string> {
  const store = new TableStore(KINDS, new Clock(() => 0));
  try {
    const { file } = StateFile.open(path, store, undefined, () => {
      throw new Error("A file that is there is never taken for none.");
    });
    await file.close();
  } catch (error) {
    return (error as Error).message;
  }
  return [...store.contents()];
}

/** What of the state a file can keep. */
function asJson(contents: unknown): unknown {
  return JSON.parse(JSON.stringify(contents));
}

/** The position of each line, and the end. */
function boundaries(bytes: Buffer): readonly number[] {
  return [0, ...[...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1)];
}

/** The lines of a file, with their line breaks. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const at = boundaries(bytes);
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test("detects every single flipped bit, with its line, and writes nothing", async () => {
  const { bytes } = await sampleFile();
  const begins = boundaries(bytes);
  const killed = bytes.subarray(0, begins.at(-2));
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const byte = bit >> 3;
    // The file of a killed emulator: the final line does not make the others any safer.
    const damaged = Buffer.from(byte < killed.length ? killed : bytes);
    damaged[byte]! ^= 1 << (bit & 7);
    const line = begins.filter((begin) => begin <= byte).length;
    const check = (found: unknown): void => {
      const holds = typeof found === "string" && found.includes(`line ${line}:`);
      if (!holds) throw new Error(`bit ${bit & 7} of byte ${byte}: ${JSON.stringify(found)}`);
    };
    check(restored(damaged));
    if (bit % ON_DISK === 0) check(await opened(damaged));
  }
  expect(begins).toHaveLength(7);
});

test("rejects a file with a missing line, unless it is the final one", async () => {
  const { bytes, after } = await sampleFile();
  const lines = linesOf(bytes);
  for (let missing = 1; missing < lines.length; missing += 1) {
    const found = await opened(Buffer.concat(lines.filter((_, index) => index !== missing - 1)));
    expect(found).toContain(`line ${missing}:`);
    expect(found).toContain("was not changed");
  }
  expect(await opened(Buffer.concat(lines.slice(0, -1)))).toEqual(after.get(5));
});

test("rejects lines that are repeated, out of order, or after the final one", async () => {
  const { bytes } = await sampleFile();
  const [first, second, third, fourth, ...rest] = linesOf(bytes) as [Buffer, Buffer, Buffer, Buffer, ...Buffer[]];
  expect(await opened(Buffer.concat([first, second, third, third, fourth, ...rest]))).toContain("line 4:");
  expect(await opened(Buffer.concat([first, second, fourth, third, ...rest]))).toContain("line 3:");
  expect(await opened(Buffer.concat([bytes, Buffer.from("\n")]))).toContain("line 7:");
  expect(await opened(Buffer.concat([bytes, Buffer.from("more")]))).toContain("line 7:");
});

test("a truncated file has the state of its complete lines, and is rejected without a complete snapshot", async () => {
  const { bytes, after } = await sampleFile();
  const begins = boundaries(bytes);
  for (let length = 0; length < bytes.length; length += 1) {
    // A line without its line break is complete.
    const whole = begins.filter((begin) => begin > 0 && begin <= length + 1).length;
    const check = (found: Contents | string): void => {
      const holds =
        whole < 2
          ? typeof found === "string" && found.includes(`line ${whole + 1}:`)
          : isDeepStrictEqual(asJson(found), asJson(after.get(whole)));
      if (!holds) throw new Error(`${length} bytes, ${whole} lines: ${JSON.stringify(found)}`);
    };
    const ending = bytes.subarray(0, length);
    check(restored(ending));
    const isNearBreak = begins.some((begin) => Math.abs(begin - length) < 3);
    if (isNearBreak || length % ON_DISK === 0) check(await opened(ending));
  }
  expect(await opened(bytes)).toEqual(after.get(6));
});

test("rejects an incomplete last line that is not the beginning of a valid one", async () => {
  const { bytes, after } = await sampleFile();
  const killed = Buffer.concat(linesOf(bytes).slice(0, -1));
  const withTail = (tail: string): Promise<Contents | string> => opened(Buffer.concat([killed, Buffer.from(tail)]));
  expect(await withTail("6 0123456789abcdef [{")).toEqual(after.get(5));
  for (const tail of ["garbage", "7 0123456789abcdef [{", "6 x", "6 0123 ", "[", "\0\0\0"]) {
    expect(await withTail(tail)).toContain("line 6:");
  }
});

test("the checksum is the SHA-256 of number and content", async () => {
  const { bytes } = await sampleFile();
  for (const line of linesOf(bytes)) {
    const [, number, checksum, content] = /^(\d+) (\w{16}) (.*)\n$/.exec(line.toString()) ?? [];
    expect(createHash("sha256").update(`${number} ${content}`).digest("hex").slice(0, 16)).toBe(checksum);
  }
});
