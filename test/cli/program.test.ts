import { VERSION } from "../../src/version";
import { CommandLine } from "./tfprojects";

let cli: CommandLine;

beforeAll(() => {
  cli = CommandLine.build();
});
afterAll(() => cli.remove());

test("--version prints the version and nothing else", async () => {
  expect(await cli.run(["--version"])).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: "" });
});

test("--help names every command on stdout", async () => {
  const { status, stdout } = await cli.run(["--help"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/emulator .*Emulate the service/);
});

test("an unknown command suggests the nearest", async () => {
  const { status, stdout, stderr } = await cli.run(["emulater"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("unknown command 'emulater'");
  expect(stderr).toContain("Did you mean emulator?");
});

test("an unknown option suggests the nearest, and where to read on", async () => {
  const { status, stderr } = await cli.run(["emulator", "--prot", "1"]);
  expect(status).toBe(1);
  expect(stderr).toContain("unknown option '--prot'");
  expect(stderr).toContain("Did you mean --port?");
  expect(stderr).toContain("tfprojects emulator --help");
});

test("colours can be asked for, and NO_COLOR is honoured", async () => {
  const escape = String.fromCharCode(27);
  const failing = ["emulator", "--seed", "missing.json"];
  expect((await cli.run(failing, { NO_COLOR: "", FORCE_COLOR: "1" })).stderr).toContain(escape);
  expect((await cli.run(failing, { NO_COLOR: "1", FORCE_COLOR: "1" })).stderr).not.toContain(escape);
  expect((await cli.run(failing, { NO_COLOR: "" })).stderr).not.toContain(escape);
});
