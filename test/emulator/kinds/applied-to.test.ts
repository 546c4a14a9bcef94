import type { EmulatorOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { NOT_USED, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let web: string;
let data: string;
let workspaceId: string;

const start = async (options?: EmulatorOptions): Promise<void> => {
  emulator = await Emulator.start(options);
  http = new HttpClient(emulator);
  web = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  data = emulator.projects.create({ organization: "acme", name: "Data" }).id;
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api", projectId: web }).id;
};
beforeEach(() => start());
afterEach(() => emulator.stop());

const POLICY_SETS = "/organizations/acme/policy-sets";
const organization = "acme";

describe("variable sets of a project", () => {
  shows.documented(
    PAGES,
    "project-access: GET /projects/:project_id/varsets",
    "Lists variable sets by `scope`: those that apply to the project, also global ones (`applied`), those that it " +
      "owns (`owned`), or `all`.",
  );
  test("those applied to it, owned and global ones", async () => {
    emulator.variableSets.create({ organization, name: "org", global: true });
    emulator.variableSets.create({ organization, name: "web", projectIds: [web] });
    emulator.variableSets.create({ organization, name: "both", projectIds: [web, data] });
    emulator.variableSets.create({ organization, name: "direct", workspaceIds: [workspaceId] });
    emulator.variableSets.create({ organization, name: "owned", ownerProjectId: web });
    const of = async (project: string, query = {}) => (await http.get(`/projects/${project}/varsets`, query)).names;
    expect(await of(web)).toEqual(["both", "org", "web"]);
    expect(await of(data)).toEqual(["both", "org"]);
    expect(await of(web, { scope: "applied" })).toEqual(["both", "org", "web"]);
    expect(await of(web, { scope: "owned" })).toEqual(["owned"]);
    expect(await of(web, { scope: "all" })).toEqual(["both", "org", "owned", "web"]);
    expect(await of(web, { scope: "all", q: "OW" })).toEqual(["owned"]);
    emulator.variableSets.create({ organization, name: "used", ownerProjectId: web, projectIds: [web] });
    expect(await of(web)).toEqual(["both", "org", "used", "web"]);
    expect(await of(web, { scope: "shared" })).toEqual(["both", "org", "web"]);
    expect((await http.get(`/projects/${web}/varsets`, { scope: "other" })).status).toBe(400);
  });

  shows.documented(
    PAGES,
    "project-access: A variable set",
    "Has counts, its projects and workspaces, and its owner: the organization or a project.",
  );
  test("with what they apply to and who owns them", async () => {
    await emulator.stop();
    await start({ documents: "documented" });
    const set = { name: "aws", description: "Keys", priority: true, ownerProjectId: web };
    const { id } = emulator.variableSets.create({
      organization,
      ...set,
      projectIds: [web],
      workspaceIds: [workspaceId],
    });
    const { list, document } = await http.get(`/projects/${web}/varsets`);
    expect(list).toEqual([
      {
        id,
        type: "varsets",
        attributes: {
          name: "aws",
          description: "Keys",
          global: false,
          "updated-at": expect.any(String),
          "var-count": 0,
          "workspace-count": 1,
          "project-count": 1,
          priority: true,
          permissions: { "can-update": true },
        },
        relationships: {
          organization: { data: { id: "acme", type: "organizations" }, links: { related: expect.any(String) } },
          vars: { data: [] },
          projects: { data: [{ id: web, type: "projects" }] },
          workspaces: { data: [{ id: workspaceId, type: "workspaces" }] },
          parent: { data: { id: web, type: "projects" } },
        },
        links: { self: `/api/v2/varsets/${id}` },
      },
    ]);
    expect(document.meta!.pagination).toMatchObject({ "total-count": 1 });
    const { included } = (await http.get(`/projects/${web}/varsets`, { include: "projects,workspaces" })).document;
    expect(included!.map((it) => it.id)).toEqual([web, workspaceId]);
    emulator.workspaces.delete(workspaceId);
    expect((await http.get(`/projects/${web}/varsets`)).list[0]!.attributes["workspace-count"]).toBe(0);
  });

  test("are gone with the project that owns them", () => {
    emulator.variableSets.create({ organization, name: "owned", ownerProjectId: data });
    emulator.projects.delete(data);
    expect(emulator.state().organizations[0]!.variableSets).toEqual([]);
  });

  shows("project-access: GET /projects/:project_id/varsets");
  test("need a project that is visible", async () => {
    expect((await http.get("/projects/prj-none/varsets")).status).toBe(404);
    const stranger = new HttpClient(emulator, emulator.tokens.create({ organization, role: "team" }));
    expect((await stranger.get(`/projects/${web}/varsets`)).status).toBe(404);
  });
});

describe("policy sets of an organization", () => {
  shows.documented(
    PAGES,
    "project-access: GET /organizations/:organization_name/policy-sets",
    "Lists policy sets with their projects, workspaces and exclusions, for callers who may manage policies.",
  );
  test("with their projects, workspaces and exclusions", async () => {
    const given = { kind: "opa", overridable: true, projectIds: [web], workspaceIds: [workspaceId] } as const;
    const { id } = emulator.policySets.create({ organization, name: "cis", ...given, excludedProjectIds: [data] });
    const { list, document } = await http.get(POLICY_SETS);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      id: expect.stringMatching(/^polset-/),
      type: "policy-sets",
      attributes: {
        name: "cis",
        kind: "opa",
        global: false,
        overridable: true,
        "policy-count": 0,
        "workspace-count": 1,
        "project-count": 1,
        versioned: false,
      },
      relationships: {
        organization: { data: { id: "acme", type: "organizations" } },
        projects: { data: [{ id: web, type: "projects" }] },
        workspaces: { data: [{ id: workspaceId, type: "workspaces" }] },
        "project-exclusions": { data: [{ id: data, type: "projects" }] },
        "workspace-exclusions": { data: [] },
      },
      links: { self: `/api/v2/policy-sets/${id}` },
    });
    expect(document.included).toBeUndefined();
    expect((await http.get(POLICY_SETS, { include: "projects" })).document.included!.map((it) => it.id)).toEqual([web]);
  });

  shows.documented(
    PAGES,
    "project-access: A global policy set",
    "Lists neither projects nor workspaces: it applies to all that it does not exclude.",
  );
  test("a global one lists no projects and workspaces", async () => {
    emulator.policySets.create({ organization, name: "everywhere", global: true });
    const { attributes, relationships } = (await http.get(POLICY_SETS)).list[0]!;
    expect(attributes["global"]).toBe(true);
    expect(Object.keys(relationships)).not.toEqual(expect.arrayContaining(["projects"]));
    expect(() => emulator.policySets.create({ organization, name: "no", global: true, projectIds: [web] })).toThrow(
      "cannot be applied to single ones",
    );
  });

  shows.documented(PAGES, "project-access: search[name] and filter[kind]", "Select policy sets.", { client: NOT_USED });
  test("are searched by name and filtered by kind", async () => {
    emulator.policySets.create({ organization, name: "cis" });
    emulator.policySets.create({ organization, name: "soc2", kind: "opa" });
    expect((await http.get(POLICY_SETS)).names).toEqual(["cis", "soc2"]);
    expect((await http.get(POLICY_SETS, { "search[name]": "SOC" })).names).toEqual(["soc2"]);
    expect((await http.get(POLICY_SETS, { "filter[kind]": "sentinel" })).names).toEqual(["cis"]);
    expect((await http.get(POLICY_SETS, { "filter[kind]": "other" })).status).toBe(400);
    expect((await http.get(POLICY_SETS, { "filter[kind]": "tfpolicy" })).errors[0]!.title).toBe("not emulated");
    expect((await http.get(POLICY_SETS, { "filter[versioned]": "true" })).names).toEqual([]);
    expect((await http.get(POLICY_SETS, { "filter[versioned]": "false" })).names).toEqual(["cis", "soc2"]);
    expect((await http.get(POLICY_SETS, { include: "newest_version" })).document.included).toEqual([]);
  });

  shows("project-access: GET /organizations/:organization_name/policy-sets");
  test("need permission to manage policies", async () => {
    const role = "manage-projects";
    const manager = new HttpClient(emulator, emulator.tokens.create({ organization, role }));
    expect((await manager.get(POLICY_SETS)).status).toBe(404);
  });
});

