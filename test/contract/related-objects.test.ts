import { ForbiddenError, NotFoundError, UnexpectedResponseError } from "../../src/api";
import { changeTags } from "../support/project-settings";
import { collect, DOCUMENTS, startClientAndEmulator, type ClientAndEmulator } from "./client-and-emulator";
import { bothShow, PAGES, shows } from "../fidelity";

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let projectId: string;
  let workspaceId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    projectId = both.emulator.projects.create({ organization, name: "Web", tags: { env: "prod", flag: null } }).id;
    workspaceId = both.emulator.workspaces.create({ organization, name: "api", projectId }).id;
  });
  afterEach(() => both.stop());

  const organization = "acme";

  shows("project-access: GET /team-projects", "project-access: GET /organizations/:organization_name/teams");
  test("lists the access of teams to a project, on all pages", async () => {
    const { client, emulator } = both;
    const teams = Array.from({ length: 101 }, (_, index) =>
      emulator.teams.create({ organization, name: `team-${String(index).padStart(3, "0")}` }),
    );
    for (const { id } of teams) emulator.teams.grant({ teamId: id, projectId, access: "write" });
    emulator.requests.clear();
    const access = await collect(client.teamProjects.list(projectId));
    expect(emulator.requests.counts.total).toBe(2);
    expect(access.map(({ teamId }) => teamId)).toEqual(teams.map(({ id }) => id));
    expect(access[0]).toMatchObject({
      projectId,
      access: "write",
      projectAccess: { settings: "read", teams: "none" },
      workspaceAccess: { runs: "apply", move: false },
    });
    expect((await client.teamProjects.listPage(projectId, { size: 5 })).items).toHaveLength(5);
    expect((await collect(client.teams.list(organization))).map(({ name }) => name)).toEqual([
      "owners",
      ...teams.map((it) => it.name),
    ]);
    expect((await client.teams.listPage(organization, { size: 1 })).pagination.totalCount).toBe(102);
  });

  test("lists the access of teams to a single workspace", async () => {
    const { client, emulator } = both;
    const [ops, web] = ["ops", "web"].map((name) => emulator.teams.create({ organization, name }).id);
    const other = emulator.workspaces.create({ organization, name: "web", projectId }).id;
    emulator.teams.grantToWorkspace({ teamId: ops!, workspaceId, access: "write" });
    emulator.teams.grantToWorkspace({ teamId: web!, workspaceId, access: "custom", runs: "plan", variables: "read" });
    emulator.teams.grantToWorkspace({ teamId: web!, workspaceId: other, access: "read" });
    expect(await collect(client.teamWorkspaces.list(workspaceId))).toMatchObject([
      { teamId: ops, workspaceId, access: "write", permissions: { runs: "apply", "workspace-locking": true } },
      { teamId: web, workspaceId, access: "custom", permissions: { runs: "plan", variables: "read" } },
    ]);
    await expect(collect(client.teamWorkspaces.list("ws-unknown"))).rejects.toThrow(NotFoundError);
  });

  shows("project-access: GET /projects/:project_id/varsets", "project-access: A variable set");
  test("lists the variable sets of a project", async () => {
    const { client, emulator } = both;
    emulator.variableSets.create({ organization, name: "everywhere", global: true });
    emulator.variableSets.create({ organization, name: "own", ownerProjectId: projectId, projectIds: [projectId] });
    expect(await collect(client.variableSets.listForProject(projectId))).toMatchObject([
      { name: "everywhere", isGlobal: true, ownerProjectId: null, hasPriority: false, workspaceIds: [] },
      { name: "own", isGlobal: false, ownerProjectId: projectId },
    ]);
    expect((await client.variableSets.listPageForProject(projectId)).pagination.totalCount).toBe(2);
  });

  shows("project-access: GET /organizations/:organization_name/policy-sets", "project-access: A global policy set");
  test("lists policy sets with what they apply to", async () => {
    const { client, emulator } = both;
    emulator.policySets.create({ organization, name: "everywhere", global: true, excludedWorkspaceIds: [workspaceId] });
    emulator.policySets.create({ organization, name: "web", kind: "opa", projectIds: [projectId] });
    expect(await collect(client.policySets.list(organization))).toMatchObject([
      {
        name: "everywhere",
        isGlobal: true,
        projectIds: [],
        excludedWorkspaceIds: [workspaceId],
        isScopedByTags: false,
      },
      { name: "web", kind: "opa", isGlobal: false, projectIds: [projectId], workspaceIds: [] },
    ]);
    expect((await client.policySets.listPage(organization)).items).toHaveLength(2);
  });

  shows("project-access: GET /projects/:project_id/effective-tag-bindings");
  test("reads the tags of a project", async () => {
    expect(await both.client.projects.listEffectiveTags(projectId)).toMatchObject([
      { key: "env", value: "prod", isInherited: false },
      { key: "flag", value: "", isInherited: false },
    ]);
  });

  test("reads the tags of a workspace, its own and those of its project", async () => {
    await changeTags(both.emulator, workspaceId, { team: "net", env: "dev" });
    expect(await both.client.workspaces.listEffectiveTags(workspaceId)).toMatchObject([
      { key: "team", value: "net", isInherited: false },
      { key: "env", value: "dev", isInherited: false },
      { key: "flag", value: "", isInherited: true },
    ]);
  });

  test("a workspace has its own tags, in lists, by ID and by name, on request", async () => {
    const { client, emulator } = both;
    const { id: other } = emulator.workspaces.create({ organization, name: "other", projectId });
    const { id: free } = emulator.workspaces.create({ organization, name: "free" });
    // One of them has the key of a tag that it would inherit otherwise.
    await changeTags(emulator, workspaceId, { team: "net", env: "dev" });
    await changeTags(emulator, free, { env: "prod", legacy: "" });
    const include = ["effective-tag-bindings"] as const;
    const own = [
      { key: "team", value: "net" },
      { key: "env", value: "dev" },
    ];
    const listed = await collect(client.workspaces.list(organization, {}, { include }));
    expect(Object.fromEntries(listed.map(({ id, tags }) => [id, tags]))).toEqual({
      [workspaceId]: own,
      [other]: [],
      [free]: [
        { key: "env", value: "prod" },
        { key: "legacy", value: "" },
      ],
    });
    expect((await client.workspaces.get(workspaceId, { include })).tags).toEqual(own);
    expect((await client.workspaces.getByName(organization, "api", { include })).tags).toEqual(own);
    expect((await client.workspaces.get(workspaceId)).tags).toBeUndefined();
  });

  bothShow.documented(
    PAGES,
    "project-access: inherits-project-auto-destroy and setting-overwrites",
    "Say which settings a workspace inherits from its project; its values are the effective ones.",
  );
  test("a workspace has the settings that it inherits, an organization those of its projects", async () => {
    const { client, emulator } = both;
    emulator.projects.update(projectId, { autoDestroyActivityDuration: "14d", defaultExecutionMode: "local" });
    expect((await client.workspaces.get(workspaceId)).settings).toEqual({
      autoDestroyActivityDuration: { value: "14d", isInherited: true },
      defaultExecutionMode: { value: "local", isInherited: true },
      defaultAgentPoolId: { value: null, isInherited: true },
    });
    expect((await client.organizations.get(organization)).projectDefaults).toEqual({
      autoDestroyActivityDuration: null,
      defaultExecutionMode: "remote",
      defaultAgentPoolId: null,
    });
  });

  shows("project-access: Visible team access", "project-access: GET /projects/:project_id/varsets");
  shows("project-access: GET /organizations/:organization_name/policy-sets");
  test("what is not visible is an error", async () => {
    const client = both.clientWith(both.emulator.tokens.create({ organization, role: "team" }));
    const reads = [
      client.teamProjects.listPage(projectId),
      client.variableSets.listPageForProject(projectId),
      client.policySets.listPage(organization),
      client.projects.listEffectiveTags(projectId),
      client.workspaces.listEffectiveTags(workspaceId),
    ];
    for (const read of reads) await expect(read).rejects.toThrow(NotFoundError);
    both.emulator.faults.add({ path: "/policy-sets", status: 403 });
    await expect(both.client.policySets.listPage(organization)).rejects.toThrow(ForbiddenError);
  });

  test("a service that ignores the filter by project is an error", async () => {
    const { client, emulator } = both;
    const other = emulator.projects.create({ organization, name: "Other" }).id;
    const team = emulator.teams.create({ organization, name: "web" }).id;
    emulator.teams.grant({ teamId: team, projectId: other, access: "read" });
    const { data } = (await fetch(`${emulator.address}/api/v2/team-projects?filter%5Bproject%5D%5Bid%5D=${other}`, {
      headers: { authorization: `Bearer ${emulator.token}` },
    }).then((response) => response.json())) as { data: unknown };
    emulator.faults.add({ path: "/team-projects", status: 200, body: JSON.stringify({ data }) });
    await expect(client.teamProjects.listPage(projectId)).rejects.toThrow(UnexpectedResponseError);
  });

  test("a policy set that lists fewer projects than it counts says so", async () => {
    const data = [{ id: "polset-1", type: "policy-sets", attributes: { name: "cis", "project-count": 2 } }];
    const pagination = { "current-page": 1, "next-page": null, "total-pages": 1, "total-count": 1 };
    const body = JSON.stringify({ data, meta: { pagination } });
    both.emulator.faults.add({ path: "/policy-sets", status: 200, body });
    const { items } = await both.client.policySets.listPage(organization);
    expect(items).toMatchObject([{ name: "cis", projectIds: [], listsAllProjects: false, isGlobal: false }]);
  });
});
