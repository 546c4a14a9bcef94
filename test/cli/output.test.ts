import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "./command-line";
import { CliFixture } from "./cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

/**
 * Runs a shell command, in which `$tfprojects` is the command line. A pipe has the status of its first command that
 * failed.
 */
async function shell(line: string): Promise<{ readonly status: number | null; readonly stderr: string }> {
  const { PATH = "" } = process.env;
  const child = spawn("bash", ["-c", `set -o pipefail; ${line}`], {
    cwd: cli.folder,
    env: {
      PATH,
      NO_COLOR: "1",
      HOME: cli.folder,
      tfprojects: cli.words.join(" "),
      ...fixture.environment,
    },
  });
  child.stdin.end();
  child.stdout.resume();
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, stderr })));
}

/** Code with so many projects that their plan does not fit into the buffer of a pipe. */
function setUp(count = 3): void {
  const projects = Array.from(
    { length: count },
    (_, index) => [`p${index}`, { name: `Project ${index}`, description: "x".repeat(250) }] as const,
  );
  fixture.writeCode("code", Object.fromEntries(projects));
}
const projectCount = (): number => Object.keys(fixture.acme.world).length - 1;

/** A run with a stage that awaits an override. */
function startRun(): { readonly run: string; readonly stage: string } {
  const workspaceId = fixture.acme.addWorkspace("network");
  const tasks = [{ name: "review", stage: "post_plan" }] as const;
  const run = fixture.acme.emulator.runs.start({ workspaceId, tasks, overridable: true });
  fixture.acme.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  return { run: run.id, stage: run.taskStages[0]!.id };
}

const NO_SPACE = "no space is left on the disk (ENOSPC)";
const STACK_TRACE = /\n {4}at |node:internal|Unhandled/;

describe("when the reader of stdout goes away", () => {
  test("apply completes, prints its result to stderr and keeps its exit status", async () => {
    setUp(300);
    const { status, stderr } = await shell("$tfprojects apply code --auto-approve | head -1");
    // On a busy machine, lines of progress come before it.
    const result = stderr.replace(/^(Reading|Applying) .*\n/gm, "");
    expect([status, result]).toEqual([0, 'Apply complete in "acme": 300 created.\n']);
    expect(projectCount()).toBe(300);
  });

  test("an incomplete apply keeps its exit status and prints its errors to stderr", async () => {
    setUp(300);
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403, times: 1 });
    const { status, stderr } = await shell("$tfprojects apply code --auto-approve --json | true");
    expect(status).toBe(3);
    expect(stderr).toMatch(/failed: create project "Project \d+"/);
    expect(stderr).toContain('Apply incomplete in "acme": 299 of 300 created; 1 failed');
    expect(stderr).not.toMatch(STACK_TRACE);
  });

  test.each([
    ["plan code --json --detailed-exitcode", 2],
    ["plan code --markdown", 0],
    ["drift code --json", 2],
    ["import --stdout --include-default", 0],
    ["--help", 0],
  ])("`tfprojects %s` keeps its exit status %s and prints nothing to stderr", async (command, expected) => {
    setUp(300);
    for (let index = 0; index < 300; index += 1)
      fixture.acme.addProject(`Other ${index}`, { description: "y".repeat(250) });
    expect(await shell(`$tfprojects ${command} | true`)).toEqual({ status: expected, stderr: "" });
  });

  test("apply completes even if stderr has no reader either", async () => {
    setUp(300);
    expect((await shell("$tfprojects apply code --auto-approve 2>&1 | true")).status).toBe(0);
    expect(projectCount()).toBe(300);
  });

  test("plan --out still saves the plan", async () => {
    setUp(300);
    expect((await shell("$tfprojects plan code --json --out saved.json | true")).status).toBe(0);
    expect(JSON.parse(readFileSync(join(cli.folder, "saved.json"), "utf8"))).toMatchObject({
      format: expect.any(String),
    });
  });

  test("the emulator continues to serve", async () => {
    const child = cli.start(["emulator"]);
    child.stdout.destroy();
    const ended = new Promise((resolve) => child.once("close", resolve));
    let output = "";
    const address = await new Promise<string>((resolve) =>
      child.stderr.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [found] = /http:\S+(?=\/_emulator)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      }),
    );
    expect((await fetch(`${address}/_emulator`)).status).toBe(200);
    child.kill();
    expect(await ended).toBe(0);
  });
});

