import type { EmulatorOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, OF_SERVICE, OPENAPI, PROJECTS_PAGE, SENT_BY_CLIENT, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

const start = async (options?: EmulatorOptions): Promise<void> => {
  emulator = await Emulator.start(options);
  http = new HttpClient(emulator);
};
const restart = async (options: EmulatorOptions): Promise<void> => {
  await emulator.stop();
  await start(options);
};
beforeEach(() => start());
afterEach(() => emulator.stop());

const PROJECTS = "/organizations/acme/projects";
const project = (attributes: object): object => resource("projects", attributes);
const names = (): readonly string[] => emulator.state().organizations[0]!.projects.map((it) => it.name);

describe("create", () => {
  shows.operation("create-project: POST /organizations/:organization_name/projects", "Creates a project.");
  shows.documented(OPENAPI, "success: Create a project", "201, with the project.");
  test("creates a project with all attributes", async () => {
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
      isDefault: false,
      executionMode: "remote",
      workspaces: [],
    });
  });

  shows.behavior("create-project: Response of create", "`data` is a project.");
  test("the documented response has only the attributes documented for create", async () => {
    await restart({ documents: "documented" });
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

  shows.parameter(
    "create-project: data.attributes.name",
    "Required; 3 to 40 letters, numbers, spaces, `-`, `_`; no space at either end.",
  );
  shows.limit("limits: Project name length", "3 to 40 characters.");
  test.each(["abc", "a".repeat(40), "a b-c_1", "---", "123"])("accepts the name %j", async (name) => {
    expect((await http.post(PROJECTS, project({ name }))).status).toBe(201);
    expect(names()).toContain(name);
  });

  shows.ourChoice(
    "2026-11",
    "validation: Too short, too long, blank, `0d`",
    "422 with the pointer; the messages are ours, in the service's style.",
  );
  shows.ourChoice("2026-11", "validation: A space at either end of a name", "Rejected with a pointer to the name.");
  shows("create-project: data.attributes.name", "limits: Project name length");
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
  ])("rejects the name %j with an error for each violated rule", async (name, broken) => {
    const response = await http.post(PROJECTS, project({ name }));

    expect(response.status).toBe(422);
    expect(response.pointers).toEqual(Array(broken).fill("/data/attributes/name"));
    expect(response.errors.every((error) => error.status === "422" && error.title === "invalid attribute")).toBe(true);
    expect(names()).toEqual(["Default Project"]);
  });

  shows.documented(
    GO_CLIENT,
    "validation: An invalid name",
    "Title `invalid attribute`; the detail begins `Name may only contain`.",
  );
  test("the error for invalid characters in a name is that of the service", async () => {
    expect((await http.post(PROJECTS, project({ name: "a/b" }))).errors[0]!.detail).toMatch(/^Name may only contain/);
  });

  shows.ourChoice("2026-11", "after-writes: A new project", "Is in lists at once.", { client: OF_SERVICE });
  test("a new project is in the lists that find its name", async () => {
    const { data } = await http.post(PROJECTS, project({ name: "Platform" }));

    expect((await http.get(PROJECTS, { "filter[names]": "Platform" })).list.map(({ id }) => id)).toEqual([data.id]);
    expect((await http.get(PROJECTS, { q: "Plat" })).list.map(({ id }) => id)).toEqual([data.id]);
  });

  shows.documented(
    OPENAPI,
    "error-documents: Error document",
    "`errors`, each with `status`, `title`, `detail` and, for an attribute, `source.pointer`.",
  );
  shows.documented(GO_CLIENT, "project-names: Unique names", "In an organization, ignoring case.");
  shows.ourChoice(
    "2026-11",
    "project-names: A taken name",
    "422 `Name has already been taken`, as documented for workspaces and organizations.",
  );
  test("rejects a name that another project has, case-insensitively", async () => {
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

  shows("project-names: Unique names");
  test("projects of two organizations can have the same name", async () => {
    emulator.organizations.create({ name: "other" });
    emulator.projects.create({ organization: "other", name: "Platform" });

    expect((await http.post(PROJECTS, project({ name: "Platform" }))).status).toBe(201);
  });

  shows.parameter(
    "create-project: data.attributes.description",
    "Optional; at most 256 characters; none when omitted.",
  );
  shows.limit("limits: Project description length", "At most 256 characters.");
  test("a description has at most 256 characters", async () => {
    expect((await http.post(PROJECTS, project({ name: "long", description: "ä".repeat(256) }))).status).toBe(201);
    const response = await http.post(PROJECTS, project({ name: "longer", description: "a".repeat(257) }));

    expect(response.status).toBe(422);
    expect(response.pointers).toEqual(["/data/attributes/description"]);
    expect(names()).not.toContain("longer");
  });

  shows("project: attributes.description", "create-project: data.attributes.description");
  shows("create-project: data.attributes.auto-destroy-activity-duration");
  test("a project with only a name has no description and no duration", async () => {
    const { id } = (await http.post(PROJECTS, project({ name: "Platform" }))).data;
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id,
      name: "Platform",
      description: null,
      autoDestroyActivityDuration: null,
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
      isDefault: false,
      executionMode: "remote",
      workspaces: [],
    });
    const { attributes } = (await http.get(`/projects/${id}`)).data;
    expect(attributes).toMatchObject({ description: null, "auto-destroy-activity-duration": null });
  });

  shows.parameter(
    "create-project: data.attributes.auto-destroy-activity-duration",
    "Optional; for the format, see [the attribute](#project); none when omitted.",
  );
  shows.limit("limits: auto-destroy-activity-duration", "Up to four digits, greater than 0, then `d` or `h`.");
  test.each(["1d", "9999h", "0001d"])("accepts the duration %j", async (duration) => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes["auto-destroy-activity-duration"]).toBe(duration);
  });

  shows("create-project: data.attributes.auto-destroy-activity-duration", "limits: auto-destroy-activity-duration");
  shows("validation: Too short, too long, blank, `0d`");
  test.each(["0d", "0000h", "20m", "bar", "10000d", "1.5d", "-1d", "d", "", 14, "14 d"])(
    "rejects the duration %j at its attribute",
    async (duration) => {
      const response = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": duration }));

      expect(response.status).toBe(422);
      expect(response.pointers).toEqual(["/data/attributes/auto-destroy-activity-duration"]);
      expect(names()).toEqual(["Default Project"]);
    },
  );

  shows.documented(
    GO_CLIENT,
    "validation: A malformed duration",
    "`Auto destroy activity duration has an incorrect format, we expect …`",
  );
  test("the error for a malformed duration is that of the service", async () => {
    const response = await http.post(PROJECTS, project({ name: "abc", "auto-destroy-activity-duration": "20m" }));
    expect(response.errors[0]!.detail).toBe(
      "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' " +
        "or 'h')",
    );
  });

  shows.observed(
    "2026-11",
    "error-documents: Invalid attribute",
    "422 `invalid attribute`, an error object for each violation, with its pointer.",
  );
  test("one response contains all errors", async () => {
    const wrong = { name: "ab", description: "a".repeat(257), "auto-destroy-activity-duration": "0d" };
    const response = await http.post(PROJECTS, project(wrong));

    expect(response.pointers).toEqual([
      "/data/attributes/name",
      "/data/attributes/description",
      "/data/attributes/auto-destroy-activity-duration",
    ]);
  });

  shows.documented(
    OPENAPI,
    "project-attributes: Unknown attributes",
    "`default-execution-mode`, `setting-overwrites` and others are kept and returned; the emulator ignores those " +
      "that the service does not know.",
  );
  test("keeps and returns settings of execution, and ignores unknown attributes", async () => {
    const overwrites = { "default-execution-mode": true, "stacks-default-execution-mode": true };
    const sent = { name: "abc", "default-execution-mode": "local", "stacks-default-execution-mode": "agent" };
    const { data } = await http.post(PROJECTS, project({ ...sent, "setting-overwrites": overwrites, "x-team": ["a"] }));

    const { attributes } = (await http.get(`/projects/${data.id}`)).data;
    expect(attributes).toMatchObject({ ...sent, "setting-overwrites": overwrites });
    expect(attributes).not.toHaveProperty("x-team");
  });

  shows.ourChoice(
    "2026-11",
    "project-attributes: Read-only attributes",
    "Counts and permissions from clients are ignored.",
  );
  test("ignores read-only attributes from clients", async () => {
    const { data } = await http.post(PROJECTS, project({ name: "abc", "workspace-count": 7, permissions: {} }));
    const shown = await http.get(`/projects/${data.id}`);
    expect(shown.data.attributes).toMatchObject({ "workspace-count": 0, permissions: { "can-update": true } });
  });

  shows.parameter(
    "create-project: :organization_name",
    "An existing organization in which the caller may create projects.",
  );
  test("an unknown organization is not found", async () => {
    const response = await http.post("/organizations/nobody/projects", project({ name: "abc" }));
    expect(response.status).toBe(404);
    expect(response.errors).toMatchObject([{ status: "404", title: "not found" }]);
  });

  shows.parameter("create-project: data.type", "Required; must be `projects`.", {
    terraform: SENT_BY_CLIENT,
    case: "/data/type",
  });
  shows.ourChoice(
    "2026-11",
    "error-documents: A malformed document of a project",
    "Missing `data`, wrong `data.type`: 422 with a pointer to the member.",
    { client: "The client sends only complete documents." },
  );
  test.each([
    [{}, "/data"],
    [{ data: [] }, "/data"],
    [{ data: { type: "project", attributes: { name: "abc" } } }, "/data/type"],
    [{ data: { type: "projects", attributes: "abc" } }, "/data/attributes"],
    [{ data: { type: "projects", relationships: [] } }, "/data/relationships"],
  ])("rejects the document %j with the pointer %s", async (document, pointer) => {
    const response = await http.post(PROJECTS, document);
    expect(response.status).toBe(422);
    expect(response.pointers).toEqual([pointer]);
  });
});

