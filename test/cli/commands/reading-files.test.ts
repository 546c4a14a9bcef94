import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hasCode } from "../../../src/system-errors";
import { CliFixture, terraformJson } from "../cli-fixture";
import { CommandLine, waitForExit, type ProcessResult } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

const LONG = "n".repeat(300);

function writeCode(): void {
  fixture.writeCode("code", { platform: { name: "Platform" } });
  fixture.write("hcl/main.tf", 'resource "tfe_project" "a" {\n  name = "a"\n}\n');
}

/** Runs a line of the shell, in which `$cli` is the command line. */
async function shell(line: string): Promise<ProcessResult> {
  const { PATH = "" } = process.env;
  const [file, ...words] = cli.words.map((word) => `'${word}'`);
  const script = `cli() { ${[file, ...words].join(" ")} "$@"; }\n${line}`;
  const child = spawn("bash", ["-c", script], {
    cwd: cli.folder,
    env: { PATH, NO_COLOR: "1", HOME: cli.folder, ...fixture.environment },
  });
  child.stdin.end();
  return waitForExit(child);
}

describe("a path that the system refuses is an error in a sentence", () => {
  test.each([
    "plan LONG",
    "plan LONG/main.tf.json",
    "plan code --no-synth --state LONG",
    "plan code --out LONG",
    "plan code --html LONG",
    "apply LONG",
    "apply code --auto-approve --write-imports LONG",
    "drift LONG",
    "explain api LONG",
    "undo LONG",
    "migrate LONG",
    "migrate hcl --state LONG",
    "doctor LONG",
    "import --out LONG",
    "provider install --folder LONG",
    "provider install --app LONG",
    "emulator --seed LONG",
    "emulator --state LONG",
  ])("a name of 300 characters: %s", async (command) => {
    fixture.acme.addProject("Data");
    writeCode();
    fixture.acme.takeRequests();
    const { status, stderr } = await fixture.run(...command.split(" ").map((it) => it.replace("LONG", LONG)));
    expect([status, stderr]).toEqual([1, expect.stringContaining("the name is too long (ENAMETOOLONG)")]);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test.each([
    ["a circle of links", "loop", "too many symbolic links (ELOOP)"],
    ["a file in a circle of links", "loop/main.tf.json", "too many symbolic links (ELOOP)"],
  ])("%s", async (_, path, reason) => {
    mkdirSync(join(cli.folder, "code"));
    symlinkSync("loop", join(cli.folder, "code/loop"));
    for (const command of [["plan"], ["apply"], ["drift"], ["explain", "api"], ["doctor"], ["migrate"], ["undo"]]) {
      const { status, stderr } = await fixture.run(...command, `code/${path}`);
      expect([command, status, stderr]).toEqual([command, 1, expect.stringContaining(reason)]);
      expect(stderr).not.toMatch(/^ +at /m);
    }
  });

  test("a folder and a device as code files", async () => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    mkdirSync(join(cli.folder, "code/folder"));
    symlinkSync("folder", join(cli.folder, "code/link.tf.json"));
    const { status, stderr } = await fixture.run("plan", "code");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("code/link.tf.json as Terraform JSON: it is a folder"),
    ]);
    rmSync(join(cli.folder, "code/link.tf.json"));
    symlinkSync("/dev/zero", join(cli.folder, "code/zero.tf.json"));
    expect((await fixture.run("plan", "code")).stderr).toContain("it is larger than 256 MiB, the limit for a file");
  });
});

describe("what has no end", () => {
  const LIMIT = expect.stringContaining("it is larger than 256 MiB, the limit for a file") as unknown;

  test.each(["apply /dev/zero", "undo /dev/zero", "migrate hcl --state /dev/zero", "emulator --seed /dev/zero"])(
    "is an error with the limit: %s",
    async (command) => {
      writeCode();
      expect(await fixture.run(...command.split(" "))).toMatchObject({ status: 1, stderr: LIMIT });
    },
  );

  test.each(["plan -", "undo -", "drift code --state -"])("is an error with the limit: yes | %s", async (command) => {
    writeCode();
    expect(await shell(`yes | cli ${command}`)).toMatchObject({ status: 1, stderr: LIMIT });
  });

  test.each(["plan code/pipe", "apply code/pipe", "undo code/pipe", "apply code --state code/pipe"])(
    "is ended by SIGTERM: %s, whose other end is silent",
    async (command) => {
      writeCode();
      const pipe = join(cli.folder, "code/pipe");
      execFileSync("mkfifo", [pipe]);
      const child = cli.start(command.split(" "), fixture.environment);
      const ended = waitForExit(child);
      const writer = await openWithReader(pipe);
      child.kill("SIGTERM");
      expect(await ended).toMatchObject({ signal: "SIGTERM", stdout: "" });
      closeSync(writer);
      expect(fixture.takeWrites()).toEqual([]);
    },
  );

  test.each(["plan -", "undo -"])("is ended by SIGTERM: %s, once it reads", async (command) => {
    const child = cli.start(command.split(" "), fixture.environment);
    const ended = waitForExit(child);
    // More than fits between the two.
    await new Promise((resolve) => child.stdin.write(Buffer.alloc(4 * 1024 * 1024), resolve));
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGTERM", stdout: "" });
  });
});

/** Opens a pipe for writing as soon as someone reads it. */
async function openWithReader(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasCode(error, "ENXIO")) throw error;
      await setTimeout(20);
    }
  }
}

test("pipes, and what the shell passes as a file, are read", async () => {
  fixture.write("code/main.tf.json", terraformJson({ platform: { name: "Platform" } }));
  for (const line of [
    "cli plan <(cat code/main.tf.json)",
    'cli plan code --json --state <(echo \'{"version": 4, "serial": 1, "lineage": "a", "resources": []}\')',
    '(sleep 0.2; echo \'{"version": 4, "serial": 1, "lineage": "a", "resources": []}\') | cli plan code --state -',
  ]) {
    expect(await shell(line)).toMatchObject({ status: 0, stdout: expect.stringContaining("Platform") as unknown });
  }
});
