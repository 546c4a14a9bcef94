import { UNSET_SETTINGS } from "../../src/model";
import type { DesiredSettings, Project, ProjectSettings } from "../../src/model";
import {
  DefaultProjectError,
  deleteProject,
  ensureProject,
  ProjectGoneError,
  ProjectNameTakenError,
  ProjectNotEmptyError,
} from "../../src/reconcile";
import { Acme } from "../support/acme";
import { changeSettings } from "../support/project-settings";
import { shows } from "../fidelity";
import { ReadCount } from "../support/read-count";
import { waitUntil } from "../support/wait-until";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const platform: ProjectSettings = { ...UNSET_SETTINGS, name: "Platform", description: "All of it" };
const writes = (): string[] => acme.takeRequests().filter((request) => !request.startsWith("GET"));

describe("ensureProject", () => {
  shows("create-project: POST /organizations/:organization_name/projects", "create-project: :organization_name");
  shows("create-project: data.attributes.name", "create-project: data.attributes.description");
  shows("create-project: data.attributes.auto-destroy-activity-duration", "create-project: Response of create");
  test("creates a missing project with one write, and writes nothing the second time", async () => {
    const created = await ensureProject(acme.view(), { ...platform, autoDestroyActivityDuration: "14d" });
    expect(writes()).toEqual(["POST /api/v2/organizations/acme/projects"]);
    expect(acme.project("Platform")).toMatchObject({
      id: created.id,
      description: "All of it",
      autoDestroyActivityDuration: "14d",
    });
    await ensureProject(acme.view(), { ...platform, autoDestroyActivityDuration: "14d" }, { id: created.id });
    expect(writes()).toEqual([]);
  });

  shows("update-project: PATCH /projects/:project_id", "update-project: :project_id");
  shows("update-project: data.attributes.name", "update-project: data.attributes.description");
  shows("update-project: data.attributes.auto-destroy-activity-duration", "update-project: Response of update");
  test("updates each attribute that differs, and leaves the others unchanged", async () => {
    const id = acme.addProject("Old", { description: "Stays", autoDestroyActivityDuration: "3d" });
    await ensureProject(
      acme.view(),
      { ...platform, name: "New", description: "Stays", autoDestroyActivityDuration: "3d" },
      { id },
    );
    expect(acme.project("New")).toMatchObject({ id, description: "Stays", autoDestroyActivityDuration: "3d" });
    await ensureProject(acme.view(), { ...UNSET_SETTINGS, name: "New" }, { id });
    expect(acme.project("New")).toMatchObject({ id, description: null, autoDestroyActivityDuration: null });
  });

  test("a change of case alone is a rename of the same project", async () => {
    const id = acme.addProject("platform");
    await ensureProject(acme.view(), platform, { id });
    expect(acme.project("Platform")).toMatchObject({ id });
  });

  test("rejects a taken name, whatever its case, and names the project that has it", async () => {
    const id = acme.addProject("PLATFORM");
    const ensured = ensureProject(acme.view(), platform);
    await expect(ensured).rejects.toThrow(ProjectNameTakenError);
    await expect(ensured).rejects.toThrow(
      `"Platform" is already taken in the organization "acme" by project ${id}, spelled "PLATFORM"`,
    );
    expect(writes()).toEqual([]);
  });

  test("adopts a project of the same name if allowed, and updates all of its attributes", async () => {
    const id = acme.addProject("platform", { autoDestroyActivityDuration: "3d" });
    expect(await ensureProject(acme.view(), platform, { adoptExisting: true })).toMatchObject({ id });
    expect(acme.project("Platform")).toMatchObject({ id, description: "All of it", autoDestroyActivityDuration: null });
  });

  test("adopts a project whose tags the list lacks, and writes nothing if they are the same", async () => {
    const id = acme.addProject("Platform", { description: "All of it" });
    await changeSettings(acme.emulator, id, { tags: { env: "prod" } });
    acme.takeRequests();
    const adopted = await ensureProject(
      acme.view(),
      { ...platform, tags: { env: "prod" } },
      { adoptExisting: true, inState: platform },
    );
    expect(adopted).toMatchObject({ id, tags: { env: "prod" } });
    expect(writes()).toEqual([]);
  });

  test("takes settings that the response to an update lacks from the request", async () => {
    const id = acme.addProject("Platform");
    const view = acme.view();
    const updated = await ensureProject(view, { ...platform, tags: { env: "prod" } }, { id });
    expect(updated).toMatchObject({ id, description: "All of it", tags: { env: "prod" } });
    acme.takeRequests();
    expect(await view.projectWithSettings(id, ["tags"])).toMatchObject({ tags: { env: "prod" } });
    expect(acme.takeRequests()).toEqual([]);
  });

  test("renames a project found under a previous name", async () => {
    const id = acme.addProject("Infrastructure");
    await ensureProject(acme.view(), platform, { previousNames: ["Base", "infrastructure"] });
    expect(acme.project("Platform")).toMatchObject({ id });
    expect(acme.project("Infrastructure")).toBeUndefined();
  });

  test("creates once when the response to the create is lost", async () => {
    acme.emulator.faults.add({ method: "POST", drop: "after", times: 1 });
    const created = await ensureProject(acme.view(), platform);
    expect(acme.project("Platform")).toMatchObject({ id: created.id });
    expect(writes()).toEqual(["POST /api/v2/organizations/acme/projects"]);
  });

  test("creates again when the request was lost", async () => {
    acme.emulator.faults.add({ method: "POST", drop: "before", times: 1 });
    const created = await ensureProject(acme.view(), platform);
    expect(acme.project("Platform")).toMatchObject({ id: created.id });
  });

  describe("a project that another client creates, while the request to create it is lost", () => {
    const createMeanwhile = async (
      theirs: Parameters<Acme["addProject"]>[1],
      desired: DesiredSettings,
      name = "Platform",
    ): Promise<{ readonly id: string; readonly ensured: Promise<Project> }> => {
      // The second attempt ends with "already taken".
      acme.emulator.faults.add({ method: "POST", drop: "before", times: 1 });
      const view = acme.view();
      await view.projects.all();
      const id = acme.addProject(name, theirs);
      return { id, ensured: ensureProject(view, desired) };
    };

    test.each<[string, Parameters<Acme["addProject"]>[1], string, DesiredSettings, string]>([
      [
        "a description",
        { description: "Theirs" },
        "Platform",
        platform,
        'its description is "Theirs" instead of "All of it"',
      ],
      ["none", {}, "Platform", platform, 'its description is none instead of "All of it"'],
      [
        "a description, where none was sent",
        { description: "Theirs" },
        "Platform",
        { ...platform, description: null },
        'its description is "Theirs" instead of none',
      ],
      [
        "an auto-destroy duration",
        { description: "All of it", autoDestroyActivityDuration: "14d" },
        "Platform",
        platform,
        'its auto-destroy is "14d" instead of none',
      ],
      [
        "a name in another case",
        { description: "All of it" },
        "PLATFORM",
        platform,
        'its name is "PLATFORM" instead of',
      ],
    ])("is not taken for the one that was to be created if it has another setting: %s", async (_, ...its) => {
      const [theirs, name, desired, difference] = its;
      const { id, ensured } = await createMeanwhile(theirs, desired, name);
      await expect(ensured).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN", outcomeUnknown: true });
      await expect(ensured).rejects.toThrow(`Project ${id} has this name, but ${difference}`);
      await expect(ensured).rejects.toThrow("Check whose project it is before you plan again.");
      expect(acme.project(name)).toMatchObject({ id, description: theirs?.description ?? null });
      expect(writes()).toEqual(["POST /api/v2/organizations/acme/projects"]);
    });

    test("is the one that was to be created if it has all that was sent", async () => {
      const { id, ensured } = await createMeanwhile({ description: "All of it" }, platform);
      expect(await ensured).toMatchObject({ id });
      expect(writes()).toEqual(["POST /api/v2/organizations/acme/projects"]);
    });
  });

  test("a name that is taken between the read and the create is an error that names the project", async () => {
    const view = acme.view();
    await view.projects.all();
    const id = acme.addProject("Platform");
    await expect(ensureProject(view, platform)).rejects.toMatchObject({ code: "NAME_TAKEN", project: { id } });
  });

  test("renaming to a name that was just taken is an error that names the project", async () => {
    const id = acme.addProject("Old");
    const holder = acme.addProject("Platform");
    const renamed = ensureProject(acme.view(), platform, { id });
    await expect(renamed).rejects.toMatchObject({ code: "NAME_TAKEN", project: { id: holder } });
  });

  test("a project that was deleted meanwhile is not created again under another id", async () => {
    await expect(ensureProject(acme.view(), platform, { id: "prj-gone" })).rejects.toThrow(ProjectGoneError);
    expect(acme.project("Platform")).toBeUndefined();
  });
});