test("a project's own variable set cannot be global", () => {
  expect(() => emulator.variableSets.create({ organization, name: "aws", global: true, ownerProjectId: web })).toThrow(
    "variableSets.create(aws): Global must be false for a variable set that a project owns.",
  );
  expect(emulator.state().organizations[0]!.variableSets).toEqual([]);
});

test.each([
  [() => emulator.variableSets.create({ organization, name: "aws", projectIds: ["prj-none"] }), "no project prj-none"],
  [
    () => emulator.variableSets.create({ organization, name: "aws", workspaceIds: ["ws-none"] }),
    "no workspace ws-none",
  ],
  [() => emulator.policySets.create({ organization, name: "a b" }), "Name can only include"],
  [() => emulator.policySets.create({ organization, name: "" }), "Name can't be blank"],
  [
    () => emulator.policySets.create({ organization, name: "x", excludedProjectIds: ["prj-none"] }),
    "no project prj-none",
  ],
])("invalid sets are rejected with the reason, case %#", (create, reason) => {
  expect(create).toThrow(reason);
});

shows.documented(
  PAGES,
  "other-clients: Permissions on variable sets and policy sets",
  "Teams that manage projects or workspaces change variable sets, and teams that manage policies see and change those.",
);
test("teams change variable sets and policies according to their organization access", async () => {
  const varset = emulator.variableSets.create({ organization, name: "aws" }).id;
  const policySet = emulator.policySets.create({ organization, name: "cis" }).id;
  const statuses = async (access: string): Promise<readonly number[]> => {
    const attributes = { name: access, "organization-access": { [access]: true } };
    const team = (await http.post("/organizations/acme/teams", resource("teams", attributes))).data.id;
    const token = (await http.post(`/teams/${team}/authentication-token`)).data.attributes["token"];
    const as = new HttpClient(emulator, String(token));
    const variable = (category: string): object => resource("vars", { key: access, category });
    const responses = [
      await as.patch(`/varsets/${varset}`, resource("varsets", { description: access })),
      await as.post(`/varsets/${varset}/relationships/vars`, variable("env")),
      await as.get(`/policy-sets/${policySet}`),
      await as.post(`/policy-sets/${policySet}/parameters`, variable("policy-set")),
    ];
    return responses.map(({ status }) => status);
  };
  expect(await statuses("manage-projects")).toEqual([200, 201, 404, 404]);
  expect(await statuses("manage-workspaces")).toEqual([200, 201, 404, 404]);
  expect(await statuses("manage-policies")).toEqual([404, 404, 200, 201]);
  expect(await statuses("read-projects")).toEqual([404, 404, 404, 404]);
});
