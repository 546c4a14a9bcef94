import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";

/** Objects that belong to an organization refer only to others of it: by request, seed and control API. */

let emulator: Emulator;
let http: HttpClient;

const organization = "acme";

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

describe("objects of another organization", () => {
  let own: { readonly project: string; readonly workspace: string };

  beforeEach(() => {
    emulator.organizations.create({ name: "other" });
    own = {
      project: emulator.projects.create({ organization: "other", name: "Web" }).id,
      workspace: emulator.workspaces.create({ organization: "other", name: "api" }).id,
    };
  });

  test("are in no set", () => {
    const { project, workspace } = own;
    const { variableSets, policySets } = emulator;
    const named = { organization, name: "aws" };
    for (const refer of [
      () => variableSets.create({ ...named, projectIds: [project] }),
      () => variableSets.create({ ...named, workspaceIds: [workspace] }),
      () => variableSets.create({ ...named, ownerProjectId: project }),
      () => policySets.create({ ...named, projectIds: [project] }),
      () => policySets.create({ ...named, workspaceIds: [workspace] }),
      () => policySets.create({ ...named, excludedProjectIds: [project] }),
      () => policySets.create({ ...named, excludedWorkspaceIds: [workspace] }),
    ]) {
      expect(refer).toThrow(/^(Project prj-|Workspace ws-)\w+ is of another organization\.$/);
    }
    expect(emulator.state().organizations[0]).toMatchObject({ variableSets: [], policySets: [] });
  });

  test("are not what a token or a team has access to", () => {
    const projects = { [own.project]: ["read"] } as const;
    expect(() => emulator.tokens.create({ organization, role: "team", projects })).toThrow(own.project);
    const { id: teamId } = emulator.teams.create({ organization, name: "ops" });
    expect(() => emulator.teams.grant({ teamId, projectId: own.project, access: "read" })).toThrow(own.project);
    expect(emulator.state().organizations[0]!.teams.map(({ id, projects }) => [id, projects])).toEqual([[teamId, {}]]);
  });

  test("have no run task of this one", async () => {
    const { id: taskId } = emulator.runTasks.create({ organization, name: "scan" });
    const workspaceId = own.workspace;
    expect(() => emulator.runTasks.attach({ workspaceId, taskId })).toThrow(workspaceId);
    const of = { task: { data: { type: "tasks", id: taskId } } };
    const attached = resource("workspace-tasks", { "enforcement-level": "advisory" }, of);
    expect((await http.post(`/workspaces/${workspaceId}/tasks`, attached)).status).toBe(404);
    expect(emulator.runs.start({ workspaceId }).taskStages).toEqual([]);
  });

  test("cannot be referred to by requests", async () => {
    const pools = "/organizations/other/agent-pools";
    const { id } = (await http.post(pools, resource("agent-pools", { name: "private" }))).data;
    const settings = { "execution-mode": "agent", "agent-pool-id": id };
    const defaults = { "default-execution-mode": "agent", "default-agent-pool-id": id };
    const workspace = emulator.workspaces.create({ organization, name: "own" }).id;
    const { defaultProjectId } = emulator.state().organizations[0]!;
    const task = { name: "scan", url: "https://s.example.com", category: "task" };
    const foreign = (type: string, of: string): object => ({ data: { type, id: of } });
    for (const [method, path, body, status] of [
      ["PATCH", "/organizations/acme", resource("organizations", defaults), 422],
      ["PATCH", `/projects/${defaultProjectId}`, resource("projects", defaults), 422],
      ["POST", "/organizations/acme/projects", resource("projects", { name: "New", ...defaults }), 422],
      ["PATCH", `/workspaces/${workspace}`, resource("workspaces", settings), 422],
      ["POST", "/organizations/acme/workspaces", resource("workspaces", { name: "new", ...settings }), 422],
      [
        "POST",
        "/organizations/acme/workspaces",
        resource("workspaces", { name: "new" }, { project: foreign("projects", own.project) }),
        422,
      ],
      [
        "PATCH",
        `/workspaces/${workspace}`,
        resource("workspaces", {}, { project: foreign("projects", own.project) }),
        404,
      ],
      ["POST", "/organizations/acme/tasks", resource("tasks", task, { "agent-pool": foreign("agent-pools", id) }), 422],
      [
        "POST",
        `/workspaces/${workspace}/relationships/remote-state-consumers`,
        identifiers("workspaces", [own.workspace]),
        422,
      ],
    ] as const) {
      expect([path, (await http.send(method, path, body)).status]).toEqual([path, status]);
    }
    const [acme] = emulator.state().organizations;
    expect(acme).toMatchObject({
      projects: [{ executionMode: "remote", workspaces: [{ name: "own" }] }],
      runTasks: [],
    });
  });

  test("cannot be named by a seed", async () => {
    const refused = Emulator.start({
      seed: {
        organizations: [
          { name: "other", projects: [{ name: "Theirs", workspaces: ["theirs"] }] },
          {
            name: "acme",
            teams: [{ name: "ops", projects: { Theirs: "read" } }],
            variableSets: [
              { name: "one", projects: ["Theirs"] },
              { name: "two", workspaces: ["theirs"] },
              { name: "three", owner: "Theirs" },
            ],
            policySets: [
              { name: "one", projects: ["Theirs"] },
              { name: "two", excludedWorkspaces: ["theirs"] },
            ],
          },
        ],
      },
    });
    await expect(refused).rejects.toMatchObject({
      problems: [
        "teams[0].projects.Theirs",
        "variableSets[0].projects[0]",
        "variableSets[1].workspaces[0]",
        "variableSets[2].owner",
        "policySets[0].projects[0]",
        "policySets[1].excludedWorkspaces[0]",
      ].map((at) => ({ path: `$.organizations[1].${at}`, problem: expect.stringMatching(/of the organization/) })),
    });
  });
});