describe("when stdout cannot be written", () => {
  test("apply changes nothing, because it cannot show the plan", async () => {
    setUp();
    const { status, stderr } = await shell("$tfprojects apply code --auto-approve > /dev/full");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("Nothing was changed: the plan could not be written"),
    ]);
    expect(stderr).toContain(NO_SPACE);
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(projectCount()).toBe(0);
  });

  test("apply --json exits with status 3 and prints its result to stderr", async () => {
    setUp();
    const { status, stderr } = await shell("$tfprojects apply code --auto-approve --json > /dev/full");
    expect(projectCount()).toBe(3);
    expect(status).toBe(3);
    expect(stderr).toContain(`The result could not be written to stdout: ${NO_SPACE}`);
    expect(stderr).toContain('Apply complete in "acme": 3 created.');
  });

  test("apply --json exits with status 1 if nothing was changed", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403, times: 3 });
    const { status, stderr } = await shell("$tfprojects apply code --auto-approve --json > /dev/full");
    expect([status, stderr]).toEqual([1, expect.stringContaining('"acme": 0 of 3 created; 3 failed')]);
  });

  test.each([
    "plan code",
    "plan code --json --detailed-exitcode",
    "drift code",
    "import --stdout --include-default",
    "--help",
    "--version",
    "emulator",
  ])("`tfprojects %s` exits with status 1", async (command) => {
    setUp();
    const { status, stderr } = await shell(`$tfprojects ${command} > /dev/full`);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`Output could not be written to stdout: ${NO_SPACE}`),
    ]);
    expect(stderr).not.toMatch(STACK_TRACE);
  });

  test("`tfprojects stages` exits with status 1, whatever the verdict", async () => {
    const { run } = startRun();
    const { status, stderr } = await shell(`$tfprojects stages ${run} > /dev/full`);
    expect([status, stderr]).toEqual([1, expect.stringContaining(NO_SPACE)]);
  });

  test("override exits with status 3 and prints its result to stderr", async () => {
    const { stage } = startRun();
    const { status, stderr } = await shell(`$tfprojects override ${stage} --auto-approve > /dev/full`);
    expect([status, stderr]).toEqual([3, expect.stringContaining(`Task stage ${stage} was overridden`)]);
  });

  test("import exits with status 3 and prints the folder of the files to stderr", async () => {
    const { status, stderr } = await shell("$tfprojects import --include-default --out app > /dev/full");
    expect([status, stderr]).toEqual([3, expect.stringContaining("files to app")]);
    expect(existsSync(join(cli.folder, "app/main.ts"))).toBe(true);
  });

  test("plan --html still writes the page", async () => {
    setUp();
    expect((await shell("$tfprojects plan code --html page.html > /dev/full")).status).toBe(1);
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain("Project 2");
  });

  test("a partial write, as on a disk that becomes full, is an error too", async () => {
    setUp(300);
    const { status, stderr } = await shell("trap '' XFSZ; ulimit -f 1; exec $tfprojects plan code --json > short.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("written to stdout: the file would exceed")]);
    expect(readFileSync(join(cli.folder, "short.json"))).toHaveLength(1024);
  });

  test("and stderr cannot be written either, the exit status is the same", async () => {
    setUp();
    expect((await shell("$tfprojects apply code --auto-approve --json > /dev/full 2>&1")).status).toBe(3);
    expect((await shell("$tfprojects plan missing > /dev/full 2> /dev/full")).status).toBe(1);
  });
});

test("apply completes with stdout and stderr closed", async () => {
  setUp();
  expect((await shell("$tfprojects apply code --auto-approve >&- 2>&-")).status).toBe(0);
  expect(projectCount()).toBe(3);
});

test("apply --json --html writes the page before it changes anything", async () => {
  setUp();
  const outcome = await fixture.run("apply", "code", "--auto-approve", "--json", "--html", "missing/page.html");
  expect(outcome).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Cannot write missing/page.html: no such"),
  });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ kind: "error", error: { code: "OUTPUT" } });
  expect(projectCount()).toBe(0);
});
