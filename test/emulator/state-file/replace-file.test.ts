import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tfprojects-files-")));
  stateFile = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The permission bits of everyone but the owner. */
const openTo = (path: string): number => statSync(path).mode & 0o077;

test("only the owner can read the file, which contains tokens, and its lock", async () => {
  const emulator = await Emulator.start({ stateFile });
  expect([openTo(stateFile), openTo(`${stateFile}.lock`)]).toEqual([0, 0]);
  await emulator.stop();
});

test("a file that others can read is replaced by one that they cannot", async () => {
  const first = await Emulator.start({ stateFile });
  await first.stop();
  const content = readFileSync(stateFile);
  rmSync(stateFile);
  writeFileSync(stateFile, content, { mode: 0o666 });
  const emulator = await Emulator.start({ stateFile });
  expect(openTo(stateFile)).toBe(0);
  await emulator.stop();
});

test("existing files with the name of a temporary file are neither followed nor written", async () => {
  const victim = join(folder, "victim");
  writeFileSync(victim, "precious");
  symlinkSync(victim, `${stateFile}.new`);
  symlinkSync(victim, `${stateFile}.lock`);
  const emulator = await Emulator.start({ stateFile });
  emulator.projects.create({ organization: "acme", name: "Platform" });
  expect(lstatSync(`${stateFile}.lock`).isSymbolicLink()).toBe(false);
  await emulator.stop();
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(readdirSync(folder).sort()).toEqual(["state.jsonl", "state.jsonl.new", "victim"]);
});

test("a dangling link is not followed as a lock either", async () => {
  symlinkSync(join(folder, "nowhere"), `${stateFile}.lock`);
  const emulator = await Emulator.start({ stateFile });
  await emulator.stop();
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
});

test("each temporary file has a new name, and those of interrupted replacements are removed", async () => {
  const left = `${stateFile}.0123456789abcdef.new`;
  const another = `${stateFile}.of-somebody-else.new`;
  for (const path of [left, another]) writeFileSync(path, "left");
  const emulator = await Emulator.start({ stateFile });
  await emulator.stop();
  expect(readdirSync(folder).sort()).toEqual(["state.jsonl", "state.jsonl.of-somebody-else.new"]);
});

describe("through a symbolic link", () => {
  let target: string;
  let link: string;

  beforeEach(() => {
    mkdirSync(join(folder, "data"));
    mkdirSync(join(folder, "links"));
    target = join(folder, "data", "state.jsonl");
    link = join(folder, "links", "state");
    symlinkSync("../data/state.jsonl", link);
  });

  test("the target is locked and replaced, and the link stays", async () => {
    // The first time, the link is dangling.
    for (const name of ["One", "Two"]) {
      const emulator = await Emulator.start({ stateFile: link });
      expect(readdirSync(join(folder, "data")).sort()).toEqual(["state.jsonl", "state.jsonl.lock"]);
      emulator.projects.create({ organization: "acme", name });
      await emulator.stop();
    }
    expect(readlinkSync(link)).toBe("../data/state.jsonl");
    expect(readdirSync(join(folder, "links"))).toEqual(["state"]);
    const emulator = await Emulator.start({ stateFile: target });
    expect(emulator.state().organizations[0]!.projects.map(({ name }) => name)).toEqual([
      "Default Project",
      "One",
      "Two",
    ]);
    await emulator.stop();
  });

  test("an emulator excludes others that use another path to the file", async () => {
    const folderLink = join(folder, "data-too");
    symlinkSync(join(folder, "data"), folderLink);
    const emulator = await Emulator.start({ stateFile: target });
    for (const stateFile of [link, join(folderLink, "state.jsonl")]) {
      await expect(Emulator.start({ stateFile })).rejects.toThrow(/is in use by process/);
    }
    await emulator.stop();
  });
});
