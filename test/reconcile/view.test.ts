import { UNSET_SETTINGS } from "../../src/model";
import {
  NotFoundOrUnauthorizedError,
  NotVisibleError,
  ProjectNotEmptyError,
  deleteProject,
  ensureProject,
  moveWorkspaces,
  OrganizationView,
} from "../../src/reconcile";
import { Client } from "../../src/api";
import { ScriptedService } from "../api/scripted-service";
import { Acme } from "../support/acme";
import { shows } from "../fidelity";
import { waitUntil } from "../support/wait-until";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const PROJECTS = "GET /api/v2/organizations/acme/projects";
const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";

/** The emulator's service without support for `filter[names]`. */
async function serviceWithoutNamesFilter({ emulator }: Acme): Promise<ScriptedService> {
  const service = await ScriptedService.start();
  service.script((response, { path, headers }) => {
    const url = new URL(path, emulator.address);
    url.searchParams.delete("filter[names]");
    const { authorization = "" } = headers;
    void fetch(url, { headers: { authorization } }).then(async (answer) =>
      response.writeHead(answer.status, { "content-type": "application/vnd.api+json" }).end(await answer.text()),
    );
  });
  return service;
}

describe("projects", () => {
  shows("list-projects: page[number]", "list-projects: page[size]", "list-projects: meta.pagination.next-page");
  shows("list-projects: meta.pagination.total-pages");
  shows("limits: Maximum page size");
  test("250 concurrent reads cost three pages", async () => {
    const ids = acme.addProjects(249);
    const view = acme.view();
    const found = await Promise.all(ids.map((id) => view.projects.byId(id)));
    expect(found.map((project) => project?.id)).toEqual(ids);
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS, PROJECTS]);
  });

  shows("show-project: GET /projects/:project_id");
  test("three reads are sent singly, and cached", async () => {
    const [one, two, three] = acme.addProjects(200);
    const view = acme.view();
    for (let time = 0; time < 2; time += 1) for (const id of [one!, two!, three!]) await view.projects.byId(id);
    expect(acme.takeRequests()).toEqual([one, two, three].map((id) => `GET /api/v2/projects/${id}`));
  });

  test("ten reads at a time, as Terraform sends them, cost only the pages", async () => {
    const ids = acme.addProjects(120);
    const view = acme.view();
    while (ids.length > 0) await Promise.all(ids.splice(0, 10).map((id) => view.projects.byId(id)));
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS]);
  });

  test("two batches, the second while the first page is being read, cost each page once", async () => {
    const ids = acme.addProjects(149);
    const view = acme.view();
    acme.emulator.faults.add({ path: "/organizations/acme/projects", delayMs: 150 });
    const first = Promise.all(ids.slice(0, 10).map((id) => view.projects.byId(id)));
    await waitUntil(() => acme.emulator.faults.pending.length === 0);
    const second = Promise.all(ids.slice(10, 20).map((id) => view.projects.byId(id)));
    expect([...(await first), ...(await second)].map((project) => project?.id)).toEqual(ids.slice(0, 20));
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS]);
  });

  test("in a very large organization, more reads are sent singly before all pages are read", async () => {
    const ids = acme.addProjects(4_000);
    const view = acme.view();
    for (const id of ids.slice(0, 4)) await view.projects.byId(id);
    expect(acme.takeRequests()).toHaveLength(5);
    await Promise.all(ids.map((id) => view.projects.byId(id)));
    // The first page too: objects may have moved from the second page to the first since that was read.
    expect(acme.takeRequests()).toHaveLength(41);
  });

  test("a project that is in no page is read singly before it counts as absent", async () => {
    const ids = acme.addProjects(10);
    const view = acme.view();
    await view.projects.all();
    const late = acme.addProject("Came later");
    acme.takeRequests();
    expect(await view.projects.byId(late)).toMatchObject({ name: "Came later" });
    expect(await view.projects.byId("prj-nowhere")).toBeUndefined();
    expect(await view.projects.byId(ids[0]!)).toMatchObject({ name: "Project 0" });
    expect(acme.takeRequests()).toEqual([
      `GET /api/v2/projects/${late}`,
      "GET /api/v2/projects/prj-nowhere",
      // Whether the token sees the default project.
      "GET /api/v2/organizations/acme",
      `GET /api/v2/projects/${acme.defaultProjectId}`,
    ]);
  });

  shows("list-projects: filter[names]");
  test("are found by name without regard to case, among names that contain it", async () => {
    acme.addProject("Platform Next");
    const id = acme.addProject("Platform");
    expect(await acme.view().projects.byName("PLATFORM", { confirmAbsence: true })).toMatchObject({ id });
  });

  test("are found by name on any page when the service ignores the filter", async () => {
    const first = acme.addProject("First of all");
    acme.addProjects(150);
    const id = acme.addProject("Platform");
    const withoutFilter = await serviceWithoutNamesFilter(acme);
    const { token } = acme.emulator;
    const view = new OrganizationView(new Client({ address: withoutFilter.address, token, env: {} }), "acme");
    try {
      expect(await view.projects.freshByName("PLATFORM")).toMatchObject({ id });
      expect(await view.projects.freshByName("first of all")).toMatchObject({ id: first });
      expect(await view.projects.freshByName("Nobody")).toBeUndefined();
    } finally {
      await withoutFilter.stop();
    }
  });

  test("cost one request each when they are read by name", async () => {
    acme.addProjects(150);
    const id = acme.addProject("Platform");
    expect(await acme.view().projects.freshByName("Platform")).toMatchObject({ id });
    expect(acme.takeRequests()).toEqual([PROJECTS]);
    expect(await acme.view().projects.freshByName("Nobody")).toBeUndefined();
    expect(acme.takeRequests()).toEqual([PROJECTS]);
  });

  test("the duration is known from the list, and read singly where the list does not carry it", async () => {
    for (const documents of ["full", "documented"] as const) {
      const organization = await Acme.start({ documents });
      try {
        const id = organization.addProject("Sandbox", { autoDestroyActivityDuration: "3d" });
        const view = organization.view();
        await view.projects.all();
        organization.takeRequests();
        expect(await view.projectWithSettings(id)).toMatchObject({ autoDestroyActivityDuration: "3d" });
        await view.projectWithSettings(id);
        const expected = documents === "full" ? [] : [`GET /api/v2/projects/${id}`];
        expect(organization.takeRequests()).toEqual(expected);
      } finally {
        await organization.stop();
      }
    }
  });
});

