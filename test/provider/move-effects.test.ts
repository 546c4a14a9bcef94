import { reference, type Block, type InProcessTerraform } from "../in-process-terraform";
import { HttpClient, resource } from "../emulator/http-client";
import { Acme } from "../support/acme";
import { identityOfMoves, RENAMES, STATES_NOT_COMPARED } from "./context";
import { configurationFor, inProcessTerraform } from "./in-process";

/* What Terraform's plan says that moves and renames change: the same as the engine, as far as it has read it. */

let acme: Acme;
let terraform: InProcessTerraform;
let ids: Record<"old" | "target", string>;
beforeEach(async () => {
  acme = await Acme.start();
  terraform = inProcessTerraform();
  ids = { old: acme.addProject("Old"), target: acme.addProject("Target") };
});
afterEach(() => acme.stop());

const PROJECT = "tfprojects_project.it";
const MEMBERSHIP = "tfprojects_workspace_membership.it";
const PLACEMENT = "tfprojects_workspace_placement.it";

/** The paragraphs of each warning of a plan, by its summary. */
async function paragraphsOf(
  resources: Readonly<Record<string, Block>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { ok, diagnostics } = await terraform.plan(configurationFor(acme, resources));
  expect(ok).toBe(true);
  return Object.fromEntries(diagnostics.map(({ summary, detail }) => [summary, detail.split("\n\n")]));
}

/** Those of the only one. */
async function onlyParagraphs(resources: Readonly<Record<string, Block>>): Promise<readonly string[]> {
  const warnings = Object.values(await paragraphsOf(resources));
  expect(warnings).toHaveLength(1);
  return warnings[0]!;
}

async function setWorkspace(id: string, attributes: object): Promise<void> {
  const http = new HttpClient(acme.emulator);
  expect((await http.patch(`/workspaces/${id}`, resource("workspaces", attributes))).status).toBe(200);
}

const moveByName = (...workspace_names: readonly string[]): Block => ({ project_id: ids.target, workspace_names });

/** Rules that take workspaces from any project, so that the plan reads all of them. */
const placing = (...match_names: readonly string[]): Block => ({
  rule: [{ project: "Target", match_names }],
  take_from: "any",
});

describe("the identity of runs", () => {
  test("has the name of the source as it is, and of the destination as it will be", async () => {
    acme.addWorkspace("api", ids.old);
    await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Target", adopt_existing: true } }));
    const warnings = await paragraphsOf({
      [PROJECT]: { name: "Goal", adopt_existing: true },
      [MEMBERSHIP]: { project_id: reference(PROJECT, "id"), workspace_names: ["api"] },
    });
    expect(Object.keys(warnings)).toEqual(['1 workspace moves from project "Old" to project "Target"']);
    expect(Object.values(warnings)[0]).toContain(identityOfMoves([1, "Old", "Goal"]));
  });

  test("of a renamed project has the number of workspaces in it, and names what a rename changes besides", async () => {
    for (const name of ["api", "web"]) acme.addWorkspace(name, ids.old);
    await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Old", adopt_existing: true } }));
    const [text, ...others] = (await paragraphsOf({ [PROJECT]: { name: "New" } }))[RENAMES]!;
    expect(others).toEqual([]);
    expect(text).toContain(
      "Runs of 2 workspaces present another identity, in whose subject " +
        '"organization:acme:project:Old" becomes "organization:acme:project:New".',
    );
    expect(text).toContain("TFC_PROJECT_NAME");
  });

  test("of a project without workspaces does not change", async () => {
    await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Old", adopt_existing: true } }));
    expect(await paragraphsOf({ [PROJECT]: { name: "New" } })).toEqual({});
  });

  test("of a project that is renamed as it is adopted is in the warning of that", async () => {
    acme.addWorkspace("api", ids.old);
    const text = await onlyParagraphs({ [PROJECT]: { name: "New", previous_names: ["Old"] } });
    expect(text[0]).toMatch(/already exists, and is adopted/);
    expect(text[1]).toContain('"organization:acme:project:Old" becomes "organization:acme:project:New"');
  });

  test("is that of the default project for what a deleted membership releases", async () => {
    acme.addWorkspace("api");
    const kept = { "tfprojects_project.kept": { name: "Kept" } };
    expect(await terraform.apply(configurationFor(acme, { ...kept, [MEMBERSHIP]: moveByName("api") }))).toMatchObject({
      ok: true,
    });
    const text = await onlyParagraphs({ "tfprojects_project.kept": { name: "Kept", description: "changed" } });
    expect(text[0]).toMatch(/^1 workspace moves from project .* to the default project/);
    expect(text[1]).toMatch(/^Runs of 1 workspace present another identity/);
  });
});

describe("states that are shared with the project", () => {
  const SHARED = { "project-remote-state": true };

  test("are compared where the plan has read all workspaces", async () => {
    const [api] = ["api", "db"].map((name) => acme.addWorkspace(name, ids.old));
    acme.addWorkspace("web", ids.target);
    await setWorkspace(api!, SHARED);
    const text = (await onlyParagraphs({ [PLACEMENT]: placing("api") })).at(-1);
    expect(text).toContain('db can no longer read the state of api, which moves from "Old" to "Target"');
    expect(text).toContain('web can then read the state of api, which moves from "Old" to "Target"');
    expect(text).toContain("`npx tfprojects plan` compares all moves");
  });

  test("stay readable for those that move together", async () => {
    const [api] = ["api", "db"].map((name) => acme.addWorkspace(name, ids.old));
    await setWorkspace(api!, SHARED);
    expect(await onlyParagraphs({ [PLACEMENT]: placing("api", "db") })).toEqual([
      expect.stringContaining("rule 1"),
      identityOfMoves([2, "Old", "Target"]),
    ]);
  });

  test("are said not to be compared where it has not", async () => {
    const api = acme.addWorkspace("api", ids.old);
    acme.addWorkspaces(1_100);
    await setWorkspace(api, SHARED);
    expect((await onlyParagraphs({ [MEMBERSHIP]: moveByName("api") })).at(-1)).toBe(STATES_NOT_COMPARED);
  });
});

describe("an auto-destroy duration of the destination", () => {
  test("destroys what a workspace without destroy plans manages, also if the plan sets it", async () => {
    const api = acme.addWorkspace("api", ids.old);
    await setWorkspace(api, { "allow-destroy-plan": false });
    acme.emulator.projects.update(ids.target, { autoDestroyActivityDuration: "14d" });
    const expected = expect.stringContaining(
      'api does not allow destroy plans, but the auto-destroy duration of "Target" destroys what it manages',
    ) as string;
    expect(await onlyParagraphs({ [MEMBERSHIP]: moveByName("api") })).toContainEqual(expected);
    acme.emulator.projects.update(ids.target, { autoDestroyActivityDuration: null });
    expect(await onlyParagraphs({ [MEMBERSHIP]: moveByName("api") })).not.toContainEqual(expected);
    const inCode = { name: "Target", adopt_existing: true, auto_destroy_activity_duration: "14d" };
    await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Target", adopt_existing: true } }));
    const warnings = await paragraphsOf({
      [PROJECT]: inCode,
      [MEMBERSHIP]: { project_id: reference(PROJECT, "id"), workspace_names: ["api"] },
    });
    expect(Object.values(warnings).flat()).toContainEqual(expected);
  });
});
