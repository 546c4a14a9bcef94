import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SETUP } from "./workflow";

/** The first step of the action, as written; drift-in-ci.test.ts runs all of them. */
const find = SETUP.runs.steps.find(({ id }) => id === "lock")!;

let workspace: string;
beforeEach(() => (workspace = mkdtempSync(join(tmpdir(), "tfprojects-workspace-"))));
afterEach(() => rmSync(workspace, { recursive: true }));

/** Writes files, and runs the step in the folder of the app. */
function findIn(app: string, files: Readonly<Record<string, string>>) {
  mkdirSync(join(workspace, app), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  const output = join(workspace, "output");
  writeFileSync(output, "");
  const env = { PATH: process.env["PATH"], GITHUB_WORKSPACE: workspace, GITHUB_OUTPUT: output };
  const { status, stdout } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", find.run!], {
    cwd: join(workspace, app),
    env,
    encoding: "utf8",
  });
  const outputs = readFileSync(output, "utf8").replaceAll(workspace, "ROOT").trim().split("\n");
  return { status, stdout, outputs };
}

const PNPM = { "package.json": '{\n  "packageManager": "pnpm@9.15.9"\n}\n', "pnpm-lock.yaml": "" };

test.each([
  ["npm", { "package-lock.json": "" }, ["npm", "ROOT/package-lock.json", "npx --no tfprojects"]],
  ["pnpm", PNPM, ["pnpm", "ROOT/pnpm-lock.yaml", "pnpm exec tfprojects"]],
  ["yarn", { "yarn.lock": "" }, ["yarn", "ROOT/yarn.lock", "yarn run --silent tfprojects"]],
])("the lock file of %s workspaces is in the root of the repository", (_, files, [manager, file, command]) => {
  const { status, outputs } = findIn("packages/organization", files);
  expect(status).toBe(0);
  expect(outputs).toEqual([`manager=${manager!}`, "folder=ROOT", `file=${file!}`, `tfprojects=${command!}`]);
});

test("the lock file of the app comes before that of the repository", () => {
  const { outputs } = findIn("app", { "yarn.lock": "", "app/package-lock.json": "" });
  expect(outputs.slice(0, 2)).toEqual(["manager=npm", "folder=ROOT/app"]);
});

test("without a lock file, or with pnpm in any version, the action fails and says what to do", () => {
  expect(findIn("app", {})).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^::error::.*Commit the lock file/),
  });
  const { status, stdout } = findIn("app", { "app/pnpm-lock.yaml": "", "app/package.json": "{}" });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^::error::Add the version of pnpm/)]);
});
