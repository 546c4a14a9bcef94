import type { OrganizationView } from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** The project as the list has it, which lacks its tags. */
async function listed(view: OrganizationView, id: string) {
  const found = (await view.projects.all()).find((project) => project.id === id);
  acme.takeRequests();
  return found!;
}

test("a project that another module has read takes no read", async () => {
  const id = acme.addProject("Platform");
  const project = await listed(acme.view(), id);
  const view = acme.view();
  view.projects.recordRead(project, []);
  expect(await view.projects.byId(id)).toMatchObject({ id, name: "Platform" });
  expect(acme.takeRequests()).toEqual([]);
});

test("settings that such a read included, and the service did not report, are not read again", async () => {
  const id = acme.addProject("Platform");
  const project = { ...(await listed(acme.view(), id)), tags: undefined };
  const view = acme.view();
  view.projects.recordRead(project, ["effective-tag-bindings"]);
  expect(await view.projectWithSettings(id, ["tags"])).toMatchObject({ id });
  expect(acme.takeRequests()).toEqual([]);
  const other = acme.view();
  other.projects.recordRead(project, []);
  expect(await other.projectWithSettings(id, ["tags"])).toMatchObject({ id, tags: {} });
  expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${id}`]);
});

test("a project that does not exist is read once, up to date or not", async () => {
  const view = acme.view();
  await view.organization();
  acme.takeRequests();
  expect(await view.projects.upToDateById("prj-nowhere")).toBeUndefined();
  expect(acme.takeRequests()).toEqual(["prj-nowhere", acme.defaultProjectId].map((id) => `GET /api/v2/projects/${id}`));
});

test("the workspaces of managed projects fill at least one page each", async () => {
  const [empty, full] = acme.addProjects(2);
  acme.addWorkspaces(201, full);
  const view = acme.view();
  expect(view.projects.managed.pages()).toBe(0);
  await view.projectWithSettings(empty!);
  expect(view.projects.managed.pages()).toBe(1);
  await view.projectWithSettings(full!);
  expect(view.projects.managed.pages()).toBe(1 + 3);
  await view.projectWithSettings("prj-nowhere");
  expect(view.projects.managed.pages()).toBe(1 + 3 + 1);
  expect([empty, full, acme.defaultProjectId].map((id) => view.projects.managed.has(id!))).toEqual([true, true, false]);
});
