import { defineOrganization, observe, plan, type OrganizationDefinition, type Plan } from "../../../src/engine";
import { executePlan } from "../../../src/engine/apply/execute-plan";
import type { Outcome } from "../../../src/engine/result";
import { outcomeAsText } from "../../../src/engine/report/outcome";
import { accessTo, policySetsOf, variableSetsOf } from "../../provider/assignment/assigned";
import { Acme } from "../../support/acme";

/* One request assigns a set to several projects. What of it depends on something that failed is left out. */

let acme: Acme;
beforeEach(async () => {
  acme = await Acme.start();
  const { teams, variableSets, policySets } = acme.emulator;
  teams.create({ organization: "acme", name: "web" });
  variableSets.create({ organization: "acme", name: "common" });
  policySets.create({ organization: "acme", name: "cis" });
});
afterEach(() => acme.stop());

type Code = Omit<OrganizationDefinition, "name">;

async function planned(code: Code): Promise<Plan> {
  const desired = defineOrganization({ name: "acme", ...code });
  const result = plan(desired, await observe(acme.client, desired));
  expect(result.errors).toEqual([]);
  return result;
}

/** Executes a plan: what was planned stays planned, whatever someone changes in between. */
async function executed(its: Plan): Promise<readonly Outcome[]> {
  acme.takeRequests();
  return (await executePlan(acme.view(), its)).outcomes;
}

const writes = (path: string): number =>
  acme.takeRequests().filter((it) => !it.startsWith("GET") && it.includes(path)).length;

/** Actions that depend on one, directly or not, and are skipped for it; the others. */
function endsOf({ actions }: Plan, outcomes: readonly Outcome[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    actions.map((action, position) => {
      const outcome = outcomes[position]!;
      if (outcome.kind !== "skipped") return [action.id, outcome.kind];
      const failures = outcome.reason === "dependency" ? outcome.failures : [];
      return [action.id, `skipped: ${failures.join(", ")}`];
    }),
  );
}

const NAMES = ["Alpha", "Beta", "Gamma"];
const CODE: Code = {
  projects: NAMES.map((name) => ({ name })),
  teamAccess: NAMES.map((project) => ({ project, teams: [{ name: "web", access: "read" }] })),
  variableSets: NAMES.map((project) => ({ project, names: ["common"] })),
  policySets: NAMES.map((project) => ({ project, names: ["cis"] })),
  memberships: NAMES.map((project) => ({ project, workspaceNames: [`in-${project}`] })),
};

const HAS_ALL = [{ web: "read" }, ["common"], ["cis"]];
async function assignedTo(name: string): Promise<readonly unknown[]> {
  const { id } = acme.project(name)!;
  return [await accessTo(acme, id), await variableSetsOf(acme, id), await policySetsOf(acme, id)];
}

describe("a project of several with the same sets that cannot be created", () => {
  test.each([0, 1, 2])(
    "the others have sets and workspaces, and one request for each set: %d is refused",
    async (skip) => {
      for (const name of NAMES) acme.addWorkspace(`in-${name}`);
      const its = await planned(CODE);
      acme.emulator.faults.add({ method: "POST", path: /organizations\/acme\/projects$/, status: 422, skip });
      const outcomes = await executed(its);
      expect([writes("varsets"), NAMES.filter((name) => acme.project(name) === undefined)]).toEqual([
        1,
        [expect.any(String)],
      ]);

      const [refused] = NAMES.filter((name) => acme.project(name) === undefined);
      const failed = `create ${refused}`;
      const ends = Object.entries(endsOf(its, outcomes));
      const isAbout = (id: string): boolean => id.endsWith(` ${refused}`);
      expect(ends.filter(([id]) => isAbout(id)).sort()).toEqual([
        [failed, "failed"],
        [`move ${refused}`, `skipped: ${failed}`],
        [`set policy set cis of ${refused}`, `skipped: ${failed}`],
        [`set team web of ${refused}`, `skipped: ${failed}`],
        [`set variable set common of ${refused}`, `skipped: ${failed}`],
      ]);
      expect(ends.filter(([id, end]) => !isAbout(id) && end !== "done")).toEqual([]);
      for (const name of NAMES.filter((it) => it !== refused)) {
        expect(acme.world[name]).toEqual([`in-${name}`]);
        expect(await assignedTo(name)).toEqual(HAS_ALL);
      }
      const text = outcomeAsText([{ plan: its, outcomes }]);
      expect(text).toContain(
        `skipped: assign variable set "common" to project "${refused}"\n  depends on: create project "${refused}"\n`,
      );
      expect(text).toContain(
        `skipped: move 1 workspace into "${refused}"\n  depends on: create project "${refused}"\n`,
      );
      expect(text).toContain("2 of 3 created, 6 of 9 assignments set, 2 of 3 workspaces moved; 1 failed, 4 skipped.");

      const again = await planned(CODE);
      expect(again.actions.map(({ id }) => id).filter((id) => !isAbout(id))).toEqual([]);
      expect((await executed(again)).map(({ kind }) => kind)).toEqual(Array(5).fill("done"));
      expect(await assignedTo(refused!)).toEqual(HAS_ALL);
    },
  );
});