describe("show", () => {
  shows.operation("show-project: GET /projects/:project_id", "Shows a project, with `auto-destroy-activity-duration`.");
  shows.documented(OPENAPI, "success: Show a project", "200.");
  test("returns every documented attribute, including the duration", async () => {
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

  shows.documented(
    GO_CLIENT,
    "project-attributes: Unsetting the duration",
    "An explicit null; an omitted one is unchanged. Responses have null when it is unset.",
  );
  test("an unset duration is null", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    expect((await http.get(`/projects/${id}`)).data.attributes["auto-destroy-activity-duration"]).toBeNull();
  });

  shows.parameter("show-project: :project_id", "ID of the project.");
  test.each(["full", "documented"] as const)(
    "an unknown project is not found, with %s documents",
    async (documents) => {
      await restart({ documents });
      const response = await http.get("/projects/prj-0000000000000000");
      expect(response.status).toBe(404);
      expect(response.errors[0]).toMatchObject({ status: "404", title: "not found" });
      expect(typeof response.errors[0]!.detail).toBe(documents === "full" ? "undefined" : "string");
    },
  );
});

describe("delete", () => {
  shows.operation("delete-project: DELETE /projects/:project_id", "Deletes a project; no body.");
  shows.parameter("delete-project: :project_id", "ID of the project.");
  shows.error("errors: Delete project 204", "Project deleted; no body.");
  shows.error("errors: Delete project 404", "Project not found, or caller not authorized to delete it.");
  shows.documented(OPENAPI, "success: Delete a project", "204, without content.");
  shows.documented(
    GO_CLIENT,
    "deleting-projects: A deleted project",
    "404, which clients treat as success. After a lost response, our client reports an unknown outcome, which a " +
      "caller that knows the organization can resolve.",
  );
  test("deletes an empty project: 204 without content, then 404", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });

    const response = await http.delete(`/projects/${id}`);

    expect([response.status, response.text]).toEqual([204, ""]);
    expect(names()).toEqual(["Default Project"]);
    expect((await http.get(`/projects/${id}`)).status).toBe(404);
    expect((await http.delete(`/projects/${id}`)).status).toBe(404);
  });

  shows.behavior("delete-project: A project that contains workspaces", "Cannot be deleted.");
  shows.ourChoice(
    "2026-11",
    "deleting-projects: A project that contains workspaces",
    "409 `conflict`, as for safe deletes of workspaces. The emulator can be configured to respond with 403 or 422.",
  );
  test("rejects the deletion of a project with workspaces: 409, our choice", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const response = await http.delete(`/projects/${id}`);

    expect(response.status).toBe(409);
    expect(response.errors).toMatchObject([{ status: "409", title: "conflict" }]);
    expect(names()).toContain("Platform");
  });

  shows("deleting-projects: A project that contains workspaces");
  test.each([
    [422, "unprocessable entity"],
    [403, "forbidden"],
  ] as const)("the rejection can be set to %d", async (status, title) => {
    const other = await Emulator.start({ projectDeletionBehavior: status });
    const { id } = other.projects.create({ organization: "acme", name: "Platform" });
    other.workspaces.create({ organization: "acme", name: "api", projectId: id });

    const response = await new HttpClient(other).delete(`/projects/${id}`);

    expect(response.status).toBe(status);
    expect(response.errors).toMatchObject([{ status: String(status), title }]);
    expect(other.projects.find("acme", "Platform")).toBeDefined();
    await other.stop();
  });

  shows.error("errors: Delete project 403", "Caller not authorized to perform a force delete.");
  shows.ourChoice(
    "2026-11",
    "deleting-projects: 403, force delete",
    "For a caller who may delete the project but not force-delete it, while it contains workspaces.",
  );
  test("rejects a caller who can delete the project but not force-delete it: 403", async () => {
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

  shows.documented(
    PROJECTS_PAGE,
    "deleting-projects: The default project",
    "May be renamed, but not deleted. The status 409 is our choice.",
  );
  test("the default project cannot be deleted, even if it is empty", async () => {
    const { defaultProjectId } = emulator.state().organizations[0]!;
    expect((await http.delete(`/projects/${defaultProjectId}`)).status).toBe(409);
    expect(names()).toEqual(["Default Project"]);
  });
});
