import type { Client, Page, Resource } from "../../src/api";
import type { Project } from "../../src/model";
import { listDocument, projectResource, ScriptedService } from "../api/scripted-service";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

/** The attributes of a project, as the client reads them. */
type Read = Resource<Project>;

/** Each way in which the client comes by a project. */
const RESPONSES: Readonly<Record<string, (client: Client, id: string) => Promise<Read>>> = {
  update: (client, id) => client.projects.update(id, { description: "Shared" }),
  list: async (client, id) => (await collect(client.projects.list("acme"))).find((project) => project.id === id)!,
  show: (client, id) => client.projects.get(id),
};

describe.each(DOCUMENTS)("of a project, with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let id: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    ({ id } = both.emulator.projects.create({
      organization: "acme",
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    }));
    for (const name of ["api", "web"]) both.emulator.workspaces.create({ organization: "acme", name, projectId: id });
    const { id: teamId } = both.emulator.teams.create({ organization: "acme", name: "ops" });
    both.emulator.teams.grant({ teamId, projectId: id, access: "read" });
  });
  afterEach(() => both.stop());

  shows.case("of a project, with full documents", "project-attributes: Full documents");
  describe.each(Object.keys(RESPONSES))("the response to %s", (response) => {
    const read = (): Promise<Read> => RESPONSES[response]!(both.client, id);

    shows("project: id");
    test("contains the ID", async () => {
      expect((await read()).id).toBe(id);
      expect(id).toMatch(/^prj-/);
    });

    shows("project: attributes.name");
    test("contains the name", async () => {
      expect((await read()).name).toBe("Platform");
    });

    shows("project: attributes.description");
    test("contains the description", async () => {
      expect((await read()).description).toBe("Shared");
    });

    shows("project: attributes.workspace-count");
    test("contains the number of workspaces", async () => {
      expect((await read()).workspaceCount).toBe(2);
    });

    shows("project: attributes.team-count", "project-attributes: team-count");
    test("contains the number of teams", async () => {
      expect((await read()).teamCount).toBe(1);
    });

    shows("project: attributes.permissions");
    test("contains the permissions", async () => {
      expect((await read()).permissions).toMatchObject({ canUpdate: true, canDestroy: true, canCreateWorkspace: true });
    });

    shows("project: relationships.organization.data");
    test("contains the organization", async () => {
      expect((await read()).organization).toBe("acme");
    });

    shows("project: attributes.auto-destroy-activity-duration");
    shows.case("the response to show", "show-project: GET /projects/:project_id");
    test("contains the duration in show only, or in all with full documents", async () => {
      const told = documents === "full" || response === "show";
      expect((await read()).autoDestroyActivityDuration).toBe(told ? "14d" : undefined);
    });
  });

  shows("project: attributes.workspace-count", "project: attributes.team-count");
  shows("project: attributes.permissions in create", "create-project: Response of create");
  shows.case("of a project, with full documents", "project-attributes: Full documents");
  test("the documented response to create has only can-update, and no counts", async () => {
    const created = await both.client.projects.create("acme", { name: "New", autoDestroyActivityDuration: "3d" });
    const full = documents === "full";
    expect(created).toMatchObject({ name: "New", description: null, organization: "acme" });
    expect(created).toMatchObject({
      permissions: {
        canUpdate: true,
        canDestroy: full ? true : undefined,
        canCreateWorkspace: full ? true : undefined,
      },
      workspaceCount: full ? 0 : undefined,
      teamCount: full ? 0 : undefined,
      autoDestroyActivityDuration: full ? "3d" : undefined,
    });
  });

  shows("project: attributes.description");
  test("unset attributes are null", async () => {
    const { id: bare } = both.emulator.projects.create({ organization: "acme", name: "Bare" });
    expect(await both.client.projects.get(bare)).toMatchObject({
      description: null,
      autoDestroyActivityDuration: null,
    });
  });

  shows("project: attributes.permissions");
  test.each(["update", "destroy", "create-workspace"] as const)(
    "permissions are the caller's own: who may only %s has that one",
    async (ability) => {
      const projects = { [id]: ["read", ability] } as const;
      const token = both.emulator.tokens.create({ organization: "acme", role: "team", projects });
      expect((await both.clientWith(token).projects.get(id)).permissions).toMatchObject({
        canUpdate: ability === "update",
        canDestroy: ability === "destroy",
        canCreateWorkspace: ability === "create-workspace",
      });
    },
  );
});

describe("what the client does not need of a project", () => {
  let service: ScriptedService;
  beforeEach(async () => {
    service = await ScriptedService.start();
  });
  afterEach(() => service.stop());

  const page = (client: Client): Promise<Page<Read>> => client.projects.listPage("acme");

  test.each<[string, object]>([
    ["paths", { links: { self: "/api/v2/projects/prj-1" } }],
    ["whole addresses", { links: { self: "https://elsewhere.example/api/v2/projects/prj-9" } }],
    ["absent", {}],
    ["null", { links: null }],
  ])("are its links, and it reads the same when they are %s", async (_, links) => {
    const related = "links" in links ? { links: { related: "https://elsewhere.example/acme" } } : {};
    const organization = { data: { id: "acme", type: "organizations" }, ...related };
    const sent = { ...projectResource("prj-1"), relationships: { organization }, ...links };
    service.script({ body: listDocument([sent]) }, { body: { data: sent } });
    const client = service.client();

    const [listed] = (await page(client)).items;
    const shown = await client.projects.get(listed!.id);

    expect(shown).toEqual(listed);
    expect(shown).toMatchObject({ id: "prj-1", organization: "acme" });
    expect(service.requests.map(({ path }) => path)).toEqual([
      "/api/v2/organizations/acme/projects",
      "/api/v2/projects/prj-1",
    ]);
  });
});
