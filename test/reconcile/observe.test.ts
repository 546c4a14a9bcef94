import {
  apply,
  observe,
  planOrganization,
  type DesiredProject,
  type DesiredOrganization,
  type OrganizationView,
} from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

function code(...projects: (Pick<DesiredProject, "name"> & Partial<DesiredProject>)[]): DesiredOrganization {
  return {
    name: "acme",
    references: [],
    memberships: [],
    projects: projects.map((project) => ({
      address: `tfprojects_project.${project.name.toLowerCase()}`,
      description: null,
      autoDestroyActivityDuration: null,
      previousNames: [],
      ...project,
    })),
  };
}

describe("a duration that the code does not set", () => {
  test("is found and cleared, however many projects there are", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Project ${index}`);
    for (const name of names) acme.addProject(name, { autoDestroyActivityDuration: "3d" });
    const desired = code(...names.map((name) => ({ name })));
    const view = acme.view();
    const plan = planOrganization(desired, await observe(view, desired));
    expect(plan).toMatchObject({ notCompared: [] });
    expect(plan.actions).toHaveLength(30);
    await apply(view, plan);
    expect(names.map((name) => acme.project(name)?.autoDestroyActivityDuration)).toEqual(names.map(() => null));
  });

  test("costs a read for each project of the code, and none for the others", async () => {
    const [mine] = acme.addProjects(20);
    const view = acme.view();
    await observe(view, code({ name: "Project 0" }));
    expect(acme.takeRequests().filter((request) => request.includes("/projects/"))).toEqual([
      `GET /api/v2/projects/${mine}`,
    ]);
  });

  test("costs nothing more where the list carries it", async () => {
    await acme.stop();
    acme = await Acme.start({ documents: "full" });
    acme.addProject("Platform", { autoDestroyActivityDuration: "3d" });
    const desired = code({ name: "Platform" });
    const plan = planOrganization(desired, await observe(acme.view(), desired));
    expect(plan.actions).toMatchObject([{ kind: "update", from: { autoDestroyActivityDuration: "3d" } }]);
    expect(acme.takeRequests().filter((request) => request.includes("/projects/"))).toEqual([]);
  });
});

describe("without durations", () => {
  test("none is compared, and none is changed by an update of something else", async () => {
    acme.addProject("Platform", { autoDestroyActivityDuration: "3d" });
    acme.addProject("Sandbox", { autoDestroyActivityDuration: "3d" });
    const desired = code(
      { name: "Platform", description: "new" },
      { name: "Sandbox", description: "new", autoDestroyActivityDuration: "14d" },
      { name: "Fresh", autoDestroyActivityDuration: "7d" },
    );
    const view = acme.view();
    const plan = planOrganization(desired, await observe(view, desired, { skipDurations: true }));
    expect(plan).toMatchObject({ notCompared: ["autoDestroyActivityDuration"] });
    expect([...(await apply(view, plan)).values()]).toEqual(plan.actions.map(() => ({ kind: "done" })));
    expect(["Platform", "Sandbox", "Fresh"].map((name) => acme.project(name))).toMatchObject([
      { description: "new", autoDestroyActivityDuration: "3d" },
      { description: "new", autoDestroyActivityDuration: "3d" },
      { autoDestroyActivityDuration: "7d" },
    ]);
    expect(acme.takeRequests().filter((request) => request.startsWith("GET /api/v2/projects/"))).toEqual([]);
  });
});

test("a project that the list shows and a single read does not find is not taken for gone", async () => {
  const id = acme.addProject("Old");
  const desired = code({ name: "New", previousNames: ["Old"] });
  acme.emulator.addFault({ method: "GET", path: `/projects/${id}`, status: 404 });
  await expect(observe(acme.view(), desired)).rejects.toThrow(`Project ${id} does not exist any more`);
  const view = acme.view();
  await apply(view, planOrganization(desired, await observe(view, desired)));
  expect(acme.project("New")).toMatchObject({ id });
});

describe("while as many projects are made as are deleted between two pages", () => {
  /** A view on a service that lists by name, of which the first page of projects is followed by the change. */
  function viewThenChanged(): OrganizationView {
    const view = acme.impatientView();
    const { projects } = view.client;
    const listPage = projects.listPage.bind(projects);
    let isChanged = false;
    projects.listPage = async (organization, asked) => {
      const page = await listPage(organization, { ...asked, sort: "name" });
      if (isChanged) return page;
      isChanged = true;
      const free = page.items.find(({ id }) => id !== acme.defaultProjectId);
      await acme.client.projects.delete(free!.id);
      acme.addProject("Zoo");
      return page;
    };
    return view;
  }

  /** What no page shows then: the first project of the second page, for whom a place on the first becomes free. */
  async function slipping(): Promise<{ readonly name: string; readonly id: string }> {
    acme.addProjects(150);
    const { items } = await acme.client.projects.listPage("acme", { number: 2, size: 100, sort: "name" });
    return items[0]!;
  }

  test("a project that is to be renamed is renamed, not made anew beside itself", async () => {
    const { id, name } = await slipping();
    const desired = code({ name: "Renamed", previousNames: [name] });
    const view = viewThenChanged();
    const plan = planOrganization(desired, await observe(view, desired, { skipDurations: true }));
    expect(plan.actions).toMatchObject([{ kind: "update", projectId: id }]);
    await apply(view, plan);
    expect(acme.project("Renamed")).toMatchObject({ id });
    expect(acme.project(name)).toBeUndefined();
  });

  test("names that are passed on from one project to the next are followed to the one that slipped", async () => {
    const { id, name } = await slipping();
    const next = acme.addProject("Tail");
    const desired = code({ name: "Last", previousNames: ["Tail"] }, { name: "Tail", previousNames: [name] });
    const view = viewThenChanged();
    await apply(view, planOrganization(desired, await observe(view, desired, { skipDurations: true })));
    expect(acme.project("Tail")).toMatchObject({ id });
    expect(acme.project("Last")).toMatchObject({ id: next });
  });
});

describe("projects that no page shows cost", () => {
  const namesAsked = (): readonly string[] =>
    acme.emulator.requests
      .map(({ path }) => new URL(path, "http://acme").searchParams.get("filter[names]"))
      .filter((names) => names !== null);

  test("nothing where one page shows all", async () => {
    acme.addProjects(99);
    await observe(acme.view(), code({ name: "New", previousNames: ["Old"] }));
    expect(namesAsked()).toEqual([]);
  });

  test("one request for all of their names together where there are more pages", async () => {
    acme.addProjects(100);
    await observe(acme.view(), code({ name: "New", previousNames: ["Old", "Older"] }, { name: "Other" }));
    expect(namesAsked()).toEqual(["New,New - renaming,Old,Older,Other,Other - renaming"]);
  });

  test("nothing where the code has none", async () => {
    acme.addProjects(100);
    await observe(acme.view(), code({ name: "Project 1", previousNames: ["Old"] }, { name: "Project 99" }));
    expect(namesAsked()).toEqual([]);
  });
});
