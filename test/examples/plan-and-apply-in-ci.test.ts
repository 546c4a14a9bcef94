import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../support/acme";
import { APP, CiRepository } from "./ci-repository";
import { readWorkflow, Runner, type Event, type JobResult, type Workflow } from "./workflow";

const plan = readWorkflow("plan-and-apply-in-ci/plan.yml");
const apply = readWorkflow("plan-and-apply-in-ci/apply.yml");

let repository: CiRepository;
let acme: Acme;
let runner: Runner;
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

/** What GitHub answers, and what is left of it after the filter of --jq. */
function answer(name: "comments" | "pulls" | "runs", json: readonly object[], filtered: string): void {
  writeFileSync(file(`${name}.json`), JSON.stringify(json));
  writeFileSync(file(`${name}.txt`), filtered);
}

const file = (name: string): string => join(repository.bin, name);
const read = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");
const asked = (): readonly string[] =>
  read("gh.log")
    .split("\n")
    .filter((line) => /-X |download/.test(line));

/** The repository and the environment have tokens of their own. */
function event(pullRequest: object = {}): Event {
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
    secrets: { TFE_TOKEN: tokens.create({ organization: "acme", role: "manage-projects" }) },
    environmentSecrets: { TFE_TOKEN: tokens.create({ organization: "acme", role: "manage-projects" }) },
  };
}

const results = (jobs: Readonly<Record<string, JobResult>>) => Object.values(jobs).map(({ result }) => result);
const description = () => acme.project("Platform")!.description;

/** The pull request is planned, reviewed and merged: its plan is what GitHub keeps. */
async function planPullRequest(): Promise<void> {
  expect(results(await runner.run(plan, event()))).toEqual(["success", "success"]);
  cpSync(runner.artifact("tfprojects-plan"), file("artifact"), { recursive: true });
  const open = { number: 13, merged_at: null, head: { sha: "decaf" } };
  answer("pulls", [open, { number: 12, merged_at: "2026-11-22", head: { sha: "c0ffee" } }], "12 c0ffee\n");
  answer("runs", [{ databaseId: 77 }], "77\n");
}

