import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { CommandLine, waitForExit } from "../cli/command-line";
import { CliFixture } from "../cli/cli-fixture";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const workflow = parse(readFileSync(resolve(__dirname, "../../examples/drift-in-ci/drift.yml"), "utf8")) as {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: { readonly drift: { readonly steps: readonly Step[] } };
};
const { steps } = workflow.jobs.drift;
const compare = steps.find((step) => step.name === "Compare the organization with the code")!;
const update = steps.find((step) => step.name === "Update the issue")!;

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli);
  for (const name of ["gh.log", "issue.md", "drift.md", "summary.md", "output"])
    rmSync(inFolder(name), { force: true });
  fixture.acme.addProject("Platform", { description: "Networks" });
  fixture.writeCode(".", { platform: { name: "Platform", description: "Networks" } });
  // In place of what npm ci installed, and of GitHub: notes what it is asked, and knows the issue that the test says.
  executable("bin/npx", `#!/bin/bash\nshift\nexec ${process.execPath} "${inFolder("tfprojects.js")}" "$@"\n`);
  executable(
    "bin/gh",
    `#!/bin/bash\nprintf '%s\\n' "$*" >> gh.log\nif [ "$1 $2" = "issue list" ]; then printf '%s' "$ISSUE"; fi\n`,
  );
});
afterEach(() => fixture.dispose());

const inFolder = (path: string): string => join(cli.folder, path);
const read = (path: string): string => (existsSync(inFolder(path)) ? readFileSync(inFolder(path), "utf8") : "");

function executable(path: string, content: string): void {
  chmodSync(fixture.write(path, content), 0o755);
}

/** Runs a step as GitHub does where no shell is named: with bash -e. */
async function run(step: Step, env: Readonly<Record<string, string>>) {
  const { PATH = "" } = process.env;
  const child = spawn("bash", ["--noprofile", "--norc", "-e", "-c", step.run!], {
    cwd: cli.folder,
    env: { PATH: `${inFolder("bin")}:${PATH}`, NO_COLOR: "1", ...fixture.environment, ...env },
  });
  return waitForExit(child);
}

/** Runs the whole check; gives what was asked of GitHub, but for the question which issue there is. */
async function check(issue = ""): Promise<readonly string[]> {
  const files = { GITHUB_STEP_SUMMARY: inFolder("summary.md"), GITHUB_OUTPUT: inFolder("output") };
  expect(await run(compare, files)).toMatchObject({ status: 0 });
  const [, status = ""] = /^status=(\d)$/m.exec(read("output")) ?? [];
  const updated = await run(update, { STATUS: status, RUN: "https://github.example/runs/1", ISSUE: issue });
  expect(updated).toMatchObject({ status: 0, stderr: "" });
  return read("gh.log")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("issue list"));
}

const drift = (): void => {
  fixture.acme.emulator.projects.update(fixture.acme.project("Platform")!.id, { description: "by hand" });
};

test("it runs on a schedule and by hand, may write issues and nothing else, and names versions of actions", () => {
  expect(Object.keys(workflow.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
  for (const { uses } of steps) expect(uses ?? "actions/none@v1").toMatch(/^actions\/[a-z-]+@v\d+$/);
});

test("no step puts what comes from outside into its script", () => {
  for (const { run: script } of steps) expect(script ?? "").not.toContain("${{");
});

test("drift opens an issue that says what differs, as the summary does", async () => {
  drift();
  expect(await check()).toEqual([
    "label create drift --description The organization differs from the code --force",
    "issue create --title Drift in acme --label drift --body-file issue.md",
  ]);
  expect(read("issue.md")).toContain("by hand");
  expect(read("issue.md")).toContain("https://github.example/runs/1");
  expect(read("summary.md")).toContain("by hand");
});

test("drift that has an issue already brings it up to date, and opens no second one", async () => {
  drift();
  expect(await check("7")).toEqual(["issue edit 7 --body-file issue.md"]);
});

test("without drift nothing is asked of GitHub, and an issue that is open is closed", async () => {
  expect(await check()).toEqual([]);
  expect(read("summary.md")).toContain("No drift.");
  expect(await check("7")).toEqual([
    "issue close 7 --comment The organization matches the code again: https://github.example/runs/1",
  ]);
});

test("what cannot be told fails the job, and no issue is touched", async () => {
  const files = { GITHUB_STEP_SUMMARY: inFolder("summary.md"), GITHUB_OUTPUT: inFolder("output") };
  const { status, stderr } = await run(compare, { ...files, TFE_TOKEN: "expired" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("401")]);
  expect(read("gh.log")).toBe("");
});

test("its steps are bash", () => {
  for (const { run: script } of steps) {
    if (script !== undefined) expect(spawnSync("bash", ["-n", "-c", script]).status).toBe(0);
  }
});
