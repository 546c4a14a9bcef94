import { projectDataSource } from "../../src/provider/project-data-source";
import { projectsDataSource } from "../../src/provider/projects-data-source";
import { Acme } from "../support/acme";
import { changeSettings, createAgentPool } from "../support/project-settings";
import { configurationFor, inProcessTerraform } from "./in-process";
import { readDataSource } from "./read-data-source";
import { error, errorsOf } from "./context";
import { shows } from "../fidelity";

let acme: Acme;

beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** A project with a different value in each field, and the token of a team with these permissions. */
async function platform(
  ...may: readonly ("update" | "destroy" | "create-workspace")[]
): Promise<{ readonly id: string; readonly pool: string; readonly token: string }> {
  const id = acme.addProject("Platform", { description: "Shared", autoDestroyActivityDuration: "2d" });
  const pool = await createAgentPool(acme.emulator, "east");
  await changeSettings(acme.emulator, id, { mode: "agent", pool, tags: { env: "prod", team: "web" } });
  acme.addWorkspaces(3, id);
  const { defaultProjectId } = acme;
  const { id: teamId } = acme.emulator.teams.create({ organization: "acme", name: "ops" });
  acme.emulator.teams.grant({ teamId, projectId: id, access: "read" });
  const token = acme.emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: { [id]: ["read", ...may], [defaultProjectId]: ["read"] },
  });
  return { id, pool, token };
}

const PERMISSIONS = ["update", "destroy", "create-workspace"] as const;

shows("project: id", "project: attributes.name", "project: attributes.description");
shows("project: attributes.workspace-count", "project: attributes.team-count", "project: attributes.permissions");
shows("project: attributes.auto-destroy-activity-duration", "project: relationships.organization.data");
shows("show-project: GET /projects/:project_id", "show-project: :project_id");
test.each(PERMISSIONS)("every field of a project has its value, and only the permission %s is true", async (may) => {
  const { id, pool, token } = await platform(may);
  const permissions = {
    can_update: may === "update",
    can_destroy: may === "destroy",
    can_create_workspace: may === "create-workspace",
  };
  const common = {
    id,
    name: "Platform",
    description: "Shared",
    default_execution_mode: "agent",
    default_agent_pool_id: pool,
    tags: { env: "prod", team: "web" },
    organization: "acme",
    is_default: false,
    workspace_count: 3,
    team_count: 1,
    permissions,
  };
  expect(await readDataSource(acme, projectDataSource, { project_id: id }, token)).toEqual({
    ...common,
    project_id: id,
    default: null,
    auto_destroy_activity_duration: "2d",
  });
  expect(await readDataSource(acme, projectsDataSource, { names: ["PLATFORM"] }, token)).toEqual({
    id: "acme",
    organization: "acme",
    names: ["PLATFORM"],
    search: null,
    can_create_workspace: null,
    can_update: null,
    projects: [common],
    ids: { Platform: id },
  });
});

test("one of all projects is the default project, and ids maps names to IDs", async () => {
  const { id, token } = await platform();
  const { defaultProjectId } = acme;
  expect(await readDataSource(acme, projectsDataSource, {}, token)).toMatchObject({
    projects: [
      {
        id: defaultProjectId,
        name: "Default Project",
        is_default: true,
        workspace_count: 0,
        description: null,
        default_execution_mode: null,
        default_agent_pool_id: null,
        tags: {},
      },
      { id, name: "Platform", is_default: false, workspace_count: 3, description: "Shared" },
    ],
    ids: { "Default Project": defaultProjectId, Platform: id },
  });
  expect(await readDataSource(acme, projectDataSource, { default: true }, token)).toMatchObject({
    id: defaultProjectId,
    project_id: defaultProjectId,
    name: "Default Project",
    default: true,
    is_default: true,
    workspace_count: 0,
    auto_destroy_activity_duration: null,
  });
});

