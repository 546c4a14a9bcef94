import type { ShownDiagnostic } from "../in-process-terraform";
import { reference, type Block } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { RENAMES } from "./context";
import { projectDataSource } from "../../src/provider/project-data-source";
import { projectsDataSource } from "../../src/provider/projects-data-source";
import { readDataSource } from "./read-data-source";
import { configurationFor, inProcessTerraform } from "./in-process";

/*
 * Not readable is not gone: what a token may not see is as if it did not exist. Whether it exists is known only to a
 * token that sees the default project too.
 */

let acme: Acme;
let token: string;
beforeEach(async () => {
  acme = await Acme.start();
  token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
});
afterEach(() => acme.stop());

/** From now on, the token sees these projects alone. */
function seeOnly(...projects: readonly string[]): void {
  const permissions = Object.fromEntries(projects.map((id) => [id, ["read", "update", "move-workspaces"] as const]));
  acme.emulator.tokens.update({ token, organization: "acme", role: "team", projects: permissions });
}

/** A project with a membership that has the workspace of its name. */
const team = (name: string, more: Block = {}): Readonly<Record<string, Block>> => ({
  [`tfprojects_project.${name}`]: { name, ...more },
  [`tfprojects_workspace_membership.${name}`]: {
    project_id: reference(`tfprojects_project.${name}`, "id"),
    workspace_names: [`${name}-workspace`],
  },
});

const TEAMS = { ...team("alpha"), ...team("beta") };
const CAUSES = /was deleted, or the token is not authorized to see it/;

const errors = (diagnostics: readonly ShownDiagnostic[]): readonly ShownDiagnostic[] =>
  diagnostics.filter(({ severity }) => severity === "error");
const warnings = (diagnostics: readonly ShownDiagnostic[]): readonly ShownDiagnostic[] =>
  diagnostics.filter(({ severity }) => severity === "warning");

/** Terraform that has applied the code with all rights. */
async function deployed(resources: Readonly<Record<string, Block>> = TEAMS) {
  for (const name of ["alpha", "beta"]) acme.addWorkspace(`${name}-workspace`);
  const terraform = inProcessTerraform();
  const applied = await terraform.apply(configurationFor(acme, resources, token));
  expect(applied.ok).toBe(true);
  acme.takeRequests();
  return terraform;
}

const idOf = (name: string): string => acme.project(name)!.id;

describe("a token that sees no project", () => {
  test.each(["refresh", "plan", "destroy"] as const)(
    "ends a %s with one error that names both causes, and the state stays as it was",
    async (command) => {
      const terraform = await deployed();
      const before = structuredClone([...terraform.state]);
      const world = acme.emulator.state();
      seeOnly();
      const { ok, diagnostics } = await terraform[command](configurationFor(acme, TEAMS, token));
      expect(ok).toBe(false);
      expect(errors(diagnostics)).toMatchObject([{ detail: expect.stringMatching(CAUSES) }]);
      expect(errors(diagnostics)[0]!.detail).toContain("so nothing counts as deleted");
      expect(diagnostics).toHaveLength(1);
      expect([...terraform.state]).toEqual(before);
      expect(acme.emulator.state()).toEqual(world);
    },
  );

  test("plans no project to be created", async () => {
    seeOnly();
    const { ok, actions, diagnostics } = await inProcessTerraform().plan(
      configurationFor(acme, { "tfprojects_project.it": { name: "Platform" } }, token),
    );
    expect({ ok, actions }).toEqual({ ok: false, actions: {} });
    expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringMatching(CAUSES) }]);
  });

  test("does not conclude that workspaces are missing", async () => {
    acme.addWorkspace("api");
    const membership = { project_id: acme.defaultProjectId, workspace_names: ["api"] };
    seeOnly();
    const { ok, diagnostics } = await inProcessTerraform().plan(
      configurationFor(acme, { "tfprojects_workspace_membership.it": membership }, token),
    );
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ detail: expect.stringMatching(/^Workspace "api" was not found: it was/) }]);
  });

  test.each([
    ["by name", projectDataSource, { name: "alpha" }],
    ["of the default project", projectDataSource, { default: true }],
    ["of all projects", projectsDataSource, {}],
    ["of some projects", projectsDataSource, { names: ["alpha"] }],
    ["that searches", projectsDataSource, { search: "alp" }],
  ])("fails a data source %s", async (_, source, config) => {
    await deployed();
    seeOnly();
    await expect(readDataSource(acme, source, config, token)).rejects.toThrow(CAUSES);
  });
});

