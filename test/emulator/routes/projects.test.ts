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
  test("creates a project with all attributes @create", async () => {
    const given = { name: "Platform", description: "Shared", "auto-destroy-activity-duration": "14d" };
    const response = await http.post(PROJECTS, project(given));

    expect(response.status).toBe(201);
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id: response.data.id,
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
    });
  });

  test("the response has only the attributes documented for create @create-response", async () => {
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
    "accepts the name %j @create-name-valid",
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
  ])("rejects the name %j with an error for each violated rule @create-name-invalid", async (name, broken) => {
    const response = await http.post(PROJECTS, project({ name }));

    expect(response.status).toBe(422);
    expect(response.pointers).toEqual(Array(broken).fill("/data/attributes/name"));
    expect(response.errors.every((error) => error.status === "422" && error.title === "invalid attribute")).toBe(true);
    expect(names()).toEqual(["Default Project"]);
  });

  test("the error for invalid characters in a name is that of the service @create-name-error-text", async () => {
    expect((await http.post(PROJECTS, project({ name: "a/b" }))).errors[0]!.detail).toMatch(/^Name may only contain/);
  });

  test("rejects a name that another project has, case-insensitively @create-name-taken", async () => {
    emulator.projects.create({ organization: "acme", name: "Platform" });

    const response = await http.post(PROJECTS, project({ name: "PLATFORM" }));

    expect(response.status).toBe(422);
    expect(response.errors).toEqual([
      {
        status: "422",
        title: "invalid attribute",
        detail: "Name has already been taken",
        source: { pointer: "/data/attributes/name" },
      },
    ]);
    expect(names()).toEqual(["Default Project", "Platform"]);
  });

  test("projects of two organizations can have the same name @create-name-in-other-organization", async () => {
    emulator.organizations.create("other");
    emulator.projects.create({ organization: "other", name: "Platform" });

    expect((await http.post(PROJECTS, project({ name: "Platform" }))).status).toBe(201);
  });

  test("a description has at most 256 characters @create-description-length", async () => {
    expect((await http.post(PROJECTS, project({ name: "long", description: "ä".repeat(256) }))).status).toBe(201);
    const response = await http.post(PROJECTS, project({ name: "longer", description: "a".repeat(257) }));

    expect(response.status).toBe(422);
    expect(response.pointers).toEqual(["/data/attributes/description"]);
    expect(names()).not.toContain("longer");
  });

  test("a project with only a name has no description and no duration @create-name-only", async () => {
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

  test.each(["1d", "9999h", "0001d"])("accepts the duration %j @create-duration-valid", async (duration) => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes["auto-destroy-activity-duration"]).toBe(duration);
  });

  test.each(["0d", "0000h", "20m", "bar", "10000d", "1.5d", "-1d", "d", "", 14, "14 d"])(
    "rejects the duration %j at its attribute @create-duration-invalid",
    async (duration) => {
      const response = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));

      expect(response.status).toBe(422);
      expect(response.pointers).toEqual(["/data/attributes/auto-destroy-activity-duration"]);
      expect(names()).toEqual(["Default Project"]);
    },
  );

  test("the error for a malformed duration is that of the service @create-duration-error-text", async () => {
    const response = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": "20m" }));
    expect(response.errors[0]!.detail).toBe(
      "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' " +
        "or 'h')",
    );
  });

  test("one response contains all errors @create-all-errors", async () => {
    const wrong = { name: "ab", description: "a".repeat(257), "auto-destroy-activity-duration": "0d" };
    const response = await http.post(PROJECTS, project(wrong));

    expect(response.pointers).toEqual([
      "/data/attributes/name",
      "/data/attributes/description",
      "/data/attributes/auto-destroy-activity-duration",
    ]);
  });

  test("keeps and returns unknown attributes @create-unknown-attributes", async () => {
    const overwrites = { "default-execution-mode": true, "stacks-default-execution-mode": true };
    const sent = { name: "abc", "default-execution-mode": "local", "setting-overwrites": overwrites, "x-team": ["a"] };
    const { data } = await http.post(PROJECTS, project(sent));

    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes).toMatchObject(sent);
  });

  test("ignores read-only attributes from clients @create-read-only-attributes", async () => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "workspace-count": 7, permissions: {} }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes).toMatchObject({ "workspace-count": 0, permissions: { "can-update": true } });
  });

  test("an unknown organization is not found @create-organization-missing", async () => {
    const response = await http.post("/organizations/nobody/projects", project({ name: "abc" }));
    expect(response.status).toBe(404);
    expect(response.errors).toMatchObject([{ status: "404", title: "not found" }]);
  });

  test.each([
    [{}, "/data"],
    [{ data: [] }, "/data"],
    [{ data: { type: "project", attributes: { name: "abc" } } }, "/data/type"],
    [{ data: { type: "projects", attributes: "abc" } }, "/data/attributes"],
    [{ data: { type: "projects", relationships: [] } }, "/data/relationships"],
  ])("rejects the document %j with a pointer @create-malformed-%s", async (document, pointer) => {
    const response = await http.post(PROJECTS, document);
    expect(response.status).toBe(422);
    expect(response.pointers).toEqual([pointer]);
  });
});

