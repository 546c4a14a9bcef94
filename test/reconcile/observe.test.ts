import { apply, observe, planOrganization, type CodeProject, type DesiredOrganization } from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

function code(...projects: (Pick<CodeProject, "name"> & Partial<CodeProject>)[]): DesiredOrganization {
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
    expect(plan).toMatchObject({ durationsCompared: true });
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
    expect(plan).toMatchObject({ durationsCompared: false });
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