describe("a token of a team that sees its own project alone", () => {
  test("plans without changes, and without a request more", async () => {
    const terraform = await deployed(team("alpha"));
    await terraform.plan(configurationFor(acme, team("alpha"), token));
    const requests = acme.takeRequests();
    seeOnly(idOf("alpha"));
    const { ok, actions, diagnostics } = await terraform.plan(configurationFor(acme, team("alpha"), token));
    expect({ ok, actions, diagnostics }).toEqual({ ok: true, actions: {}, diagnostics: [] });
    expect(acme.takeRequests().sort()).toEqual(requests.sort());
  });

  test("finds drift in it, and corrects it; a rename too", async () => {
    const terraform = await deployed(team("alpha"));
    seeOnly(idOf("alpha"));
    acme.emulator.projects.update(idOf("alpha"), { description: "by hand" });
    const plan = await terraform.plan(configurationFor(acme, team("alpha"), token));
    expect(plan).toMatchObject({ ok: true, actions: { "tfprojects_project.alpha": "update" }, diagnostics: [] });
    const renamed = configurationFor(acme, team("alpha", { name: "Alpha 2" }), token);
    const { ok, diagnostics } = await terraform.apply(renamed);
    expect(ok).toBe(true);
    expect(new Set(diagnostics.map(({ summary }) => summary))).toEqual(new Set([RENAMES]));
    expect(acme.project("Alpha 2")).toMatchObject({ description: null });
  });

  test("keeps another one in the state, with one error", async () => {
    const terraform = await deployed();
    const before = structuredClone([...terraform.state]);
    seeOnly(idOf("alpha"));
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, TEAMS, token));
    expect({ ok, errors: errors(diagnostics).length }).toEqual({ ok: false, errors: 1 });
    expect([...terraform.state]).toEqual(before);
  });

  test("does not count a workspace as deleted that left it", async () => {
    const terraform = await deployed(team("alpha"));
    const before = structuredClone([...terraform.state]);
    const { id } = acme.emulator.workspaces.find("acme", "alpha-workspace")!;
    acme.emulator.workspaces.move(id, acme.defaultProjectId);
    seeOnly(idOf("alpha"));
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, team("alpha"), token));
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      { detail: expect.stringMatching(/^Workspace .* was not found: it was deleted, or/) },
    ]);
    expect([...terraform.state]).toEqual(before);
  });

  test("does not release the workspaces of a project that it does not see", async () => {
    const terraform = await deployed();
    const before = structuredClone([...terraform.state]);
    seeOnly(idOf("alpha"));
    const { ok } = await terraform.destroy(configurationFor(acme, TEAMS, token), { refresh: false });
    expect(ok).toBe(false);
    expect(terraform.state.get("tfprojects_workspace_membership.beta")).toBeDefined();
    expect(terraform.state.get("tfprojects_project.beta")).toEqual(new Map(before).get("tfprojects_project.beta"));
    expect(acme.world["beta"]).toEqual(["beta-workspace"]);
  });
});

describe("a token that sees the default project, and not another one", () => {
  test("counts it as gone, with a warning that names both causes", async () => {
    const terraform = await deployed();
    seeOnly(acme.defaultProjectId, idOf("alpha"));
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, TEAMS, token));
    expect(ok).toBe(true);
    expect([...terraform.state.keys()].sort()).toEqual([
      "tfprojects_project.alpha",
      "tfprojects_workspace_membership.alpha",
    ]);
    const warning = { severity: "warning", summary: "Project not found", detail: expect.stringMatching(CAUSES) };
    const ofMembership = { ...warning, summary: "Project of a membership not found" };
    expect(diagnostics).toMatchObject([warning, ofMembership]);
    expect(diagnostics.map(({ address }) => address).sort()).toEqual([
      "tfprojects_project.beta",
      "tfprojects_workspace_membership.beta",
    ]);
  });

  test("plans to create it, with a warning; the service rejects that", async () => {
    await deployed();
    seeOnly(acme.defaultProjectId);
    const terraform = inProcessTerraform();
    const configuration = configurationFor(acme, { "tfprojects_project.it": { name: "alpha" } }, token);
    const plan = await terraform.plan(configuration);
    expect(plan).toMatchObject({ ok: true, actions: { "tfprojects_project.it": "create" } });
    expect(warnings(plan.diagnostics)).toMatchObject([
      { detail: expect.stringMatching(/does not exist .*, or the token is not authorized to see it/) },
    ]);
    expect(await terraform.apply(configuration)).toMatchObject({ ok: false });
  });

  test("counts a workspace as gone from its project, with a warning that names both causes", async () => {
    const terraform = await deployed();
    const { id } = acme.emulator.workspaces.find("acme", "alpha-workspace")!;
    acme.emulator.workspaces.move(id, idOf("beta"));
    seeOnly(acme.defaultProjectId, idOf("alpha"));
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, team("alpha"), token));
    expect(ok).toBe(true);
    expect(diagnostics.map(({ detail }) => detail).join("\n")).toMatch(CAUSES);
    expect(terraform.state.get("tfprojects_workspace_membership.alpha")).toMatchObject({
      values: { workspace_ids: [], workspace_names: [] },
    });
  });

  test("destroys a project that is gone by then, with a warning", async () => {
    const terraform = await deployed(team("alpha"));
    const id = idOf("alpha");
    acme.emulator.faults.add({ method: "DELETE", path: `/projects/${id}`, status: 404 });
    acme.emulator.faults.add({ method: "GET", path: `/projects/${id}`, status: 404, skip: 2, times: Infinity });
    const { diagnostics } = await terraform.destroy(configurationFor(acme, team("alpha"), token), { refresh: false });
    expect(warnings(diagnostics).map(({ detail }) => detail)).toContainEqual(expect.stringMatching(CAUSES));
  });
});

