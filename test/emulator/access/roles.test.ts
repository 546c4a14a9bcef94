import type { CreateTokenOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";
import { PAGES, PROJECTS_PAGE, shows } from "../../fidelity";

/*
 * Who has which permission, written from the API documentation and not from roles.ts:
 *
 * - projects are created and managed by owners, teams with Manage Projects, and the organization token;
 * - deleting is 403 without the permission to force-delete, 404 without any; moving is 404 for the destination, 403 for
 *   workspaces;
 * - everything else without permission is 404; an unknown token is 401;
 * - overriding is a separate permission. That Manage Projects and the organization token do not have it is our choice.
 *
 * Columns: the three that manage; teams with permissions on single projects (`mover` can move on both projects, `taker`
 * on the destination only, `giver` on the source only, `deleter` can delete the project, `updater` update it); `reader`
 * reads everything, `stranger` is a team without permissions, `foreign` owns another organization, `nobody` has no
 * token.
 */
const TABLE = `
  operation              | owner manager orgtoken | mover taker giver deleter updater | reader stranger foreign nobody
  create                 | 201   201     201      | 404   404   404   404     404     | 404    404      404     401
  update                 | 200   200     200      | 404   404   404   404     200     | 404    404      404     401
  list                   | 200   200     200      | 200   200   200   200     200     | 200    200      404     401
  show                   | 200   200     200      | 200   200   200   200     200     | 200    404      404     401
  delete-empty           | 204   204     204      | 404   404   404   204     404     | 404    404      404     401
  delete-with-workspaces | 409   409     409      | 404   404   404   403     404     | 404    404      404     401
  move                   | 204   204     204      | 204   403   404   404     404     | 404    404      404     401
  list-task-stages       | 200   200     200      | 200   200   200   200     200     | 200    404      404     401
  show-task-stage        | 200   200     200      | 200   200   200   200     200     | 200    404      404     401
  show-task-result       | 200   200     200      | 200   200   200   200     200     | 200    404      404     401
  override               | 200   404     404      | 404   404   404   404     404     | 404    404      404     401
`;

/** The resources of an attempt: a project with a workspace to move, an empty project, and a stage to override. */
interface Fixture {
  readonly source: string;
  readonly destination: string;
  readonly empty: string;
  readonly workspace: string;
  readonly run: string;
  readonly stage: string;
  readonly result: string;
}

const ATTEMPTS: Readonly<Record<string, (http: HttpClient, fixture: Fixture) => Promise<HttpResponse>>> = {
  create: (http) => http.post("/organizations/acme/projects", resource("projects", { name: "Created" })),
  update: (http, { source }) => http.patch(`/projects/${source}`, resource("projects", { name: "Updated" })),
  list: (http) => http.get("/organizations/acme/projects"),
  show: (http, { source }) => http.get(`/projects/${source}`),
  "delete-empty": (http, { empty }) => http.delete(`/projects/${empty}`),
  "delete-with-workspaces": (http, { source }) => http.delete(`/projects/${source}`),
  move: (http, { workspace, destination }) =>
    http.post(`/projects/${destination}/relationships/workspaces`, identifiers("workspaces", [workspace])),
  "list-task-stages": (http, { run }) => http.get(`/runs/${run}/task-stages`),
  "show-task-stage": (http, { stage }) => http.get(`/task-stages/${stage}`),
  "show-task-result": (http, { result }) => http.get(`/task-results/${result}`),
  override: (http, { stage }) => http.post(`/task-stages/${stage}/actions/override`),
};

const READS = ["list", "show", "list-task-stages", "show-task-stage", "show-task-result"];

const TOKENS: Readonly<Record<string, (fixture: Fixture) => Omit<CreateTokenOptions, "organization">>> = {
  manager: () => ({ role: "manage-projects" }),
  orgtoken: () => ({ role: "organization" }),
  mover: ({ source, destination }) => ({
    role: "team",
    projects: { [source]: ["read", "move-workspaces"], [destination]: ["read", "move-workspaces"] },
  }),
  taker: ({ source, destination }) => ({
    role: "team",
    projects: { [source]: ["read"], [destination]: ["read", "move-workspaces"] },
  }),
  giver: ({ source, destination }) => ({
    role: "team",
    projects: { [source]: ["read", "move-workspaces"], [destination]: ["read"] },
  }),
  deleter: ({ source, empty }) => ({
    role: "team",
    projects: { [source]: ["read", "destroy"], [empty]: ["read", "destroy"] },
  }),
  updater: ({ source }) => ({ role: "team", projects: { [source]: ["read", "update"] } }),
  reader: () => ({ role: "read-only" }),
  stranger: () => ({ role: "team" }),
};

const cells = (line: string): string[] => line.split(/[| ]+/).filter((cell) => cell !== "");
const [header = "", ...rows] = TABLE.trim().split("\n");
const CALLERS = cells(header).slice(1);
const EXPECTATIONS = rows.flatMap((row) => {
  const operation = row.slice(0, row.indexOf("|")).trim();
  return cells(row.slice(row.indexOf("|"))).map((status, index) => ({
    operation,
    caller: CALLERS[index]!,
    expected: Number(status),
  }));
});

let emulator: Emulator;

beforeAll(async () => {
  emulator = await Emulator.start({ seed: { organizations: [{ name: "elsewhere" }, { name: "acme" }] } });
});
afterAll(() => emulator.stop());

/** Resets the organization acme to the resources of an attempt. */
function createFixture(): Fixture {
  const acme = emulator.state().organizations.find(({ name }) => name === "acme")!;
  for (const project of acme.projects) {
    for (const { id } of project.workspaces) emulator.workspaces.delete(id);
    if (!project.isDefault) emulator.projects.delete(project.id);
  }
  const project = (name: string): string => emulator.projects.create({ organization: "acme", name }).id;
  const [source, destination, empty] = [project("Source"), project("Destination"), project("Empty")];
  const workspace = emulator.workspaces.create({ organization: "acme", name: "api", projectId: source }).id;
  const tasks = [{ name: "scan", stage: "post_plan" } as const];
  const { id: run, taskStages } = emulator.runs.start({ workspaceId: workspace, tasks, overridable: true });
  const [stage] = taskStages;
  const result = stage!.taskResults[0]!.id;
  emulator.runs.reportResult(result, { status: "failed" });
  return { source, destination, empty, workspace, run, stage: stage!.id, result };
}

function tokenFor(principal: string, fixture: Fixture): string {
  if (principal === "owner") return emulator.tokens.create({ organization: "acme", role: "owner" });
  if (principal === "foreign") return emulator.tokens.create({ organization: "elsewhere", role: "owner" });
  if (principal === "nobody") return "of-nobody";
  return emulator.tokens.create({ organization: "acme", ...TOKENS[principal]!(fixture) });
}

shows.behavior("authentication: A user token", "Is accepted.", { case: "by owner" });
shows.behavior("authentication: The Owners permission", "Permits creating and managing projects.", {
  case: "by owner",
});
shows.ourChoice(
  "2026-11",
  "missing-permissions: Override",
  "Needs a separate permission, which owners have; others who can read the stage get 404.",
  { case: "by owner" },
);
shows.behavior("authentication: An organization API token", "Is accepted; it may create and manage projects.", {
  case: "by orgtoken",
});
shows.behavior("authentication: The Manage projects permission", "Permits creating and managing projects.", {
  case: "by manager",
});
shows.behavior("authentication: Other callers", "Cannot create projects.", { case: "by mover" });
shows.documented(PAGES, "missing-permissions: Create, update, delete and list", "404.", { case: "by reader" });
shows.documented(PROJECTS_PAGE, "missing-permissions: Move", "403 for workspaces, 404 for the destination.", {
  case: "by taker",
});
shows.case("by manager", "missing-permissions: Override");
shows.case("by reader", "authentication: Other callers", "errors: Delete project 404", "missing-permissions: Override");
shows.case("by stranger", "authentication: Other callers");
shows.case("by updater", "errors: Delete project 404");
shows.case("by foreign", "missing-permissions: Create, update, delete and list");
shows.case("by giver", "missing-permissions: Move");
test.each(EXPECTATIONS)("$operation by $caller: $expected", async ({ operation, caller, expected }) => {
  const fixture = createFixture();
  const http = new HttpClient(emulator, tokenFor(caller, fixture));
  const before = emulator.state();

  const response = await ATTEMPTS[operation]!(http, fixture);

  expect(response.status).toBe(expected);
  if (!READS.includes(operation) && expected < 300) expect(emulator.state()).not.toEqual(before);
  else expect(emulator.state()).toEqual(before);
  if (expected >= 400) expect(response.errors).toMatchObject([{ status: String(expected) }]);
});

test("the table contains every documented operation, and every cell is tested", () => {
  expect(Object.keys(ATTEMPTS)).toEqual([...new Set(EXPECTATIONS.map(({ operation }) => operation))]);
  expect(EXPECTATIONS).toHaveLength(rows.length * 12);
  // Deleting counts twice: of an empty project, and of one with workspaces.
  expect(rows).toHaveLength(10 + 1);
});

describe("the list of projects", () => {
  /** The projects that the caller can read, create workspaces in, and update. */
  async function lists(principal: Omit<CreateTokenOptions, "organization">): Promise<readonly (readonly unknown[])[]> {
    const http = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", ...principal }));
    const path = "/organizations/acme/projects";
    const listed = [
      await http.get(path, { sort: "name" }),
      await http.get(path, { sort: "name", "filter[permissions][create-workspace]": "true" }),
      await http.get(path, { sort: "name", "filter[permissions][update]": "true" }),
    ];
    // The counts include only projects that the caller can read.
    const total = listed[0]!.list.length;
    for (const { document, list } of listed) {
      expect(document.meta!["status-counts"]).toEqual({ total, matching: list.length });
    }
    return listed.map((response) => response.names);
  }

  const ALL = ["Default Project", "Destination", "Empty", "Source"];

  test.each(["owner", "manage-projects", "organization"] as const)(
    "role %s has both permissions on every project",
    async (role) => {
      createFixture();
      expect(await lists({ role })).toEqual([ALL, ALL, ALL]);
    },
  );

  test("role read-only can read every project and has neither permission", async () => {
    createFixture();
    expect(await lists({ role: "read-only" })).toEqual([ALL, [], []]);
  });

  test("additional permissions apply to their projects only", async () => {
    const { source, empty } = createFixture();
    const projects = { [source]: ["create-workspace"], [empty]: ["update"] } as const;
    expect(await lists({ role: "read-only", projects })).toEqual([ALL, ["Source"], ["Empty"]]);
  });

  test("a team has the permissions of its projects; without read, no other permission applies", async () => {
    const { source, destination, empty } = createFixture();
    const projects = {
      [source]: ["read", "create-workspace"],
      [destination]: ["read", "update"],
      [empty]: ["update", "create-workspace"],
    } as const;
    expect(await lists({ role: "team", projects })).toEqual([["Destination", "Source"], ["Source"], ["Destination"]]);
  });

  test("the permissions in a document are those of the caller", async () => {
    const { source } = createFixture();
    const projects = { [source]: ["read", "update"] } as const;
    const http = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team", projects }));
    expect((await http.get(`/projects/${source}`)).data.attributes["permissions"]).toMatchObject({
      "can-update": true,
      "can-destroy": false,
      "can-create-workspace": false,
    });
  });
});
