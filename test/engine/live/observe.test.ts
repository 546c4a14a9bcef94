import * as v from "valibot";
import type { EmulatorOptions } from "../../../src/emulator";
import { UNSET_SETTINGS, type PlacementRule } from "../../../src/model";
import { executePlan } from "../../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../../src/engine/live/observe";
import { actualOrganization } from "../../../src/engine/actual-organization";
import { type DesiredOrganization, type DesiredPlacement, type DesiredProject } from "../../../src/engine/organization";
import { makePlan } from "../../../src/engine/plan/plan";
import type { OrganizationView } from "../../../src/reconcile";
import { Acme } from "../../support/acme";
import { changeTags } from "../../support/project-settings";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** From here on, lists of projects carry no durations. */
async function withoutDurationsInLists(): Promise<void> {
  await acme.stop();
  acme = await Acme.start({ documents: "documented" });
}

function code(...projects: (Pick<DesiredProject, "name"> & Partial<DesiredProject>)[]): DesiredOrganization {
  return {
    name: "acme",
    references: [],
    memberships: [],
    projects: projects.map((project) => ({
      ...UNSET_SETTINGS,
      address: `tfprojects_project.${project.name.toLowerCase()}`,
      previousNames: [],
      ...project,
    })),
  };
}

describe("a duration that the code does not set", () => {
  test.each(["full", "documented"] as const)("is read and cleared with %s documents", async (documents) => {
    if (documents === "documented") await withoutDurationsInLists();
    const names = Array.from({ length: 30 }, (_, index) => `Project ${index}`);
    for (const name of names) acme.addProject(name, { autoDestroyActivityDuration: "3d" });
    const desired = code(...names.map((name) => ({ name })));
    const view = acme.view();
    const plan = makePlan(desired, await observeOrganization(view, desired));
    expect(plan).toMatchObject({ notCompared: [] });
    expect(plan.actions).toHaveLength(30);
    await executePlan(view, plan);
    expect(names.map((name) => acme.project(name)?.autoDestroyActivityDuration)).toEqual(names.map(() => null));
  });

  test("costs a read for each project of the code, and none for the others, if the list does not carry it", async () => {
    await withoutDurationsInLists();
    const [mine] = acme.addProjects(20);
    const view = acme.view();
    await observeOrganization(view, code({ name: "Project 0" }));
    expect(acme.takeRequests().filter((request) => request.includes("/projects/"))).toEqual([
      `GET /api/v2/projects/${mine}`,
    ]);
  });

  test("costs no read if the list carries it", async () => {
    acme.addProject("Platform", { autoDestroyActivityDuration: "3d" });
    const desired = code({ name: "Platform" });
    const plan = makePlan(desired, await observeOrganization(acme.view(), desired));
    expect(plan.actions).toMatchObject([{ kind: "update", before: { autoDestroyActivityDuration: "3d" } }]);
    expect(acme.takeRequests().filter((request) => request.includes("/projects/"))).toEqual([]);
  });
});

describe("without durations", () => {
  test("compares none, and changes none when updating other attributes", async () => {
    acme.addProject("Platform", { autoDestroyActivityDuration: "3d" });
    acme.addProject("Sandbox", { autoDestroyActivityDuration: "3d" });
    const desired = code(
      { name: "Platform", description: "new" },
      { name: "Sandbox", description: "new", autoDestroyActivityDuration: "14d" },
      { name: "Fresh", autoDestroyActivityDuration: "7d" },
    );
    const view = acme.view();
    const plan = makePlan(desired, await observeOrganization(view, desired, { skipDurations: true }));
    expect(plan).toMatchObject({ notCompared: ["autoDestroyActivityDuration"] });
    const { outcomes } = await executePlan(view, plan);
    expect(outcomes).toMatchObject(plan.actions.map(() => ({ kind: "done" })));
    expect(["Platform", "Sandbox", "Fresh"].map((name) => acme.project(name))).toMatchObject([
      { description: "new", autoDestroyActivityDuration: "3d" },
      { description: "new", autoDestroyActivityDuration: "3d" },
      { autoDestroyActivityDuration: "7d" },
    ]);
    expect(acme.takeRequests().filter((request) => request.startsWith("GET /api/v2/projects/"))).toEqual([]);
  });
});

