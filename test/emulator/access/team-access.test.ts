import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";
import { NOT_USED, PAGES, shows } from "../../fidelity";

/*
 * What the access of a team to a project or a workspace permits, written from the API documentation. Columns: the
 * levels, then `custom` access with a single permission. `move` needs the permission on both projects; here, the team
 * has it on the other one.
 */
const ON_PROJECTS = `
  operation        | read write maintain admin | create delete move locking tasks plan apply state override settings destroy teams vars write-vars
  show-project     | 200  200   200      200   | 200    200    200  200     200   200  200   200   200      200      200     200   200  200
  update-project   | 404  404   404      200   | 404    404    404  404     404   404  404   404   404      200      200     404   404  404
  delete-project   | 404  404   404      204   | 404    404    404  404     404   404  404   404   404      404      204     404   404  404
  grant            | 404  404   404      201   | 404    404    404  404     404   404  404   404   404      404      404     201   404  404
  grant-workspace  | 404  404   201      201   | 404    404    404  404     404   404  404   404   404      404      404     201   404  404
  create-workspace | 422  422   201      201   | 201    422    422  422     422   422  422   422   422      422      422     422   422  422
  show-workspace   | 200  200   200      200   | 200    200    200  200     200   200  200   200   200      200      200     200   200  200
  update-workspace | 404  404   200      200   | 200    404    404  404     404   404  404   404   404      404      404     404   404  404
  delete-workspace | 404  404   204      204   | 404    204    404  404     404   404  404   404   404      404      404     404   404  404
  move             | 403  403   403      204   | 403    403    204  403     403   403  403   403   403      403      403     403   403  403
  lock             | 404  200   200      200   | 404    404    404  200     404   404  404   404   404      404      404     404   404  404
  attach-run-task  | 404  404   201      201   | 404    404    404  404     201   404  404   404   404      404      404     404   404  404
  start-run        | 404  201   201      201   | 404    404    404  404     404   201  201   404   404      404      404     404   404  404
  apply-run        | 404  202   202      202   | 404    404    404  404     404   404  202   404   404      404      404     404   404  404
  read-state       | 200  200   200      200   | 404    404    404  404     404   404  404   200   404      404      404     404   404  404
  override         | 404  404   404      200   | 404    404    404  404     404   404  404   404   200      404      404     404   404  404
  list-variables   | 200  200   200      200   | 404    404    404  404     404   404  404   404   404      404      404     404   200  200
  add-variable     | 404  201   201      201   | 404    404    404  404     404   404  404   404   404      404      404     404   404  201
`;
const ON_WORKSPACES = `
  operation        | read plan write admin | locking tasks plans apply state override vars write-vars
  show-project     | 404  404  404   404   | 404     404   404   404   404   404      404  404
  grant-workspace  | 404  404  404   201   | 404     404   404   404   404   404      404  404
  show-workspace   | 200  200  200   200   | 200     200   200   200   200   200      200  200
  update-workspace | 404  404  404   200   | 404     404   404   404   404   404      404  404
  delete-workspace | 404  404  404   204   | 404     404   404   404   404   404      404  404
  lock             | 404  404  200   200   | 200     404   404   404   404   404      404  404
  attach-run-task  | 404  404  404   201   | 404     201   404   404   404   404      404  404
  start-run        | 404  201  201   201   | 404     404   201   201   404   404      404  404
  apply-run        | 404  404  202   202   | 404     404   404   202   404   404      404  404
  read-state       | 200  200  200   200   | 404     404   404   404   200   404      404  404
  override         | 404  404  404   200   | 404     404   404   404   404   200      404  404
  list-variables   | 200  200  200   200   | 404     404   404   404   404   404      200  200
  add-variable     | 404  404  201   201   | 404     404   404   404   404   404      404  201
`;

/** The attributes of `custom` access with a single permission; other columns are levels. */
const PROJECT_CUSTOM: Readonly<Record<string, object>> = {
  create: { "workspace-access": { create: true } },
  delete: { "workspace-access": { delete: true } },
  move: { "workspace-access": { move: true } },
  locking: { "workspace-access": { locking: true } },
  tasks: { "workspace-access": { "run-tasks": true } },
  plan: { "workspace-access": { runs: "plan" } },
  apply: { "workspace-access": { runs: "apply" } },
  state: { "workspace-access": { "state-versions": "read" } },
  override: { "workspace-access": { "policy-overrides": true } },
  settings: { "project-access": { settings: "update" } },
  destroy: { "project-access": { settings: "delete" } },
  teams: { "project-access": { teams: "manage" } },
  vars: { "workspace-access": { variables: "read" } },
  "write-vars": { "workspace-access": { variables: "write" } },
};
const WORKSPACE_CUSTOM: Readonly<Record<string, object>> = {
  locking: { "workspace-locking": true },
  tasks: { "run-tasks": true },
  plans: { runs: "plan" },
  apply: { runs: "apply" },
  state: { "state-versions": "read" },
  override: { "policy-overrides": true },
  vars: { variables: "read" },
  "write-vars": { variables: "write" },
};

