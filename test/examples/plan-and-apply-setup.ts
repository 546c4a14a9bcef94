import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../support/acme";
import { APP, CiRepository } from "./ci-repository";
import { readWorkflow, Runner, type Event, type JobResult } from "./workflow";

export const plan = readWorkflow("plan-and-apply-in-ci/plan.yml");
export const apply = readWorkflow("plan-and-apply-in-ci/apply.yml");

export let repository: CiRepository;
export let acme: Acme;
export let runner: Runner;

/** The hooks of a file of tests. */
export function setUp(): void {
  beforeAll(() => {
    repository = CiRepository.create("npm")!;
    // That each job can do it by itself is shown by drift-in-ci.test.ts.
    repository.install();
    /*
     * In place of GitHub. It notes what it is asked; the test says the comments, the pull request of a commit, and the
     * run with its plan, as JSON. The filters of --jq are applied by jq, where it is installed.
     */
    repository.program(
      "gh",
      `#!/bin/bash
files="${repository.bin}"
printf '%s\\n' "$*" >> "$files/gh.log"
filtered() {
  if command -v jq > /dev/null; then jq -r "\${@: -1}" "$files/$name.json"; else cat "$files/$name.txt"; fi
}
case "$*" in
  *"/comments --jq"*) name=comments; filtered "$@" ;;
  *"/pulls --jq"*) name=pulls; filtered "$@" ;;
  "run list"*) name=runs; filtered "$@" ;;
  "run download"*) [ -d "$files/artifact" ] && cp -r "$files/artifact" reviewed ;;
  *"body=@comment.md"*) cp comment.md "$files/comment.md" ;;
esac
`,
    );
  });
  afterAll(() => repository.remove());
  beforeEach(async () => {
    acme = await Acme.start();
    acme.addProject("Platform", { description: "Networks" });
    for (const name of ["artifact", "comment.md", "gh.log"]) rmSync(file(name), { recursive: true, force: true });
    for (const name of ["comments", "pulls", "runs"] as const) answer(name, [], "");
    repository.writeCode({ platform: { name: "Platform", description: "Networks and clusters" } });
    runner = new Runner(repository.folder, repository.environment);
  });
  afterEach(async () => {
    await acme.stop();
    runner.remove();
  });
}

/** What GitHub answers, and what is left of it after the filter of --jq. */
export function answer(name: "comments" | "pulls" | "runs", json: readonly object[], filtered: string): void {
  writeFileSync(file(`${name}.json`), JSON.stringify(json));
  writeFileSync(file(`${name}.txt`), filtered);
}

export const file = (name: string): string => join(repository.bin, name);
export const read = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");
export const asked = (): readonly string[] =>
  read("gh.log")
    .split("\n")
    .filter((line) => /-X |download/.test(line));

/** The repository and the environment have tokens of their own. */
export function event(pullRequest: object = {}): Event {
  const tokens = acme.emulator.tokens;
  return {
    github: {
      token: "x",
      repository: "acme/app",
      server_url: "https://github.example",
      run_id: "1",
      sha: "5ca1ab1e",
      event: {
        pull_request: {
          number: 12,
          head: { sha: "c0ffee", repo: { full_name: "acme/app" } },
          user: { login: "ada" },
          ...pullRequest,
        },
      },
    },
    vars: { TFE_ORGANIZATION: "acme", TFE_ADDRESS: acme.emulator.address, TFPROJECTS_FOLDER: APP },
    secrets: { TFE_TOKEN: tokens.create({ organization: "acme", role: "read-only" }) },
    environmentSecrets: { TFE_TOKEN: tokens.create({ organization: "acme", role: "manage-projects" }) },
  };
}

export const results = (jobs: Readonly<Record<string, JobResult>>) => Object.values(jobs).map(({ result }) => result);
export const description = () => acme.project("Platform")!.description;

/** The pull request is planned, reviewed and merged: its plan is what GitHub keeps. */
export async function planPullRequest(): Promise<void> {
  expect(results(await runner.run(plan, event()))).toEqual(["success", "success"]);
  cpSync(runner.artifact("tfprojects-plan"), file("artifact"), { recursive: true });
  const open = { number: 13, merged_at: null, head: { sha: "decaf" } };
  answer("pulls", [open, { number: 12, merged_at: "2026-11-22", head: { sha: "c0ffee" } }], "12 c0ffee\n");
  answer("runs", [{ databaseId: 77 }], "77\n");
}