test("a deleted project costs one request more: for the default project", async () => {
  const terraform = await deployed({ "tfprojects_project.alpha": { name: "alpha" } });
  const id = idOf("alpha");
  acme.emulator.projects.delete(id);
  const { ok, diagnostics } = await terraform.refresh(
    configurationFor(acme, { "tfprojects_project.alpha": { name: "alpha" } }, token),
  );
  expect(ok).toBe(true);
  expect(diagnostics).toMatchObject([{ severity: "warning", detail: expect.stringMatching(CAUSES) }]);
  expect(acme.takeRequests()).toEqual([
    "GET /api/v2/organizations/acme",
    `GET /api/v2/projects/${id}`,
    `GET /api/v2/projects/${acme.defaultProjectId}`,
    // The launch that applies.
    "GET /api/v2/organizations/acme",
  ]);
});

test("a new project costs no request more, since its search has the default project too", async () => {
  const configuration = configurationFor(acme, { "tfprojects_project.it": { name: "Platform" } }, token);
  await inProcessTerraform().plan(configuration);
  const SEARCH = "GET /api/v2/organizations/acme/projects";
  expect(acme.takeRequests()).toEqual(["GET /api/v2/organizations/acme", SEARCH, SEARCH]);
  acme.emulator.projects.update(acme.defaultProjectId, { name: "Renamed" });
  await inProcessTerraform().plan(configuration);
  // Unless the default project has another name, which is then known.
  expect(acme.takeRequests()).toEqual([
    "GET /api/v2/organizations/acme",
    SEARCH,
    SEARCH,
    `GET /api/v2/projects/${acme.defaultProjectId}`,
  ]);
});

describe("a project of which the token does not see all workspaces", () => {
  /** The service says from now on that the project contains this many. */
  async function containing(projectId: string, count: number, times: number): Promise<void> {
    const url = `${acme.emulator.address}/api/v2/projects/${projectId}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${acme.emulator.token}` } });
    const document = (await response.json()) as { data: { attributes: Record<string, unknown> } };
    document.data.attributes["workspace-count"] = count;
    const body = JSON.stringify(document);
    const path = new RegExp(`/projects/${projectId}(\\?|$)`);
    acme.emulator.faults.add({ method: "GET", path, status: 200, body, times });
    acme.takeRequests();
  }

  test("is no problem while none of them is missing", async () => {
    const terraform = await deployed(team("alpha"));
    await containing(idOf("alpha"), 7, Infinity);
    const plan = await terraform.plan(configurationFor(acme, team("alpha"), token));
    expect(plan).toMatchObject({ ok: true, actions: {}, diagnostics: [] });
  });

  test("is read once more, and then none of them counts as deleted", async () => {
    const terraform = await deployed(team("alpha"));
    const before = structuredClone([...terraform.state]);
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "alpha-workspace")!.id);
    await containing(idOf("alpha"), 7, Infinity);
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, team("alpha"), token));
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      { detail: expect.stringContaining("contains 7 workspaces, but the token sees none of them") },
    ]);
    expect([...terraform.state]).toEqual(before);
  });

  test("counts as read where the second reading matches", async () => {
    const terraform = await deployed(team("alpha"));
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "alpha-workspace")!.id);
    await containing(idOf("alpha"), 7, 1);
    const { ok, diagnostics } = await terraform.refresh(configurationFor(acme, team("alpha"), token));
    expect(ok).toBe(true);
    expect(diagnostics.map(({ detail }) => detail).join("\n")).toMatch(CAUSES);
  });
});
