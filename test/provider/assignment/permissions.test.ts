import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { configurationFor } from "../in-process";
import { startWith, TEAM_ACCESS, textsOf, VARIABLE_SETS } from "./assigned";

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;

beforeEach(async () => ({ acme, terraform, projectId } = await startWith()));
afterEach(() => acme.stop());

describe("a token that may read and not change it", () => {
  const NEEDS = "This takes an organization with teams, and a token that may read and manage the teams of the project.";
  const SETS = "This takes a token that may manage the variable sets of the organization.";
  const team: Block[] = [{ name: "platform", access: "read" }];
  let token: string;
  beforeEach(() => {
    acme.emulator.variableSets.create({ organization: "acme", name: "aws" });
    acme.emulator.teams.create({ organization: "acme", name: "platform", visibility: "organization" });
    const projects = { [projectId]: ["read", "read-teams"], [acme.defaultProjectId]: ["read"] } as const;
    token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
  });
  const code = (resources: Readonly<Record<string, Block>>, its = token) => configurationFor(acme, resources, its);
  const both = (): Readonly<Record<string, Block>> => ({
    [TEAM_ACCESS]: { project_id: projectId, team },
    [VARIABLE_SETS]: { project_id: projectId, names: ["aws"] },
  });

  test("gets one error for each resource that changes, at plan", async () => {
    const plan = await terraform.plan(code(both()));
    expect(plan.ok).toBe(false);
    const of = `of project "Web" (${projectId})`;
    expect(textsOf(plan, "error").sort()).toEqual([
      `Cannot change the team access of the project: The token is not authorized to change the team access ${of}. ${NEEDS}`,
      `Cannot change the variable sets of the project: The token is not authorized to change the variable sets ${of}. ` +
        SETS,
    ]);
  });

  test("gets none for what stays, and one for what is changed, removed from a resource or destroyed", async () => {
    expect((await terraform.apply(code(both(), acme.emulator.token))).ok).toBe(true);
    expect((await terraform.plan(code(both()))).diagnostics).toEqual([]);
    const changed: readonly Readonly<Record<string, Block>>[] = [
      { ...both(), [VARIABLE_SETS]: { project_id: projectId, names: [] } },
      { ...both(), [TEAM_ACCESS]: { project_id: projectId, team: [{ name: "platform", access: "write" }] } },
      { [TEAM_ACCESS]: both()[TEAM_ACCESS]! },
    ];
    for (const resources of changed) {
      expect(textsOf(await terraform.plan(code(resources)), "error")).toEqual([
        expect.stringContaining("The token is not authorized to change the"),
      ]);
    }
  });
});
