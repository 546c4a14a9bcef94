import { Client } from "../../src/api";
import type { ProjectState } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import { importedState, projectResource } from "../../src/provider/project-resource";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";
import { FIRST_PLAN } from "../support/handler-requests";
import { contextOf, error, errorsOf, projectOf, projectState, warning } from "./context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

type Context = ReturnType<typeof contextOf>;
const GONE = (what: string, consequence: string): string =>
  `${what} was not found: it was deleted, or the token is not authorized to see it. It counts as deleted. ` +
  `${consequence} ` +
  "If it still exists, do not apply this: use a token that sees all projects of the organization.";

const configOf = (more: object = {}) => ({ ...projectState("", "Platform"), id: null, organization: null, ...more });

describe("a refresh of a project", () => {
  const read = (state: ProjectState, context: Context = contextOf(acme)) =>
    projectResource.read(state, { ...context, storedPrivateState: undefined });

  test("has what was found, and the organization as the state spells it", async () => {
    const id = acme.addProject("Platform", { description: "Shared" });
    const state = projectState(id, "Platform", {
      organization: "ACME",
      deletion_policy: "evacuate",
      adopt_existing: true,
      previous_names: ["Old"],
      ignore_additional_tags: true,
      tags: {},
    });
    expect(await read(state)).toEqual({ ...state, description: "Shared" });
    expect(await read({ ...state, name: "PLATFORM", description: "Other" })).toMatchObject({
      name: "Platform",
      description: "Shared",
    });
  });

  test("of one that is gone removes it, with a warning", async () => {
    const context = contextOf(acme);
    expect(await read(projectState("prj-none", "Platform"), context)).toBeNull();
    expect(context.diagnostics.entries).toEqual([
      warning("Project not found", GONE('Project "Platform" (prj-none)', "It is removed from the state.")),
    ]);
    expect(context.provider.projectsInState.has("prj-none")).toBe(true);
  });

  test("is an error that names the project", async () => {
    acme.emulator.faults.add({ path: /\/projects/, status: 403, times: Infinity });
    expect(await errorsOf(() => read(projectState("prj-1", "Platform")))).toEqual([
      error("Cannot read project prj-1", expect.stringContaining("403") as string),
    ]);
  });

  test("shows that this is no terraform destroy, as a plan does", async () => {
    const id = acme.addProject("Platform");
    const prior = projectState(id, "Platform");
    const plan = (context: Context) =>
      projectResource.plan!({ config: configOf(), prior, planned: prior, ...FIRST_PLAN }, context);
    for (const shows of [(context: Context) => read(prior, context), plan]) {
      const context = contextOf(acme);
      context.provider.plannedProjects.delete(prior, prior.id, [], prior);
      await shows(context);
      expect(context.provider.plannedProjects.removed(id)).toBeDefined();
    }
  });
});

describe("a plan of a project", () => {
  const planning = (config: object, prior: ProjectState | null, context = contextOf(acme)) =>
    projectResource.plan!(
      {
        config: configOf(config),
        prior,
        planned: { ...configOf(config), id: prior?.id ?? UNKNOWN, organization: UNKNOWN } as never,
        ...FIRST_PLAN,
      },
      context,
    );

  test("keeps the settings that the code does not set and the organization's spelling", async () => {
    const prior = projectState(acme.addProject("Platform"), "Platform", {
      tags: { env: "prod" },
      organization: "ACME",
    });
    const { planned: plan, requiresReplace } = await planning({}, prior);
    expect(plan).toMatchObject({ tags: { env: "prod" }, organization: "ACME", description: null });
    expect(requiresReplace).toEqual(["organization"]);
    expect((await planning({ tags: {} }, prior)).planned).toMatchObject({ tags: {} });
    expect((await planning({ name: "New" }, null)).planned).toMatchObject({
      tags: null,
      organization: "acme",
      id: UNKNOWN,
    });
  });

  test("of another organization, or an unknown one, is left to the plan of the new one", async () => {
    const prior = projectState("prj-1", "Platform");
    for (const organization of ["other", UNKNOWN]) {
      const context = contextOf(acme);
      const result = await planning({ organization, name: "Other" }, prior, context);
      expect(result).toMatchObject({ planned: { organization }, requiresReplace: ["organization"] });
      expect(context.provider.plannedNames.renameFrom("acme", "Platform")).toBeUndefined();
    }
  });

  test("counts as planned, and its state as loaded", () => {
    const { provider } = contextOf(acme);
    const state = projectState("prj-1", "Platform");
    projectResource.stateLoaded!(state, { provider } as never);
    expect(provider.projectsInState.unplanned("prj-1")).toBe(state);
  });

  test("of a deletion warns of what moves", async () => {
    const id = acme.addProject("Platform");
    const ids = acme.addWorkspaces(1, id);
    const context = contextOf(acme);
    context.provider.plannedProjects.sawNormalPlan();
    const prior = projectState(id, "Platform", { deletion_policy: "evacuate" });
    context.provider.projectsInState.load(prior);
    expect(await projectResource.planDelete!(prior, context)).toEqual(ids);
    expect(context.provider.projectsInState.unplanned(id)).toBeUndefined();
    expect(context.diagnostics.entries.map(({ summary }) => summary)).toEqual([
      'Project "Platform" is deleted, and 1 workspace moves to the default project',
    ]);
  });
});