describe("tags, execution mode and agent pool", () => {
  const UNKNOWN = { default_execution_mode: null, default_agent_pool_id: null, tags: null };

  test("are null where the service does not report them", async () => {
    const id = acme.addProject("Platform");
    acme.emulator.faults.add({ path: /include=/, times: Infinity, status: 400 });
    expect(await readDataSource(acme, projectDataSource, { project_id: id })).toMatchObject(UNKNOWN);
    for (const filter of [{}, { search: "plat" }]) {
      const { projects } = await readDataSource(acme, projectsDataSource, filter);
      expect(projects).toContainEqual(expect.objectContaining({ id, ...UNKNOWN }));
    }
  });

  test("come with the one request that reads the project, or a filtered list", async () => {
    const { id } = await platform();
    const reads = async (source: typeof projectDataSource | typeof projectsDataSource, config: object) => {
      acme.takeRequests();
      await readDataSource(acme, source, { ...config });
      return acme.takeRequests();
    };
    const organization = "GET /api/v2/organizations/acme";
    expect(await reads(projectDataSource, { project_id: id })).toEqual([`GET /api/v2/projects/${id}`, organization]);
    expect(await reads(projectsDataSource, { search: "plat" })).toEqual([`${organization}/projects`, organization]);
  });

  test("come with the pages of the list, which are read again only if they were read without them", async () => {
    acme.addProjects(150);
    const view = acme.view();
    for (const requests of [2, 0]) {
      acme.takeRequests();
      expect((await view.upToDateProjects()).every(({ tags }) => tags !== undefined)).toBe(true);
      expect(acme.takeRequests()).toHaveLength(requests);
    }
    const other = acme.view();
    await other.projects.all();
    acme.takeRequests();
    await other.upToDateProjects();
    expect(acme.takeRequests()).toHaveLength(2);
  });
});

describe("a list of projects", () => {
  const namesOf = async (given: object, token?: string) => {
    const read = await readDataSource(acme, projectsDataSource, { ...given }, token);
    expect(read).toMatchObject(given);
    return (read["projects"] as { name: string }[]).map(({ name }) => name);
  };

  shows("list-projects: GET /organizations/:organization_name/projects", "list-projects: page[number]");
  shows("list-projects: page[size]", "list-projects: meta.pagination.next-page");
  shows("list-projects: meta.pagination.total-pages");
  test("of three pages is complete, sorted by name", async () => {
    const names = Array.from({ length: 249 }, (_, index) => `Project ${index}`);
    for (const name of names) acme.addProject(name);
    expect(await namesOf({})).toEqual(["Default Project", ...names.sort()]);
    const pages = acme.emulator.requests.entries.filter(({ path }) => path.includes("/projects?"));
    expect(pages.length).toBeGreaterThanOrEqual(3);
  });

  shows("list-projects: :organization_name");
  test("of an organization that does not exist is an error that names it", async () => {
    const { ok, diagnostics } = await inProcessTerraform().plan(
      configurationFor(acme, { "data.tfprojects_projects.all": { organization: "nowhere" } }),
    );
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ summary: 'Cannot list the projects of organization "nowhere"' }]);
  });

  shows("list-projects: filter[names]");
  test("can be filtered by names, ignoring case", async () => {
    for (const name of ["Data Lake", "Data Science", "Data"]) acme.addProject(name);
    expect(await namesOf({ names: ["DATA lake", "data", "nowhere"] })).toEqual(["Data", "Data Lake"]);
    expect(await namesOf({ names: ["DATA lake", "data", "nowhere"], can_update: true })).toEqual(["Data", "Data Lake"]);
  });

  shows("list-projects: q");
  test("can be filtered by a part of the name, ignoring case", async () => {
    for (const name of ["Data Lake", "Big data", "Platform"]) acme.addProject(name);
    expect(await namesOf({ search: "DATA" })).toEqual(["Big data", "Data Lake"]);
  });

  shows("list-projects: filter[permissions][create-workspace]", "list-projects: filter[permissions][update]");
  shows("authentication: filter[permissions]");
  test("can be filtered by the permissions of the token's owner, but not with false", async () => {
    const [creatable, updatable] = [acme.addProject("Creatable"), acme.addProject("Updatable")];
    const projects = {
      [creatable]: ["read", "create-workspace"],
      [updatable]: ["read", "update"],
      [acme.defaultProjectId]: ["read"],
    } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const all = ["Creatable", "Default Project", "Updatable"];
    expect(await namesOf({ can_create_workspace: true }, token)).toEqual(["Creatable"]);
    expect(await namesOf({ can_update: true }, token)).toEqual(["Updatable"]);
    expect(await namesOf({ can_update: false, can_create_workspace: false }, token)).toEqual(all);
    expect(await namesOf({}, token)).toEqual(all);
  });
});