describe("workspaces", () => {
  test("of three projects are read by project", async () => {
    const projects = acme.addProjects(3);
    acme.addWorkspaces(150);
    const inside = projects.map((project, index) => acme.addWorkspace(`inside-${index}`, project));
    const view = acme.view();
    const found = await Promise.all(projects.map((id) => view.workspaces.inProject(id)));
    expect(found.map((workspaces) => workspaces.map(({ id }) => id))).toEqual(inside.map((id) => [id]));
    expect(acme.takeRequests()).toHaveLength(3);
  });

  test("of forty projects cost the pages of all", async () => {
    const projects = acme.addProjects(40);
    for (const [index, project] of projects.entries()) acme.addWorkspace(`inside-${index}`, project);
    acme.addWorkspaces(100);
    const view = acme.view();
    const found = await Promise.all(projects.map((id) => view.workspaces.inProject(id)));
    expect(found.map(([workspace]) => workspace?.name)).toEqual(projects.map((_, index) => `inside-${index}`));
    expect(acme.takeRequests()).toEqual([WORKSPACES, WORKSPACES]);
  });

  test("are in the project that an own move put them in", async () => {
    const [from, to] = acme.addProjects(2);
    const id = acme.addWorkspace("api", from);
    const view = acme.view();
    await view.workspaces.inProject(from!);
    await acme.client.projects.moveWorkspaces(to!, [id]);
    view.workspaces.recordMove([{ id, projectId: from! }], to!);
    expect(await view.workspaces.inProject(from!)).toEqual([]);
    expect(await view.workspaces.inProject(to!)).toMatchObject([{ id }]);
  });
});

