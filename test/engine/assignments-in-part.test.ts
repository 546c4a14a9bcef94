import { apply, defineOrganization, drift, observe, plan, render, type OrganizationDefinition } from "../../src/engine";
import { accessTo, policySetsOf, variableSetsOf } from "../provider/assignment/assigned";
import { Acme } from "../support/acme";

/* What of access and sets is made when a part fails, and when code has only a part of what a project has. */

type Code = Omit<OrganizationDefinition, "name">;

let acme: Acme;
let projectId: string;
beforeEach(async () => {
  acme = await Acme.start();
  const { teams, variableSets, policySets } = acme.emulator;
  for (const name of ["web", "platform"]) teams.create({ organization: "acme", name });
  for (const name of ["aws", "gcp"]) variableSets.create({ organization: "acme", name });
  for (const name of ["cis", "pci"]) policySets.create({ organization: "acme", name });
  projectId = acme.addProject("Web");
});
afterEach(() => acme.stop());

const defined = (code: Code) => defineOrganization({ name: "acme", ...code });

async function applied(code: Code) {
  const desired = defined(code);
  const planned = plan(desired, await observe(acme.client, desired));
  expect(planned.errors).toEqual([]);
  return { planned, result: await apply(acme.client, planned) };
}

async function assigned(id = projectId): Promise<readonly unknown[]> {
  return [await accessTo(acme, id), await variableSetsOf(acme, id), await policySetsOf(acme, id)];
}

describe("a grant that is refused", () => {
  const CODE: Code = {
    projects: [{ name: "Web", description: "The site" }, { name: "Data" }],
    teamAccess: [{ project: "Web", teams: [{ name: "web", access: "write" }] }],
    variableSets: [{ project: "Web", names: ["aws"] }],
    policySets: [{ project: "Web", names: ["cis"] }],
    memberships: [
      { project: "Web", workspaceNames: ["api"] },
      { project: "Data", workspaceNames: ["lake"] },
    ],
  };

  test("leaves its project and what else is assigned as planned, and no workspace moves in", async () => {
    for (const name of ["api", "lake"]) acme.addWorkspace(name);
    acme.emulator.faults.add({ method: "POST", path: "team-projects", status: 403, times: 1 });
    const { planned, result } = await applied(CODE);
    expect(result).toMatchObject({ status: "partial" });
    const ends = planned.actions.map((action, index) => {
      const of = action.kind === "move" ? ` into ${action.destination.name}` : "";
      return `${action.kind}${of}: ${result.outcomes[index]!.kind}`;
    });
    expect(ends.sort()).toEqual([
      "create: done",
      "move into Data: done",
      "move into Web: skipped",
      "set: done",
      "set: done",
      "set: failed",
      "update: done",
    ]);
    expect(await assigned()).toEqual([{}, ["aws"], ["cis"]]);
    expect(acme.project("Web")?.description).toBe("The site");
    expect(acme.world).toEqual({ Data: ["lake"], "Default Project": ["api"], Web: [] });

    const again = await applied(CODE);
    expect(again.planned.actions.map(({ kind }) => kind)).toEqual(["set", "move"]);
    expect(again.result).toMatchObject({ status: "complete" });
    expect(await assigned()).toEqual([{ web: "write" }, ["aws"], ["cis"]]);
    expect(acme.world["Web"]).toEqual(["api"]);
  });
});

describe("two stacks that assign to one project", () => {
  const stack = (team: string, set: string, policy: string): Code => ({
    teamAccess: [{ project: { id: projectId }, teams: [{ name: team, access: "read" }] }],
    variableSets: [{ project: { id: projectId }, names: [set] }],
    policySets: [{ project: { id: projectId }, names: [policy] }],
  });

  test("leave what the other has, and drift lists it as unmanaged", async () => {
    const [one, other] = [stack("web", "aws", "cis"), stack("platform", "gcp", "pci")];
    for (const code of [one, other, one]) await applied(code);
    expect(await assigned()).toEqual([{ platform: "read", web: "read" }, ["aws", "gcp"], ["cis", "pci"]]);
    for (const [code, [team, set, policy]] of [
      [one, ["platform", "gcp", "pci"]],
      [other, ["web", "aws", "cis"]],
    ] as const) {
      const found = drift(defined(code), await observe(acme.client, defined(code)));
      expect(found.hasDrift).toBe(false);
      const text = render(found, "text", { width: 200 });
      const left = (object: string): string =>
        `${object} is assigned to project "Web", and not in the code: left as assigned.`;
      expect(text).toContain(left(`Team ${team}`));
      expect(text).toContain(left(`Variable set ${set}`));
      expect(text).toContain(left(`Policy set ${policy}`));
    }
  });
});
