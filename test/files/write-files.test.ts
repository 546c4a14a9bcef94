import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { setImmediate } from "node:timers/promises";
import { UserError } from "../../src/user-error";
import { writeFiles, type FileToWrite } from "../../src/files/write-files";

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), "tfprojects-write-")))));
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (...names: string[]): string => join(folder, ...names);
const read = (name: string): string => readFileSync(inFolder(name), "utf8");
const modeOf = (name: string): string => (statSync(inFolder(name)).mode & 0o7777).toString(8);

type File = Omit<FileToWrite, "path">;

/** Writes files of the folder. */
const write = (files: Readonly<Record<string, string | File>>, createFolders = false): Promise<void> =>
  writeFiles(
    Object.entries(files).map(([name, file]) => ({
      path: inFolder(name),
      ...(typeof file === "string" ? { content: file } : file),
    })),
    { advice: "Use another file.", createFolders },
  );

/** Why files of the folder cannot be written, with the folder as `~`. */
async function refusal(...args: Parameters<typeof write>): Promise<UserError> {
  const error: unknown = await write(...args).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw new Error(`It is no UserError: ${String(error)}`);
}
const textOf = ({ message }: UserError): string => message.replaceAll(`${folder}/`, "");

describe("the mode of a file", () => {
  test.each(["600", "640", "755"])("stays as it is: %s", async (mode) => {
    writeFileSync(inFolder("main.tf"), "old");
    chmodSync(inFolder("main.tf"), Number.parseInt(mode, 8));
    await write({ "main.tf": "new" });
    expect([read("main.tf"), modeOf("main.tf")]).toEqual(["new", mode]);
  });

  test("that is new is what the file is for, without what the user's mask takes away", async () => {
    const mask = process.umask(0o027);
    try {
      await write({ "page.html": "page", "plan.json": { content: "plan", isPrivate: true } });
    } finally {
      process.umask(mask);
    }
    expect([modeOf("page.html"), modeOf("plan.json")]).toEqual(["640", "600"]);
  });

  test.each(["644", "666"])(
    "that is private is that of its owner alone, also in place of one with %s",
    async (mode) => {
      writeFileSync(inFolder("plan.json"), "old");
      symlinkSync("plan.json", inFolder("latest"));
      chmodSync(inFolder("plan.json"), Number.parseInt(mode, 8));
      await write({ latest: { content: "new", isPrivate: true } });
      expect([read("plan.json"), modeOf("plan.json")]).toEqual(["new", "600"]);
    },
  );
});

describe("a symbolic link", () => {
  test.each(["target", "missing"])("stays, and what it leads to is written: %s", async (name) => {
    mkdirSync(inFolder("shared"));
    writeFileSync(inFolder("shared/target"), "old");
    symlinkSync(`shared/${name}`, inFolder("first"));
    symlinkSync("first", inFolder("second"));
    await write({ second: "new" });
    expect([readlinkSync(inFolder("first")), readlinkSync(inFolder("second"))]).toEqual([`shared/${name}`, "first"]);
    expect(read(`shared/${name}`)).toBe("new");
    expect(readdirSync(folder).sort()).toEqual(["first", "second", "shared"]);
  });

  test("that leads to itself is an error", async () => {
    symlinkSync("loop", inFolder("loop"));
    expect(textOf(await refusal({ loop: "new" }))).toBe("Cannot write loop: too many symbolic links (ELOOP).");
  });
});

test("a file with hard links is refused, and both names keep the content", async () => {
  writeFileSync(inFolder("one"), "old");
  linkSync(inFolder("one"), inFolder("two"));
  const error = await refusal({ one: "new" });
  expect(textOf(error)).toBe("Cannot write one: it has 2 hard links, which replacing would separate.");
  expect(error.nextStep).toContain("symbolic link");
  expect([read("one"), read("two"), readdirSync(folder).length]).toEqual(["old", "old", 2]);
});

describe("the reason is in words, with what to do", () => {
  test.each([
    ["a folder", "sub", "it is a folder (EISDIR)"],
    ["a file as a folder", "file/page.html", "part of its path is a file, not a folder (ENOTDIR)"],
    ["a missing folder", "missing/page.html", "no such file or folder (ENOENT)"],
    ["a long name", "x".repeat(300), "the name is too long (ENAMETOOLONG)"],
  ])("%s", async (_, name, reason) => {
    mkdirSync(inFolder("sub"));
    writeFileSync(inFolder("file"), "");
    const error = await refusal({ [name]: "new" });
    expect(textOf(error)).toBe(`Cannot write ${name}: ${reason}.`);
    expect([error.code, error.isPartial, error.nextStep]).toEqual(["OUTPUT", false, "Use another file."]);
    expect(readdirSync(folder).sort()).toEqual(["file", "sub"]);
  });

  const asUser = process.getuid?.() === 0 ? test.skip : test;
  asUser("a file that must not be written, though its folder can be: permissions", async () => {
    writeFileSync(inFolder("main.tf"), "old", { mode: 0o400 });
    const error = await refusal({ "main.tf": "new" });
    expect(textOf(error)).toBe("Cannot write main.tf: permission denied (EACCES).");
    expect(error.nextStep).toContain("permissions");
    expect(read("main.tf")).toBe("old");
  });
});

