import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import type { Job, Workflow } from "../../examples/workflow";

const ROOT = resolve(__dirname, "../../..");
const FOLDER = join(ROOT, ".github/workflows");
const read = (file: string): string => readFileSync(join(FOLDER, file), "utf8");
const jobsOf = (file: string): Readonly<Record<string, Job>> => (parse(read(file)) as Workflow).jobs;

describe.each(readdirSync(FOLDER))("%s", (file) => {
  const steps = Object.values(jobsOf(file)).flatMap((job) => job.steps);

  test("pins actions by commit, with the version beside it", () => {
    for (const [, action, comment] of read(file).matchAll(/uses: (\S+)(.*)/g)) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  test("puts nothing from outside into a script, and its scripts are bash", () => {
    for (const { run } of steps) {
      if (run === undefined) continue;
      expect(run).not.toContain("${{");
      expect(spawnSync("bash", ["-n", "-c", run]).status).toBe(0);
    }
  });

  test("runs only scripts that the package has", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Readonly<Record<string, string>>;
    };
    for (const { run = "" } of steps)
      for (const [, script] of run.matchAll(/npm run (?:-s )?([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(script);
  });
});

describe("the release of the package", () => {
  const { check, publish } = jobsOf("release.yml");

  test("checks the owner's fields before it tests anything, and publishes what was tested", () => {
    const runs = check!.steps.map(({ run }) => run).filter((run) => run !== undefined);
    expect(runs.slice(0, 2)).toEqual(["npm ci", "npm run check:release"]);
    expect(publish!.needs).toBe("check");
    const commands = publish!.steps.map(({ run = "" }) => run).join("\n");
    expect(commands).toContain("npm publish --provenance");
    expect(commands).not.toMatch(/npm (ci|install|run|pack)/);
  });

  test("may sign and write only where it publishes", () => {
    expect(check!.permissions).toBeUndefined();
    expect(publish!.permissions).toEqual({ contents: "write", "id-token": "write" });
  });

  test("takes the notes of a release from its section of the changelog", () => {
    const [script = ""] = publish!.steps.flatMap(({ run = "" }) => (run.includes("awk") ? [run] : []));
    const awk = /awk[^]*?CHANGELOG\.md/.exec(script)![0].replace("CHANGELOG.md", "-");
    const changelog =
      "# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- This.\n\n## [1.2.2]\n";
    const notes = spawnSync("bash", ["-c", awk], { env: { ...process.env, TAG: "v1.2.3" }, input: changelog });
    expect(notes.stdout.toString()).toBe("\n### Added\n\n- This.\n\n");
  });
});