describe("a set of several projects of which one was deleted meanwhile", () => {
  test("is assigned to the others, and workspaces move into them", async () => {
    const [, b] = NAMES.map((name) => acme.addProject(name));
    for (const name of NAMES) acme.addWorkspace(`in-${name}`);
    const its = await planned({ ...CODE, teamAccess: [] });
    await acme.client.projects.delete(b!);
    const ends = endsOf(its, await executed(its));
    expect(ends).toEqual({
      "set policy set cis of Alpha": "done",
      "set policy set cis of Beta": "failed",
      "set policy set cis of Gamma": "done",
      "set variable set common of Alpha": "done",
      "set variable set common of Beta": "failed",
      "set variable set common of Gamma": "done",
      "move Alpha": "done",
      "move Beta": "skipped: set policy set cis of Beta, set variable set common of Beta",
      "move Gamma": "done",
    });
    expect([await assignedTo("Alpha"), await assignedTo("Gamma")]).toEqual([
      [{}, ["common"], ["cis"]],
      [{}, ["common"], ["cis"]],
    ]);
  });

  test("and that was excluded from a policy set: that this ended is not reported as nothing", async () => {
    const [a, b] = NAMES.map((name) => acme.addProject(name));
    await executed(await planned({ policySets: NAMES.map((project) => ({ project, names: [], exclude: ["cis"] })) }));
    const its = await planned({ policySets: NAMES.map((project) => ({ project, names: ["cis"] })) });
    acme.emulator.faults.add({ method: "POST", path: "relationships/projects", status: 422, times: 2 });
    const outcomes = await executed(its);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "done", "done"]);
    expect(outcomes[0]).toMatchObject({ error: { code: "OUTCOME_UNKNOWN" } });
    expect([await policySetsOf(acme, a!), await policySetsOf(acme, b!)]).toEqual([[], ["cis"]]);
  });
});

test("what is taken off several projects waits for the workspaces of each of them alone", async () => {
  const [a, b] = NAMES.map((name) => acme.addProject(name));
  const sets = [
    { project: { id: a! }, names: ["common"] },
    { project: { id: b! }, names: ["common"] },
  ];
  await executed(await planned({ variableSets: sets }));
  acme.addWorkspace("in-Alpha", a);
  const none = sets.map(({ project }) => ({ project, names: [], exclusive: true }));
  const its = await planned({
    variableSets: none,
    memberships: [{ project: { id: acme.project("Gamma")!.id }, workspaceNames: ["in-Alpha"] }],
  });
  acme.emulator.faults.add({ method: "POST", path: "relationships/workspaces", status: 404 });
  expect(endsOf(its, await executed(its))).toEqual({
    "move Gamma": "failed",
    "unset variable set common of Alpha": "skipped: move Gamma",
    "unset variable set common of Beta": "done",
  });
  expect([await variableSetsOf(acme, a!), await variableSetsOf(acme, b!)]).toEqual([["common"], []]);
});

test("the report of an apply that is interrupted says that it was stopped", async () => {
  const its = await planned({ projects: NAMES.map((name) => ({ name })) });
  const { outcomes } = await executePlan(acme.view(), its, { signal: AbortSignal.abort() });
  expect(outcomes).toEqual(Array(3).fill({ kind: "skipped", reason: "stopped" }));
  expect(outcomeAsText([{ plan: its, outcomes }])).toContain("0 failed, 3 skipped (the apply was stopped).");
});