describe("after own writes", () => {
  const counts = async (view: OrganizationView, ...ids: string[]): Promise<(number | undefined)[]> => {
    const found = await Promise.all(ids.map((id) => view.upToDateProject(id)));
    return found.map((project) => project?.workspaceCount);
  };

  test("a move makes only the counts of its source and its destination stale", async () => {
    const [from, to, other] = acme.addProjects(3);
    const workspaces = acme.addWorkspaces(3, from);
    const view = acme.view();
    await view.projects.all();
    await moveWorkspaces(view, await view.workspaces.inProject(from!), to!);
    expect(workspaces).toHaveLength(3);
    acme.takeRequests();
    expect(await counts(view, other!)).toEqual([0]);
    expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${other}`]); // for its duration
    expect(await counts(view, from!, to!, other!)).toEqual([0, 3, 0]);
    expect(await counts(view, from!, to!, other!)).toEqual([0, 3, 0]);
    expect(acme.takeRequests().filter((request) => request === PROJECTS)).toHaveLength(1);
  });

  test("stale counts are read again with few requests", async () => {
    const projects = acme.addProjects(150);
    acme.addWorkspaces(300);
    const view = acme.view();
    await view.projects.all();
    const waiting = await view.workspaces.inProject(acme.defaultProjectId);
    await Promise.all(projects.map((id, index) => moveWorkspaces(view, waiting.slice(2 * index, 2 * index + 2), id)));
    acme.takeRequests();
    const found = await view.upToDateProjects();
    expect(found.reduce((sum, { workspaceCount }) => sum + workspaceCount!, 0)).toBe(300);
    expect(found.map(({ workspaceCount }) => workspaceCount).sort()).toEqual([0, ...projects.map(() => 2)]);
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS]);
    await view.upToDateProjects();
    expect(acme.takeRequests()).toEqual([]);
  });

  describe("where responses have the documented attributes only", () => {
    let documented: Acme;
    beforeEach(async () => (documented = await Acme.start({ documents: "documented" })));
    afterEach(() => documented.stop());

    shows("project: attributes.permissions in create");
    test("attributes that the response to a create does not carry are read when needed", async () => {
      const view = documented.view();
      await view.projects.all();
      const created = await ensureProject(view, { ...UNSET_SETTINGS, name: "New", autoDestroyActivityDuration: "3d" });
      const expected = {
        workspaceCount: 0,
        teamCount: 0,
        autoDestroyActivityDuration: "3d",
        permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
      };
      expect(await view.upToDateProject(created.id)).toMatchObject(expected);
    });

    test("a page that is read after a create completes the project", async () => {
      const view = documented.view();
      const created = await ensureProject(view, { ...UNSET_SETTINGS, name: "New", autoDestroyActivityDuration: "3d" });
      expect(view.projects.peek(created.id)).toMatchObject({ workspaceCount: undefined });
      documented.addWorkspace("made-by-others", created.id);
      await view.projects.all();
      expect(view.projects.peek(created.id)).toMatchObject({ workspaceCount: 1, autoDestroyActivityDuration: "3d" });
    });
  });

  test("a page that was requested before an own write does not undo it", async () => {
    const id = acme.addProject("Old");
    acme.addProject("Gone soon");
    const view = acme.view();
    acme.emulator.faults.add({ path: "/organizations/acme/projects", drop: "after" });
    const found = acme.project("Gone soon")!.id;
    // The page that fails is requested again; meanwhile the writes go on.
    const [all] = await Promise.all([
      view.projects.all(),
      ensureProject(view, { ...UNSET_SETTINGS, name: "New" }, { id }),
      deleteProject(view, found, "refuse"),
    ]);
    expect(all.length).toBeGreaterThan(0);
    expect((await view.projects.all()).map(({ name }) => name).sort()).toEqual(["Default Project", "New"]);
  });
});

describe("deleting a project that was read to be empty", () => {
  test("takes one request", async () => {
    const [one] = acme.addProjects(3);
    const view = acme.view();
    await Promise.all([view.organization(), view.projects.all()]);
    acme.takeRequests();
    await deleteProject(view, one!, "refuse");
    expect(acme.takeRequests()).toEqual([`DELETE /api/v2/projects/${one}`]);
  });

  test("fails if a workspace has entered since, and evacuates that with the policy for it", async () => {
    const [one, other] = acme.addProjects(2);
    const view = acme.view();
    await view.projects.all();
    acme.addWorkspace("late", one);
    acme.addWorkspace("later", other);
    await expect(deleteProject(view, one!, "refuse")).rejects.toThrow(ProjectNotEmptyError);
    await deleteProject(view, other!, "evacuate");
    expect(acme.world).toEqual({ "Default Project": ["later"], "Project 0": ["late"] });
  });

  test("looks inside after an own move into it", async () => {
    const [from, to] = acme.addProjects(2);
    acme.addWorkspace("moved", from);
    const view = acme.view();
    await view.projects.all();
    await moveWorkspaces(view, await view.workspaces.inProject(from!), to!);
    acme.takeRequests();
    await expect(deleteProject(view, to!, "refuse")).rejects.toThrow(ProjectNotEmptyError);
    expect(acme.takeRequests().filter((it) => it.startsWith("DELETE"))).toEqual([]);
  });
});

describe("the workspaces of projects that code manages", () => {
  /** Projects of one workspace each, beside others, in an organization whose lists carry all settings. */
  async function readMembers(count: number, others: number): Promise<readonly string[]> {
    const full = await Acme.start();
    try {
      const ids = full.addProjects(count);
      for (const [index, id] of ids.entries()) full.addWorkspace(`inside-${index}`, id);
      full.addWorkspaces(others);
      const view = full.view();
      for (const id of ids) await view.projectWithSettings(id);
      full.takeRequests();
      const found = [];
      for (const id of ids) found.push(await view.workspaces.inProject(id));
      expect(found.map(([workspace]) => workspace?.name)).toEqual(ids.map((_, index) => `inside-${index}`));
      return full.takeRequests();
    } finally {
      await full.stop();
    }
  }

  test("are read project by project if these are fewer than all pages", async () => {
    expect(await readMembers(12, 2_000)).toHaveLength(1 + 12);
  });

  test("are read by the page from the first call on if these are few", async () => {
    expect(await readMembers(12, 300)).toHaveLength(4);
  });
});

describe("a 404", () => {
  test('does not mean "deleted" when the organization can no longer be read, although it could before', async () => {
    const id = acme.addProject("Platform");
    const view = acme.view();
    await view.organization();
    acme.emulator.faults.add({ method: "DELETE", status: 404, times: Infinity });
    acme.emulator.faults.add({ path: "/api/v2/projects/", status: 404, times: Infinity });
    acme.emulator.faults.add({ path: /organizations\/acme$/, status: 404, times: Infinity });
    const deleting = deleteProject(view, id, "refuse");
    await expect(deleting).rejects.toThrow(NotFoundOrUnauthorizedError);
    await expect(deleting).rejects.toMatchObject({ outcomeUnknown: false });
    expect(acme.project("Platform")).toBeDefined();
  });

  test("keeps the error of reading the organization when that fails otherwise", async () => {
    acme.emulator.faults.add({ path: /organizations\/acme$/, status: 401, times: Infinity });
    await expect(acme.view().projects.byId("prj-nowhere")).rejects.toMatchObject({ code: "unauthorized" });
  });

  test('does not mean "deleted" when the organization cannot be read either', async () => {
    const id = acme.addProject("Hidden");
    acme.emulator.faults.add({ path: `/api/v2/projects/${id}`, status: 404 });
    acme.emulator.faults.add({ path: "/api/v2/organizations/acme", status: 404 });
    const reading = acme.view().projects.byId(id);
    await expect(reading).rejects.toThrow(NotFoundOrUnauthorizedError);
    await expect(reading).rejects.toThrow(/does not exist, or the token is not authorized to read it/);
  });
});

test("listing an organization that does not exist is an error that names both causes", async () => {
  const view = new OrganizationView(acme.client, "nowhere");
  await expect(view.projects.byName("Platform", { confirmAbsence: true })).rejects.toThrow(NotFoundOrUnauthorizedError);
  await expect(view.projects.all()).rejects.toThrow(NotFoundOrUnauthorizedError);
  const inside = view.workspaces.inProject("prj-nowhere");
  await expect(inside).rejects.toThrow(NotFoundOrUnauthorizedError);
  await expect(inside).rejects.toMatchObject({ organization: "nowhere" });
});

test("a first page that fails is an error once, and is read again the next time", async () => {
  const ids = acme.addProjects(50);
  const view = acme.view();
  acme.emulator.faults.add({ path: "/organizations/acme/projects", status: 422, times: 1 });
  await expect(Promise.all(ids.map((id) => view.projects.byId(id)))).rejects.toThrow();
  expect((await Promise.all(ids.map((id) => view.projects.byId(id)))).map((project) => project?.id)).toEqual(ids);
});

test("workspaces that left a project are found in their new one after a fresh read", async () => {
  const [from, to] = acme.addProjects(2);
  const id = acme.addWorkspace("api", from);
  const view = acme.view();
  await view.workspaces.all();
  await acme.client.projects.moveWorkspaces(to!, [id]);
  expect(await view.workspaces.freshInProject(from!)).toEqual([]);
  expect(await view.workspaces.inProject(to!)).toMatchObject([{ id }]);
});

test("of two projects that were read with the same name, the one that was read later has it", async () => {
  const [one, other] = acme.addProjects(2);
  const views = [acme.view(), acme.view()];
  await Promise.all(views.map((view) => view.projects.all()));
  // They exchange their names, and each view sees only one of the two renames.
  await acme.client.projects.update(one!, { name: "Temporary" });
  await acme.client.projects.update(other!, { name: "Project 0" });
  await acme.client.projects.update(one!, { name: "Project 1" });
  await views[0]!.projects.freshById(one!);
  await views[1]!.projects.freshById(other!);
  const names = { confirmAbsence: false };
  expect(await views[0]!.projects.byName("Project 1", names)).toMatchObject({ id: one });
  expect(await views[1]!.projects.byName("Project 0", names)).toMatchObject({ id: other });
});

test("a page that fails is an error, and is read again the next time", async () => {
  acme.addProjects(150);
  const view = acme.view();
  acme.emulator.faults.add({ path: /page%5Bnumber%5D=2|page\[number\]=2/, status: 422, times: 1 });
  await expect(view.projects.all()).rejects.toThrow();
  expect(await view.projects.all()).toHaveLength(151);
});

test("own moves are recorded: the workspaces are in their new project, without a read", async () => {
  const [from, to] = acme.addProjects(2);
  const id = acme.addWorkspace("api", from);
  const view = acme.view();
  await view.workspaces.all();
  acme.takeRequests();
  view.recordMove([{ id, name: "api", projectId: from!, organization: "acme" }], to!);
  expect(await view.workspaces.inProject(from!)).toEqual([]);
  expect(await view.workspaces.inProject(to!)).toMatchObject([{ id, projectId: to }]);
  expect(acme.takeRequests()).toEqual([]);
});

test("nothing counts as absent for a token that does not see the default project", async () => {
  const visible = acme.addProject("Visible");
  const projects = { [visible]: ["read"] as const };
  const view = acme.viewWith(acme.emulator.tokens.create({ organization: "acme", role: "team", projects }));
  await expect(view.confirmAbsence("Project prj-1")).rejects.toThrow(NotVisibleError);
  await expect(view.projectNamed("Hidden", { confirmAbsence: false })).rejects.toThrow(
    /^Project "Hidden" was not found/,
  );
  await expect(view.freshProjectNamed("Hidden")).rejects.toThrow(/^Project "Hidden" was not found/);
  expect(await view.projectNamed("Visible", { confirmAbsence: false })).toMatchObject({ id: visible });
  await expect(acme.view().confirmAbsence("Project prj-1")).resolves.toBeUndefined();
});