describe("deleteProject", () => {
  shows("delete-project: DELETE /projects/:project_id", "delete-project: :project_id", "errors: Delete project 204");
  test("deletes an empty project, and writes nothing the second time", async () => {
    const id = acme.addProject("Platform");
    await deleteProject(acme.view(), id, "refuse");
    await deleteProject(acme.view(), id, "refuse");
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test("looks once at each of the workspaces that leave the project", async () => {
    const id = acme.addProject("Platform");
    const leaving = acme.addWorkspaces(30, id);
    const counted = new ReadCount();
    await deleteProject(acme.view(), id, "refuse", counted.list(leaving));
    expect([acme.project("Platform"), counted.reads]).toEqual([undefined, 30]);
  });

  shows("delete-project: A project that contains workspaces");
  test("rejects a project that contains workspaces, names them, and writes nothing", async () => {
    const id = acme.addProject("Platform");
    acme.addWorkspace("api", id);
    acme.addWorkspace("web", id);
    const deleted = deleteProject(acme.view(), id, "refuse");
    await expect(deleted).rejects.toThrow(ProjectNotEmptyError);
    await expect(deleted).rejects.toThrow(/still contains 2 workspaces: api, web/);
    expect(writes()).toEqual([]);
  });

  test("evacuates 250 workspaces in one request before deleting", async () => {
    const id = acme.addProject("Platform");
    acme.addWorkspaces(250, id);
    await deleteProject(acme.view(), id, "evacuate");
    expect(writes()).toEqual([
      `POST /api/v2/projects/${acme.defaultProjectId}/relationships/workspaces`,
      `DELETE /api/v2/projects/${id}`,
    ]);
    expect(acme.world["Default Project"]).toHaveLength(250);
  });

  test("costs one read and one write for each project", async () => {
    const ids = acme.addProjects(5);
    const view = acme.view();
    await view.organization();
    acme.takeRequests();
    for (const id of ids) await deleteProject(view, id, "refuse");
    expect(acme.takeRequests()).toHaveLength(10);
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test("a workspace that enters during the evacuation is evacuated too", async () => {
    const id = acme.addProject("Platform");
    acme.addWorkspace("early", id);
    acme.emulator.faults.add({ method: "DELETE", path: id, delayMs: 300 });
    const deleting = deleteProject(acme.view(), id, "evacuate");
    await waitUntil(() => acme.world["Platform"]?.length === 0);
    acme.addWorkspace("late", id);
    await deleting;
    expect(acme.world).toEqual({ "Default Project": ["early", "late"] });
  });

  test("workspaces that leave for another project move to the default project first", async () => {
    const id = acme.addProject("Platform");
    const leaving = acme.addWorkspaces(2, id);
    await deleteProject(acme.view(), id, "refuse", leaving);
    expect(acme.world).toEqual({ "Default Project": ["workspace-0", "workspace-1"] });
  });

  shows("errors: Delete project 404");
  test("a 404 is a success only while the organization can be read", async () => {
    const id = acme.addProject("Platform");
    const view = acme.view();
    await view.organization();
    acme.emulator.projects.delete(id);
    await deleteProject(view, id, "refuse");
  });

  test("never deletes the default project", async () => {
    await expect(deleteProject(acme.view(), acme.defaultProjectId, "evacuate")).rejects.toThrow(DefaultProjectError);
    expect(writes()).toEqual([]);
  });
});