test("a deleted object is in nothing that referred to it", async () => {
  const project = emulator.projects.create({ organization, name: "Web" }).id;
  const workspace = emulator.workspaces.create({ organization, name: "api" }).id;
  const consumer = emulator.workspaces.create({ organization, name: "consumer" }).id;
  const ids = { projectIds: [project], workspaceIds: [workspace, consumer] };
  emulator.variableSets.create({ organization, name: "aws", ...ids, ownerProjectId: undefined });
  emulator.policySets.create({ organization, name: "soc2", ...ids, excludedWorkspaceIds: [workspace] });
  const team = emulator.teams.create({ organization, name: "ops" }).id;
  emulator.teams.grant({ teamId: team, projectId: project, access: "read" });
  const consumers = `/workspaces/${consumer}/relationships/remote-state-consumers`;
  expect((await http.post(consumers, identifiers("workspaces", [workspace]))).status).toBe(204);

  emulator.projects.delete(project);
  expect((await http.delete(`/workspaces/${workspace}`)).status).toBe(204);

  const state = JSON.stringify(emulator.state());
  expect([project, workspace].filter((id) => state.includes(id))).toEqual([]);
  const rest = { projectIds: [], workspaceIds: [consumer] };
  expect(emulator.state().organizations[0]).toMatchObject({ variableSets: [rest], policySets: [rest] });
  expect((await http.get(consumers)).list).toEqual([]);
});

// Terraform deletes a policy before hashicorp/tfe takes it out of its set.
test("a deleted object can be taken out of what referred to it, and not put into it", async () => {
  const project = emulator.projects.create({ organization, name: "Web" }).id;
  const { id } = emulator.policySets.create({ organization, name: "soc2", projectIds: [project] });
  emulator.projects.delete(project);
  const path = `/policy-sets/${id}/relationships/projects`;
  const deleted = identifiers("projects", [project]);
  expect((await http.send("DELETE", path, deleted)).status).toBe(204);
  expect((await http.post(path, deleted)).status).toBe(422);
});
