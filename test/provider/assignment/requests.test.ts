import type { Block } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { configurationFor, inProcessTerraform } from "../in-process";
import { POLICY_SETS, TEAM_ACCESS, VARIABLE_SETS } from "./assigned";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** How many requests there were of each kind: `GET team-projects`. */
function counted(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of acme.takeRequests()) {
    const [method = "", path = ""] = request.split(" ");
    const what = /team-projects|teams|policy-sets|projects\/[^/]+\/varsets|varsets/.exec(path)?.[0];
    if (what === undefined) continue;
    const key = `${method} ${what.replace(/prj-\w+/, ":id")}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Code with access and sets of this many projects. */
function organization(projects: number) {
  const [, b] = ["a", "b"].map((name) => acme.emulator.teams.create({ organization: "acme", name }));
  for (const name of ["s", "t"]) {
    acme.emulator.variableSets.create({ organization: "acme", name });
    acme.emulator.policySets.create({ organization: "acme", name });
  }
  const ids = acme.addProjects(projects);
  return (access: string, set: string) => {
    const blocks = ids.flatMap((id, index): [string, Block][] => {
      const team: Block[] = [
        { name: "a", access },
        { team_id: b!.id, access: "read" },
      ];
      const sets = { project_id: id, names: [set] };
      return [
        [`${TEAM_ACCESS}${index}`, { project_id: id, team }],
        [`${VARIABLE_SETS}${index}`, sets],
        [`${POLICY_SETS}${index}`, sets],
      ];
    });
    return configurationFor(acme, Object.fromEntries(blocks));
  };
}

const readsOf = (projects: number) => ({
  "GET team-projects": projects,
  "GET teams": 1,
  "GET projects/:id/varsets": projects,
  "GET varsets": 1,
  "GET policy-sets": 1,
});

/** The plan of an apply reads, and so does the apply, just before it changes anything. */
const readsOfApply = (projects: number) =>
  Object.fromEntries(Object.entries(readsOf(projects)).map(([request, count]) => [request, 2 * count]));

test("100 projects with access and sets take a list each, and one list each of teams, sets and policy sets", async () => {
  const code = organization(100);
  const terraform = inProcessTerraform();
  counted();
  expect((await terraform.apply(code("read", "s"))).ok).toBe(true);
  const created = { "POST team-projects": 200, "POST varsets": 100, "POST policy-sets": 100 };
  expect(counted()).toEqual({ ...readsOfApply(100), ...created });
  expect((await terraform.plan(code("read", "s"))).actions).toEqual({});
  expect(counted()).toEqual(readsOf(100));
});

test("changes take one request for each changed team, and for each set that is added or removed", async () => {
  const code = organization(5);
  const terraform = inProcessTerraform();
  await terraform.apply(code("read", "s"));
  counted();
  expect((await terraform.apply(code("write", "t"))).ok).toBe(true);
  expect(counted()).toEqual({
    ...readsOfApply(5),
    "PATCH team-projects": 5,
    "POST varsets": 5,
    "DELETE varsets": 5,
    "POST policy-sets": 5,
    "DELETE policy-sets": 5,
  });
});

test("teams by ID take no list of teams, unless the resource is exclusive", async () => {
  const { id } = acme.emulator.teams.create({ organization: "acme", name: "a" });
  const projectId = acme.addProject("Web");
  const code = (exclusive: boolean) =>
    configurationFor(acme, {
      [TEAM_ACCESS]: { project_id: projectId, team: [{ team_id: id, access: "read" }], exclusive },
    });
  const terraform = inProcessTerraform();
  await terraform.apply(code(false));
  counted();
  await terraform.plan(code(false));
  expect(counted()).toEqual({ "GET team-projects": 1 });
  await terraform.plan(code(true));
  expect(counted()).toEqual({ "GET team-projects": 1, "GET teams": 1 });
});

test("more than 100 teams and sets are read in pages of 100", async () => {
  for (let index = 0; index < 150; index += 1) {
    acme.emulator.teams.create({ organization: "acme", name: `team-${index}` });
    acme.emulator.variableSets.create({ organization: "acme", name: `set-${index}`, global: true });
  }
  const projectId = acme.addProject("Web");
  const terraform = inProcessTerraform();
  await terraform.apply(
    configurationFor(acme, {
      [TEAM_ACCESS]: { project_id: projectId, team: [{ name: "team-149", access: "read" }] },
      [VARIABLE_SETS]: { project_id: projectId, names: [] },
    }),
    { refresh: false },
  );
  expect(counted()).toMatchObject({ "GET teams": 4, "GET projects/:id/varsets": 4 });
});
