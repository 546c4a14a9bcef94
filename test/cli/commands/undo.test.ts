import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planJson } from "../../support/plan-json";
import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const BEFORE = { "Default Project": ["one", "two"], Existing: [] };
const AFTER = { "Default Project": [], Existing: ["two"], Made: ["one"] };

/** Code that makes a project, and moves a workspace into it and one into another, saved as a plan. */
async function saved(): Promise<void> {
  for (const name of ["one", "two"]) fixture.acme.addWorkspace(name);
  fixture.acme.addProject("Existing");
  fixture.writeCode(
    "code",
    { made: { name: "Made" }, existing: { name: "Existing", description: "after" } },
    { made: ["one"], existing: ["two"] },
  );
  expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
}

/** The same, applied; the document of the apply is in `applied.json`. */
async function applied(): Promise<void> {
  await saved();
  const { stdout, status } = await fixture.run("apply", "plan.json", "--json");
  expect(status).toBe(0);
  writeFileSync(join(cli.folder, "applied.json"), stdout);
  expect(fixture.acme.world).toEqual(AFTER);
  fixture.acme.takeRequests();
}

const ALL = ["--max-deletes", "9", "--auto-approve"];

test("takes back an apply by its document; a second undo writes nothing", async () => {
  await applied();
  const { status, stdout, stderr } = await fixture.run("undo", "applied.json", ...ALL);
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining("Undo: 0 to create, 1 to update, 2 workspaces to move"),
  ]);
  expect(stdout).toContain('Undo complete in "acme": 1 updated, 2 workspaces moved, 1 deleted.');
  expect(stderr).toContain("The code still contains these changes: revert it before the next apply");
  expect(fixture.acme.world).toEqual(BEFORE);
  expect(fixture.acme.project("Existing")?.description ?? null).toBeNull();
  expect(fixture.takeWrites()).toHaveLength(3);
  const again = await fixture.run("undo", "applied.json");
  expect([again.status, again.stdout]).toEqual([0, expect.stringContaining("Nothing to undo.")]);
  expect(fixture.takeWrites()).toEqual([]);
});

test("warns of a pattern of --ignore that matches nothing", async () => {
  await applied();
  const { status, stderr } = await fixture.run("undo", "applied.json", ...ALL, "--ignore", "Existin");
  expect([status, stderr]).toEqual([
    0,
    expect.stringMatching(/^Warning: .* matches --ignore "Existin" \(did you mean "Existing"\?\), or the token .*\.$/m),
  ]);
});

test("an undo of an undo does not ask to revert the code, which would lose what was restored", async () => {
  await applied();
  expect((await fixture.run("undo", "applied.json", "--max-deletes", "9", "--out", "back.json")).status).toBe(0);
  const undone = await fixture.run("apply", "back.json", "--auto-approve", "--json");
  expect([undone.status, undone.stderr]).toEqual([0, expect.stringContaining("The code still contains these changes")]);
  fixture.write("undone.json", undone.stdout);

  const restored = await fixture.run("undo", "back.json", "--auto-approve", "--json");
  const restoring = "This makes changes again that an undo had taken back. If the code was reverted after that undo,";
  expect([restored.status, restored.stderr]).toEqual([0, expect.stringContaining(restoring)]);
  expect(restored.stderr).not.toContain("The code still contains");
  expect(fixture.acme.project("Existing")?.description).toBe("after");
  fixture.write("restored.json", restored.stdout);

  const third = await fixture.run("undo", "restored.json", "--auto-approve");
  expect([third.status, third.stderr]).toEqual([0, expect.stringContaining("The code still contains these changes")]);
  const fourth = await fixture.run("undo", "undone.json", "--auto-approve");
  expect([fourth.status, fourth.stderr]).toEqual([0, expect.stringContaining(restoring)]);
});

test("takes back a saved plan, and lists the project that it cannot know", async () => {
  await applied();
  const { status, stdout } = await fixture.run("undo", "plan.json", "--auto-approve");
  expect([status, stdout]).toEqual([0, expect.stringContaining("it is unknown whether these changes created it")]);
  expect(fixture.acme.world).toEqual({ ...BEFORE, Made: [] });
});

test("the default limits hold, and can be raised", async () => {
  await applied();
  const { status, stdout } = await fixture.run("undo", "applied.json", "--auto-approve");
  expect([status, stdout]).toEqual([1, expect.stringContaining("use --max-deletes 1.")]);
  expect(fixture.acme.world).toEqual(AFTER);
});

test("reads the document from stdin", async () => {
  await applied();
  const child = fixture.start("undo", "-", ...ALL);
  child.stdin.end(readApplied());
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  expect(fixture.acme.world).toEqual(BEFORE);
});

function readApplied(): string {
  return readFileSync(join(cli.folder, "applied.json"), "utf8");
}

test("needs a terminal or --auto-approve, and asks before anything is changed", async () => {
  await applied();
  const { status, stderr } = await fixture.run("undo", "applied.json", "--max-deletes", "9");
  expect([status, stderr]).toEqual([1, expect.stringContaining("confirmation needs a terminal")]);
  const no = await fixture.runInTerminal(["undo", "applied.json", "--max-deletes", "9"], [/Enter a value: /, "no\n"]);
  expect([no.status, no.stdout]).toEqual([1, expect.stringContaining("Undo canceled. Nothing was changed.")]);
  expect(fixture.acme.world).toEqual(AFTER);
  const yes = await fixture.runInTerminal(["undo", "applied.json", "--max-deletes", "9"], [/Enter a value: /, "yes\n"]);
  expect(yes.status).toBe(0);
  expect(fixture.acme.world).toEqual(BEFORE);
});

