import { ConflictError, ForbiddenError, UnprocessableEntityError, NotFoundError } from "../../src/api";
import { HttpClient, resource } from "../emulator/http-client";
import { DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

/** The client's operations on single projects, against the emulator. */

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
  });
  afterEach(() => both.stop());

  const add = (name: string): string => both.emulator.projects.create({ organization: "acme", name }).id;
  const addWorkspace = (name: string, projectId?: string): string =>
    both.emulator.workspaces.create({ organization: "acme", name, projectId }).id;
  const projectNames = (): readonly string[] =>
    both.emulator.state().organizations[0]!.projects.map(({ name }) => name);
  const durationOf = async (workspaceId: string): Promise<unknown> =>
    (await both.client.workspaces.get(workspaceId)).attributes["auto-destroy-activity-duration"];

  describe("creating a project", () => {
    shows("create-project: data.attributes.name", "limits: Project name length", "success: Create a project");
    test.each(["abc", "a".repeat(40), "a b-c_1", "---"])("with the name %j succeeds", async (name) => {
      const created = await both.client.projects.create("acme", { name });
      expect(created.name).toBe(name);
      expect(projectNames()).toContain(name);
    });

    shows("create-project: data.attributes.name");
    shows("limits: Project name length");
    shows("error-documents: Error document");
    shows("validation: An invalid name", "validation: A space at either end of a name");
    test.each(["ab", "a".repeat(41), " abc", "abc ", "a/b", "äbc", ""])(
      "with the name %j is rejected, and the error points to the name",
      async (name) => {
        const creation = both.client.projects.create("acme", { name });
        await expect(creation).rejects.toThrow(UnprocessableEntityError);
        await expect(creation).rejects.toMatchObject({
          status: 422,
          problems: [expect.objectContaining({ pointer: "/data/attributes/name" })],
        });
        expect(projectNames()).toEqual(["Default Project"]);
      },
    );

    shows("create-project: data.attributes.description", "limits: Project description length");
    test("with a description of at most 256 characters succeeds", async () => {
      await both.client.projects.create("acme", { name: "long", description: "ä".repeat(256) });
      const creation = both.client.projects.create("acme", { name: "longer", description: "a".repeat(257) });
      await expect(creation).rejects.toThrow(UnprocessableEntityError);
      await expect(creation).rejects.toMatchObject({ problems: [{ pointer: "/data/attributes/description" }] });
      expect(both.emulator.projects.find("acme", "long")!.description).toHaveLength(256);
      expect(projectNames()).toEqual(["Default Project", "long"]);
    });

    shows("create-project: data.attributes.auto-destroy-activity-duration", "limits: auto-destroy-activity-duration");
    test.each(["1d", "9999h"])("with the duration %j succeeds", async (autoDestroyActivityDuration) => {
      await both.client.projects.create("acme", { name: "Platform", autoDestroyActivityDuration });
      expect(both.emulator.projects.find("acme", "Platform")).toMatchObject({ autoDestroyActivityDuration });
    });

    shows("create-project: data.attributes.auto-destroy-activity-duration", "limits: auto-destroy-activity-duration");
    shows("validation: A malformed duration");
    test.each(["0d", "10000d", "20m", "1.5d", "d", "-1h"])(
      "with the duration %j is rejected, and the error points to it",
      async (autoDestroyActivityDuration) => {
        const creation = both.client.projects.create("acme", { name: "Platform", autoDestroyActivityDuration });
        await expect(creation).rejects.toThrow(UnprocessableEntityError);
        await expect(creation).rejects.toMatchObject({
          problems: [{ pointer: "/data/attributes/auto-destroy-activity-duration" }],
        });
        expect(projectNames()).toEqual(["Default Project"]);
      },
    );

    shows("create-project: data.attributes.description");
    shows("create-project: data.attributes.auto-destroy-activity-duration");
    test("with only a name leaves the description and the duration unset", async () => {
      const { id } = await both.client.projects.create("acme", { name: "Platform" });
      expect(both.emulator.projects.find("acme", "Platform")).toEqual({
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
    });

    shows("create-project: auto-destroy-activity-duration of new workspaces");
    test("applies its duration to workspaces moved into it", async () => {
      const { id } = await both.client.projects.create("acme", {
        name: "Platform",
        autoDestroyActivityDuration: "14d",
      });
      expect(await durationOf(addWorkspace("api", id))).toBe("14d");
    });

    shows("create-project: :organization_name");
    test("in an organization that does not exist is not found", async () => {
      await expect(both.client.projects.create("nobody", { name: "Platform" })).rejects.toThrow(NotFoundError);
    });
  });

  describe("updating a project", () => {
    shows("update-project: data.attributes.name");
    test("leaves the name when it is omitted", async () => {
      const id = add("Platform");
      expect(await both.client.projects.update(id, { description: "Shared" })).toMatchObject({
        name: "Platform",
        description: "Shared",
      });
      expect(projectNames()).toEqual(["Default Project", "Platform"]);
    });

    shows("update-project: PATCH /projects/:project_id", "update-project: data.attributes.description");
    shows("update-project: data.attributes.auto-destroy-activity-duration", "update-project: Response of update");
    shows("success: Update a project");
    test("changes the given attributes and leaves the rest", async () => {
      const { id } = both.emulator.projects.create({
        organization: "acme",
        name: "Platform",
        description: "Shared",
        autoDestroyActivityDuration: "3d",
      });

      expect(await both.client.projects.update(id, { name: "Base" })).toMatchObject({
        id,
        name: "Base",
        description: "Shared",
      });
      expect(both.emulator.projects.find("acme", "Base")).toEqual({
        id,
        name: "Base",
        description: "Shared",
        autoDestroyActivityDuration: "3d",
        defaultExecutionMode: null,
        defaultAgentPoolId: null,
        tags: {},
        isDefault: false,
        executionMode: "remote",
        workspaces: [],
      });
    });

    shows.case("name", "update-project: data.attributes.name");
    shows.case("description", "update-project: data.attributes.description");
    shows.case("duration", "update-project: data.attributes.auto-destroy-activity-duration");
    shows("validation: Too short, too long, blank, `0d`");
    test.each<[string, object, string]>([
      ["name", { name: "x" }, "/data/attributes/name"],
      ["description", { description: "a".repeat(257) }, "/data/attributes/description"],
      ["duration", { autoDestroyActivityDuration: "0d" }, "/data/attributes/auto-destroy-activity-duration"],
    ])("to an invalid %s is rejected there and changes nothing", async (_, changes, pointer) => {
      const id = add("Platform");
      const before = both.emulator.state();
      const update = both.client.projects.update(id, changes);
      await expect(update).rejects.toThrow(UnprocessableEntityError);
      await expect(update).rejects.toMatchObject({ problems: [{ pointer }] });
      expect(both.emulator.state()).toEqual(before);
    });

    shows("project-names: A change of case");
    test("changes the case of its own name", async () => {
      const id = add("Platform");
      expect(await both.client.projects.update(id, { name: "PLATFORM" })).toMatchObject({ id, name: "PLATFORM" });
      expect(projectNames()).toEqual(["Default Project", "PLATFORM"]);
    });

    shows("update-project: A changed duration");
    test("applies its duration to workspaces without their own", async () => {
      const id = add("Platform");
      const [follower, own] = [addWorkspace("follower", id), addWorkspace("own", id)];
      const set = resource("workspaces", { "auto-destroy-activity-duration": "9h" });
      await new HttpClient(both.emulator).patch(`/workspaces/${own}`, set);
      await both.client.projects.update(id, { autoDestroyActivityDuration: "5d" });
      expect([await durationOf(follower), await durationOf(own)]).toEqual(["5d", "9h"]);
    });

    shows("update-project: :project_id");
    test("that does not exist is not found", async () => {
      await expect(both.client.projects.update("prj-0000000000000000", { name: "Base" })).rejects.toThrow(
        NotFoundError,
      );
    });
  });

  describe("showing a project", () => {
    shows("show-project: :project_id");
    test("that does not exist is not found", async () => {
      await expect(both.client.projects.get("prj-0000000000000000")).rejects.toThrow(NotFoundError);
    });
  });

  describe("deleting a project", () => {
    shows("delete-project: DELETE /projects/:project_id", "errors: Delete project 204");
    test("that is empty succeeds", async () => {
      const id = add("Platform");
      await both.client.projects.delete(id);
      expect(projectNames()).toEqual(["Default Project"]);
    });

    shows(
      "delete-project: A project that contains workspaces",
      "deleting-projects: A project that contains workspaces",
    );
    test("that contains workspaces is rejected as a conflict, and it remains", async () => {
      const id = add("Platform");
      addWorkspace("api", id);
      await expect(both.client.projects.delete(id)).rejects.toThrow(ConflictError);
      expect(projectNames()).toContain("Platform");
    });

    shows("errors: Delete project 403", "deleting-projects: 403, force delete");
    test("that the caller may delete, but not force-delete, is forbidden", async () => {
      const id = add("Platform");
      addWorkspace("api", id);
      const projects = { [id]: ["read", "destroy"] } as const;
      const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team", projects }));
      const deletion = member.projects.delete(id);
      await expect(deletion).rejects.toThrow(ForbiddenError);
      await expect(deletion).rejects.toThrow("force delete");
      expect(projectNames()).toContain("Platform");
    });

    shows("delete-project: :project_id", "errors: Delete project 404");
    test("that does not exist, or without permission to delete it, is not found", async () => {
      const id = add("Platform");
      const reader = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "read-only" }));
      await expect(both.client.projects.delete("prj-0000000000000000")).rejects.toThrow(NotFoundError);
      await expect(reader.projects.delete(id)).rejects.toThrow(NotFoundError);
      expect(projectNames()).toContain("Platform");
    });

    shows("deleting-projects: The default project");
    test("that is the default project is rejected as a conflict", async () => {
      const { defaultProjectId } = both.emulator.state().organizations[0]!;
      await expect(both.client.projects.delete(defaultProjectId)).rejects.toThrow(ConflictError);
      expect(projectNames()).toEqual(["Default Project"]);
    });
  });

  describe("moving workspaces", () => {
    const movable = { role: "team", organization: "acme" } as const;
    const homes = (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        both.emulator
          .state()
          .organizations[0]!.projects.flatMap(({ name, workspaces }) => workspaces.map((it) => [it.name, name])),
      );

    shows("move-workspaces: POST /projects/:project_id/relationships/workspaces", "move-workspaces: Response of move");
    shows("errors: Move workspaces 204");
    test("moves all of them", async () => {
      const [source, destination] = [add("Source"), add("Destination")];
      const ids = ["api", "web"].map((name) => addWorkspace(name, source));
      await both.client.projects.moveWorkspaces(destination, ids);
      expect(homes()).toEqual({ api: "Destination", web: "Destination" });
    });

    shows(
      "move-workspaces: All or nothing",
      "errors: Move workspaces 403",
      "workspaces: The detail of a rejected move",
    );
    test("of which one does not exist moves none: forbidden, with its ID", async () => {
      const [source, destination] = [add("Source"), add("Destination")];
      const move = both.client.projects.moveWorkspaces(destination, [
        addWorkspace("api", source),
        "ws-0000000000000000",
      ]);
      await expect(move).rejects.toThrow(ForbiddenError);
      await expect(move).rejects.toMatchObject({
        problems: [{ status: "403", title: "forbidden", detail: expect.stringMatching(/: ws-0000000000000000$/) }],
      });
      expect(homes()).toEqual({ api: "Source" });
    });

    shows("move-workspaces: All or nothing", "authentication: Moving workspaces", "errors: Move workspaces 403");
    shows("missing-permissions: Move");
    test("of which one cannot be moved moves none: forbidden, with its ID", async () => {
      const [source, locked, destination] = [add("Source"), add("Locked"), add("Destination")];
      const ids = [addWorkspace("api", source), addWorkspace("web", locked)];
      const projects = {
        [source]: ["read", "move-workspaces"],
        [locked]: ["read"],
        [destination]: ["read", "move-workspaces"],
      } as const;
      const member = both.clientWith(both.emulator.tokens.create({ ...movable, projects }));
      const move = member.projects.moveWorkspaces(destination, ids);
      await expect(move).rejects.toThrow(ForbiddenError);
      await expect(move).rejects.toMatchObject({
        problems: [{ title: "forbidden", detail: expect.stringMatching(`: ${ids[1]!}$`) }],
      });
      expect(homes()).toEqual({ api: "Source", web: "Locked" });
    });

    shows("move-workspaces: :project_id", "errors: Move workspaces 404", "missing-permissions: Move");
    test("into a project that does not exist or is not permitted moves none", async () => {
      const [source, destination] = [add("Source"), add("Destination")];
      const id = addWorkspace("api", source);
      const projects = { [source]: ["read", "move-workspaces"], [destination]: ["read"] } as const;
      const member = both.clientWith(both.emulator.tokens.create({ ...movable, projects }));
      await expect(both.client.projects.moveWorkspaces("prj-0000000000000000", [id])).rejects.toThrow(NotFoundError);
      await expect(member.projects.moveWorkspaces(destination, [id])).rejects.toThrow(NotFoundError);
      expect(homes()).toEqual({ api: "Source" });
    });

    shows("workspaces: A workspace that is already in the project");
    test("that are already in the project succeeds", async () => {
      const destination = add("Destination");
      const ids = [addWorkspace("api", destination), addWorkspace("web")];
      await both.client.projects.moveWorkspaces(destination, ids);
      expect(homes()).toEqual({ api: "Destination", web: "Destination" });
    });

    shows("workspaces: A workspace of another organization");
    test("of another organization is forbidden, and moves none", async () => {
      both.emulator.organizations.create({ name: "other" });
      const foreign = both.emulator.workspaces.create({ organization: "other", name: "foreign" }).id;
      const ids = [addWorkspace("api", add("Source")), foreign];
      await expect(both.client.projects.moveWorkspaces(add("Destination"), ids)).rejects.toThrow(ForbiddenError);
      expect(homes()).toEqual({ api: "Source" });
    });

    shows("move-workspaces: Permission to move", "authentication: Moving workspaces");
    test("with permission for their projects and the destination succeeds", async () => {
      const [source, destination] = [add("Source"), add("Destination")];
      const id = addWorkspace("api", source);
      const projects = {
        [source]: ["read", "move-workspaces"],
        [destination]: ["read", "move-workspaces"],
      } as const;
      const member = both.clientWith(both.emulator.tokens.create({ ...movable, projects }));
      await member.projects.moveWorkspaces(destination, [id]);
      expect(homes()).toEqual({ api: "Destination" });
    });
  });
});
