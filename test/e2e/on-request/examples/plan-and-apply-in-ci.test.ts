import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  acme,
  answer,
  apply,
  asked,
  description,
  event,
  file,
  plan,
  planPullRequest,
  read,
  repository,
  results,
  runner,
  setUp,
} from "../../../examples/plan-and-apply-setup";
import type { Workflow } from "../../../examples/workflow";

setUp();

describe("a pull request", () => {
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