describe("a pull request", () => {
  test("gets a comment with the plan, which is also in the summary", async () => {
    const jobs = await runner.run(plan, event());
    expect(results(jobs)).toEqual(["success", "success"]);
    expect(jobs["plan"]!.summary).toContain("Networks and clusters");
    expect(asked()).toEqual(["api --silent -X POST repos/acme/app/issues/12/comments -F body=@comment.md"]);
    const comment = read("comment.md");
    expect(comment).toMatch(/^<!-- tfprojects plan -->\n#/);
    expect(comment).toContain("Networks and clusters");
    expect(comment).toContain("[Plan of c0ffee](https://github.example/acme/app/actions/runs/1).");
    expect(description()).toBe("Networks");
  });

  test("has one comment, which is brought up to date", async () => {
    const bot = { login: "github-actions[bot]" };
    const comments = [
      { id: 4709, user: { login: "mallory" }, body: "<!-- tfprojects plan -->\nnot ours" },
      { id: 4710, user: bot, body: "of another workflow" },
      { id: 4711, user: bot, body: "<!-- tfprojects plan -->\nold" },
      { id: 4712, user: bot, body: "<!-- tfprojects plan -->\nolder" },
    ];
    answer("comments", comments, "4711\n4712\n");
    await runner.run(plan, event());
    expect(asked()).toEqual(["api --silent -X PATCH repos/acme/app/issues/comments/4711 -F body=@comment.md"]);
  });

  test("whose plan is blocked fails, and the comment says why", async () => {
    repository.writeCode({ platform: { name: "Platform" } }, { platform: ["no-such-workspace"] });
    expect(results(await runner.run(plan, event()))).toEqual(["failure", "success"]);
    expect(read("comment.md")).toContain("no-such-workspace");
    expect(existsSync(join(runner.artifact("tfprojects-plan"), "plan.json"))).toBe(false);
  });

  test("that cannot be planned fails, and the comment says that there is no plan", async () => {
    const jobs = await runner.run(plan, { ...event(), secrets: { TFE_TOKEN: "expired" } });
    expect(results(jobs)).toEqual(["failure", "success"]);
    expect(read("comment.md")).toContain("There is no plan.");
  });

  test.each([
    ["from a fork", { head: { sha: "bad", repo: { full_name: "mallory/app" } } }],
    ["of Dependabot", { user: { login: "dependabot[bot]" } }],
  ])("%s is not planned: it has no secrets, and its code is not run", async (_, pullRequest) => {
    expect(results(await runner.run(plan, event(pullRequest)))).toEqual(["skipped", "skipped"]);
    expect([read("gh.log"), acme.takeRequests()]).toEqual(["", []]);
  });
});

describe("after the merge", () => {
  test("the plan is applied if it is the reviewed one, and the summary says that it is", async () => {
    await planPullRequest();
    const jobs = await runner.run(apply, event());
    expect(results(jobs)).toEqual(["success", "success"]);
    expect(jobs["plan"]!.summary).toMatch(/^This is the plan that was reviewed in #12\.\n\n#/);
    expect(asked().at(-1)).toBe("run download 77 --name tfprojects-plan --dir reviewed");
    expect(read("gh.log")).toContain("run list --workflow plan.yml --event pull_request --commit c0ffee");
    expect(description()).toBe("Networks and clusters");
  });

  test("code that has changed since the review is pointed out", async () => {
    await planPullRequest();
    repository.writeCode({ platform: { name: "Platform", description: "Something else" } });
    const { plan: job } = await runner.run(apply, event());
    expect(job!.summary).toMatch(/^\*\*This is not the plan that was reviewed in #12\*\*/);
    expect(job!.summary).toContain("Something else");
  });

  test("an organization that has changed since the review is pointed out", async () => {
    await planPullRequest();
    acme.emulator.projects.update(acme.project("Platform")!.id, { description: "by hand" });
    const { plan: job } = await runner.run(apply, event());
    expect(job!.summary).toMatch(/^\*\*This is not the plan that was reviewed in #12\*\*/);
    expect(job!.summary).toContain("by hand");
  });

  test.each([
    ["a commit without a pull request", () => answer("pulls", [], ""), /^\*\*No pull request has this plan\.\*\*/],
    [
      "a plan that GitHub no longer keeps",
      () => rmSync(file("artifact"), { recursive: true }),
      /not available any more/,
    ],
  ])("%s is pointed out", async (_, change, note) => {
    await planPullRequest();
    change();
    expect((await runner.run(apply, event()))["plan"]!.summary).toMatch(note);
  });

  test("without changes nobody is asked for approval", async () => {
    repository.writeCode({ platform: { name: "Platform", description: "Networks" } });
    const jobs = await runner.run(apply, event());
    expect(results(jobs)).toEqual(["success", "skipped"]);
  });

  test("a plan that is stale when it is approved is refused, and nothing is changed", async () => {
    const { plan: planJob, apply: applyJob } = apply.jobs;
    const planned = await runner.run({ ...apply, jobs: { plan: planJob! } }, event());
    expect(results(planned)).toEqual(["success"]);
    // While the approval is awaited.
    acme.emulator.projects.update(acme.project("Platform")!.id, { description: "by hand" });
    const approved: Workflow = { ...apply, jobs: { apply: { ...applyJob!, needs: undefined!, if: undefined! } } };
    const jobs = await runner.run(approved, event());
    expect(results(jobs)).toEqual(["failure"]);
    expect(jobs["apply"]!.log).toMatch(/changed since/);
    expect(description()).toBe("by hand");
  });

  test("the token that applies is that of the environment", async () => {
    const jobs = await runner.run(apply, { ...event(), environmentSecrets: { TFE_TOKEN: "expired" } });
    expect(results(jobs)).toEqual(["success", "failure"]);
    expect(description()).toBe("Networks");
  });
});

describe("the workflows", () => {
  test("plan pull requests without their secrets, and apply what is on main", () => {
    expect(plan.on).toEqual({ pull_request: null });
    expect(apply.on).toEqual({ push: { branches: ["main"] }, workflow_dispatch: null });
  });

  test("have the least permissions", () => {
    expect([plan.permissions, apply.permissions]).toEqual([{}, {}]);
    expect(plan.jobs["plan"]!.permissions).toEqual({ contents: "read" });
    expect(plan.jobs["comment"]!.permissions).toEqual({ "pull-requests": "write" });
    expect(apply.jobs["plan"]!.permissions).toEqual({ actions: "read", contents: "read", "pull-requests": "read" });
    expect(apply.jobs["apply"]!.permissions).toEqual({ contents: "read" });
  });

  test("run no code of the pull request where they may write", () => {
    const uses = plan.jobs["comment"]!.steps.map((step) => step.uses ?? "");
    expect(uses.filter((it) => it.includes("checkout") || it.startsWith("./"))).toEqual([]);
  });

  test("cancel a plan that is outdated, but never an apply", () => {
    expect(plan.concurrency).toEqual({ group: expect.stringContaining("number"), "cancel-in-progress": true });
    expect(apply.concurrency).toBe("apply");
    expect(apply.jobs["apply"]!.environment).toBe("tfprojects");
  });
});
