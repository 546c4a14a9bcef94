import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../support/acme";
import { APP, CiRepository, MANAGERS, type Manager } from "./ci-repository";
import { readWorkflow, Runner, SETUP, type Event, type JobResult } from "./workflow";

const workflow = readWorkflow("drift-in-ci/drift.yml");
const { steps } = workflow.jobs["drift"]!;

for (const manager of MANAGERS) {
  const repository = CiRepository.create(manager);
  if (repository === undefined)
    describe.skip(`with ${manager} (skipped: it cannot be installed here)`, () => test.todo("all"));
  else describe(`with ${manager}, in a subfolder`, () => runsWith(manager, repository));
}

function runsWith(manager: Manager, repository: CiRepository): void {
  let acme: Acme;
  let runner: Runner;
  beforeAll(() => {
    // In place of GitHub: notes what it is asked, and knows the issue that the test says.
    repository.program(
      "gh",
      `#!/bin/bash
cd "${repository.bin}"
printf '%s\\n' "$*" >> gh.log
if [ "$1 $2" = "issue list" ]; then cat issue; fi
cd - > /dev/null
while [ $# -gt 0 ]; do if [ "$1" = --body-file ]; then cp "$2" "${repository.bin}/body.md"; fi; shift; done
`,
    );
  });
  afterAll(() => repository.remove());
  beforeEach(async () => {
    acme = await Acme.start();
    acme.addProject("Platform", { description: "Networks" });
    for (const file of ["gh.log", "body.md"]) rmSync(join(repository.bin, file), { force: true });
    repository.writeCode({ platform: { name: "Platform", description: "Networks" } });
    runner = new Runner(repository.folder, repository.environment);
  });
  afterEach(async () => {
    await acme.stop();
    runner.remove();
  });

  const read = (name: string): string => {
    const path = join(repository.bin, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const drift = (): void => {
    acme.emulator.projects.update(acme.project("Platform")!.id, { description: "by hand" });
  };

  /** Runs the workflow as written; gives the job, and what was asked of GitHub but for which issue there is. */
  async function check({ issue = "", token = acme.emulator.token } = {}): Promise<
    JobResult & { asked: readonly string[] }
  > {
    writeFileSync(join(repository.bin, "issue"), issue);
    const event: Event = {
      github: { token: "x", repository: "acme/app", server_url: "https://github.example", run_id: "1" },
      vars: { TFE_ORGANIZATION: "acme", TFE_ADDRESS: acme.emulator.address, TFPROJECTS_FOLDER: APP },
      secrets: { TFE_TOKEN: token },
    };
    const { drift: job } = await runner.run(workflow, event);
    const asked = read("gh.log")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("issue list"));
    return { ...job!, asked };
  }

  test("drift opens an issue that says what differs, as the summary does; the lock file is the cache's key", async () => {
    drift();
    const { result, summary, asked, log } = await check();
    expect([result, log]).toEqual(["success", expect.not.stringContaining("error:")]);
    expect(asked).toEqual([
      "label create drift --description The organization differs from the code --force",
      "issue create --title Drift in acme --label drift --body-file issue.md",
    ]);
    expect(read("body.md")).toContain("by hand");
    expect(read("body.md")).toContain("https://github.example/acme/app/actions/runs/1");
    expect(summary).toContain("by hand");
    // Nothing but the report is on stdout: no header of the package manager.
    expect(summary).toMatch(/^#/);
    const [name = ""] = manager.split(" ");
    const lock = { npm: "package-lock.json", pnpm: "pnpm-lock.yaml", yarn: "yarn.lock" }[name]!;
    expect(runner.nodeSetups).toEqual([
      { "node-version": "22", cache: name, "cache-dependency-path": expect.stringMatching(`/${APP}/${lock}$`) },
    ]);
  });

  test("what cannot be told fails the job, and no issue is touched", async () => {
    const { result, log, asked } = await check({ token: "expired" });
    expect([result, log, asked]).toEqual(["failure", expect.stringContaining("401"), []]);
    expect(read("gh.log")).toBe("");
  });

  // The rest is the same with every package manager.
  if (manager !== "npm") return;

  describe("and its packages installed", () => {
    beforeAll(() => repository.install());
    afterAll(() => repository.uninstall());

    test("drift that has an issue already brings it up to date, and opens no second one", async () => {
      drift();
      expect((await check({ issue: "7" })).asked).toEqual(["issue edit 7 --body-file issue.md"]);
    });

    test("without drift nothing is asked of GitHub, and an issue that is open is closed", async () => {
      const { asked, summary } = await check();
      expect([asked, summary]).toEqual([[], expect.stringContaining("No drift.")]);
      expect((await check({ issue: "7" })).asked).toEqual([
        "issue close 7 --comment The organization matches the code again: https://github.example/acme/app/actions/runs/1",
      ]);
    });
  });

  test("without a lock file nothing is installed", async () => {
    const lock = join(repository.folder, APP, "package-lock.json");
    const content = readFileSync(lock);
    rmSync(lock);
    const { result, log } = await check();
    writeFileSync(lock, content);
    expect([result, log]).toEqual(["failure", expect.stringContaining("Commit the lock file.")]);
  });

  test("a tool that is not among the app's packages is not downloaded", async () => {
    const file = join(repository.folder, APP, "package.json");
    const lock = join(repository.folder, APP, "package-lock.json");
    const [before, lockBefore] = [readFileSync(file), readFileSync(lock)];
    writeFileSync(file, '{"name": "organization", "private": true}');
    writeFileSync(
      lock,
      '{"name": "organization", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "organization"}}}',
    );
    const { result, asked } = await check();
    writeFileSync(file, before);
    writeFileSync(lock, lockBefore);
    expect([result, asked]).toEqual(["failure", []]);
  });
}

test("it runs on a schedule and by hand, and may write issues and nothing else", () => {
  expect(Object.keys(workflow.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
});

test("no step puts what comes from outside into its script", () => {
  for (const { run: script } of [...steps, ...SETUP.runs.steps]) expect(script ?? "").not.toContain("${{");
});

test("its steps are bash", () => {
  for (const { run: script } of [...steps, ...SETUP.runs.steps]) {
    if (script !== undefined) expect(spawnSync("bash", ["-n", "-c", script]).status).toBe(0);
  }
});
