import { NotFoundError, UnprocessableEntityError } from "../../src/api";
import { collect, DOCUMENTS, startClientAndEmulator, type ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

const organization = "acme";

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let projectId: string;
  let otherId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    projectId = both.emulator.projects.create({ organization, name: "Web" }).id;
    otherId = both.emulator.projects.create({ organization, name: "Other" }).id;
  });
  afterEach(() => both.stop());

  const team = (name: string): string => both.emulator.teams.create({ organization, name }).id;

  shows("project-access: POST, PATCH, GET and DELETE /team-projects");
  test("gives a team access, changes it, and removes it", async () => {
    const { teamProjects } = both.client;
    const teamId = team("platform");
    const given = await teamProjects.create({ teamId, projectId, access: "write" });
    expect(given).toMatchObject({ teamId, projectId, access: "write", workspaceAccess: { runs: "apply" } });
    const custom = {
      access: "custom",
      projectAccess: { settings: "update" },
      workspaceAccess: { "state-versions": "read-outputs", move: true },
    } as const;
    const changed = await teamProjects.update(given.id, custom);
    expect(changed).toMatchObject({ id: given.id, ...custom });
    expect(await collect(teamProjects.list(projectId))).toMatchObject([changed]);
    await teamProjects.delete(given.id);
    expect(await collect(teamProjects.list(projectId))).toEqual([]);
    await expect(teamProjects.delete(given.id)).rejects.toThrow(NotFoundError);
  });

  test("keeps custom permissions that a change leaves out, until the level changes", async () => {
    const { teamProjects } = both.client;
    const custom = { access: "custom", workspaceAccess: { runs: "plan", move: true } } as const;
    const { id } = await teamProjects.create({ teamId: team("platform"), projectId, ...custom });
    await teamProjects.update(id, { access: "custom", workspaceAccess: { runs: "apply" } });
    const [kept] = await collect(teamProjects.list(projectId));
    expect(kept?.workspaceAccess).toMatchObject({ runs: "apply", move: true });
    await teamProjects.update(id, { access: "read" });
    const reset = await teamProjects.update(id, { access: "custom" });
    expect(reset.workspaceAccess).toMatchObject({ runs: "read", move: false });
  });

  shows("project-access: Invalid team access");
  test("a team has access to a project once, and single permissions only with custom access", async () => {
    const { teamProjects } = both.client;
    const teamId = team("platform");
    const { id } = await teamProjects.create({ teamId, projectId, access: "read" });
    await expect(teamProjects.create({ teamId, projectId, access: "write" })).rejects.toThrow(UnprocessableEntityError);
    const single = { access: "write", projectAccess: { settings: "read" } };
    await expect(teamProjects.update(id, single)).rejects.toThrow(UnprocessableEntityError);
    await expect(teamProjects.create({ teamId: "team-0", projectId, access: "read" })).rejects.toThrow(NotFoundError);
  });

  shows("project-access: GET /projects/:project_id/varsets", "project-access: A variable set");
  test("applies a variable set to projects, several at once, and removes it", async () => {
    const { variableSets } = both.client;
    const { id } = both.emulator.variableSets.create({ organization, name: "aws" });
    const own = both.emulator.variableSets.create({ organization, name: "own", ownerProjectId: projectId });
    both.emulator.requests.clear();
    await variableSets.addProjects(id, [projectId, otherId]);
    expect(both.emulator.requests.counts.total).toBe(1);
    await variableSets.addProjects(id, [projectId]);
    for (const its of [projectId, otherId]) {
      expect(await collect(variableSets.listForProject(its))).toMatchObject([{ id }]);
    }
    await variableSets.removeProjects(id, [otherId]);
    await variableSets.removeProjects(id, [otherId]);
    expect(await collect(variableSets.listForProject(otherId))).toEqual([]);
    expect(await collect(variableSets.list(organization))).toMatchObject([
      { id, name: "aws", ownerProjectId: null },
      { id: own.id, ownerProjectId: projectId },
    ]);
    await expect(variableSets.addProjects("varset-0", [projectId])).rejects.toThrow(NotFoundError);
  });

  shows("project-access: A global policy set");
  test("applies a policy set to projects, and excludes projects, several at once", async () => {
    const { policySets } = both.client;
    const { id } = both.emulator.policySets.create({ organization, name: "cis" });
    const everywhere = both.emulator.policySets.create({ organization, name: "everywhere", global: true });
    await policySets.addProjects(id, [projectId, otherId]);
    await policySets.addProjectExclusions(everywhere.id, [projectId]);
    expect(await collect(policySets.list(organization))).toMatchObject([
      { id, projectIds: [projectId, otherId], excludedProjectIds: [], listsAllProjects: true },
      { id: everywhere.id, projectIds: [], excludedProjectIds: [projectId] },
    ]);
    await policySets.removeProjects(id, [projectId]);
    await policySets.removeProjectExclusions(everywhere.id, [projectId]);
    expect(await collect(policySets.list(organization))).toMatchObject([
      { id, projectIds: [otherId] },
      { id: everywhere.id, excludedProjectIds: [] },
    ]);
    await expect(policySets.addProjects(everywhere.id, [projectId])).rejects.toThrow(UnprocessableEntityError);
  });

  shows("project-access: Changes of team access");
  test("what a token may not change is an error", async () => {
    const set = both.emulator.variableSets.create({ organization, name: "aws" });
    const policies = both.emulator.policySets.create({ organization, name: "cis" });
    const client = both.clientWith(both.emulator.tokens.create({ organization, role: "team" }));
    const writes = [
      client.teamProjects.create({ teamId: team("platform"), projectId, access: "read" }),
      client.variableSets.addProjects(set.id, [projectId]),
      client.policySets.addProjects(policies.id, [projectId]),
      client.policySets.addProjectExclusions(policies.id, [projectId]),
    ];
    for (const write of writes) await expect(write).rejects.toThrow(/not found|permission|forbidden/i);
    expect(await collect(both.client.variableSets.listForProject(projectId))).toEqual([]);
  });
});
