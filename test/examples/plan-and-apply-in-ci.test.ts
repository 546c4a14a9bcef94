import {
  apply,
  asked,
  description,
  event,
  plan,
  planPullRequest,
  read,
  results,
  runner,
  setUp,
} from "./plan-and-apply-setup";

setUp();

// Other cases: test/e2e/on-request/examples.
test("a pull request gets a comment with the plan, which is also in the summary", async () => {
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

test("after the merge, the plan is applied if it is the reviewed one, and the summary says that it is", async () => {
  await planPullRequest();
  const jobs = await runner.run(apply, event());
  expect(results(jobs)).toEqual(["success", "success"]);
  expect(jobs["plan"]!.summary).toMatch(/^This is the plan that was reviewed in #12\.\n\n#/);
  expect(asked().at(-1)).toBe("run download 77 --name tfprojects-plan --dir reviewed");
  expect(read("gh.log")).toContain("run list --workflow plan.yml --event pull_request --commit c0ffee");
  expect(description()).toBe("Networks and clusters");
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
