import { reference, type Block } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";

/*
 * Plans that are errors because of what others have done, or of what two resources have in common; the errors of one
 * block alone are in test/model/validation-parity.
 */

type Resources = Readonly<Record<string, Block>>;

let acme: Acme;
let terraform: ReturnType<typeof inProcessTerraform>;
beforeEach(async () => {
  acme = await Acme.start();
  terraform = inProcessTerraform();
});
afterEach(() => acme.stop());

const project = (resource: string, name: string, more: Block = {}): Resources => ({
  [`tfprojects_project.${resource}`]: { name, ...more },
});

/** A membership of a project of the code, or of the one with this ID. */
const membership = (resource: string, projectId: string | undefined, more: Block): Resources => ({
  [`tfprojects_workspace_membership.${resource}`]: {
    project_id: projectId ?? reference(`tfprojects_project.${resource}`, "id"),
    ...more,
  },
});

async function applied(resources: Resources): Promise<void> {
  expect(await terraform.apply(configurationFor(acme, resources))).toMatchObject({ ok: true });
}

interface Refusal {
  readonly summary: string;
  readonly detail: RegExp;
  readonly attribute: string;
}

/** Expects a plan or a destroy to be refused with one error, before anything is written. */
async function expectRefused(
  resources: Resources,
  { summary, detail, attribute }: Refusal,
  run: "plan" | "destroy" = "plan",
  options = {},
): Promise<void> {
  const before = acme.emulator.state();
  acme.takeRequests();
  const { ok, diagnostics } = await terraform[run](configurationFor(acme, resources), options);
  expect(ok).toBe(false);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([
    expect.objectContaining({
      summary: expect.stringContaining(summary) as string,
      detail: expect.stringMatching(detail) as string,
      attribute,
    }),
  ]);
  expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  expect(acme.emulator.state()).toEqual(before);
}

