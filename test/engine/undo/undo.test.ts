import type { LeftChange } from "../../../src/engine/left-changes";
import {
  apply,
  defineOrganization,
  loadPlan,
  observe,
  plan,
  render,
  savePlan,
  undo,
  undoable,
  type ApplyResult,
  type OrganizationDefinition,
  type Plan,
  type UndoOptions,
} from "../../../src/engine";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { applyAsJson } from "../../../src/engine/report";
import { policySetsOf, variableSetsOf } from "../../provider/assignment/assigned";
import { Acme } from "../../support/acme";
import { changeSettings, createAgentPool, ownSettings } from "../../support/project-settings";

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../../schema/plan.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** A team and sets of others. */
function theirs(): Record<"team" | "variables" | "policies", string> {
  const { teams, variableSets, policySets } = acme.emulator;
  const own = { organization: "acme", name: "theirs" };
  return { team: teams.create(own).id, variables: variableSets.create(own).id, policies: policySets.create(own).id };
}

/** Plans and applies code. */
async function applied(
  definition: Omit<OrganizationDefinition, "name">,
  options: object = {},
): Promise<{ readonly done: Plan; readonly result: ApplyResult }> {
  const desired = defineOrganization({ name: "acme", ...definition });
  const done = plan(desired, await observe(acme.client, desired, options), options);
  expect(done.errors).toEqual([]);
  return { done, result: await apply(acme.client, done) };
}

/** Plans the way back of a document. */
async function back(document: Parameters<typeof undo>[0], options: UndoOptions = {}): Promise<Plan> {
  return undo(document, await observe(acme.client, undoable(document)), options);
}

async function undone(document: Parameters<typeof undo>[0], options: UndoOptions = {}): Promise<Plan> {
  const planned = await back(document, options);
  expect(await apply(acme.client, planned)).toMatchObject({ status: "complete" });
  return planned;
}

function left({ desired }: Plan): readonly LeftChange[] {
  return desired.undo?.left ?? [];
}

/** The JSON document of an apply. */
function documentOf({ done, result }: { readonly done: Plan; readonly result: ApplyResult }): Record<string, unknown> {
  return JSON.parse(applyAsJson([{ plan: done, outcomes: result.outcomes }])) as Record<string, unknown>;
}

const LIMITS: UndoOptions = { maxDeletes: 9 };

