import type { ProjectPlan, ProjectState } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import { planCreate, planUpdate } from "../../src/provider/project-plan";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf, projectState, RENAMES, warning } from "./context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

type Context = ReturnType<typeof contextOf>;

const planOf = (name: unknown, more: object = {}): ProjectPlan =>
  ({ ...projectState("", "", { deletion_policy: "refuse" }), id: UNKNOWN, name, ...more }) as never;

interface Planning {
  readonly context?: Context;
  readonly replaces?: ProjectState | null;
  readonly privateState?: unknown;
}

/** The plan of a new project, and what it reports. */
async function created(plan: ProjectPlan, { context = contextOf(acme), replaces = null, privateState }: Planning = {}) {
  const result = await planCreate(plan, { replaces, privateState }, context);
  const { planned, ...others } = result;
  return { id: planned.id, ...others, diagnostics: context.diagnostics.entries };
}

const asNew = (more: object = {}) => ({
  id: UNKNOWN,
  requiresReplace: ["organization"],
  deletionPrivateState: undefined,
  diagnostics: [],
  ...more,
});

describe("a new project", () => {
  test("is planned as new, and its name is reserved", async () => {
    const context = contextOf(acme);
    expect(await created(planOf("Platform"), { context })).toEqual(asNew({ privateState: undefined }));
    expect(await errorsOf(() => created(planOf("PLATFORM"), { context }))).toMatchObject([
      { summary: "Duplicate project name" },
    ]);
  });

  test.each([["name"], ["organization"]])("is planned without a request while its %s is unknown", async (attribute) => {
    acme.takeRequests();
    expect(await created(planOf("Platform", { [attribute]: UNKNOWN }))).toEqual(asNew());
    expect(acme.takeRequests()).toEqual([]);
  });

  test("may exist already if the token does not see every project", async () => {
    const projects = { [acme.defaultProjectId]: ["read"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const context = contextOf({ client: acme.viewWith(token).client });
    expect((await created(planOf("Platform"), { context })).diagnostics).toEqual([
      warning(
        "Project not found",
        'Project "Platform" does not exist in the organization "acme", or the token is not authorized to see it. ' +
          "It will " +
          "be created, which fails if another project has the name, or if the token may not create it.",
        "name",
      ),
    ]);
  });

  test("is refused if its name is taken", async () => {
    const id = acme.addProject("Platform");
    const taken = error(
      `Project "Platform" (${id}) already exists`,
      expect.stringContaining(`already taken in the organization "acme" by project ${id}.`) as string,
      "name",
    );
    expect(await errorsOf(() => created(planOf("Platform")))).toEqual([taken]);
    const limited = { previous_names: ["Other"], adopt_existing: false };
    expect(await errorsOf(() => created(planOf("Platform", limited)))).toEqual([taken]);
  });

  test("adopts the project with its name, and says what changes", async () => {
    const id = acme.addProject("platform", { description: "By hand" });
    const context = contextOf(acme);
    expect(await created(planOf("Platform", { adopt_existing: true, description: "Shared" }), { context })).toEqual(
      asNew({
        id,
        diagnostics: [
          warning(
            "An existing project is adopted",
            `Project "platform" (${id}) already exists, and is adopted; no project is created. Changes: name: ` +
              '"platform" → "Platform"; description: "By hand" → "Shared".',
            "name",
          ),
        ],
      }),
    );
    expect(context.provider.plannedProjects.use({}, id, "keeps")).toBe(false);
    acme.emulator.projects.update(id, { autoDestroyActivityDuration: "14d" });
    const cleared = await created(planOf("platform", { adopt_existing: true, description: "By hand" }));
    expect(cleared.diagnostics[0]?.detail).toContain('Changes: auto_destroy_activity_duration: "14d" → null.');
    acme.emulator.projects.update(id, { autoDestroyActivityDuration: null });
    const unchanged = await created(planOf("platform", { adopt_existing: true, description: "By hand" }));
    expect(unchanged.diagnostics[0]?.detail).toMatch(/no project is created\. It does not change\.$/);
    const unknown = await created(planOf("Platform", { adopt_existing: true, description: UNKNOWN }));
    expect(unknown.diagnostics[0]?.detail).toMatch(/no project is created\. It does not change\.$/);
    const ofTags = await created(planOf("Platform", { adopt_existing: true, tags: { env: UNKNOWN } }));
    expect(ofTags.diagnostics[0]?.detail).toMatch(/no project is created\. It does not change\.$/);
  });

  test("renames the project with a previous name that is known, which becomes available", async () => {
    const id = acme.addProject("Infrastructure");
    const context = contextOf(acme);
    const plan = planOf("Platform", { previous_names: [UNKNOWN, "Infrastructure"] });
    expect(await created(plan, { context })).toEqual(
      asNew({
        id,
        diagnostics: [
          warning(
            "An existing project is renamed",
            `Project "Infrastructure" (${id}) already exists, and is adopted; no project is created. Changes: ` +
              'name: "Infrastructure" → "Platform".',
            "name",
          ),
        ],
      }),
    );
    expect(context.provider.plannedNames.renameFrom("acme", "Infrastructure")).toMatchObject({
      projectId: id,
      from: "Infrastructure",
      to: "Platform",
    });
    expect(await created(planOf("Other", { previous_names: UNKNOWN }))).toMatchObject({ id: UNKNOWN });
  });

  test("adopts no project that another resource uses", async () => {
    const id = acme.addProject("Platform");
    const context = contextOf(acme);
    context.provider.plannedProjects.use({}, id, "keeps");
    expect(await errorsOf(() => created(planOf("Platform", { adopt_existing: true }), { context }))).toMatchObject([
      { summary: "Project managed by two resources" },
    ]);
  });

  describe("that gets the name of a project which is renamed", () => {
    function renaming(id: string): Context {
      const context = contextOf(acme);
      context.provider.plannedNames.rename("acme", { projectId: id, from: "Platform", to: "Core" });
      return context;
    }

    test("is planned after the rename without a warning, and says who passes the name on", async () => {
      const id = acme.addProject("Platform");
      expect(await created(planOf("Platform"), { context: renaming(id) })).toEqual(
        asNew({ privateState: { passedOnBy: id } }),
      );
      const adopting = planOf("Platform", { adopt_existing: true });
      const privateState = { passedOnBy: id };
      expect(await created(adopting, { context: renaming(id), privateState })).toEqual(asNew({ privateState }));
    });

    test("is planned with a warning if the rename is planned meanwhile", async () => {
      const id = acme.addProject("Platform");
      const context = contextOf(acme);
      const planning = created(planOf("Platform"), { context });
      context.provider.plannedNames.rename("acme", { projectId: id, from: "Platform", to: "Core" });
      const { diagnostics } = await planning;
      expect(diagnostics.map(({ summary }) => summary)).toEqual(["The name belongs to a project that is renamed"]);
    });

    test("does not adopt it if the rename is planned meanwhile", async () => {
      const id = acme.addProject("Platform");
      const context = contextOf(acme);
      const planning = errorsOf(() => created(planOf("Platform", { adopt_existing: true }), { context }));
      context.provider.plannedNames.rename("acme", { projectId: id, from: "Platform", to: "Core" });
      expect(await planning).toMatchObject([{ summary: "Cannot plan the project" }]);
    });

    test("is refused if two resources have that in the state", async () => {
      const id = acme.addProject("Platform");
      const context = renaming(id);
      for (let times = 0; times < 2; times += 1) context.provider.projectsInState.read(projectState(id, "Platform"));
      expect(await errorsOf(() => created(planOf("Platform"), { context }))).toMatchObject([
        { summary: "Project managed by two resources" },
      ]);
    });
  });

  describe("that gets the name of a project in the state, which was not planned so far", () => {
    function loaded(id: string, more: Partial<ProjectState> = {}): Context {
      const context = contextOf(acme);
      context.provider.projectsInState.load(projectState(id, "Platform", more));
      return context;
    }

    test("is planned as its replacement, as it may be tainted", async () => {
      const id = acme.addProject("Platform");
      const context = loaded(id);
      expect(await created(planOf("Platform"), { context })).toEqual(asNew({ deletionPrivateState: [] }));
      expect(context.provider.plannedNames.takerOf(id)?.entry).toBe("name");
      expect(context.provider.plannedProjects.isDeleted(id)).toBe(true);
    });

    test("takes the project itself if it would adopt it", async () => {
      const id = acme.addProject("Platform");
      const context = loaded(id);
      await created(planOf("Platform", { adopt_existing: true }), { context });
      expect(context.provider.plannedNames.takerOf(id)?.entry).toBe("project");
    });

    test("takes only the name if it replaces another one", async () => {
      const id = acme.addProject("Platform");
      const context = loaded(id);
      const replaces = projectState(acme.addProject("Old"), "Old");
      expect(await created(planOf("Platform"), { context, replaces })).toEqual(asNew({ deletionPrivateState: [] }));
      expect(context.provider.plannedNames.takerOf(id)).toEqual({ resource: replaces, entry: "name" });
      expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
    });
  });

  test("that replaces one may have its name", async () => {
    const id = acme.addProject("Platform");
    const context = contextOf(acme);
    const replaces = projectState(id, "Platform");
    expect(await created(planOf("Platform"), { context, replaces })).toEqual(asNew({ deletionPrivateState: [] }));
    expect(context.provider.plannedProjects.isDeleted(id)).toBe(true);
  });
});

describe("the update of a project", () => {
  const updating = (prior: ProjectState, name: unknown, context: Context) =>
    planUpdate(context.provider.organization("acme"), prior, planOf(name), context);

  function platform() {
    const id = acme.addProject("Platform");
    return { id, prior: projectState(id, "Platform"), context: contextOf(acme) };
  }

  const summariesIn = ({ diagnostics }: Context) => diagnostics.entries.map(({ summary }) => summary);

  test("with the same name, or an unknown one, reads nothing", async () => {
    const { prior, context } = platform();
    acme.takeRequests();
    for (const name of ["Platform", UNKNOWN]) await updating(prior, name, context);
    expect(context.diagnostics.entries).toEqual([]);
    await updating(prior, "PLATFORM", context);
    expect(acme.takeRequests()).toEqual([]);
    // Names in identities have a case.
    expect(summariesIn(context)).toEqual([RENAMES]);
    expect(context.provider.plannedNames.renameFrom("acme", "Platform")).toBeUndefined();
  });

  test("with a new name gives up the old one", async () => {
    const { id, prior, context } = platform();
    await updating(prior, "Core", context);
    expect(context.provider.plannedNames.renameFrom("acme", "Platform")).toMatchObject({ projectId: id, to: "Core" });
    expect(summariesIn(context)).toEqual([RENAMES]);
  });

  test("is refused for a name that another project has, with what to do", async () => {
    const { prior, context } = platform();
    const taken = acme.addProject("Core");
    expect(await errorsOf(() => updating(prior, "Core", context))).toEqual([
      error(
        "Cannot rename the project",
        `The name "Core" is already taken in the organization "acme" by project ${taken}.\n\nIf another resource ` +
          `in your ` +
          "configuration renames that project in the same apply, add the resource that renames it to `depends_on` " +
          "(in a " +
          "CDK app: dependsOn) of this one. If the two exchange their names, rename one to a third name first, and " +
          "apply. Otherwise choose a different name.",
        "name",
      ),
    ]);
  });

  test("gets the name of a project that is renamed before, or meanwhile with a warning", async () => {
    const { prior } = platform();
    const core = acme.addProject("Core");
    const rename = { projectId: core, from: "Core", to: "Data" };
    const before = contextOf(acme);
    before.provider.plannedNames.rename("acme", rename);
    await updating(prior, "Core", before);
    expect(summariesIn(before)).toEqual([RENAMES]);
    const meanwhile = contextOf(acme);
    const planning = updating(prior, "Core", meanwhile);
    meanwhile.provider.plannedNames.rename("acme", rename);
    await planning;
    expect(summariesIn(meanwhile)).toEqual(["The name belongs to a project that is renamed", RENAMES]);
  });

  test("is refused if the names are exchanged", async () => {
    const { prior, context } = platform();
    const core = acme.addProject("Core");
    context.provider.plannedNames.rename("acme", { projectId: core, from: "Core", to: "Platform" });
    expect(await errorsOf(() => updating(prior, "Core", context))).toMatchObject([
      { summary: "Cannot rename the project", detail: expect.stringContaining("in a cycle") as string },
    ]);
  });

  test("takes the name of a project in the state that was not planned so far", async () => {
    const { prior, context } = platform();
    const core = acme.addProject("Core");
    context.provider.projectsInState.load(projectState(core, "Core"));
    await updating(prior, "Core", context);
    expect(context.provider.plannedNames.takerOf(core)).toEqual({ resource: prior, entry: "name" });
    expect(summariesIn(context)).toEqual([RENAMES]);
  });

  test("is refused for a project that another resource adopts, also if it is renamed", async () => {
    const { id, prior } = platform();
    for (const [name, first] of [
      ["Platform", 'Two resources in this plan manage project "Platform"'],
      ["Core", 'This resource renames project "Platform"'],
    ] as const) {
      const context = contextOf(acme);
      context.provider.plannedProjects.use({}, id, "takes");
      expect(await errorsOf(() => updating(prior, name, context))).toMatchObject([
        { summary: "Project managed by two resources", detail: expect.stringContaining(first) as string },
      ]);
    }
  });

  test("is no conflict for a project that is gone", async () => {
    const { id, prior, context } = platform();
    context.provider.plannedProjects.use({}, id, "takes");
    acme.emulator.projects.delete(id);
    await updating(prior, "Platform", context);
    expect(context.diagnostics.entries).toEqual([]);
  });

  describe("whose name a new project has taken before", () => {
    function taken(takes: "name" | "project") {
      const { id, prior, context } = platform();
      const resource = {};
      context.provider.plannedProjects.use(resource, id, "replaces");
      context.provider.plannedProjects.delete(resource, id, []);
      context.provider.plannedNames.take(id, resource, takes);
      return { id, prior, context };
    }

    test("gives it up with a warning, and is not replaced", async () => {
      const { id, prior, context } = taken("name");
      await updating(prior, "Core", context);
      expect(context.diagnostics.entries.map(({ summary, detail }) => [summary, detail.slice(0, 60)])).toEqual([
        [
          "The name belongs to a project that is renamed",
          `Project "Platform" (${id}) is renamed to "Core"`.slice(0, 60),
        ],
        [RENAMES, "Runs of all workspaces in the project present another identity".slice(0, 60)],
      ]);
      expect(context.provider.plannedProjects.isDeleted(id)).toBe(false);
    });

    test.each([
      ["keeps its name", "name", "Platform", 1],
      ["is taken itself", "project", "Core", 1],
      ["is in the state twice", "name", "Core", 2],
    ] as const)("is refused if it %s", async (_, takes, name, times) => {
      const { prior, context } = taken(takes);
      for (let count = 0; count < times; count += 1) context.provider.projectsInState.read(prior);
      expect(await errorsOf(() => updating(prior, name, context))).toMatchObject([
        { summary: "Project managed by two resources" },
      ]);
    });
  });
});
