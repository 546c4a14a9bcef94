import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../support/acme";
import { APP, CiRepository, type Manager } from "./ci-repository";
import { readWorkflow, Runner, type Event, type JobResult } from "./workflow";

export const DRIFT_WORKFLOW = readWorkflow("drift-in-ci/drift.yml");

/** What the tests of one package manager have. */
interface DriftWorkflow {
  readonly repository: CiRepository;
  /** Someone changes the organization. */
  readonly drift: () => void;
  /** Runs the workflow as written; gives the job, and what was asked of GitHub but for which issue there is. */
  readonly check: (given?: {
    issue?: string;
    token?: string;
  }) => Promise<JobResult & { readonly asked: readonly string[] }>;
}

/** Tests of an app whose packages a package manager installs; `more` of them are the same with every one. */
export function describeDriftWorkflow(
  manager: Manager,
  more: (workflow: DriftWorkflow) => void = () => undefined,
): void {
  const repository = CiRepository.create(manager);
  if (repository === undefined)
    describe.skip(`with ${manager} (skipped: it cannot be installed here)`, () => test.todo("all"));
  else describe(`with ${manager}, in a subfolder`, () => runsWith(manager, repository, more));
}

function runsWith(manager: Manager, repository: CiRepository, more: (workflow: DriftWorkflow) => void): void {
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

  async function check({ issue = "", token = acme.emulator.token } = {}): Promise<
    JobResult & { asked: readonly string[] }
  > {
    writeFileSync(join(repository.bin, "issue"), issue);
    const event: Event = {
      github: { token: "x", repository: "acme/app", server_url: "https://github.example", run_id: "1" },
      vars: { TFE_ORGANIZATION: "acme", TFE_ADDRESS: acme.emulator.address, TFPROJECTS_FOLDER: APP },
      secrets: { TFE_TOKEN: token },
    };
    const { drift: job } = await runner.run(DRIFT_WORKFLOW, event);
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

  more({ repository, drift, check });
}