describe("what holds today is taken back", () => {
  test("workspaces go back by their ids to the projects that they came from", async () => {
    const [one, other] = [acme.addProject("One"), acme.addProject("Other")];
    acme.addWorkspace("a", one);
    const b = acme.addWorkspace("b", other);
    acme.addWorkspace("c", other);
    acme.addProject("Goal");
    const before = acme.world;
    const { done } = await applied({
      projects: [{ name: "Goal" }],
      memberships: [{ project: "Goal", workspaceNames: ["a", "b", "c"] }],
    });
    expect(acme.world).toMatchObject({ Goal: ["a", "b", "c"] });
    acme.emulator.workspaces.update(b, { name: "b-renamed" });
    const planned = await undone(done);
    expect(planned.actions.map(({ kind }) => kind)).toEqual(["move", "move"]);
    expect(acme.world).toEqual({ ...before, Other: ["b-renamed", "c"] });
    expect(left(planned)).toEqual([]);
  });

  test("names, settings and tags go back", async () => {
    const id = acme.addProject("Old", { description: "before", autoDestroyActivityDuration: "14d" });
    await changeSettings(acme.emulator, id, { tags: { team: "net", old: "1" } });
    const { done } = await applied({
      projects: [
        {
          name: "New",
          previousNames: ["Old"],
          description: "after",
          autoDestroyActivityDuration: "36h",
          tags: { team: "web", fresh: "1" },
        },
      ],
    });
    expect(acme.project("New")).toMatchObject({ description: "after" });
    await undone(done);
    expect(acme.project("New")).toBeUndefined();
    expect(acme.project("Old")).toMatchObject({ id, description: "before", autoDestroyActivityDuration: "14d" });
    expect((await observe(acme.client, undoable(done))).projects.find((it) => it.id === id)?.tags).toEqual({
      team: "net",
      old: "1",
    });
  });

  test("a created project is deleted once it is empty, if the outcomes have its id", async () => {
    acme.addWorkspace("a");
    const before = acme.world;
    const outcome = await applied({
      projects: [{ name: "Made" }],
      memberships: [{ project: "Made", workspaceNames: ["a"] }],
    });
    const planned = await undone({ plan: outcome.done, outcomes: outcome.result.outcomes }, LIMITS);
    expect(planned.actions).toMatchObject([
      { kind: "move" },
      { kind: "delete", reason: "created by the changes that are undone" },
    ]);
    expect(acme.world).toEqual(before);
    expect(await back({ plan: outcome.done, outcomes: outcome.result.outcomes })).toMatchObject({
      actions: [],
      errors: [],
    });
  });

  test("the document of an apply, parsed, has what is needed", async () => {
    acme.addWorkspace("a");
    const before = acme.world;
    const outcome = await applied({
      projects: [{ name: "Made" }],
      memberships: [{ project: "Made", workspaceNames: ["a"] }],
    });
    await undone(documentOf(outcome), LIMITS);
    expect(acme.world).toEqual(before);
  });

  test("an undo can be undone: projects that it deleted are left", async () => {
    const id = acme.addProject("Old", { description: "before" });
    acme.addWorkspace("a");
    const { done } = await applied({
      projects: [{ name: "New", previousNames: ["Old"], description: "after" }],
      memberships: [{ project: "New", workspaceNames: ["a"] }],
    });
    const { New } = acme.world;
    const there = await undone(done);
    await undone(there);
    expect(acme.world["New"]).toEqual(New);
    expect(acme.project("New")).toMatchObject({ id, description: "after" });
  });

  test("a mode and its agent pool go back together, and not at all if someone has changed one of them", async () => {
    const [east, west] = [await createAgentPool(acme.emulator, "east"), await createAgentPool(acme.emulator, "west")];
    const ids = ["One", "Other"].map((name) => acme.addProject(name));
    for (const id of ids) await changeSettings(acme.emulator, id, { mode: "agent", pool: east });
    const { done } = await applied({
      projects: ["One", "Other"].map((name) => {
        return { name, defaultExecutionMode: "agent", defaultAgentPoolId: west, description: "after" };
      }),
    });
    await changeSettings(acme.emulator, ids[1]!, { mode: "local" });
    const planned = await undone(done);
    expect(await ownSettings(acme.emulator, ids[0]!)).toMatchObject({ mode: "agent", pool: east });
    expect(await ownSettings(acme.emulator, ids[1]!)).toMatchObject({ mode: "local", pool: null });
    expect(left(planned)).toMatchObject([
      { cause: "changed-since", project: { name: "Other" }, attributes: ["default_agent_pool_id"] },
    ]);
    expect(acme.project("Other")?.description ?? null).toBeNull();
  });

  test("tags go back one by one: those of others stay", async () => {
    const id = acme.addProject("One");
    await changeSettings(acme.emulator, id, { tags: { team: "net", tier: "1" } });
    const { done } = await applied({ projects: [{ name: "One", tags: { team: "web", tier: "2", fresh: "1" } }] });
    await changeSettings(acme.emulator, id, { tags: { team: "web", tier: "3", fresh: "1", theirs: "x" } });
    const planned = await undone(done);
    expect((await ownSettings(acme.emulator, id)).tags).toEqual({ team: "net", tier: "3", theirs: "x" });
    expect(left(planned)).toMatchObject([{ cause: "changed-since", attributes: ["tags.tier"] }]);
  });

  describe("a policy set that was both attached to a project and excluded from it is both again", () => {
    let [web, set] = ["", ""];
    beforeEach(() => {
      web = acme.addProject("Web");
      const both = { projectIds: [web], excludedProjectIds: [web] };
      set = acme.emulator.policySets.create({ organization: "acme", name: "cis", ...both }).id;
    });
    const its = async (): Promise<object> => {
      const { projectIds, excludedProjectIds } = await acme.client.policySets.get(set);
      return { projectIds, excludedProjectIds };
    };
    const ofWeb = (policySets: object): Omit<OrganizationDefinition, "name"> => ({
      projects: [{ name: "Web" }],
      policySets: [{ project: "Web", names: [], ...policySets }],
    });

    test.each([
      ["removed", { exclusive: true }, { projectIds: [], excludedProjectIds: [] }],
      ["applied", { names: ["cis"] }, { projectIds: ["Web"], excludedProjectIds: [] }],
    ])("after it was %s", async (_, policySets, after) => {
      const before = await its();
      const outcome = await applied(ofWeb(policySets));
      expect(await its()).toEqual({ ...after, projectIds: after.projectIds.map(() => web) });
      const planned = await undone(documentOf(outcome));
      expect(left(planned)).toEqual([]);
      expect(await its()).toEqual(before);
      expect((await back(documentOf(outcome))).actions).toEqual([]);
    });

    test("unless somebody has excluded it again: it is as before", async () => {
      const outcome = await applied(ofWeb({ names: ["cis"] }));
      await acme.client.policySets.addProjectExclusions(set, [web]);
      expect((await back(documentOf(outcome))).actions).toEqual([]);
    });

    test("and nothing changes if the code excludes it", async () => {
      const { done } = await applied(ofWeb({ exclude: ["cis"], exclusive: true }));
      expect(done.actions).toEqual([]);
    });

    test("which plans name", async () => {
      const desired = defineOrganization({ name: "acme", ...ofWeb({ exclusive: true }) });
      const text = render(plan(desired, await observe(acme.client, desired)), "text");
      expect(text).toContain("- assigned and excluded policy set cis");
      expect(text.replace(/\s+/g, " ")).toContain(
        'Policy set cis is removed from project "Web", and its exclusion ends',
      );
    });
  });

  test("a change with an unknown outcome is judged by the organization", async () => {
    acme.addWorkspace("a");
    acme.addProject("Goal", { description: "before" });
    const before = acme.world;
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Goal", description: "after" }],
      memberships: [{ project: "Goal", workspaceNames: ["a"] }],
    });
    const made = plan(desired, await observe(acme.client, desired));
    const unknown = { kind: "failed", error: new Error("no answer") } as const;
    await apply(acme.client, made);
    await undone({ plan: made, outcomes: made.actions.map(() => unknown) });
    expect(acme.world).toEqual(before);
    expect(acme.project("Goal")).toMatchObject({ description: "before" });
  });

  test("workspaces leave a project that Terraform has created, which is found by its name", async () => {
    const id = acme.addWorkspace("a");
    const before = acme.world;
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Made" }],
      memberships: [{ project: "Made", workspaceNames: ["a"] }],
    });
    const review = JSON.parse(render(plan(desired, await observe(acme.client, desired)), "json")) as object;
    acme.emulator.workspaces.move(id, acme.addProject("Made"));
    const planned = await undone({ ...review });
    expect(acme.world).toEqual({ ...before, Made: [] });
    expect(left(planned)).toMatchObject([{ cause: "created-not-known" }]);
  });

  test("what was never made is not taken back, and is no finding", async () => {
    acme.addWorkspace("a");
    acme.addProject("Goal", { description: "before" });
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Goal", description: "after" }, { name: "New" }],
      memberships: [{ project: "Goal", workspaceNames: ["a"] }],
    });
    const made = plan(desired, await observe(acme.client, desired));
    const planned = await back(made);
    expect([planned.actions, left(planned)]).toEqual([[], []]);
  });
});