test("--json has what is done and what is left; it needs --auto-approve", async () => {
  await applied();
  const refused = await fixture.run("undo", "plan.json", "--json");
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
  const { stdout } = await fixture.run("undo", "plan.json", "--json", "--auto-approve");
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "apply",
    organizations: [{ undo: { left: [{ code: "created-not-known" }] }, outcomes: Array(2).fill({ outcome: "done" }) }],
  });
});

test("--out saves it for apply, and changes nothing", async () => {
  await applied();
  const { status, stderr } = await fixture.run("undo", "applied.json", "--max-deletes", "9", "--out", "back.json");
  expect([status, stderr]).toEqual([0, expect.stringContaining("run: tfprojects apply back.json")]);
  expect(fixture.acme.world).toEqual(AFTER);
  expect(await fixture.run("apply", "back.json")).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("The code still contains these changes: revert it before the next apply") as string,
  });
  expect(fixture.acme.world).toEqual(BEFORE);
});

test("--ignore leaves workspaces where they are", async () => {
  await applied();
  const { stdout } = await fixture.run("undo", "applied.json", "--ignore", "tw*", ...ALL);
  expect(stdout).toContain("1 workspace (two): it is ignored.");
  expect(fixture.acme.world).toEqual({ ...BEFORE, "Default Project": ["one"], Existing: ["two"] });
});

test("a move that fails is exit status 3, and the next undo finishes", async () => {
  await applied();
  fixture.acme.emulator.faults.add({ method: "POST", path: "/relationships/workspaces", status: 422, times: 1 });
  const { status, stdout } = await fixture.run("undo", "applied.json", ...ALL);
  expect([status, stdout]).toEqual([3, expect.stringContaining("Run undo again to continue.")]);
  expect((await fixture.run("undo", "applied.json", ...ALL)).status).toBe(0);
  expect(fixture.acme.world).toEqual(BEFORE);
});

test("undoes what Terraform applied, by the review of its plan", async () => {
  const { acme } = fixture;
  const id = acme.addProject("Team", { description: "before" });
  const workspace = acme.addWorkspace("api");
  const project = { id, name: "Team", organization: "acme", deletion_policy: "refuse", previous_names: [] };
  const membership = { project_id: id, workspace_ids: [workspace], workspace_names: [], exclusive: false };
  fixture.write(
    "tfplan.json",
    planJson({
      "tfprojects_project.team": {
        actions: ["update"],
        before: { ...project, description: "before" },
        after: { ...project, description: "after" },
      },
      "tfprojects_workspace_membership.team": {
        after: { ...membership, organization: "acme", on_destroy: "default-project" },
      },
    }),
  );
  const review = await fixture.run("plan", "tfplan.json", "--json");
  expect(review.status).toBe(0);
  fixture.write("review.json", review.stdout);
  // Terraform applies it.
  acme.emulator.projects.update(id, { description: "after" });
  acme.emulator.workspaces.move(workspace, id);
  const { status, stdout } = await fixture.run("undo", "review.json", "--auto-approve");
  expect([status, stdout]).toEqual([0, expect.stringContaining("1 to update, 1 workspace to move")]);
  expect(acme.world).toEqual({ "Default Project": ["api"], Team: [] });
  expect(acme.project("Team")).toMatchObject({ description: "before" });
});

test("does not begin while Terraform holds the lock of a state that the plan was made with", async () => {
  await applied();
  const document = JSON.parse(readApplied()) as { organizations: { states: object[] }[] };
  document.organizations[0]!.states = [{ source: "code/terraform.tfstate", lineage: "a", serial: 1 }];
  fixture.write("applied.json", document);
  fixture.write("code/.terraform.tfstate.lock.info", "{}");
  const { status, stderr } = await fixture.run("undo", "applied.json", ...ALL);
  rmSync(join(cli.folder, "code/.terraform.tfstate.lock.info"));
  expect([status, stderr]).toEqual([1, expect.stringContaining("code/terraform.tfstate is locked")]);
  expect(fixture.acme.world).toEqual(AFTER);
  const done = await fixture.run("undo", "applied.json", ...ALL);
  expect([done.status, done.stderr]).toEqual([0, expect.stringContaining("import blocks")]);
});

test.each([
  ["is missing", undefined],
  ["is no JSON", "no"],
  ["is code", { resource: {} }],
  ["is of drift", { format_version: "2.0", kind: "drift", organizations: [] }],
])("refuses a document that %s, before any request", async (_, content) => {
  if (content !== undefined) fixture.write("document.json", content);
  const { status, stderr } = await fixture.run("undo", content === undefined ? "none.json" : "document.json");
  expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was changed: ")]);
  expect(stderr).toContain("Use a saved plan, or the JSON document of `tfprojects plan`");
  expect(fixture.acme.takeRequests()).toEqual([]);
});
