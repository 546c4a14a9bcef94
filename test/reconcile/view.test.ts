import { AbsentOrHiddenError, OrganizationView } from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const PROJECTS = "GET /api/v2/organizations/acme/projects";
const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";

describe("projects", () => {
  test("250 that are asked for together cost three pages", async () => {
    const ids = acme.addProjects(249);
    const view = acme.view();
    const found = await Promise.all(ids.map((id) => view.projects.byId(id)));
    expect(found.map((project) => project?.id)).toEqual(ids);
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS, PROJECTS]);
  });

  test("three stay single, and what was read once is not read again", async () => {
    const [one, two, three] = acme.addProjects(200);
    const view = acme.view();
    for (let time = 0; time < 2; time += 1) for (const id of [one!, two!, three!]) await view.projects.byId(id);
    expect(acme.takeRequests()).toEqual([one, two, three].map((id) => `GET /api/v2/projects/${id}`));
  });

  test("ten at a time, as Terraform asks, cost the pages alone", async () => {
    const ids = acme.addProjects(120);
    const view = acme.view();
    while (ids.length > 0) await Promise.all(ids.splice(0, 10).map((id) => view.projects.byId(id)));
    expect(acme.takeRequests()).toEqual([PROJECTS, PROJECTS]);
  });

  test("in a very large organization some more stay single before all pages are read", async () => {
    const ids = acme.addProjects(4_000);
    const view = acme.view();
    for (const id of ids.slice(-4)) await view.projects.byId(id);
    expect(acme.takeRequests()).toHaveLength(5);
    await Promise.all(ids.map((id) => view.projects.byId(id)));
    expect(acme.takeRequests()).toHaveLength(40);
  });

  test("one that is in no page is looked for singly before it counts as absent", async () => {
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
      "GET /api/v2/organizations/acme",
    ]);
  });

  test("are found by name without regard to case, among names that contain it", async () => {
    acme.addProject("Platform Next");
    const id = acme.addProject("Platform");
    expect(await acme.view().projects.byName("PLATFORM", { confirmAbsence: true })).toMatchObject({ id });
  });

  test("the duration that the list does not carry is read singly", async () => {
    const id = acme.addProject("Sandbox", { autoDestroyActivityDuration: "3d" });
    const view = acme.view();
    await view.projects.all();
    acme.takeRequests();
    expect(await view.projectInFull(id)).toMatchObject({ autoDestroyActivityDuration: "3d" });
    await view.projectInFull(id);
    expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${id}`]);
  });
});

describe("workspaces", () => {
  test("of three projects are listed by project", async () => {
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

  test("are where an own move put them", async () => {
    const [from, to] = acme.addProjects(2);
    const id = acme.addWorkspace("api", from);
    const view = acme.view();
    await view.workspaces.inProject(from!);
    await acme.client.projects.moveWorkspaces(to!, [id]);
    view.workspaces.moved([id], to!);
    expect(await view.workspaces.inProject(from!)).toEqual([]);
    expect(await view.workspaces.inProject(to!)).toMatchObject([{ id }]);
  });
});

describe("a 404", () => {
  test("is not taken for absence when the organization cannot be read either", async () => {
    const id = acme.addProject("Hidden");
    acme.emulator.addFault({ path: `/api/v2/projects/${id}`, status: 404 });
    acme.emulator.addFault({ path: "/api/v2/organizations/acme", status: 404 });
    const reading = acme.view().projects.byId(id);
    await expect(reading).rejects.toThrow(AbsentOrHiddenError);
    await expect(reading).rejects.toThrow(/does not exist, or the token may not see it/);
  });
});

test("a list of an organization that does not exist is an error that names both causes", async () => {
  const view = new OrganizationView(acme.client, "nowhere");
  await expect(view.projects.byName("Platform", { confirmAbsence: true })).rejects.toThrow(AbsentOrHiddenError);
  await expect(view.projects.all()).rejects.toThrow(AbsentOrHiddenError);
});

test("a page that fails is an error, and is read anew the next time", async () => {
  acme.addProjects(150);
  const view = acme.view();
  acme.emulator.addFault({ path: /page%5Bnumber%5D=2|page\[number\]=2/, status: 422, times: 1 });
  await expect(view.projects.all()).rejects.toThrow();
  expect(await view.projects.all()).toHaveLength(151);
});