describe("everything else is listed with the reason, and left alone", () => {
  test("a created project without its id: the plan alone does not have it", async () => {
    acme.addWorkspace("a");
    const { done } = await applied({
      projects: [{ name: "Made" }],
      memberships: [{ project: "Made", workspaceNames: ["a"] }],
    });
    const planned = await undone(done);
    expect(left(planned)).toMatchObject([{ cause: "created-not-known", project: { name: "Made" } }]);
    expect(acme.world).toEqual({ "Default Project": ["a"], Made: [] });
  });

  test("several created projects without their ids: in one line, with all names", async () => {
    const names = Array.from({ length: 27 }, (_, index) => `Team ${String(index).padStart(2, "0")}`);
    const { done } = await applied({ projects: names.map((name) => ({ name })) });
    const text = render(await back(done), "text", { width: Infinity });
    expect(text.match(/it is unknown whether these changes created them/g)).toHaveLength(1);
    expect(text).toContain(`  · Projects ${names.join(", ")}: it is unknown`);
  });

  test("several actions that were skipped: in one line", async () => {
    const desired = defineOrganization({ name: "acme", projects: [{ name: "One" }, { name: "Two" }] });
    const made = plan(desired, await observe(acme.client, desired));
    const planned = await back({ plan: made, outcomes: made.actions.map(() => ({ kind: "skipped" })) });
    expect(render(planned, "text")).toContain(
      "  · create One, create Two: they were skipped, so there is nothing to undo.\n",
    );
  });

  test("a created project that someone uses, or has changed", async () => {
    const outcome = await applied({ projects: [{ name: "Used" }, { name: "Changed" }] });
    acme.addWorkspace("theirs", acme.project("Used")!.id);
    acme.emulator.projects.update(acme.project("Changed")!.id, { description: "theirs" });
    const planned = await undone(documentOf(outcome), LIMITS);
    expect(left(planned)).toMatchObject([
      { cause: "created-changed", attributes: ["description"] },
      { cause: "created-not-empty", workspaces: [{ name: "theirs" }] },
    ]);
    expect(acme.world).toEqual({ Changed: [], "Default Project": [], Used: ["theirs"] });
  });

  test.each<[string, (projectId: string) => Promise<unknown>]>([
    [
      "team access",
      (projectId) => acme.client.teamProjects.create({ teamId: theirs().team, projectId, access: "read" }),
    ],
    ["variable sets", (projectId) => acme.client.variableSets.addProjects(theirs().variables, [projectId])],
    ["policy sets", (projectId) => acme.client.policySets.addProjects(theirs().policies, [projectId])],
    ["policy sets", (projectId) => acme.client.policySets.addProjectExclusions(theirs().policies, [projectId])],
  ])("a project that was created, and that others have given %s since; it stays", async (label, give) => {
    const outcome = await applied({ projects: [{ name: "Given" }, { name: "Plain" }] });
    await give(acme.project("Given")!.id);
    const planned = await undone(documentOf(outcome), LIMITS);
    expect(left(planned)).toMatchObject([{ cause: "created-changed", attributes: [label] }]);
    expect(acme.world).toEqual({ Given: [], "Default Project": [] });
  });

  test("a project that was created with sets, and that others have given more since: only ours go back", async () => {
    const { variables, policies } = theirs();
    acme.emulator.variableSets.create({ organization: "acme", name: "ours" });
    acme.emulator.policySets.create({ organization: "acme", name: "ours" });
    const sets = ["Given", "Plain"].map((project) => ({ project, names: ["ours"] }));
    const outcome = await applied({
      projects: [{ name: "Given" }, { name: "Plain" }],
      variableSets: sets,
      policySets: sets,
    });
    const given = acme.project("Given")!.id;
    await acme.client.variableSets.addProjects(variables, [given]);
    await acme.client.policySets.addProjects(policies, [given]);
    const planned = await undone(documentOf(outcome), LIMITS);
    expect(left(planned)).toMatchObject([{ cause: "created-changed", attributes: ["variable sets", "policy sets"] }]);
    expect(acme.world).toEqual({ Given: [], "Default Project": [] });
    expect([await variableSetsOf(acme, given), await policySetsOf(acme, given)]).toEqual([["theirs"], ["theirs"]]);
  });

  test("workspaces that are gone or elsewhere, and those whose project was deleted", async () => {
    const [gone, stays] = [acme.addProject("Gone"), acme.addProject("Stays")];
    const deleted = acme.addWorkspace("deleted", stays);
    const moved = acme.addWorkspace("moved", stays);
    acme.addWorkspace("homeless", gone);
    const elsewhere = acme.addProject("Elsewhere");
    acme.addProject("Goal");
    const { done } = await applied(
      {
        projects: [{ name: "Goal" }, { name: "Stays" }, { name: "Elsewhere" }],
        memberships: [{ project: "Goal", workspaceNames: ["deleted", "moved", "homeless"] }],
      },
      { prune: true, maxDeletes: 9 },
    );
    acme.emulator.workspaces.delete(deleted);
    acme.emulator.workspaces.move(moved, elsewhere);
    const planned = await undone(done);
    expect(planned.actions).toEqual([]);
    expect(left(planned)).toMatchObject([
      { cause: "workspaces-missing", workspaces: [{ name: "deleted" }] },
      { cause: "source-missing", project: { name: "Gone" }, workspaces: [{ name: "homeless" }] },
      { cause: "moved-since", workspaces: [{ name: "moved", now: { name: "Elsewhere" } }] },
      { cause: "deleted-project", project: { id: gone, name: "Gone" } },
    ]);
  });

  test("workspaces in the default project, where only an apply with Terraform may have left them", async () => {
    const [source, elsewhere] = [acme.addProject("Source"), acme.addProject("Elsewhere")];
    const workspace = acme.addWorkspace("a", source);
    acme.addProject("Goal");
    const code = { projects: [{ name: "Goal" }], memberships: [{ project: "Goal", workspaceNames: ["a"] }] };
    const outcome = await applied(code);
    const undo = await undone(outcome.done);
    const restoration = await undone(undo);
    const causeOf = async (document: Parameters<typeof back>[0]) => left(await back(document)).map((it) => it.cause);
    acme.emulator.workspaces.move(workspace, acme.defaultProjectId);
    const ofCode = [outcome.done, JSON.parse(render(outcome.done, "json")) as Record<string, unknown>];
    for (const it of ofCode) expect(await causeOf(it)).toEqual(["moved-or-interrupted"]);
    const ofEngine = [undo, restoration].flatMap((it) => [
      it,
      JSON.parse(render(it, "json")) as Record<string, unknown>,
    ]);
    for (const it of [...ofEngine, documentOf(outcome), { plan: outcome.done, outcomes: outcome.result.outcomes }]) {
      expect(await causeOf(it)).toEqual(["moved-since"]);
    }
    acme.emulator.workspaces.move(workspace, elsewhere);
    for (const it of ofCode) expect(await causeOf(it)).toEqual(["moved-since"]);
  });

  test("a deleted project is listed with the code that creates it, in the language of the code", async () => {
    acme.addProject("Old Team", { description: 'says "hi" ${x}' });
    const outcome = await applied({ projects: [{ name: "Kept" }] }, { prune: true, maxDeletes: 9 });
    const typescript = `new Project(this, "old-team", {\n  name: "Old Team",\n  description: 'says "hi" $\${x}',\n});`;
    const fromDocument = await back(documentOf(outcome));
    for (const planned of [await back(outcome.done), fromDocument])
      expect([planned.desired.language, left(planned)[0]?.code?.join("\n")]).toEqual(["typescript", typescript]);
    expect(render(fromDocument, "markdown")).toContain("```typescript\n");
    const { language: _, ...unknown } = outcome.done.desired;
    const [entry] = left(await back({ ...outcome.done, desired: unknown }));
    expect(entry?.code?.join("\n")).toBe(
      'resource "tfprojects_project" "old_team" {\n' +
        '  name        = "Old Team"\n' +
        '  description = "says \\"hi\\" $${x}"\n}',
    );
  });

  test("a name and settings that someone has changed since, value by value", async () => {
    const id = acme.addProject("Old", { description: "before", autoDestroyActivityDuration: "14d" });
    const { done } = await applied({
      projects: [{ name: "New", previousNames: ["Old"], description: "after", autoDestroyActivityDuration: "36h" }],
    });
    acme.emulator.projects.update(id, { name: "Theirs", description: "theirs" });
    const planned = await undone(done);
    expect(acme.project("Theirs")).toMatchObject({ description: "theirs", autoDestroyActivityDuration: "14d" });
    expect(left(planned)).toMatchObject([
      { cause: "renamed-since", before: "Old" },
      { cause: "changed-since", attributes: ["description"] },
    ]);
  });

  test("a name that another project has today", async () => {
    acme.addProject("Old");
    const { done } = await applied({ projects: [{ name: "New", previousNames: ["Old"] }] });
    acme.addProject("old");
    const planned = await undone(done);
    expect(left(planned)).toMatchObject([{ cause: "name-taken", before: "Old" }]);
    expect(Object.keys(acme.world).sort()).toEqual(["Default Project", "New", "old"]);
  });

  test("a project that is gone, and objects that are to be ignored", async () => {
    const gone = acme.addProject("Gone", { description: "before" });
    acme.addProject("Kept", { description: "before" });
    acme.addWorkspace("sandbox-1");
    acme.addWorkspace("net-1");
    const { done } = await applied({
      projects: [
        { name: "Gone", description: "after" },
        { name: "Kept", description: "after" },
      ],
      memberships: [{ project: "Kept", workspaceNames: ["sandbox-1", "net-1"] }],
    });
    acme.emulator.projects.delete(gone);
    const planned = await undone(done, { ignore: ["sandbox-*"] });
    expect(left(planned)).toMatchObject([
      { cause: "ignored", workspaces: [{ name: "sandbox-1" }] },
      { cause: "project-missing", project: { id: gone } },
    ]);
    expect(acme.world).toEqual({ "Default Project": ["net-1"], Kept: ["sandbox-1"] });
  });

  test("actions that failed or were skipped, unless their outcome is unknown", async () => {
    acme.addWorkspace("a");
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Made" }],
      memberships: [{ project: "Made", workspaceNames: ["a"] }],
    });
    const made = plan(desired, await observe(acme.client, desired));
    acme.emulator.faults.add({ method: "POST", path: "/relationships/workspaces", status: 422, times: 9 });
    const result = await apply(acme.client, made);
    acme.emulator.faults.clear();
    // Someone else does what failed.
    const id = acme.project("Made")!.id;
    acme.emulator.workspaces.move(made.actions[1]!.kind === "move" ? made.actions[1]!.workspaces[0]!.id : "", id);
    const planned = await undone(documentOf({ done: made, result }), LIMITS);
    expect(left(planned)).toMatchObject([{ cause: "failed", action: "move Made" }, { cause: "created-not-empty" }]);
    expect(acme.world).toEqual({ "Default Project": [], Made: ["a"] });
  });
});