test("a project of another organization is an error that names it, and is found in its own", async () => {
  acme.emulator.organizations.create({ name: "globex" });
  const { id } = acme.emulator.projects.create({ organization: "globex", name: "Other" });
  const code = (organization?: string) =>
    configurationFor(acme, {
      "data.tfprojects_project.it": { project_id: id, ...(organization === undefined ? {} : { organization }) },
    });
  expect((await inProcessTerraform().plan(code())).diagnostics).toMatchObject([
    {
      attribute: "project_id",
      summary: "Project not found",
      detail:
        `Project "Other" (${id}) belongs to the organization "globex", and not to "acme". To use it, set ` +
        '`organization` to "globex".',
    },
  ]);
  expect((await inProcessTerraform().plan(code("globex"))).diagnostics).toEqual([]);
});

shows("show-project: :project_id");
test("a project that does not exist is an error at its ID", async () => {
  const { ok, diagnostics } = await inProcessTerraform().plan(
    configurationFor(acme, { "data.tfprojects_project.it": { project_id: "prj-0000000000000000" } }),
  );
  expect(ok).toBe(false);
  expect(diagnostics).toMatchObject([
    {
      severity: "error",
      attribute: "project_id",
      summary: "Project not found",
      detail: 'The organization "acme" has no project prj-0000000000000000, or the token is not authorized to read it.',
    },
  ]);
});

describe("a data source that cannot be read", () => {
  const read = (source: typeof projectDataSource | typeof projectsDataSource, config: object) => () =>
    readDataSource(acme, source, { ...config });

  test("of a name that no project has, or had since, is an error at the name", async () => {
    const id = acme.addProject("Gone");
    acme.emulator.faults.add({ path: new RegExp(`/projects/${id}`), status: 404, times: Infinity });
    for (const name of ["Nowhere", "Gone"])
      expect(await errorsOf(read(projectDataSource, { name }))).toEqual([
        error(
          "Project not found",
          `The organization "acme" has no project named "${name}", or the token is not authorized to read it.`,
          "name",
        ),
      ]);
  });

  test("of a name that is similar to another one names that one", async () => {
    acme.addProject("Legacy");
    expect(await errorsOf(read(projectDataSource, { name: "Legcy" }))).toMatchObject([
      { detail: expect.stringMatching(/has no project named "Legcy", or .* to read it\. Did you mean "Legacy"\?$/) },
    ]);
  });

  test("because the service does not answer, or its ID has another format, says so", async () => {
    expect(await errorsOf(read(projectDataSource, { project_id: "platform" }))).toMatchObject([
      { summary: "Invalid project_id", attribute: ["project_id"] },
    ]);
    acme.emulator.faults.add({ path: /\/projects/, status: 403, times: Infinity });
    for (const [source, config, summary] of [
      [projectDataSource, { name: "Platform" }, "Cannot read the project"],
      [projectsDataSource, {}, 'Cannot list the projects of organization "acme"'],
    ] as const)
      expect(await errorsOf(read(source, config))).toEqual([error(summary, expect.stringContaining("403") as string)]);
  });
});

test("a project found by its name has the name as the code spells it", async () => {
  const id = acme.addProject("Platform");
  expect(await readDataSource(acme, projectDataSource, { name: "PLATFORM" })).toMatchObject({
    id,
    name: "PLATFORM",
    default: null,
    is_default: false,
  });
});
