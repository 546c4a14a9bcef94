import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const PROJECTS = "/organizations/acme/projects";
const project = (attributes: object): object => resource("projects", attributes);
const names = (): readonly string[] => emulator.state().organizations[0]!.projects.map((it) => it.name);

describe("create", () => {
  test("a project with all attributes comes into being @create", async () => {
    const given = { name: "Platform", description: "Shared", "auto-destroy-activity-duration": "14d" };
    const answer = await http.post(PROJECTS, project(given));

    expect(answer.status).toBe(201);
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id: answer.data.id,
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
    });
  });

  test("the response carries the attributes documented for create: of permissions can-update alone, no counts, no duration @create-response", async () => {
    const { data } = await http.post(PROJECTS, project({ name: "Platform", "auto-destroy-activity-duration": "14d" }));

    expect(data).toEqual({
      id: expect.stringMatching(/^prj-[A-Za-z0-9]{16}$/) as string,
      type: "projects",
      attributes: { name: "Platform", description: null, permissions: { "can-update": true } },
      relationships: {
        organization: {
          data: { id: "acme", type: "organizations" },
          links: { related: "/api/v2/organizations/acme" },
        },
      },
      links: { self: `/api/v2/projects/${data.id}` },
    });
  });

  test.each(["abc", "a".repeat(40), "a b-c_1", "---", "123"])(
    "the name %j is good @create-name-valid",
    async (name) => {
      expect((await http.post(PROJECTS, project({ name }))).status).toBe(201);
      expect(names()).toContain(name);
    },
  );

  test.each([
    ["ab", 1],
    ["a".repeat(41), 1],
    [" abc", 1],
    ["abc ", 1],
    ["a/b", 1],
    ["äbc", 1],
    ["", 1],
    [null, 1],
    [17, 1],
    [undefined, 1],
    [" a", 2],
  ])("the name %j breaks rules, each told at its attribute @create-name-invalid", async (name, broken) => {
    const answer = await http.post(PROJECTS, project({ name }));

    expect(answer.status).toBe(422);
    expect(answer.pointers).toEqual(Array(broken).fill("/data/attributes/name"));
    expect(answer.errors.every((error) => error.status === "422" && error.title === "invalid attribute")).toBe(true);
    expect(names()).toEqual(["Default Project"]);
  });

  test("a name of other characters is told as the service tells it @create-name-error-text", async () => {
    expect((await http.post(PROJECTS, project({ name: "a/b" }))).errors[0]!.detail).toMatch(/^Name may only contain/);
  });

  test("a name that another project has is taken, whatever its case @create-name-taken", async () => {
    emulator.projects.create({ organization: "acme", name: "Platform" });

    const answer = await http.post(PROJECTS, project({ name: "PLATFORM" }));

    expect(answer.status).toBe(422);
    expect(answer.errors).toEqual([
      {
        status: "422",
        title: "invalid attribute",
        detail: "Name has already been taken",
        source: { pointer: "/data/attributes/name" },
      },
    ]);
    expect(names()).toEqual(["Default Project", "Platform"]);
  });

  test("two organizations may have projects of one name @create-name-in-other-organization", async () => {
    emulator.organizations.create("other");
    emulator.projects.create({ organization: "other", name: "Platform" });

    expect((await http.post(PROJECTS, project({ name: "Platform" }))).status).toBe(201);
  });

  test("a description has at most 256 characters @create-description-length", async () => {
    expect((await http.post(PROJECTS, project({ name: "long", description: "ä".repeat(256) }))).status).toBe(201);
    const answer = await http.post(PROJECTS, project({ name: "longer", description: "a".repeat(257) }));

    expect(answer.status).toBe(422);
    expect(answer.pointers).toEqual(["/data/attributes/description"]);
    expect(names()).not.toContain("longer");
  });

  test("a project of which only the name is given has no description and no duration @create-name-only", async () => {
    const { id } = (await http.post(PROJECTS, project({ name: "Platform" }))).data;
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id,
      name: "Platform",
      description: null,
      autoDestroyActivityDuration: null,
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
    });
    const { attributes } = (await http.get(`/projects/${id}`)).data;
    expect(attributes).toMatchObject({ description: null, "auto-destroy-activity-duration": null });
  });

  test.each(["1d", "9999h", "0001d"])("the duration %j is good @create-duration-valid", async (duration) => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes["auto-destroy-activity-duration"]).toBe(duration);
  });

  test.each(["0d", "0000h", "20m", "bar", "10000d", "1.5d", "-1d", "d", "", 14, "14 d"])(
    "the duration %j is refused at its attribute @create-duration-invalid",
    async (duration) => {
      const answer = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));

      expect(answer.status).toBe(422);
      expect(answer.pointers).toEqual(["/data/attributes/auto-destroy-activity-duration"]);
      expect(names()).toEqual(["Default Project"]);
    },
  );

  test("a malformed duration is told in the service's words @create-duration-error-text", async () => {
    const answer = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": "20m" }));
    expect(answer.errors[0]!.detail).toBe(
      "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' " +
        "or 'h')",
    );
  });

  test("everything that is wrong is told at once, one error object for each @create-all-errors", async () => {
    const wrong = { name: "ab", description: "a".repeat(257), "auto-destroy-activity-duration": "0d" };
    const answer = await http.post(PROJECTS, project(wrong));

    expect(answer.pointers).toEqual([
      "/data/attributes/name",
      "/data/attributes/description",
      "/data/attributes/auto-destroy-activity-duration",
    ]);
  });

  test("unknown attributes are kept and returned @create-unknown-attributes", async () => {
    const overwrites = { "default-execution-mode": true, "stacks-default-execution-mode": true };
    const sent = { name: "abc", "default-execution-mode": "local", "setting-overwrites": overwrites, "x-team": ["a"] };
    const { data } = await http.post(PROJECTS, project(sent));

    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes).toMatchObject(sent);
  });

  test("attributes that are the service's to say are not taken from clients @create-read-only-attributes", async () => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "workspace-count": 7, permissions: {} }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes).toMatchObject({ "workspace-count": 0, permissions: { "can-update": true } });
  });

  test("in an unknown organization nothing can be created @create-organization-missing", async () => {
    const answer = await http.post("/organizations/nobody/projects", project({ name: "abc" }));
    expect(answer.status).toBe(404);
    expect(answer.errors).toMatchObject([{ status: "404", title: "not found" }]);
  });

  test.each([
    [{}, "/data"],
    [{ data: [] }, "/data"],
    [{ data: { type: "project", attributes: { name: "abc" } } }, "/data/type"],
    [{ data: { type: "projects", attributes: "abc" } }, "/data/attributes"],
    [{ data: { type: "projects", relationships: [] } }, "/data/relationships"],
  ])("the document %j is refused at its mistake @create-malformed-%s", async (document, pointer) => {
    const answer = await http.post(PROJECTS, document);
    expect(answer.status).toBe(422);
    expect(answer.pointers).toEqual([pointer]);
  });
});