describe("two resources for one project", () => {
  const DUPLICATE = {
    summary: "Duplicate project name",
    detail: /skip that plan with `destroy -refresh=false`/,
    attribute: "name",
  };

  test("of new ones with the same name are refused, also by a destroy unless it does not refresh", async () => {
    await applied(project("one", "Platform"));
    const both = { ...project("one", "Platform"), ...project("two", "Data"), ...project("three", "DATA") };
    await expectRefused(both, DUPLICATE);
    await expectRefused(both, DUPLICATE, "destroy");
    expect(await terraform.destroy(configurationFor(acme, both), { refresh: false })).toMatchObject({ ok: true });
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test.each([[{}], [{ depends_on: ["tfprojects_project.one"] }]])(
    "that both adopt it are refused, and the project is kept: %j",
    async (more) => {
      const adopting = (resource: string, more: Block = {}) =>
        project(resource, "Platform", { adopt_existing: true, ...more });
      await applied(adopting("one"));
      const { ok } = await terraform.apply(configurationFor(acme, { ...adopting("one"), ...adopting("two", more) }));
      expect(ok).toBe(false);
      expect([...terraform.state.keys()]).toEqual(["tfprojects_project.one"]);
      await applied(adopting("one"));
      expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);
    },
  );

  test("that is in the state twice: one of them cannot leave the code", async () => {
    const id = acme.addProject("Platform");
    const both = configurationFor(acme, { ...project("one", "Platform"), ...project("two", "Other") });
    for (const resource of ["one", "two"]) await terraform.import(both, `tfprojects_project.${resource}`, id);
    const { ok, diagnostics } = await terraform.apply(configurationFor(acme, project("one", "Platform")));
    expect([ok, diagnostics.map(({ detail }) => detail).join()]).toEqual([
      false,
      expect.stringContaining("`state rm ADDRESS`"),
    ]);
    expect(acme.project("Platform")).toMatchObject({ id });
  });

  test.each<[string, Block]>([
    ["renames", { name: "Foundation", previous_names: ["Platform"] }],
    ["adopts", { name: "Platform", adopt_existing: true }],
  ])("one of which is removed, while the other one %s its project, are told of moved blocks", async (_, other) => {
    await applied(project("it", "Platform"));
    const before = acme.emulator.state();
    const { ok, diagnostics } = await terraform.apply(configurationFor(acme, { "tfprojects_project.other": other }));
    expect([ok, diagnostics.map(({ detail }) => detail).join()]).toEqual([
      false,
      expect.stringContaining("use a `moved` block"),
    ]);
    const both = { ...project("it", "Platform"), "tfprojects_project.other": other };
    expect(await terraform.apply(configurationFor(acme, both))).toMatchObject({ ok: false });
    expect(acme.emulator.state()).toEqual(before);
  });

  test("if the name of one becomes that of a project that is not managed", async () => {
    await applied(project("it", "Platform"));
    const id = acme.addProject("Foundation");
    const detail = new RegExp(`by project ${id}`);
    await expectRefused(project("it", "Foundation"), {
      summary: "Cannot rename the project",
      detail,
      attribute: "name",
    });
  });
});

describe("a workspace in two memberships", () => {
  const TWICE = { summary: "Workspace in two memberships", attribute: "workspace_names" };
  const api = { workspace_names: ["api"] };
  beforeEach(() => acme.addWorkspace("api"));

  test("of existing projects, or of one, is refused", async () => {
    const [one, two] = [acme.addProject("One"), acme.addProject("Two")];
    const refusal = { ...TWICE, detail: /a workspace can be in only one membership. Remove it from one of the two/ };
    await expectRefused({ ...membership("one", one, api), ...membership("two", two, api) }, refusal);
    await expectRefused({ ...membership("one", one, api), ...membership("two", one, api) }, refusal);
  });

  test("of new projects is refused, and the error names the other one by what it selects", async () => {
    const code = { ...project("one", "One"), ...membership("one", undefined, api) };
    const both = { ...code, ...project("two", "Two"), ...membership("two", undefined, api) };
    const detail = /^The workspace "api" is in this membership and in the membership of a new project \(api\)/;
    await expectRefused(both, { ...TWICE, detail });
  });
});

describe("a membership", () => {
  test("of the default project cannot be exclusive", async () => {
    acme.addWorkspaces(2);
    const code = membership("it", acme.defaultProjectId, { workspace_names: ["workspace-0"], exclusive: true });
    const detail = /The default project cannot be exclusive: .*are moved to the default project/;
    await expectRefused(code, { summary: "Invalid exclusive", detail, attribute: "exclusive" });
  });

  test("has no workspace and no project of another organization", async () => {
    acme.emulator.organizations.create({ name: "other" });
    const strangers = acme.emulator.projects.create({ organization: "other", name: "Strangers" });
    const stranger = acme.emulator.workspaces.create({ organization: "other", name: "stranger" });
    const platform = acme.addProject("Platform");
    await expectRefused(membership("it", platform, { workspace_ids: [stranger.id] }), {
      summary: "Workspace in another organization",
      detail: /Workspaces can only move within an organization/,
      attribute: "workspace_ids",
    });
    acme.addWorkspace("api");
    await expectRefused(membership("it", strangers.id, { workspace_names: ["api"] }), {
      summary: "Project not found",
      detail: /Project "Strangers" \(prj-\w+\) belongs to the organization "other", and not to "acme"/,
      attribute: "project_id",
    });
  });

  test("cannot stay while its project, of which it has the ID, is deleted", async () => {
    const ids = acme.addWorkspaces(1);
    await applied(project("it", "Platform"));
    const literal = membership("it", acme.project("Platform")!.id, { workspace_ids: ids });
    await applied({ ...project("it", "Platform"), ...literal });
    const { ok, diagnostics } = await terraform.plan(configurationFor(acme, literal));
    expect(ok).toBe(false);
    // Whichever is planned second knows of both.
    expect(diagnostics.map(({ detail }) => detail).join()).toMatch(
      /This plan deletes project prj-|still contains 1 workspace/,
    );
  });
});

describe("a project", () => {
  const replace = { replace: ["tfprojects_project.it"] };

  test("with a membership is replaced only after deletion_policy = evacuate", async () => {
    const ids = acme.addWorkspaces(2);
    const code = (more: Block = {}) => ({
      ...project("it", "Platform", more),
      ...membership("it", undefined, { workspace_ids: ids }),
    });
    await applied(code());
    const { id } = acme.project("Platform")!;
    const detail = /no resource moves 2 workspaces .* Set deletion_policy = "evacuate" and apply it, then replace/;
    const refusal = { summary: "Cannot replace project", detail, attribute: "deletion_policy" };
    await expectRefused(code(), refusal, "plan", replace);
    const evacuating = code({ deletion_policy: "evacuate" });
    await applied(evacuating);
    expect(await terraform.apply(configurationFor(acme, evacuating), replace)).toMatchObject({ ok: true });
    expect(acme.project("Platform")!.id).not.toBe(id);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["workspace-0", "workspace-1"] });
  });

  test("with deletion_policy = retain is not replaced by one with its name", async () => {
    const code = project("it", "Platform", { deletion_policy: "retain" });
    await applied(code);
    const detail = /keeps its name, and the new project cannot have the same name/;
    const refusal = { summary: "Cannot replace project", detail, attribute: "deletion_policy" };
    await expectRefused(code, refusal, "plan", replace);
  });

  test("that is the default project is not destroyed, unless it was only imported", async () => {
    const code = project("it", "Default Project");
    const address = "tfprojects_project.it";
    const take = () => terraform.import(configurationFor(acme, code), address, acme.defaultProjectId);
    expect(await take()).toMatchObject({ ok: true });
    // As imported, before the code has said anything of its deletion, it is only forgotten.
    expect(await terraform.destroy(configurationFor(acme, code))).toMatchObject({ ok: true });
    expect(await take()).toMatchObject({ ok: true });
    await applied(code);
    const detail = /it can be renamed, but not deleted/;
    await expectRefused(code, { summary: "Cannot delete project", detail, attribute: "deletion_policy" }, "destroy");
  });

  test.each([
    ["prj-nowhere", /no project prj-nowhere, or the token is not authorized to read it/],
    ["acme/Nowhere", /has no project named "Nowhere"/],
    ["nonsense", /Use a project ID \(prj-…\) or organization\/name/],
  ])("is not imported as %s", async (id, text) => {
    const code = configurationFor(acme, project("it", "Platform"));
    const { ok, diagnostics } = await terraform.import(code, "tfprojects_project.it", id);
    expect([ok, diagnostics.map(({ detail }) => detail).join()]).toEqual([false, expect.stringMatching(text)]);
    expect(terraform.state.size).toBe(0);
  });

  test("that does not exist cannot be read by its name", async () => {
    const detail = /no project named "Nowhere"/;
    const code = { "data.tfprojects_project.it": { name: "Nowhere" } };
    await expectRefused(code, { summary: "", detail, attribute: "name" });
  });
});
