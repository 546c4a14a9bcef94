import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { APP } from "./ci-repository";
import { describeDriftWorkflow, DRIFT_WORKFLOW } from "./drift-workflow";
import { SETUP } from "./workflow";

const { steps } = DRIFT_WORKFLOW.jobs["drift"]!;

// With the other package managers: test/e2e/on-request/examples.
describeDriftWorkflow("npm", ({ repository, drift, check }) => {
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
});

test("it runs on a schedule and by hand, and may write issues and nothing else", () => {
  expect(Object.keys(DRIFT_WORKFLOW.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(DRIFT_WORKFLOW.permissions).toEqual({ contents: "read", issues: "write" });
});

test("no step puts what comes from outside into its script", () => {
  for (const { run: script } of [...steps, ...SETUP.runs.steps]) expect(script ?? "").not.toContain("${{");
});

test("its steps are bash", () => {
  for (const { run: script } of [...steps, ...SETUP.runs.steps]) {
    if (script !== undefined) expect(spawnSync("bash", ["-n", "-c", script]).status).toBe(0);
  }
});
