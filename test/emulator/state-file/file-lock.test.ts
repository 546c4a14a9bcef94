import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { FileLock } from "../../../src/emulator/state-file/file-lock";

let folder: string;
let stateFile: string;
let lockFile: string;
/** A running program that is not an emulator. */
let other: ChildProcess;

beforeAll(() => {
  other = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
});
afterAll(() => other.kill());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-lock-"));
  stateFile = join(folder, "state.jsonl");
  lockFile = `${stateFile}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const onLinux = process.platform === "linux" ? test : test.skip;

test("two emulators cannot share a file; after the first has stopped, the second can use it", async () => {
  const first = await Emulator.start({ stateFile });
  await expect(Emulator.start({ stateFile })).rejects.toThrow(/is in use by process/);
  await first.stop();
  const second = await Emulator.start({ stateFile });
  await second.stop();
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

test.each([
  ["the lock of a process that has ended", "2147483647 \n"],
  ["a lock of an earlier version", "2147483647"],
  ["an incomplete lock", ""],
  ["a lock of another process with the ID of this one, as in a container", `${process.pid} 0:0\n`],
])("takes over %s", (_, content) => {
  writeFileSync(lockFile, content);
  const lock = FileLock.acquire(stateFile);
  expect(readFileSync(lockFile, "utf8").split(" ")[0]).toBe(String(process.pid));
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("if the process ID may have been reused, the error names the file to delete", () => {
  for (const content of [`${other.pid}`, `${other.pid} \n`]) {
    writeFileSync(lockFile, content);
    expect(() => FileLock.acquire(stateFile)).toThrow(
      `${stateFile} is in use by process ${other.pid}. Stop that emulator, or use another state file. ` +
        `If process ${other.pid} is not an emulator (see ps -p ${other.pid}), its ID was reused after an ` +
        `emulator was killed: delete ${lockFile}.`,
    );
    expect(readFileSync(lockFile, "utf8")).toBe(content);
  }
});

onLinux("a process that was started at another time than the one that took the lock only has its id", () => {
  const own = FileLock.acquire(stateFile);
  const [, start = ""] = readFileSync(lockFile, "utf8").trim().split(" ");
  own.release();
  expect(start).toMatch(/^[0-9a-f-]{36}:\d+$/);
  writeFileSync(lockFile, `${other.pid} ${start.slice(0, -1)}\n`);
  const lock = FileLock.acquire(stateFile);
  expect(readFileSync(lockFile, "utf8")).toBe(`${process.pid} ${start}\n`);
  lock.release();
});

onLinux("a process that took the lock, and lives, keeps it", async () => {
  const [pid, pathOf] = [other.pid, (id: number | undefined) => `/proc/${id}/stat`];
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const ticks = readFileSync(pathOf(pid), "utf8").split(") ")[1]!.split(" ")[19];
  writeFileSync(lockFile, `${pid} ${boot}:${ticks}\n`);
  await expect(Emulator.start({ stateFile })).rejects.toThrow(
    new Error(`${stateFile} is in use by process ${pid}. Stop that emulator, or use another state file.`),
  );
});
