import { Help } from "commander";
import { COMMANDS, commandsIn } from "../../src/cli/commands";
import { createProgram } from "../../src/cli/program";
import { VERSION } from "../../src/version";
import { CommandLine } from "./command-line";

let cli: CommandLine;

beforeAll(() => {
  cli = CommandLine.build();
});
afterAll(() => cli.remove());

test("--version prints only the version", async () => {
  expect(await cli.launch(["--version"])).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: "" });
});

test("--help lists every command on stdout, with a description", async () => {
  const { status, stdout } = await cli.launch(["--help"]);
  expect(status).toBe(0);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: \S+)* {2,}[A-Z]/gm)].map(([, name]) => name);
  expect(commands.join(" ")).toBe(
    "plan apply undo drift explain import migrate stages override doctor conformance emulator provider help",
  );
});

test("--help shows the options and arguments that the commands have", async () => {
  const { commands } = await createProgram();
  const help = new Help();
  expect(commands.map((command) => help.subcommandTerm(command))).toEqual(
    Object.entries(COMMANDS).map(([name, { usage }]) => `${name} ${usage}`),
  );
});

test("only commands that the command line names are loaded", async () => {
  const { commands } = await createProgram(commandsIn(["--json", "plan", "folder"]));
  const loaded = commands.filter((command) => command.options.length > 0).map((command) => command.name());
  expect(loaded).toEqual(["plan"]);
});

test.each(["help", "emulator"])("%s before the name of a command leads to its help", async (first) => {
  const { status, stdout } = await cli.launch(first === "help" ? ["help", "plan"] : ["emulator", "--help", "plan"]);
  expect(status).toBe(0);
  expect(stdout).toContain(first === "help" ? "Usage: tfprojects plan" : "Usage: tfprojects emulator");
});

test.each(Object.keys(COMMANDS))("%s --help has examples, and fits into 80 columns", async (command) => {
  const { status, stdout, stderr } = await cli.launch([command, "--help"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/\nExamples:\n( {2}.*[:?]\n( {4}\$ .*\n)+)+/);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("the examples use existing options", async () => {
  const { commands } = await createProgram();
  const examples = commands.flatMap((command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    return [...help.matchAll(/\$ (?:.*&& |.*; |echo .*)?(tfprojects .*)/g)].map(([, line]) => line!);
  });
  expect(examples.length).toBeGreaterThan(15);
  for (const line of examples) {
    const [, name] = line.split(" ");
    const command = commands.find((it) => it.name() === name);
    const own = line.split(/ -- | && |;/)[0]!;
    for (const [option] of own.matchAll(/--[a-z-]+/g)) {
      expect([line, command?.options.map(({ long }) => long)]).toEqual([line, expect.arrayContaining([option])]);
    }
  }
});

test.each([
  ["plna", "plan"],
  ["aply", "apply"],
  ["docter", "doctor"],
])("%s is an unknown command; %s is suggested", async (typed, command) => {
  expect((await cli.launch([typed])).stderr).toContain(`Did you mean ${command}?`);
});

test("plan --prun is an unknown option; --prune is suggested", async () => {
  const { status, stderr } = await cli.launch(["plan", "--prun"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("Did you mean --prune?")]);
});

test("an invalid value of an option is an error with the valid ones", async () => {
  const { status, stderr } = await cli.launch(["emulator", "--documents", "ful"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("Allowed choices are full, documented.")]);
});

test("an unknown command suggests the nearest one", async () => {
  const { status, stdout, stderr } = await cli.launch(["emulater"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("unknown command 'emulater'");
  expect(stderr).toContain("Did you mean emulator?");
});

test("help of an unknown command is an error with the nearest one, and that of help the program's", async () => {
  const { status, stdout, stderr } = await cli.launch(["help", "emulater"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^error: unknown command 'emulater'\n\(Did you mean emulator\?\)/);
  const help = await cli.launch(["help", "help"]);
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("Usage: tfprojects [options] [command]")]);
});

test("an unknown option suggests the nearest one and the help", async () => {
  const { status, stderr } = await cli.launch(["emulator", "--prot", "1"]);
  expect(status).toBe(1);
  expect(stderr).toContain("unknown option '--prot'");
  expect(stderr).toContain("Did you mean --port?");
  expect(stderr).toContain("Run `tfprojects emulator --help` for usage.");
});

test("FORCE_COLOR turns colors on, and NO_COLOR turns them off", async () => {
  const escape = String.fromCharCode(27);
  const failing = ["emulator", "--seed", "missing.json"];
  expect((await cli.launch(failing, { NO_COLOR: "", FORCE_COLOR: "1" })).stderr).toContain(escape);
  expect((await cli.launch(failing, { NO_COLOR: "1", FORCE_COLOR: "1" })).stderr).not.toContain(escape);
  expect((await cli.launch(failing, { NO_COLOR: "" })).stderr).not.toContain(escape);
});

describe("colors", () => {
  const mistake = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await cli.launch(["plan", "nowhere"], { NO_COLOR: "", ...env })).stderr;

  test.each([
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "true" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "false" }, false],
    [{ FORCE_COLOR: "" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [{}, false],
  ])("with %j and without a terminal: %s", async (env, expected) => {
    expect((await mistake(env)).includes("\u001b[31m")).toBe(expected);
  });
});
