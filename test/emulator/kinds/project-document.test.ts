import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import type { Resource } from "../http-client";
import { KNOWS_PATHS, NO_LINKS, OPENAPI, REJECTED_BY_CLIENT, shows } from "../../fidelity";

const LIST = "/organizations/acme/projects";

let emulator: Emulator;
let http: HttpClient;
let id: string;

/** A project with everything set, two workspaces and one team. */
async function begin(documents: "documented" | "full"): Promise<void> {
  emulator = await Emulator.start({ documents });
  http = new HttpClient(emulator);
  const given = { name: "Platform", description: "Shared", autoDestroyActivityDuration: "14d" };
  ({ id } = emulator.projects.create({ organization: "acme", ...given }));
  for (const name of ["api", "web"]) emulator.workspaces.create({ organization: "acme", name, projectId: id });
  const { id: teamId } = emulator.teams.create({ organization: "acme", name: "ops" });
  emulator.teams.grant({ teamId, projectId: id, access: "read" });
}
afterEach(() => emulator.stop());

const RESPONSES: Readonly<Record<string, () => Promise<Resource>>> = {
  create: async () => {
    const given = { name: "New", description: "Shared", "auto-destroy-activity-duration": "14d" };
    return (await http.post(LIST, resource("projects", given))).data;
  },
  update: async () => (await http.patch(`/projects/${id}`, resource("projects", {}))).data,
  list: async () => (await http.get(LIST, { q: "platform" })).list[0]!,
  show: async () => (await http.get(`/projects/${id}`)).data,
};

const DOCUMENTED = ["can-update", "can-destroy", "can-create-workspace"];