describe("the plan of an undo", () => {
  async function moved(): Promise<Plan> {
    for (let index = 0; index < 30; index += 1) acme.addWorkspace(`w${index}`);
    acme.addProject("Goal");
    const { done } = await applied(
      { projects: [{ name: "Goal" }], placements: [{ rules: [{ project: "Goal", matchNames: ["w*"] }] }] },
      { maxMoves: "all" },
    );
    return done;
  }

  test("keeps within the limits", async () => {
    const done = await moved();
    expect((await back(done)).errors).toMatchObject([{ code: "TOO_MANY_MOVES" }]);
    expect((await back(done, { maxMoves: 30 })).errors).toEqual([]);
  });

  test("can be saved, loaded and applied; it is stale if someone moves a workspace elsewhere", async () => {
    const done = await moved();
    const elsewhere = acme.addProject("Elsewhere");
    const folder = mkdtempSync(join(tmpdir(), "tfprojects-undo-"));
    try {
      const file = join(folder, "back.json");
      await savePlan(file, await back(done, { maxMoves: "all" }));
      const [loaded] = await loadPlan(file);
      const [goal, first] = [acme.project("Goal")!.id, acme.project("Goal")!.workspaces[0]!.id];
      acme.emulator.workspaces.move(first, elsewhere);
      await expect(apply(acme.client, loaded!)).rejects.toMatchObject({ code: "STALE_PLAN" });
      acme.emulator.workspaces.move(first, goal);
      await expect(apply(acme.client, loaded!)).resolves.toMatchObject({ status: "complete" });
      expect(acme.world["Goal"]).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("is applied whatever the working directory has: only `cwd` says where the state of its document is", async () => {
    const { done } = await applied({ projects: [{ name: "Made" }] });
    const folder = mkdtempSync(join(tmpdir(), "tfprojects-undo-"));
    try {
      const source = relative(process.cwd(), join(folder, "terraform.tfstate"));
      writeFileSync(join(folder, ".terraform.tfstate.lock.info"), "{}");
      const inState = { states: [{ source, lineage: "a", serial: 1 }], droppedProjects: [], memberships: [] };
      const planned = await back({ ...done, desired: { ...done.desired, inState } });
      await expect(apply(acme.client, planned, { cwd: process.cwd() })).rejects.toMatchObject({ code: "STATE_LOCKED" });
      await expect(apply(acme.client, planned)).resolves.toMatchObject({ status: "complete" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("is reported like any plan, with what is left", async () => {
    acme.addProject("Old", { description: "before" });
    const gone = acme.addProject("Gone");
    const { done } = await applied(
      { projects: [{ name: "Old", description: "after" }] },
      { prune: true, maxDeletes: 9 },
    );
    expect(render(done, "text")).toContain("Cannot be undone: the deletion of 1 project.");
    const planned = await back(done);
    const text = render(planned, "text", { width: 200 });
    expect(text).toContain("Left as it is:");
    expect(text).toContain(`The deletion of Gone (${gone}): a new project would have another ID`);
    expect(text).toContain('new Project(this, "gone", { name: "Gone" });');
    expect(text).toContain("Undo: 0 to create, 1 to update, 0 workspaces to move, 0 to delete.");
    expect(render(planned, "markdown")).toContain(
      '>   ```typescript\n>   new Project(this, "gone", { name: "Gone" });\n',
    );
    const page = render(planned, "html");
    expect(page).toContain("Left as it is");
    expect(page).toContain('<p class="kicker">tfprojects undo</p>');
    expect(page).toContain("<title>Undo in acme</title>");
    expect(render(planned, "markdown")).toMatch(/^### Undo in `acme`\n/);
    expect(validate(JSON.parse(render(planned, "json")))).toBe(true);
    expect(JSON.parse(render(planned, "json"))).toMatchObject({
      organizations: [{ undo: { left: [{ code: "deleted-project", project: { id: gone } }] } }],
    });
    await apply(acme.client, planned);
    expect(render(await back(done), "text")).toContain("Nothing to undo. What is left as it is: 1 change, see above.");
  });
});

test("a document with a setting that this version does not know is an error", async () => {
  const made = await applied({ projects: [{ name: "Made" }] });
  const document = documentOf(made);
  const [action] = (document as { organizations: [{ actions: { after: object }[] }] }).organizations[0].actions;
  Object.assign(action!.after, { archived: true });
  const actual = await observe(acme.client, undoable(made.done));
  expect(() => undo(document, actual)).toThrow(expect.objectContaining({ code: "INVALID_PLAN" }) as Error);
  expect(() => undo(document, actual)).toThrow("after.archived");
});

test("a document of something else, or of another organization, is an error", async () => {
  const { done, result } = await applied({ projects: [{ name: "Made" }] });
  const actual = await observe(acme.client, undoable(done));
  const error = expect.objectContaining({ code: "INVALID_PLAN" }) as unknown;
  expect(() => undo({ format_version: "2.0", kind: "drift", organizations: [] }, actual)).toThrow(error as Error);
  expect(() => undo({ ...documentOf({ done, result }), format_version: "3.0" }, actual)).toThrow(error as Error);
  expect(() => undo(done, { ...actual, name: "other" })).toThrow(error as Error);
});