test("a project that is listed but cannot be read by its id does not count as deleted", async () => {
  // To know its duration, it is read by its id.
  await withoutDurationsInLists();
  const id = acme.addProject("Old");
  const desired = code({ name: "New", previousNames: ["Old"] });
  acme.emulator.faults.add({ method: "GET", path: `/projects/${id}`, status: 404 });
  await expect(observeOrganization(acme.view(), desired)).rejects.toThrow(`Project ${id} is no longer found`);
  const view = acme.view();
  await executePlan(view, makePlan(desired, await observeOrganization(view, desired)));
  expect(acme.project("New")).toMatchObject({ id });
});

describe("when as many projects are created as are deleted between two pages", () => {
  /** A view of a service that lists by name; the projects change after its first page is read. */
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

  /** The project that no page shows then: the first of the second page, which moves to the first page. */
  async function missedProject(): Promise<{ readonly name: string; readonly id: string }> {
    acme.addProjects(150);
    const { items } = await acme.client.projects.listPage("acme", { number: 2, size: 100, sort: "name" });
    return items[0]!;
  }

  test("a project to be renamed is renamed, not created a second time", async () => {
    const { id, name } = await missedProject();
    const desired = code({ name: "Renamed", previousNames: [name] });
    const view = viewThenChanged();
    const plan = makePlan(desired, await observeOrganization(view, desired, { skipDurations: true }));
    expect(plan.actions).toMatchObject([{ kind: "update", projectId: id }]);
    await executePlan(view, plan);
    expect(acme.project("Renamed")).toMatchObject({ id });
    expect(acme.project(name)).toBeUndefined();
  });

  test("a chain of renames is followed to the project that no page shows", async () => {
    const { id, name } = await missedProject();
    const next = acme.addProject("Tail");
    const desired = code({ name: "Last", previousNames: ["Tail"] }, { name: "Tail", previousNames: [name] });
    const view = viewThenChanged();
    await executePlan(view, makePlan(desired, await observeOrganization(view, desired, { skipDurations: true })));
    expect(acme.project("Tail")).toMatchObject({ id });
    expect(acme.project("Last")).toMatchObject({ id: next });
  });
});

describe("a project that no page shows costs", () => {
  const requestedNames = (): readonly string[] =>
    acme.emulator.requests.entries
      .map(({ path }) => new URL(path, "http://acme").searchParams.get("filter[names]"))
      .filter((names) => names !== null);

  test("nothing if one page shows all projects", async () => {
    acme.addProjects(99);
    await observeOrganization(acme.view(), code({ name: "New", previousNames: ["Old"] }));
    expect(requestedNames()).toEqual([]);
  });

  test("one request for all names together if there are several pages", async () => {
    acme.addProjects(100);
    await observeOrganization(acme.view(), code({ name: "New", previousNames: ["Old", "Older"] }, { name: "Other" }));
    expect(requestedNames()).toEqual(["New,Old,Older,Other,Default Project"]);
  });

  test("nothing if every project of the code is listed", async () => {
    acme.addProjects(100);
    await observeOrganization(acme.view(), code({ name: "Project 1", previousNames: ["Old"] }, { name: "Project 99" }));
    expect(requestedNames()).toEqual([]);
  });
});