describe("update", () => {
  test("what is not given stays as it is @update-partial", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform", description: "Shared" });

    const answer = await http.patch(`/projects/${id}`, project({ name: "Platform 2" }));

    expect(answer.status).toBe(200);
    expect(emulator.projects.find("acme", "Platform 2")).toMatchObject({ id, description: "Shared" });
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  });

  test("a name that is not given stays @update-name-omitted", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    await http.patch(`/projects/${id}`, project({ description: "Shared" }));
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({ id, description: "Shared" });
  });

  test("the response carries counts and permissions, but no duration @update-response", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      autoDestroyActivityDuration: "1d",
    });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const { data } = await http.patch(`/projects/${id}`, project({ description: "Shared" }));

    expect(data.attributes).toEqual({
      name: "Platform",
      description: "Shared",
      "workspace-count": 1,
      "team-count": 0,
      permissions: { "can-update": true, "can-destroy": true, "can-create-workspace": true },
    });
  });

  test("null clears the duration and the description, absence leaves them @update-null-and-absent", async () => {
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

  test("an empty description is none @update-empty-description", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform", description: "Shared" });
    const { data } = await http.patch(`/projects/${id}`, project({ description: "" }));
    expect(data.attributes["description"]).toBeNull();
  });

  test("a project may change the case of its own name @update-name-case", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    expect((await http.patch(`/projects/${id}`, project({ name: "PLATFORM" }))).status).toBe(200);
    expect(names()).toEqual(["Default Project", "PLATFORM"]);
  });

  test("a bad or taken name changes nothing @update-name-invalid", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.projects.create({ organization: "acme", name: "Other" });

    for (const name of ["x", "other", null, ""]) {
      const answer = await http.patch(`/projects/${id}`, project({ name, description: "new" }));
      expect([answer.status, ...answer.pointers]).toEqual([422, "/data/attributes/name"]);
    }
    expect(emulator.projects.find("acme", "Platform")).toMatchObject({ id, description: null });
  });

  test.each([
    ["a document of another type is refused @update-wrong-type", resource("project", { name: "Other" }), "/data/type"],
    [
      "a description of 257 characters is refused @update-description-too-long",
      project({ name: "Other", description: "a".repeat(257) }),
      "/data/attributes/description",
    ],
    [
      "a malformed duration is refused @update-duration-malformed",
      project({ name: "Other", "auto-destroy-activity-duration": "20m" }),
      "/data/attributes/auto-destroy-activity-duration",
    ],
  ])("nothing changes when %s", async (_, document, pointer) => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    const before = emulator.state();
    const answer = await http.patch(`/projects/${id}`, document);
    expect([answer.status, ...answer.pointers]).toEqual([422, pointer]);
    expect(emulator.state()).toEqual(before);
  });

  test("the default project may be renamed @rename-default-project", async () => {
    const { defaultProjectId } = emulator.state().organizations[0]!;
    expect((await http.patch(`/projects/${defaultProjectId}`, project({ name: "Unsorted" }))).status).toBe(200);
    expect(names()).toEqual(["Unsorted"]);
  });

  test("workspaces receive a changed duration unless they have their own @update-duration-applies", async () => {
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

  test("an unknown project is not found @update-missing", async () => {
    expect((await http.patch("/projects/prj-0000000000000000", project({ name: "abc" }))).status).toBe(404);
  });
});

