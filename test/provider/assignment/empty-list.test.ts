import { tfprojectsProvider } from "../../../src/provider/provider";
import { EMPTY_PAGE } from "../../faults/fault-kinds";
import { InProcessTerraform, type Block, type Configuration } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges, inProcessTerraform } from "../in-process";
import {
  accessTo,
  assigning,
  POLICY_SETS,
  policySetsOf,
  startWith,
  TEAM_ACCESS,
  textsOf,
  VARIABLE_SETS,
  variableSetsOf,
} from "./assigned";

/* A list that lacks what is assigned says nothing about it: the token may not see it, or a proxy may have answered. */

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
afterEach(() => acme.stop());

const NOT_REMOVED = /so nothing counts as removed from it/;
const team = (name: string): Block => ({ name, access: "admin" });

describe("rights that are lost", () => {
  let token: string;
  beforeEach(async () => {
    ({ acme, projectId } = await startWith("platform", "audit"));
    token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
    let isAnApply = false;
    terraform = new InProcessTerraform(() => tfprojectsProvider, {
      onCall: ({ rpc }) => {
        if (rpc === "ApplyResourceChange" && isAnApply) loseRights();
      },
    });
    expect((await terraform.apply(access("platform", "audit"))).ok).toBe(true);
    isAnApply = true;
  });

  const access = (...names: readonly string[]): Configuration =>
    configurationFor(acme, { [TEAM_ACCESS]: { project_id: projectId, team: names.map(team) } }, token);

  const loseRights = (): void =>
    acme.emulator.tokens.update({
      token,
      organization: "acme",
      role: "team",
      projects: { [projectId]: ["read", "update"], [acme.defaultProjectId]: ["read"] },
    });

  test("during an apply do not let the state forget a team that the code has dropped", async () => {
    const applied = await terraform.apply(access("platform"));
    expect(textsOf(applied, "error")).toEqual([expect.stringMatching(NOT_REMOVED)]);
    expect(terraform.state.get(TEAM_ACCESS)?.values["team"]).toHaveLength(2);
    expect(await accessTo(acme, projectId)).toEqual({ platform: "admin", audit: "admin" });
  });

  test("during a destroy do not let it succeed while teams have access", async () => {
    const destroyed = await terraform.destroy(access("platform", "audit"));
    expect(textsOf(destroyed, "error")).toEqual([expect.stringMatching(NOT_REMOVED)]);
    expect(terraform.state.has(TEAM_ACCESS)).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({ platform: "admin", audit: "admin" });
  });
});

describe.each(["full", "documented"] as const)("an empty list of a service with %s documents", (documents) => {
  const LISTS = [/team-projects/, /projects\/[^/]+\/varsets/, /policy-sets(\?|$)/];

  beforeEach(async () => {
    acme = await Acme.start({ documents });
    terraform = inProcessTerraform();
    projectId = acme.addProject("Web");
    const { teams, variableSets, policySets } = acme.emulator;
    for (const name of ["a", "b"]) {
      for (const objects of [teams, variableSets, policySets]) objects.create({ organization: "acme", name });
    }
    expect((await terraform.apply(code("a", "b"))).ok).toBe(true);
  });

  const code = (...names: readonly string[]): Configuration => {
    const sets: Block = { project_id: projectId, names };
    const others = { [VARIABLE_SETS]: sets, [POLICY_SETS]: sets };
    return assigning(acme, TEAM_ACCESS, { project_id: projectId, team: names.map(team) }, others);
  };
  const assigned = async () => [
    Object.keys(await accessTo(acme, projectId)),
    await variableSetsOf(acme, projectId),
    await policySetsOf(acme, projectId),
  ];
  const fail = (times: number): void => {
    acme.emulator.faults.clear();
    for (const path of LISTS) acme.emulator.faults.add({ method: "GET", path, ...EMPTY_PAGE, times });
  };

  test("is read again, and what the code has dropped is taken off", async () => {
    fail(1);
    const plan = await terraform.plan(code("a"));
    fail(1);
    expect(textsOf(await terraform.apply(plan), "error")).toEqual([]);
    expect(await assigned()).toEqual([["a"], ["a"], ["a"]]);
    await expectNoChanges(terraform, code("a"));
  });

  test("that stays so lets no refresh and no destroy conclude anything", async () => {
    const plan = await terraform.plan(configurationFor(acme, {}));
    fail(Infinity);
    const errors = LISTS.map(() => expect.stringMatching(NOT_REMOVED) as string);
    // A refresh ends with the first of them.
    expect(textsOf(await terraform.refresh(code("a", "b")), "error")).toEqual([expect.stringMatching(NOT_REMOVED)]);
    expect(textsOf(await terraform.apply(plan), "error")).toEqual(errors);
    acme.emulator.faults.clear();
    expect(await assigned()).toEqual([
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(terraform.state.size).toBe(3);
  });
});