describe("tags of workspaces", () => {
  const rule = { matchTags: { team: "net" } };
  const placing = (its: PlacementRule, more: Partial<DesiredPlacement> = {}, to = acme.defaultProjectId) => {
    const rules = [{ project: { by: "id", id: to } as const, ...its }];
    return { ...code(), placements: [{ address: "tfprojects_workspace_placement.all", rules, ...more }] };
  };

  test("are read with the lists if a rule depends on them, without a request for each workspace", async () => {
    acme.addWorkspaces(120);
    const id = acme.addWorkspace("tagged");
    await changeTags(acme.emulator, id, { team: "net" });
    const actual = await observeOrganization(acme.view(), placing(rule));
    expect(actual.workspaces.find(({ name }) => name === "tagged")?.tags).toEqual([{ key: "team", value: "net" }]);
    expect(actual.workspaces.filter(({ tags }) => tags === undefined)).toEqual([]);
    expect(acme.takeRequests().filter((request) => request.includes("/workspaces"))).toHaveLength(2 + 1);
  });

  test("are not read otherwise, but also for exceptions", async () => {
    acme.addWorkspace("api");
    const tagsWith = async (desired: DesiredOrganization) =>
      (await observeOrganization(acme.view(), desired)).workspaces.map(({ tags }) => tags);
    const named = { matchNames: ["api"] };
    expect(await tagsWith(placing(named))).toEqual([undefined]);
    expect(await tagsWith(placing(named, { exceptTags: { team: "*" } }))).toEqual([[]]);
  });

  /** `net` and two workspaces without tags; what is planned for a rule on its tag, with the requests for workspaces. */
  async function planned(options: EmulatorOptions, of: PlacementRule = rule, more: Partial<DesiredPlacement> = {}) {
    await acme.stop();
    acme = await Acme.start(options);
    const to = acme.addProject("Net");
    const id = acme.addWorkspace("net");
    for (const name of ["bare", "other"]) acme.addWorkspace(name);
    await changeTags(acme.emulator, id, { team: "net" });
    acme.takeRequests();
    const desired = placing(of, more, to);
    const { actions, errors } = makePlan(desired, await observeOrganization(acme.view(), desired));
    return {
      moved: actions.flatMap((it) => (it.kind === "move" ? it.workspaces.map(({ name }) => name) : [])),
      errors: errors.map((refusal) => refusal.code),
      requests: acme
        .takeRequests()
        .filter((request) => request.includes("/workspaces"))
        .map((request) => request.replace(id, "ID").replace("GET /api/v2/", "")),
    };
  }

  const LIST = "organizations/acme/workspaces";

  test.each<[string, EmulatorOptions, readonly string[]]>([
    ["included", { tagRelationships: "always" }, [LIST]],
    ["included for those that have tags", { tagRelationships: "tagged" }, [LIST]],
    ["linked for those that have tags", { tagRelationships: "links" }, [LIST, "workspaces/ID/effective-tag-bindings"]],
  ])("are known where they are %s", async (_, options, requests) => {
    expect(await planned(options)).toEqual({ moved: ["net"], errors: [], requests });
  });

  test("are none where no list refers to any, and none has the keys of the rules", async () => {
    const unused = { exceptTags: { keep: "*", hold: "1" } };
    expect(await planned({ tagRelationships: "never" }, { matchNames: ["*"] }, unused)).toEqual({
      moved: expect.arrayContaining(["net", "bare", "other"]) as unknown,
      errors: [],
      requests: [LIST, LIST, LIST],
    });
  });

  test.each<[string, EmulatorOptions]>([
    ["some have the key of a rule", { tagRelationships: "never" }],
    ["the filter by tags is ignored", { tagRelationships: "never", tagFilter: "ignore" }],
  ])("are unknown where no list refers to any, and %s: the rule is refused", async (_, options) => {
    expect(await planned(options)).toEqual({ moved: [], errors: ["TAGS_NOT_REPORTED"], requests: [LIST, LIST] });
  });

  test("that are unknown can be saved with the plan, and their reason", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never", tagFilter: "ignore" });
    acme.addWorkspace("api");
    const actual = await observeOrganization(acme.view(), placing(rule));
    const saved = v.parse(actualOrganization, JSON.parse(JSON.stringify(actual)));
    expect(saved.workspaces).toMatchObject([{ name: "api", unknownTags: "not-filtered" }]);
  });
});

describe("tags of projects", () => {
  test("that the list does not include take a request for each project to which the code gives tags", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never" });
    const [one, two] = acme.addProjects(3);
    acme.takeRequests();
    const desired = code(
      { name: "Project 0", tags: { team: "net" } },
      { name: "Project 1", tags: {} },
      { name: "Project 2" },
    );
    const { actions } = makePlan(desired, await observeOrganization(acme.view(), desired));
    expect(actions).toMatchObject([{ kind: "update", projectId: one, before: { tags: {} } }]);
    expect(acme.takeRequests().filter((request) => request.includes("tag-bindings"))).toEqual(
      [one, two].map((id) => `GET /api/v2/projects/${id}/effective-tag-bindings`),
    );
  });
});
