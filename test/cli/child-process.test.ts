import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFor } from "../../src/cli/child-process";

test("a command runs as it is, without a shell", () => {
  expect(commandFor("npx", ["cdktf", "deploy *", "100%"], "linux", {})).toEqual({
    file: "npx",
    args: ["cdktf", "deploy *", "100%"],
    isVerbatim: false,
  });
});

/** The command line for the command interpreter. */
function lineFor(command: string, args: readonly string[]): string {
  const { file, args: words, isVerbatim } = commandFor(command, args, "win32", { ComSpec: "C:\\cmd.exe" });
  expect([file, words.slice(0, -1), isVerbatim]).toEqual(["C:\\cmd.exe", ["/d", "/e:on", "/v:off", "/s", "/c"], true]);
  return words.at(-1)!;
}

describe("on Windows, where programs such as npx are batch files, the command interpreter", () => {
  test.each([
    ["npx", ["cdktf", "deploy"], "npx cdktf deploy"],
    ["npx", ["cdktf", "deploy", "my stack"], 'npx cdktf deploy "my stack"'],
    ["npx.cmd", ["a&b", "", 'say "hi"'], 'npx.cmd "a&b" "" "say ""hi"""'],
    ["C:\\tools\\it", ["C:\\x"], "C:\\tools\\it C:\\x"],
    ["C:\\my tools\\it.cmd", ["--path=C:\\x"], '"C:\\my tools\\it.cmd" "--path=C:\\x"'],
  ])("runs %s %j", (file, args, line) => {
    expect(lineFor(file, args)).toBe(`"${line}"`);
  });

  test.each([
    ["a variable", "%PATH%", '"%%cd:~,%PATH%%cd:~,%"'],
    ["a percent sign", "100% sure", '"100%%cd:~,% sure"'],
    ["operators", "a&b|c<d>e^f!g!(h)", '"a&b|c<d>e^f!g!(h)"'],
    ["quotes around an operator", 'a "&" b', '"a ""&"" b"'],
    ["a backslash before a quote", 'a\\"b', '"a\\\\""b"'],
    ["a backslash at the end", "C:\\my dir\\", '"C:\\my dir\\\\"'],
    ["a backslash at the end of a word", "C:\\", '"C:\\\\"'],
    ["separators of batch files", "a,b;c=d", '"a,b;c=d"'],
    ["no text", "", '""'],
    ["other letters", "Žürich", '"Žürich"'],
  ])("gives the program %s as an argument", (_, argument, word) => {
    expect(lineFor("npx", [argument])).toBe(`"npx ${word}"`);
  });

  test.each(["a\nb", "a\rb", "a\0b"])("is not given %j, which would end the command", (argument) => {
    expect(() => lineFor("npx", [argument])).toThrow(
      `Cannot start npx: it is a batch file, and an argument has a line break: ${JSON.stringify(argument)}.`,
    );
  });
});

describe("on Windows a program", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("runs as it is", () => {
    const args = ["plan", 'x={"a": "%PATH%"}'];
    expect(commandFor("C:\\Terraform.EXE", args, "win32", {})).toEqual({
      file: "C:\\Terraform.EXE",
      args,
      isVerbatim: false,
    });
  });

  test("is found on the PATH without its extension, before a batch file of a later folder", () => {
    for (const [name, file] of [
      ["first", "terraform.exe"],
      ["second", "terraform.cmd"],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, file), "", { mode: 0o755 });
    }
    const env = (...names: string[]) => ({ Path: names.map((name) => join(folder, name)).join(";") });
    expect(commandFor("terraform", ["plan"], "win32", env("first", "second"))).toMatchObject({ file: "terraform" });
    expect(commandFor("terraform", ["plan"], "win32", env("second", "first"))).toMatchObject({ file: "cmd.exe" });
  });
});