let emulator: Emulator;
let owner: HttpClient;
let count = 0;

beforeAll(async () => {
  emulator = await Emulator.start();
  owner = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

const organization = "acme";
const to = (type: string, id: string): object => ({ data: { type, id } });

interface Fixture {
  readonly team: string;
  readonly other: string;
  readonly project: string;
  /** Without workspaces. */
  readonly empty: string;
  readonly elsewhere: string;
  readonly workspace: string;
  readonly task: string;
}

function createFixture(): Fixture {
  const name = `n${++count}`;
  const project = (prefix: string): string => emulator.projects.create({ organization, name: `${prefix} ${name}` }).id;
  const [inside, empty, elsewhere] = [project("Inside"), project("Empty"), project("Elsewhere")];
  const workspace = emulator.workspaces.create({ organization, name, projectId: inside }).id;
  return {
    team: emulator.teams.create({ organization, name }).id,
    other: emulator.teams.create({ organization, name: `other-${name}` }).id,
    project: inside,
    empty,
    elsewhere,
    workspace,
    task: emulator.runTasks.create({ organization, name, url: "https://run-tasks.example.com" }).id,
  };
}

type Attempt = (http: HttpClient, fixture: Fixture) => Promise<HttpResponse>;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  "show-project": (http, { project }) => http.get(`/projects/${project}`),
  "update-project": (http, { project }) =>
    http.patch(`/projects/${project}`, resource("projects", { description: "" })),
  "delete-project": (http, { empty }) => http.delete(`/projects/${empty}`),
  grant: (http, { other, project }) =>
    http.post(
      "/team-projects",
      resource("team-projects", { access: "read" }, { team: to("teams", other), project: to("projects", project) }),
    ),
  "grant-workspace": (http, { other, workspace }) =>
    http.post(
      "/team-workspaces",
      resource(
        "team-workspaces",
        { access: "read" },
        { team: to("teams", other), workspace: to("workspaces", workspace) },
      ),
    ),
  "create-workspace": (http, { project }) =>
    http.post(
      `/organizations/${organization}/workspaces`,
      resource("workspaces", { name: `new-${++count}` }, { project: to("projects", project) }),
    ),
  "show-workspace": (http, { workspace }) => http.get(`/workspaces/${workspace}`),
  "update-workspace": (http, { workspace }) =>
    http.patch(`/workspaces/${workspace}`, resource("workspaces", { description: "" })),
  "delete-workspace": (http, { workspace }) => http.delete(`/workspaces/${workspace}`),
  move: (http, { workspace, elsewhere }) =>
    http.post(`/projects/${elsewhere}/relationships/workspaces`, identifiers("workspaces", [workspace])),
  lock: (http, { workspace }) => http.post(`/workspaces/${workspace}/actions/lock`),
  "attach-run-task": (http, { workspace, task }) =>
    http.post(
      `/workspaces/${workspace}/tasks`,
      resource("workspace-tasks", { "enforcement-level": "advisory" }, { task: to("tasks", task) }),
    ),
  "start-run": (http, { workspace }) =>
    http.post("/runs", resource("runs", {}, { workspace: to("workspaces", workspace) })),
  "apply-run": (http, { workspace: workspaceId }) => {
    const { id } = emulator.runs.start({ workspaceId, autoApply: false });
    return http.post(`/runs/${id}/actions/apply`);
  },
  "read-state": (http, { workspace: workspaceId }) => {
    emulator.runs.start({ workspaceId });
    return http.get(`/workspaces/${workspaceId}/current-state-version`);
  },
  "list-variables": (http, { workspace }) => http.get(`/workspaces/${workspace}/vars`),
  "add-variable": (http, { workspace }) =>
    http.post(`/workspaces/${workspace}/vars`, resource("vars", { key: "region", category: "env" })),
  override: (http, { workspace: workspaceId }) => {
    const tasks = [{ name: "scan", stage: "post_plan" } as const];
    const stage = emulator.runs.start({ workspaceId, tasks, overridable: true }).taskStages[0]!;
    emulator.runs.reportResult(stage.taskResults[0]!.id, { status: "failed" });
    return http.post(`/task-stages/${stage.id}/actions/override`);
  },
};

const cells = (line: string): string[] => line.split(/[| ]+/).filter((cell) => cell !== "");
function expectations(
  table: string,
): readonly { readonly operation: string; readonly access: string; readonly expected: number }[] {
  const [header = "", ...rows] = table.trim().split("\n").map(cells);
  return rows.flatMap(([operation = "", ...statuses]) =>
    statuses.map((status, index) => ({ operation, access: header[index + 1]!, expected: Number(status) })),
  );
}

async function asTeam(team: string): Promise<HttpClient> {
  const { data } = await owner.post(`/teams/${team}/authentication-token`);
  return new HttpClient(emulator, String(data.attributes["token"]));
}

const granted = (access: string, custom: Readonly<Record<string, object>>): object =>
  access in custom ? { access: "custom", ...custom[access] } : { access };

shows.documented(
  PAGES,
  "project-access: What access to a project permits",
  "On the project, its workspaces and their runs, by level and by single permission.",
  { client: NOT_USED },
);
test.each(expectations(ON_PROJECTS))(
  "on a project, $access: $operation is $expected",
  async ({ operation, access, expected }) => {
    const fixture = createFixture();
    for (const project of [fixture.project, fixture.empty]) {
      const relations = { team: to("teams", fixture.team), project: to("projects", project) };
      const attributes = granted(access, PROJECT_CUSTOM);
      expect((await owner.post("/team-projects", resource("team-projects", attributes, relations))).status).toBe(201);
    }
    const move = { access: "custom", workspaceAccess: { move: true } } as const;
    emulator.teams.grant({ teamId: fixture.team, projectId: fixture.elsewhere, ...move });
    await owner.patch(`/teams/${fixture.other}`, resource("teams", { visibility: "organization" }));
    const response = await ATTEMPTS[operation]!(await asTeam(fixture.team), fixture);
    expect(response.status).toBe(expected);
  },
);

shows.documented(
  PAGES,
  "project-access: What access to a workspace permits",
  "On the workspace and its runs, by level and by single permission; nothing on its project.",
  { client: NOT_USED },
);
test.each(expectations(ON_WORKSPACES))(
  "on a workspace, $access: $operation is $expected",
  async ({ operation, access, expected }) => {
    const fixture = createFixture();
    const relations = { team: to("teams", fixture.team), workspace: to("workspaces", fixture.workspace) };
    const attributes = granted(access, WORKSPACE_CUSTOM);
    expect((await owner.post("/team-workspaces", resource("team-workspaces", attributes, relations))).status).toBe(201);
    await owner.patch(`/teams/${fixture.other}`, resource("teams", { visibility: "organization" }));
    const response = await ATTEMPTS[operation]!(await asTeam(fixture.team), fixture);
    expect(response.status).toBe(expected);
  },
);

test("the tables have every attempt", () => {
  const operations = [...expectations(ON_PROJECTS), ...expectations(ON_WORKSPACES)].map(({ operation }) => operation);
  expect(new Set(operations)).toEqual(new Set(Object.keys(ATTEMPTS)));
});

test("a run of somebody who cannot apply waits for its confirmation", async () => {
  const { team, project, workspace } = createFixture();
  await owner.patch(`/workspaces/${workspace}`, resource("workspaces", { "auto-apply": true }));
  emulator.teams.grant({ teamId: team, projectId: project, access: "custom", workspaceAccess: { runs: "plan" } });
  const started = await ATTEMPTS["start-run"]!(await asTeam(team), { workspace } as Fixture);
  expect(started.data.attributes["auto-apply"]).toBe(false);
  const other = await ATTEMPTS["start-run"]!(owner, { workspace } as Fixture);
  expect(other.data.attributes["auto-apply"]).toBe(true);
});

test("the workspace of a team is listed without those of its project", async () => {
  const { team, project, workspace } = createFixture();
  emulator.workspaces.create({ organization, name: `neighbor-${++count}`, projectId: project });
  const relations = { team: to("teams", team), workspace: to("workspaces", workspace) };
  await owner.post("/team-workspaces", resource("team-workspaces", { access: "read" }, relations));
  const { list } = await (await asTeam(team)).get(`/organizations/${organization}/workspaces`);
  expect(list.map(({ id }) => id)).toEqual([workspace]);
});