describe("an apply of a project", () => {
  const create = (config: object, context: Context = contextOf(acme), id: unknown = UNKNOWN) =>
    projectResource.create(
      { config: configOf(config), planned: { ...configOf(config), id } as never },
      { ...context, privateState: undefined },
    );

  test("creates it, and records the code", async () => {
    const state = await create({ description: "Shared", organization: "ACME", deletion_policy: "retain" });
    const { id } = acme.project("Platform")!;
    const more = { description: "Shared", organization: "ACME", deletion_policy: "retain" };
    expect(state).toEqual(projectState(id, "Platform", more));
  });

  test("changes the one that the plan has adopted", async () => {
    const id = acme.addProject("Infrastructure");
    expect(await create({ previous_names: ["Infrastructure"] }, contextOf(acme), id)).toMatchObject({ id });
    expect(acme.project("Platform")).toMatchObject({ id });
  });

  test("adopts what exists meanwhile, unless that belongs to another resource", async () => {
    const id = acme.addProject("Platform");
    expect(await create({ adopt_existing: true })).toMatchObject({ id });
    const inState = contextOf(acme);
    inState.provider.projectsInState.load(projectState(id, "Platform"));
    const taken = [
      error('Cannot create project "Platform"', expect.stringContaining("already taken") as string, "name"),
    ];
    expect(await errorsOf(() => create({ adopt_existing: true }, inState))).toEqual(taken);
    expect(await errorsOf(() => create({ adopt_existing: null }))).toEqual(taken);
    const renamed = contextOf(acme);
    renamed.provider.plannedNames.rename("acme", { projectId: id, from: "Platform", to: "Core" });
    await renamed.provider.plannedNames.applying(id, () => Promise.resolve());
    expect(await errorsOf(() => create({ adopt_existing: true }, renamed))).toEqual(taken);
  });

  test("is tried again if the name is free meanwhile, and not if that cannot be read", async () => {
    const gate = await Gate.start(acme.emulator.address);
    try {
      const holder = acme.addProject("Platform");
      const client = new Client({ address: gate.address, token: acme.emulator.token, env: {} });
      /** Does this before the second search of who has the name. */
      const beforeCheck = (meanwhile: () => void): void => {
        let searches = 0;
        gate.keeper = {
          before: ({ path }) => {
            if (path.includes("/projects?") && (searches += 1) === 2) meanwhile();
          },
        };
      };
      beforeCheck(() => acme.emulator.faults.add({ path: /\/projects\?/, status: 403, times: 1 }));
      expect(await errorsOf(() => create({}, contextOf({ client })))).toMatchObject([
        { summary: 'Cannot create project "Platform"', attribute: ["name"] },
      ]);
      beforeCheck(() => acme.emulator.projects.update(holder, { name: "Core" }));
      const { id } = await create({}, contextOf({ client }));
      expect(acme.project("Platform")?.id).toBe(id);
      expect(id).not.toBe(holder);
    } finally {
      await gate.stop();
    }
  });

  test("sends what differs from the state, where the service does not report it", async () => {
    const id = acme.addProject("Platform");
    const prior = projectState(id, "Platform", { tags: { env: "prod" } });
    acme.emulator.faults.add({ path: /include=/, times: Infinity, status: 400 });
    acme.emulator.faults.add({ path: "/effective-tag-bindings", times: Infinity, status: 404 });
    const update = (tags: object) =>
      projectResource.update(
        { config: configOf({ tags }), prior, planned: prior },
        { ...contextOf(acme), privateState: undefined },
      );
    const writes = () => acme.takeRequests().filter((it) => !it.startsWith("GET"));
    acme.takeRequests();
    await update({ env: "prod" });
    expect(writes()).toEqual([]);
    await update({ env: "dev" });
    expect(writes()).not.toEqual([]);
  });

  test("says what to do about a taken name: of a new project, and of one that is renamed", async () => {
    acme.addProject("Platform");
    expect(await errorsOf(() => create({}))).toMatchObject([
      {
        detail: expect.stringContaining("set adopt_existing = true (in a CDK app: adoptExisting), or choose") as string,
      },
    ]);
    const prior = projectState(acme.addProject("Core"), "Core");
    const update = () =>
      projectResource.update(
        { config: configOf(), prior, planned: prior },
        { ...contextOf(acme), privateState: undefined },
      );
    expect(await errorsOf(update)).toMatchObject([
      {
        summary: 'Cannot update project "Platform"',
        detail: expect.stringMatching(/rename one to a third name first, and apply\. Otherwise choose/) as string,
        attribute: ["name"],
      },
    ]);
  });

  test("points errors of the service at its attributes", async () => {
    const source = { pointer: "/data/attributes/auto-destroy-activity-duration" };
    const body = JSON.stringify({ errors: [{ status: "422", title: "invalid", detail: "It is odd", source }] });
    acme.emulator.faults.add({ method: "POST", status: 422, body });
    expect(await errorsOf(() => create({}))).toEqual([
      error(
        'Cannot create project "Platform"',
        expect.stringContaining("It is odd") as string,
        "auto_destroy_activity_duration",
      ),
    ]);
  });

  test("keeps recorded settings that the code does not set", async () => {
    const prior = projectState(acme.addProject("Platform"), "Platform", {
      tags: { env: "prod" },
      organization: "ACME",
    });
    const state = await projectResource.update(
      { config: configOf({ description: "New" }), prior, planned: prior },
      { ...contextOf(acme), privateState: undefined },
    );
    expect(state).toEqual({ ...prior, description: "New" });
    expect(acme.project("Platform")).toMatchObject({ description: "New" });
  });
});

