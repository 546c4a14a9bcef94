import fs from "node:fs";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { Journal } from "../../../src/emulator/state-file/journal";
import { formatLine, readLines } from "../../../src/emulator/state-file/lines";
import { StorageError } from "../../../src/emulator/errors";
import { controlRequest } from "../control-client";
import { HttpClient, resource } from "../http-client";

let folder: string;
let path: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-journal-"));
  path = join(folder, "journal");
  const head = formatLine(1, "head");
  writeFileSync(path, head);
  journal = new Journal(path, openSync(path, "a"), { length: head.length, lines: 1 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await journal.close((number) => formatLine(number, "end"));
  rmSync(folder, { recursive: true });
});

const add = (id: string): void => journal.add({ table: "things", id, record: null });
/** The IDs in each line after the header; all lines must be valid. */
const lines = (): readonly (readonly string[])[] =>
  readLines(readFileSync(path))
    .slice(1)
    .map(({ content }) => (JSON.parse(content) as { id: string }[]).map(({ id }) => id));

/** The disk is full after this many bytes of the next write. */
function fullAfter(bytes: number): void {
  const write = fs.writeSync as (descriptor: number, buffer: Buffer, offset: number, length: number) => number;
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  jest
    .spyOn(fs, "writeSync")
    .mockImplementationOnce((descriptor: number, buffer: unknown) => write(descriptor, buffer as Buffer, 0, bytes))
    .mockImplementationOnce(() => {
      throw full;
    });
}

function failingSync(): void {
  const error = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
  jest.spyOn(fs, "fsync").mockImplementationOnce((_, done) => done(error));
}

/** As {@link failingSync}, for synchronous commits. */
function failingSyncNow(): void {
  const error = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
  jest.spyOn(fs, "fsyncSync").mockImplementationOnce(() => {
    throw error;
  });
}

test("changes that are added together, or during a sync, share a line and a sync", async () => {
  const sync = jest.spyOn(fs, "fsync");
  add("a");
  const first = journal.commit();
  add("b");
  const same = journal.commit();
  await Promise.all([first, same]);
  expect([lines(), sync.mock.calls.length]).toEqual([[["a", "b"]], 1]);

  add("c");
  const underway = journal.commit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines()).toEqual([["a", "b"], ["c"]]);
  add("d");
  const next = journal.commit();
  add("e");
  const joined = journal.commit();
  await Promise.all([underway, next, joined]);
  expect([lines(), sync.mock.calls.length]).toEqual([[["a", "b"], ["c"], ["d", "e"]], 3]);
  expect(journal.commit()).toBeUndefined();
});

test("a commit without changes waits for a sync in progress", async () => {
  add("a");
  const commit = journal.commit();
  await new Promise((resolve) => setImmediate(resolve));
  const look = journal.commit();
  expect(look).toBeDefined();
  await Promise.all([commit, look]);
});

test("a synchronous commit does not wait, and includes pending changes", async () => {
  add("a");
  const underway = journal.commit();
  await new Promise((resolve) => setImmediate(resolve));
  add("b");
  journal.commitNow();
  expect(lines()).toEqual([["a"], ["b"]]);
  await underway;
  add("c");
  await journal.commit();
  expect(lines()).toEqual([["a"], ["b"], ["c"]]);
});

test.each([0, 1, 10])(
  "a disk that is full after %d bytes fails the commit, and leaves no partial line",
  async (bytes) => {
    add("a");
    await journal.commit();
    fullAfter(bytes);
    add("b");
    await expect(journal.commit()).rejects.toThrow(StorageError);
    add("c");
    await journal.commit();
    expect(lines()).toEqual([["a"], ["b", "c"]]);
  },
);

test("after a failed sync, changes that may be missing are written again, once", async () => {
  add("a");
  await journal.commit();
  failingSync();
  add("b");
  await expect(journal.commit()).rejects.toThrow(/EIO/);
  add("c");
  await journal.commit();
  expect(lines()).toEqual([["a"], ["b", "c"]]);
});

test("a synchronous write that fails during a sync fails both, and both are written again", async () => {
  add("a");
  const underway = journal.commit();
  await new Promise((resolve) => setImmediate(resolve));
  fullAfter(3);
  add("b");
  expect(() => journal.commitNow()).toThrow(/ENOSPC/);
  await expect(underway).rejects.toThrow(StorageError);
  journal.commitNow();
  expect(lines()).toEqual([["a", "b"]]);
});

test("an emulator with a full disk acknowledges nothing until there is space", async () => {
  const stateFile = join(folder, "state.jsonl");
  const emulator = await Emulator.start({ stateFile });
  const http = new HttpClient(emulator);
  const PROJECTS = "/organizations/acme/projects";

  failingSync();
  const lost = await http.post(PROJECTS, resource("projects", { name: "One" }));
  expect(lost.status).toBe(500);
  expect(lost.errors[0]!.detail).toMatch(/state file .*state\.jsonl could not be written: EIO/);
  // No read returns a change that is not durable yet.
  for (const path of ["/state", "/projects?organization=acme&name=One", ""]) {
    failingSyncNow();
    expect(await controlRequest(emulator, "GET", path)).toMatchObject({ status: 500 });
  }
  failingSyncNow();
  expect(() => emulator.state()).toThrow(StorageError);
  failingSyncNow();
  expect(() => emulator.projects.find("acme", "One")).toThrow(StorageError);
  expect(emulator.projects.find("acme", "One")).toBeDefined();
  fullAfter(5);
  const refused = await controlRequest(emulator, "POST", "/projects", { organization: "acme", name: "Two" });
  expect(refused).toMatchObject({ status: 500, document: { error: expect.stringContaining("ENOSPC") } });
  // The earlier change cannot be written, so no other operation starts.
  fullAfter(5);
  expect(() => emulator.projects.create({ organization: "acme", name: "Three" })).toThrow(StorageError);
  // A read would return a change that is not durable, so every read fails until it is.
  failingSync();
  expect((await http.get(PROJECTS)).status).toBe(500);
  expect((await http.get(PROJECTS)).names).toEqual(["Default Project", "One", "Two"]);
  expect((await http.post(PROJECTS, resource("projects", { name: "Four" }))).status).toBe(201);
  const before = emulator.state();
  await emulator.stop();

  const again = await Emulator.start({ stateFile });
  expect(again.state()).toEqual(before);
  await again.stop();
});
