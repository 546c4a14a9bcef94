import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { OPENAPI, SENT_BY_CLIENT, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const project = (attributes: object): object => resource("projects", attributes);
const names = (): readonly string[] => emulator.state().organizations[0]!.projects.map((it) => it.name);

describe("update", () => {
  shows.operation("update-project: PATCH /projects/:project_id", "Changes a project.");
  shows.documented(OPENAPI, "success: Update a project", "200.");
  shows("update-project: data.attributes.description");
  test("omitted attributes do not change", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform", description: "Shared" });

    const response = await http.patch(`/projects/${id}`, project({ name: "Platform 2" }));

    expect(response.status).toBe(200);
    expect(emulator.projects.find("acme", "Platform 2")).toMatchObject({ id, description: "Shared" });
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  });

  shows("update-project: data.attributes.name");
  test("an omitted name does not change", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    await http.patch(`/projects/${id}`, project({ description: "Shared" }));
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({ id, description: "Shared" });
  });

  shows.behavior("update-project: Response of update", "`data` is the project.");
  test("the response has counts and permissions", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      autoDestroyActivityDuration: "1d",
    });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const { data } = await http.patch(`/projects/${id}`, project({ description: "Shared" }));

    expect(data.attributes).toMatchObject({
      name: "Platform",
      description: "Shared",
      "auto-destroy-activity-duration": "1d",
      "workspace-count": 1,
      "team-count": 0,
      permissions: { "can-update": true, "can-destroy": true, "can-create-workspace": true },
    });
  });

  shows("update-project: data.attributes.auto-destroy-activity-duration", "project-attributes: Unsetting the duration");
  test("null clears the duration and the description, omission keeps them", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    });

    await http.patch(`/projects/${id}`, project({ name: "Platform" }));
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    });

    await http.patch(`/projects/${id}`, project({ description: null, "auto-destroy-activity-duration": null }));
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({
      description: null,
      autoDestroyActivityDuration: null,
    });
  });

  shows.ourChoice("2026-11", "validation: An empty description", "Is stored as null.");
  shows("project: attributes.description");
  test("an empty description clears it", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform", description: "Shared" });
    const { data } = await http.patch(`/projects/${id}`, project({ description: "" }));
    expect(data.attributes["description"]).toBeNull();
  });

  shows.ourChoice("2026-11", "project-names: A change of case", "A project may change the case of its own name.");
  test("a project can change the case of its name", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    expect((await http.patch(`/projects/${id}`, project({ name: "PLATFORM" }))).status).toBe(200);
    expect(names()).toEqual(["Default Project", "PLATFORM"]);
  });

  shows.parameter("update-project: data.attributes.name", "Optional; the rules of create; unchanged when omitted.");
  test("an invalid or taken name changes nothing", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.projects.create({ organization: "acme", name: "Other" });

    for (const name of ["x", "other", null, ""]) {
      const response = await http.patch(`/projects/${id}`, project({ name, description: "new" }));
      expect([response.status, ...response.pointers]).toEqual([422, "/data/attributes/name"]);
    }
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({ id, description: null });
  });

  shows.parameter("update-project: data.type", "Required; must be `projects`.", {
    terraform: SENT_BY_CLIENT,
    case: "a document of another type",
  });
  shows.parameter(
    "update-project: data.attributes.description",
    "Optional; at most 256 characters; unchanged when omitted.",
    { case: "a description of 257 characters" },
  );
  shows.parameter(
    "update-project: data.attributes.auto-destroy-activity-duration",
    "Optional; for the format, see [the attribute](#project); unchanged when omitted.",
    { case: "a malformed duration" },
  );
  test.each([
    ["a document of another type", resource("project", { name: "Other" }), "/data/type"],
    [
      "a description of 257 characters",
      project({ name: "Other", description: "a".repeat(257) }),
      "/data/attributes/description",
    ],
    [
      "a malformed duration",
      project({ name: "Other", "auto-destroy-activity-duration": "20m" }),
      "/data/attributes/auto-destroy-activity-duration",
    ],
  ])("changes nothing on an update with %s", async (_, document, pointer) => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    const before = emulator.state();
    const response = await http.patch(`/projects/${id}`, document);
    expect([response.status, ...response.pointers]).toEqual([422, pointer]);
    expect(emulator.state()).toEqual(before);
  });

  shows("deleting-projects: The default project");
  test("the default project can be renamed", async () => {
    const { defaultProjectId } = emulator.state().organizations[0]!;
    expect((await http.patch(`/projects/${defaultProjectId}`, project({ name: "Unsorted" }))).status).toBe(200);
    expect(names()).toEqual(["Unsorted"]);
  });

  shows.behavior(
    "update-project: A changed duration",
    "All workspaces in the project receive it, except those with their own.",
  );
  test("workspaces inherit a changed duration unless they have their own", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      autoDestroyActivityDuration: "3d",
    });
    const follower = emulator.workspaces.create({ organization: "acme", name: "follower", projectId: id });
    const own = emulator.workspaces.create({ organization: "acme", name: "own", projectId: id });
    await http.patch(`/workspaces/${own.id}`, resource("workspaces", { "auto-destroy-activity-duration": "9h" }));

    await http.patch(`/projects/${id}`, project({ "auto-destroy-activity-duration": "5d" }));

    const attribute = async (workspace: string): Promise<unknown> =>
      (await http.get(`/workspaces/${workspace}`)).data.attributes["auto-destroy-activity-duration"];
    expect(await attribute(follower.id)).toBe("5d");
    expect(await attribute(own.id)).toBe("9h");
  });

  shows.parameter("update-project: :project_id", "ID of the project.");
  test("an unknown project is not found", async () => {
    expect((await http.patch("/projects/prj-0000000000000000", project({ name: "abc" }))).status).toBe(404);
  });
});