describe("an imported project", () => {
  const importing = (id: string) => projectResource.import!(id, contextOf(acme));

  test("has what was found, and retains only the default project", async () => {
    const id = acme.addProject("Platform", { description: "Shared" });
    for (const its of [id, "acme/PLATFORM"])
      expect(await importing(its)).toEqual(projectState(id, "Platform", { description: "Shared" }));
    expect(await importing(acme.defaultProjectId)).toMatchObject({ deletion_policy: "retain" });
    const project = projectOf("prj-1", "Platform", { tags: { env: "prod" }, defaultExecutionMode: undefined });
    expect(importedState(project, "prj-2")).toMatchObject({ tags: { env: "prod" }, default_execution_mode: null });
  });

  test("is not read again in the same process", async () => {
    const id = acme.addProject("Platform");
    for (const its of [id, "acme/Platform"]) {
      const context = contextOf(acme);
      await projectResource.import!(its, context);
      acme.takeRequests();
      const state = projectState(id, "Platform");
      expect(await projectResource.read(state, { ...context, storedPrivateState: undefined })).toEqual(state);
      expect(acme.takeRequests()).toEqual([]);
    }
  });

  test.each([
    ["prj-none", "There is no project prj-none, or the token is not authorized to read it."],
    [
      "acme/Nowhere",
      'The organization "acme" has no project named "Nowhere", or the token is not authorized to read it.',
    ],
    ["nonsense", 'Use a project ID (prj-…) or organization/name, e.g. "acme/Platform".'],
  ])("is none that is not found: %s", async (id, detail) => {
    expect(await errorsOf(() => importing(id))).toEqual([error(`Cannot import ${JSON.stringify(id)}`, detail)]);
  });

  test("is none that cannot be read", async () => {
    acme.emulator.faults.add({ path: /\/projects/, status: 403, times: Infinity });
    expect(await errorsOf(() => importing("prj-1"))).toEqual([
      error('Cannot import "prj-1"', expect.stringContaining("403") as string),
    ]);
  });

  test("by its identity is at the host of the provider", async () => {
    const { identity } = projectResource;
    const context = contextOf(acme) as never;
    const id = acme.addProject("Platform");
    const host = new URL(acme.emulator.address).host;
    for (const hostname of [null, host])
      expect(await identity!.import({ id, hostname }, context)).toMatchObject({ id });
    expect(identity!.of({ id } as never, context)).toEqual({ id, hostname: host });
    expect(await errorsOf(() => identity!.import({ id, hostname: "tfe.example.com" }, context))).toEqual([
      error(
        `Cannot import "${id}"`,
        `The identity is of a project at tfe.example.com, but the provider is configured for ${host}. Leave \`hostname\` ` +
          "out of the identity, or use a provider configuration for the same host (`provider` in the `import` " +
          "block or " +
          "in the resource).",
      ),
    ]);
    expect(await errorsOf(() => identity!.import({ id: "acme/Platform", hostname: null }, context))).toMatchObject([
      { summary: 'Cannot import "acme/Platform"', attribute: undefined },
    ]);
  });
});