describe("show", () => {
  test("returns every documented attribute, including the duration @show", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    });

    const response = await http.get(`/projects/${id}`);

    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({
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

  test("an unset duration is null @show-duration-unset", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    expect((await http.get(`/projects/${id}`)).data.attributes["auto-destroy-activity-duration"]).toBeNull();
  });

  test("an unknown project is not found @show-missing", async () => {
    const response = await http.get("/projects/prj-0000000000000000");
    expect(response.status).toBe(404);
    expect(response.errors[0]).toMatchObject({ status: "404", title: "not found" });
    expect(typeof response.errors[0]!.detail).toBe("string");
  });
});

describe("delete", () => {
  test("deletes an empty project: 204 without content, then 404 @delete-empty", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });

    const response = await http.delete(`/projects/${id}`);

    expect([response.status, response.text]).toEqual([204, ""]);
    expect(names()).toEqual(["Default Project"]);
    expect((await http.get(`/projects/${id}`)).status).toBe(404);
    expect((await http.delete(`/projects/${id}`)).status).toBe(404);
  });

  test("rejects the deletion of a project with workspaces: 409, our choice @delete-with-workspaces", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const response = await http.delete(`/projects/${id}`);

    expect(response.status).toBe(409);
    expect(response.errors).toMatchObject([{ status: "409", title: "conflict" }]);
    expect(names()).toContain("Platform");
  });

  test.each([
    [422, "unprocessable entity"],
    [403, "forbidden"],
  ] as const)("the rejection can be set to %d @delete-refusal-configured", async (status, title) => {
    const other = await Emulator.start({ projectDeletionBehavior: status });
    const { id } = other.projects.create({ organization: "acme", name: "Platform" });
    other.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const response = await new HttpClient(other).delete(`/projects/${id}`);

    expect(response.status).toBe(status);
    expect(response.errors).toMatchObject([{ status: String(status), title }]);
    expect(other.projects.find("acme", "Platform")).toBeDefined();
    await other.stop();
  });

  test("rejects a caller who can delete the project but not force-delete it: 403 @delete-force-forbidden", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });
    const token = emulator.tokens.create({
      organization: "acme",
      role: "team",
      projects: { [id]: ["read", "update", "destroy"] },
    });

    const response = await new HttpClient(emulator, token).delete(`/projects/${id}`);

    expect(response.status).toBe(403);
    expect(response.errors[0]!.detail).toMatch(/force delete/);
    expect(names()).toContain("Platform");
  });

  test("the default project cannot be deleted, even if it is empty @delete-default-project", async () => {
    const { defaultProjectId } = emulator.state().organizations[0]!;
    expect((await http.delete(`/projects/${defaultProjectId}`)).status).toBe(409);
    expect(names()).toEqual(["Default Project"]);
  });
});
