import type { Block, InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import { terraformInOrder } from "../placement/placed";
import { accessTo, TEAM_ACCESS } from "./assigned";

/*
 * A team goes from one resource to another in one apply. Terraform applies the two in any order, and the team has
 * access at the end.
 */

const OTHER = "tfprojects_project_team_access.other";

let acme: Acme;
let projectId: string;

beforeEach(async () => {
  acme = await Acme.start();
  projectId = acme.addProject("Web");
  for (const name of ["a", "b", "c"]) acme.emulator.teams.create({ organization: "acme", name });
});
afterEach(() => acme.stop());

const access = (...names: readonly string[]): Block => ({
  project_id: projectId,
  team: names.map((name) => ({ name, access: "read" })),
});

describe.each(["first", "last"] as const)("a host that begins with the %s resource", (order) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = terraformInOrder(order)));

  /** Code in which each resource gives access to the teams with these letters. */
  const code = (teams: Readonly<Record<string, string>>) =>
    configurationFor(
      acme,
      Object.fromEntries(Object.entries(teams).map(([address, names]) => [address, access(...names.split(""))])),
    );

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["from an update to an update", { [TEAM_ACCESS]: "ab", [OTHER]: "c" }, { [TEAM_ACCESS]: "a", [OTHER]: "bc" }],
    ["from an update to a new one", { [TEAM_ACCESS]: "ab" }, { [TEAM_ACCESS]: "a", [OTHER]: "b" }],
    ["from a deleted one to a new one", { [TEAM_ACCESS]: "ab" }, { [OTHER]: "ab" }],
    ["from a deleted one to an update", { [TEAM_ACCESS]: "a", [OTHER]: "b" }, { [OTHER]: "ab" }],
  ])("gives a team %s", async (_, before, after) => {
    expect((await terraform.apply(code(before))).diagnostics).toEqual([]);
    const names = Object.keys(await accessTo(acme, projectId));
    expect((await terraform.apply(code(after))).diagnostics).toEqual([]);
    expect(Object.keys(await accessTo(acme, projectId)).sort()).toEqual(names.sort());
    await expectNoChanges(terraform, code(after));
  });

  test("another project replaces the resource", async () => {
    await terraform.apply(configurationFor(acme, { [TEAM_ACCESS]: access("a") }));
    const other = acme.addProject("Other");
    const code = configurationFor(acme, { [TEAM_ACCESS]: { ...access("a"), project_id: other } });
    const plan = await terraform.plan(code);
    expect(plan.actions).toEqual({ [TEAM_ACCESS]: "replace" });
    expect((await terraform.apply(plan)).diagnostics).toEqual([]);
    expect([await accessTo(acme, projectId), await accessTo(acme, other)]).toEqual([{}, { a: "read" }]);
    await expectNoChanges(terraform, code);
  });
});