describe("a file that was read", () => {
  const found = Buffer.from("old");

  test.each([
    ["changed", () => writeFileSync(inFolder("main.tf"), "of the user")],
    ["deleted", () => rmSync(inFolder("main.tf"))],
    ["created", () => writeFileSync(inFolder("new.tf"), "of the user")],
  ])("and was %s since is not written, and neither are the others", async (what, change) => {
    writeFileSync(inFolder("main.tf"), "old");
    writeFileSync(inFolder("other.tf"), "old");
    change();
    const before = readdirSync(folder).map((name) => [name, read(name)]);
    const edited = { "main.tf": { content: "new", found }, "new.tf": { content: "new", found: null } };
    const error = await refusal({ "other.tf": "new", ...edited });
    expect(textOf(error)).toMatch(
      new RegExp(
        String.raw`^Cannot write (main|new)\.tf: it was ${what} while the command ran\. No files were written\.$`,
      ),
    );
    expect([error.code, error.isPartial]).toEqual(["FILE_CHANGED", false]);
    expect(error.nextStep).toContain("Run the command again");
    expect(readdirSync(folder).map((name) => [name, read(name)])).toEqual(before);
  });

  test("and is as it was is written", async () => {
    writeFileSync(inFolder("main.tf"), "old");
    await write({ "main.tf": { content: "new", found }, "new.tf": { content: "new", found: null } });
    expect([read("main.tf"), read("new.tf")]).toEqual(["new", "new"]);
  });
});

describe("folders that do not exist", () => {
  test("are created", async () => {
    await write({ "app/main.ts": "main", "app/projects/a/b.ts": "b" }, true);
    expect([read("app/main.ts"), read("app/projects/a/b.ts")]).toEqual(["main", "b"]);
  });

  test("are removed again if nothing is written", async () => {
    mkdirSync(inFolder("there/folder"), { recursive: true });
    const error = await refusal({ "app/main.ts": "main", "app/projects/a.ts": "a", "there/folder": "no file" }, true);
    expect(textOf(error)).toContain("No files were written.");
    expect(readdirSync(folder)).toEqual(["there"]);
  });
});

const withPipes = process.platform === "win32" ? describe.skip : describe;

withPipes("what is no regular file is written directly", () => {
  /** What comes out of a pipe. */
  function readPipe(name: string): Promise<string> {
    const child = spawn("cat", [inFolder(name)], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    return once(child, "close").then(() => text);
  }
  const makePipe = (name: string): void => void execFileSync("mkfifo", [inFolder(name)]);

  test("a pipe, also through a link, with more than fits into it", async () => {
    makePipe("pipe");
    symlinkSync("pipe", inFolder("link"));
    const content = "text ".repeat(100_000);
    const [text] = await Promise.all([readPipe("pipe"), write({ link: content })]);
    expect(text).toBe(content);
    expect([lstatSync(inFolder("pipe")).isFIFO(), readdirSync(folder).sort()]).toEqual([true, ["link", "pipe"]]);
  });

  test("a device", async () => {
    await writeFiles([{ path: "/dev/null", content: "gone" }], { advice: "" });
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("one that fails after others were written leaves these, and the error names them", async () => {
    makePipe("pipe");
    writeFileSync(inFolder("b.tf"), "old");
    const files = { "a.tf": "new", pipe: "new", "b.tf": { content: "new", found: Buffer.from("old") }, "c.tf": "new" };
    const failed = refusal(files);
    // The pipe has no reader yet: the third file is written after it.
    while (!existsSync(inFolder("a.tf"))) await setImmediate();
    writeFileSync(inFolder("b.tf"), "of the user");
    expect(await readPipe("pipe")).toBe("new");
    const error = await failed;
    expect(textOf(error)).toBe(
      "Cannot write b.tf: it was changed while the command ran. Written: a.tf, pipe. Not written: b.tf, c.tf.",
    );
    expect([error.code, error.isPartial]).toEqual(["FILE_CHANGED", true]);
    expect([read("a.tf"), read("b.tf"), readdirSync(folder).sort()]).toEqual([
      "new",
      "of the user",
      ["a.tf", "b.tf", "pipe"],
    ]);
  });
});
