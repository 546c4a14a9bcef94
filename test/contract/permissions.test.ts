import { NotFoundError, UnauthorizedError } from "../../src/api";
import type { Client } from "../../src/api";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

/** Which operations permissions allow, through the client. */

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let projectId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    projectId = both.emulator.projects.create({ organization: "acme", name: "Platform" }).id;
  });
  afterEach(() => both.stop());

  const projectNames = (): readonly string[] =>
    both.emulator.state().organizations[0]!.projects.map(({ name }) => name);

  shows("error-documents: No token, wrong token");
  test("an unknown token is unauthorized, and nothing is done", async () => {
    const stranger = both.clientWith("wrong");
    await expect(stranger.projects.create("acme", { name: "Intruder" })).rejects.toThrow(UnauthorizedError);
    expect(projectNames()).toEqual(["Default Project", "Platform"]);
  });

  shows.case("on the owners team", "authentication: A user token", "authentication: The Owners permission");
  shows.case("with an organization API token", "authentication: An organization API token");
  shows.case("with the permission to manage projects", "authentication: The Manage projects permission");
  describe.each([
    ["on the owners team", "owner"],
    ["with the permission to manage projects", "manage-projects"],
    ["with an organization API token", "organization"],
  ] as const)("a caller %s", (_, role) => {
    let client: Client;
    beforeEach(() => {
      client = both.clientWith(both.emulator.tokens.create({ organization: "acme", role }));
    });

    test("creates a project", async () => {
      const { id } = await client.projects.create("acme", { name: "New" });
      expect(both.emulator.projects.find("acme", "New")).toMatchObject({ id });
    });

    test("updates and deletes a project", async () => {
      await client.projects.update(projectId, { name: "Base" });
      expect(projectNames()).toEqual(["Base", "Default Project"]);
      await client.projects.delete(projectId);
      expect(projectNames()).toEqual(["Default Project"]);
    });
  });

  shows("authentication: Other callers");
  shows.case("who may only read", "missing-permissions: Create, update, delete and list");
  describe.each([
    ["who may only read", "read-only"],
    ["on a team without permissions", "team"],
  ] as const)("another caller %s", (_, role) => {
    test("neither creates nor updates nor deletes a project: not found", async () => {
      const client = both.clientWith(both.emulator.tokens.create({ organization: "acme", role }));
      const before = both.emulator.state();
      await expect(client.projects.create("acme", { name: "New" })).rejects.toThrow(NotFoundError);
      await expect(client.projects.update(projectId, { name: "Base" })).rejects.toThrow(NotFoundError);
      await expect(client.projects.delete(projectId)).rejects.toThrow(NotFoundError);
      expect(both.emulator.state()).toEqual(before);
    });
  });

  shows("list-projects: filter[permissions][create-workspace]", "list-projects: filter[permissions][update]");
  shows("authentication: filter[permissions]", "pages: filter[permissions] without a value");
  test("the filters by permission are evaluated for the caller", async () => {
    const open = both.emulator.projects.create({ organization: "acme", name: "Open" }).id;
    const projects = {
      [projectId]: ["read", "create-workspace"],
      [open]: ["read", "update"],
    } as const;
    const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team", projects }));
    const names = async (client: Client, filters: object): Promise<string[]> =>
      (await collect(client.projects.list("acme", filters))).map(({ name }) => name).sort();

    expect(await names(member, { canUpdate: true })).toEqual(["Open"]);
    expect(await names(member, { canCreateWorkspace: true })).toEqual(["Platform"]);
    expect(await names(member, {})).toEqual(["Open", "Platform"]);
    expect(await names(both.client, { canUpdate: true })).toEqual(["Default Project", "Open", "Platform"]);
  });

  test("a project that is not visible to the caller is not found, and not listed", async () => {
    const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team" }));
    await expect(member.projects.get(projectId)).rejects.toThrow(NotFoundError);
    expect(await collect(member.projects.list("acme"))).toEqual([]);
  });

  describe("who may override a task stage", () => {
    const awaiting = (): string => {
      const { id } = both.emulator.workspaces.create({ organization: "acme", name: "api", projectId });
      const tasks = [{ name: "scan", stage: "post_plan" }] as const;
      const run = both.emulator.runs.start({ workspaceId: id, overridable: true, tasks });
      both.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
      return run.taskStages[0]!.id;
    };

    shows("authentication: Override permissions", "override: can-override");
    test("is sent in the stage's permissions, for each caller", async () => {
      const id = awaiting();
      const reader = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "read-only" }));
      expect((await both.client.taskStages.get(id)).permissions).toEqual({
        canOverridePolicy: false,
        canOverrideTasks: true,
        canOverride: true,
      });
      expect((await reader.taskStages.get(id)).permissions).toEqual({
        canOverridePolicy: false,
        canOverrideTasks: false,
        canOverride: false,
      });
    });

    shows("missing-permissions: Override");
    test("is not found by who may not override it, and keeps waiting", async () => {
      const id = awaiting();
      const reader = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "read-only" }));
      await expect(reader.taskStages.override(id)).rejects.toThrow(NotFoundError);
      expect((await both.client.taskStages.get(id)).status).toBe("awaiting_override");
    });
  });
});