describe("the response to each operation carries its documented attributes", () => {
  beforeEach(() => begin("documented"));

  shows.field("project: id", "Begins with `prj-`.");
  shows.field("project: type", "Always `projects`.", { terraform: REJECTED_BY_CLIENT });
  shows.field("project: links.self", "Path of the project.", { client: KNOWS_PATHS, terraform: NO_LINKS });
  test.each(Object.keys(RESPONSES))("%s: id, type and link", async (response) => {
    const project = await RESPONSES[response]!();
    expect(project.id).toMatch(/^prj-[A-Za-z0-9]{16}$/);
    expect(project.type).toBe("projects");
    expect(project.links).toEqual({ self: `/api/v2/projects/${project.id}` });
  });

  shows.field("project: attributes.name", "3 to 40 letters, numbers, spaces, `-` and `_`; no space at either end.");
  shows.field("project: attributes.description", "At most 256 characters; null when unset.");
  test.each(Object.keys(RESPONSES))("%s: name and description", async (response) => {
    const name = response === "create" ? "New" : "Platform";
    expect((await RESPONSES[response]!()).attributes).toMatchObject({ name, description: "Shared" });
  });

  shows.field(
    "project: relationships.organization.data",
    "The organization's name as `id`, and `type` = `organizations`.",
  );
  shows.field("project: relationships.organization.links.related", "Path of the organization.", {
    client: KNOWS_PATHS,
    terraform: NO_LINKS,
  });
  test.each(Object.keys(RESPONSES))("%s: the organization, with its path", async (response) => {
    expect((await RESPONSES[response]!()).relationships).toEqual({
      organization: {
        data: { id: "acme", type: "organizations" },
        links: { related: "/api/v2/organizations/acme" },
      },
    });
  });

  shows.field(
    "project: attributes.permissions",
    "Booleans: `can-update`; also `can-destroy` and `can-create-workspace` in update, list and show.",
  );
  shows.field("project: attributes.permissions in create", "The response to create has only `can-update`.", {
    case: "create",
  });
  test.each([
    ["create", ["can-update"]],
    ["update", DOCUMENTED],
    ["list", DOCUMENTED],
    ["show", DOCUMENTED],
  ])("%s: the permissions", async (response, permissions) => {
    const given = (await RESPONSES[response]!()).attributes["permissions"];
    expect(given).toEqual(Object.fromEntries(permissions.map((permission) => [permission, true])));
  });

  shows.field("project: attributes.workspace-count", "Integer; in the responses to update, list and show.");
  shows.field("project: attributes.team-count", "Integer; in the responses to update, list and show.");
  test.each([
    ["update", { "workspace-count": 2, "team-count": 1 }],
    ["list", { "workspace-count": 2, "team-count": 1 }],
    ["show", { "workspace-count": 2, "team-count": 1 }],
  ])("%s: the counts", async (response, counts) => {
    expect((await RESPONSES[response]!()).attributes).toMatchObject(counts);
  });

  shows("project: attributes.permissions");
  test.each([
    ["update", "can-update"],
    ["destroy", "can-destroy"],
    ["create-workspace", "can-create-workspace"],
  ] as const)("only permission to %s results in only the permission %s", async (ability, permission) => {
    const token = emulator.tokens.create({
      organization: "acme",
      role: "team",
      projects: { [id]: ["read", ability] },
    });
    const { data } = await new HttpClient(emulator, token).get(`/projects/${id}`);
    expect(data.attributes["permissions"]).toEqual({
      ...Object.fromEntries(DOCUMENTED.map((name) => [name, false])),
      [permission]: true,
    });
  });

  shows("project: attributes.workspace-count", "project: attributes.team-count");
  test("create: no counts", async () => {
    const { attributes } = await RESPONSES["create"]!();
    expect(Object.keys(attributes).sort()).toEqual(["description", "name", "permissions"]);
  });

  shows("project-attributes: default-execution-mode, default-agent-pool-id");
  test("execution settings are only in responses after a client has set them", async () => {
    const names = ["default-execution-mode", "setting-overwrites"];
    const told = async (): Promise<readonly string[]> =>
      Object.keys((await RESPONSES["show"]!()).attributes).filter((name) => names.includes(name));
    expect(await told()).toEqual([]);
    await http.patch(`/projects/${id}`, resource("projects", { "default-execution-mode": "local" }));
    expect(await told()).toEqual(names);
  });

  test.each(["update", "list"])("%s: no other attributes", async (response) => {
    const { attributes } = await RESPONSES[response]!();
    const all = ["description", "name", "permissions", "team-count", "workspace-count"];
    expect(Object.keys(attributes).sort()).toEqual(all);
  });

  shows.behavior("states: Projects have no states", "No attribute of a project is a status.", {
    client: "There is nothing for the client to read.",
    terraform: "There is nothing to expose.",
  });
  test.each(Object.keys(RESPONSES))("%s: no status, since projects have no states", async (response) => {
    const { attributes } = await RESPONSES[response]!();
    expect(Object.keys(attributes).filter((name) => /status|state/.test(name))).toEqual([]);
    expect(attributes).toHaveProperty("name");
  });

  shows.field(
    "project: attributes.auto-destroy-activity-duration",
    "Up to four digits, greater than 0, then `d` or `h`. In the response to show.",
  );
  test("only show: the duration", async () => {
    const told = await Promise.all(
      ["create", "update", "list", "show"].map(async (response) =>
        Object.hasOwn((await RESPONSES[response]!()).attributes, "auto-destroy-activity-duration"),
      ),
    );
    expect(told).toEqual([false, false, false, true]);
    expect((await RESPONSES["show"]!()).attributes["auto-destroy-activity-duration"]).toBe("14d");
  });
});

describe("with full documents", () => {
  beforeEach(() => begin("full"));

  shows.documented(
    OPENAPI,
    "project-attributes: Full documents",
    "Every response has counts, duration and permissions; `created-at`. The emulator's option `documents: full`.",
  );
  test.each(Object.keys(RESPONSES))("the response to %s has all attributes", async (response) => {
    const [workspaces, teams] = response === "create" ? [0, 0] : [2, 1];
    expect((await RESPONSES[response]!()).attributes).toMatchObject({
      description: "Shared",
      "workspace-count": workspaces,
      "team-count": teams,
      "auto-destroy-activity-duration": "14d",
      "created-at": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      permissions: Object.fromEntries(DOCUMENTED.map((permission) => [permission, true])),
    });
  });
});