describe("show", () => {
  test("every documented attribute is there, the duration too @show", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    });

    const answer = await http.get(`/projects/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      id,
      type: "projects",
      attributes: {
        name: "Platform",
        description: "Shared",
        "workspace-count": 0,
        "team-count": 0,
        permissions: { "can-update": true, "can-destroy": true, "can-create-workspace": true },
        "auto-destroy-activity-duration": "14d",
      },
      relationships: { organization: { data: { id: "acme", type: "organizations" } } },
      links: { self: `/api/v2/projects/${id}` },
    });
  });

  test("a duration that is not set is null @show-duration-unset", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    expect((await http.get(`/projects/${id}`)).data.attributes["auto-destroy-activity-duration"]).toBeNull();
  });

  test("an unknown project is not found @show-missing", async () => {
    const answer = await http.get("/projects/prj-0000000000000000");
    expect(answer.status).toBe(404);
    expect(answer.errors[0]).toMatchObject({ status: "404", title: "not found" });
    expect(typeof answer.errors[0]!.detail).toBe("string");
  });
});

describe("delete (sections 4.5 and 7)", () => {
  test("an empty project is deleted: 204 without content, then 404 @delete-empty", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });

    const answer = await http.delete(`/projects/${id}`);

    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(names()).toEqual(["Default Project"]);
    expect((await http.get(`/projects/${id}`)).status).toBe(404);
    expect((await http.delete(`/projects/${id}`)).status).toBe(404);
  });

  test("a project with workspaces is not deleted: 409, the emulator's choice @delete-with-workspaces", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const answer = await http.delete(`/projects/${id}`);

    expect(answer.status).toBe(409);
    expect(answer.errors).toMatchObject([{ status: "409", title: "conflict" }]);
    expect(names()).toContain("Platform");
  });

  test.each([
    [422, "unprocessable entity"],
    [403, "forbidden"],
  ] as const)("the refusal can be told to be %d @delete-refusal-configured", async (status, title) => {
    const other = await Emulator.start({ projectDeletionBehavior: status });
    const { id } = other.projects.create({ organization: "acme", name: "Platform" });
    other.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const answer = await new HttpClient(other).delete(`/projects/${id}`);

    expect(answer.status).toBe(status);
    expect(answer.errors).toMatchObject([{ status: String(status), title }]);
    expect(other.projects.find("acme", "Platform")).toBeDefined();
    await other.stop();
  });

  test("who may delete the project but not force it is told so: 403 @delete-force-forbidden", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });
    const token = emulator.tokens.create({
      organization: "acme",
      role: "team",
      projects: { [id]: ["read", "update", "destroy"] },
    });

    const answer = await new HttpClient(emulator, token).delete(`/projects/${id}`);

    expect(answer.status).toBe(403);
    expect(answer.errors[0]!.detail).toMatch(/force delete/);
    expect(names()).toContain("Platform");
  });

  test("the default project is never deleted, not even empty @delete-default-project", async () => {
    const { defaultProjectId } = emulator.state().organizations[0]!;
    expect((await http.delete(`/projects/${defaultProjectId}`)).status).toBe(409);
    expect(names()).toEqual(["Default Project"]);
  });
});
