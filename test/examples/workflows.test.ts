import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { VERSION } from "../../src/version";
import type { CompositeAction, Step, Workflow } from "./workflow";

const ROOT = resolve(__dirname, "../..");
const FILES = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yml"))
  .sort();
const textOf = (path: string): string => readFileSync(join(ROOT, "examples", path), "utf8");

function stepsOf(path: string): readonly Step[] {
  const content = parse(textOf(path)) as Partial<Workflow & CompositeAction>;
  return content.runs?.steps ?? Object.values(content.jobs ?? {}).flatMap(({ steps }) => steps);
}

test("there are workflows for drift, plan and apply, and one action that they share", () => {
  expect(FILES).toEqual([
    "drift-in-ci/drift.yml",
    "plan-and-apply-in-ci/apply.yml",
    "plan-and-apply-in-ci/plan.yml",
    "setup-tfprojects/action.yml",
  ]);
});

describe.each(FILES)("%s", (path) => {
  test("pins actions by commit, with the version beside it", () => {
    for (const [, action, comment] of textOf(path).matchAll(/uses: (\S+)(.*)/g)) {
      if (action === "./.github/actions/setup-tfprojects") continue;
      expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  test("uses one version of each action", () => {
    const versions = FILES.flatMap((each) =>
      [...textOf(each).matchAll(/uses: (actions\/.*)/g)].map(([, uses]) => uses!),
    );
    const actions = new Set(versions.map((uses) => uses.split("@")[0]));
    expect(new Set(versions).size).toBe(actions.size);
  });

  test("leaves no credentials of Git to the code that it runs", () => {
    for (const { uses = "", with: inputs } of stepsOf(path))
      if (uses.startsWith("actions/checkout")) expect(inputs).toEqual({ "persist-credentials": false });
  });

  test("puts nothing from outside into a script, and its scripts are bash", () => {
    for (const { run } of stepsOf(path)) {
      if (run === undefined) continue;
      expect(run).not.toContain("${{");
      expect(spawnSync("bash", ["-n", "-c", run]).status).toBe(0);
    }
  });

  test("gives tokens only to the steps that need them, and a limit of time to each job", () => {
    const { jobs = {}, on = {} } = parse(textOf(path)) as Partial<Workflow>;
    for (const { env, "timeout-minutes": minutes } of Object.values(jobs)) {
      expect(JSON.stringify(env ?? {})).not.toMatch(/secrets|token/);
      expect(minutes).toBeLessThanOrEqual(30);
    }
    expect(Object.keys(on)).not.toContain("pull_request_target");
  });

  test("runs only the tool of the lock file", () => {
    for (const { run = "" } of stepsOf(path)) expect(run).not.toMatch(/npx (?!--no )/);
  });
});

/** Texts for people. */
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`),
  ...readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("README.md"))
    .map((path) => `examples/${path}`),
];

test("a version of the tool in a document or an example is that of this package", () => {
  const settings = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("cdktf.json") && !path.includes("node_modules"))
    .map((path) => `examples/${path}`);
  const versions = [...DOCUMENTS, ...settings].flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/\btfprojects@([\w.-]+)/g)].map(([, version]) => version),
  );
  expect(versions.length).toBeGreaterThan(0);
  expect(new Set(versions)).toEqual(new Set([VERSION]));
});

test("documents run the tool in one way, without a version, except in what an app keeps and runs later", () => {
  const pinned = DOCUMENTS.flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => /npx tfprojects@(?!\S+ (provider install --stacks|…))/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(pinned).toEqual([]);
});
