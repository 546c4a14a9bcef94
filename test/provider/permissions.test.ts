import { reference, type Block } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { RENAMES } from "./context";
import { configurationFor, inProcessTerraform } from "./in-process";
import { shows } from "../fidelity";

/** Permissions of the token, as a deployment sees them. */

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const PROJECT = "tfprojects_project.it";
const MEMBERSHIP = "tfprojects_workspace_membership.it";

/** A project of this name, and the workspace `api` in it. */
const platform = (project: Block): Readonly<Record<string, Block>> => ({
  [PROJECT]: project,
  [MEMBERSHIP]: { project_id: reference(PROJECT, "id"), workspace_names: ["api"] },
});

shows.case("of the owners team", "authentication: A user token", "authentication: The Owners permission");
shows.case("of the organization", "authentication: An organization API token");
shows.case("of a team that can manage projects", "authentication: The Manage projects permission");
describe.each([
  ["of the owners team", "owner"],
  ["of a team that can manage projects", "manage-projects"],
  ["of the organization", "organization"],
] as const)("a token %s", (_, role) => {
  test("creates, changes and deletes a project, and moves workspaces into it and back", async () => {
    acme.addWorkspace("api");
    const token = acme.emulator.tokens.create({ organization: "acme", role });
    const terraform = inProcessTerraform();

    expect(await terraform.apply(configurationFor(acme, platform({ name: "Platform" }), token))).toMatchObject({
      ok: true,
    });
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
    const changed = configurationFor(acme, platform({ name: "Base", description: "Shared" }), token);
    expect(await terraform.apply(changed)).toMatchObject({ ok: true });
    expect(acme.project("Base")).toMatchObject({ description: "Shared" });
    expect(await terraform.destroy(changed)).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": ["api"] });
  });
});

shows("create-project: :organization_name", "authentication: Other callers");
test("a read-only token creates, changes and deletes nothing, and gets an error", async () => {
  const token = acme.emulator.tokens.create({ organization: "acme", role: "read-only" });
  const terraform = inProcessTerraform();
  const creation = await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Platform" } }, token));
  // The plan warns, and so does the one that Terraform makes while it applies.
  const hidden = { severity: "warning", summary: "Project not found" };
  expect(creation.diagnostics).toMatchObject([
    hidden,
    hidden,
    { address: PROJECT, summary: 'Cannot create project "Platform"', detail: expect.stringContaining("404 not found") },
  ]);
  await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Platform" } }));
  const before = acme.emulator.state();

  const change = await terraform.apply(configurationFor(acme, { [PROJECT]: { name: "Base" } }, token));
  const deletion = await terraform.destroy(configurationFor(acme, { [PROJECT]: { name: "Platform" } }, token));

  expect(change.diagnostics).toMatchObject([{ summary: RENAMES }, { summary: 'Cannot update project "Base"' }]);
  expect(deletion.diagnostics).toMatchObject([{ detail: expect.stringContaining("404 not found") }]);
  expect([creation.ok, change.ok, deletion.ok]).toEqual([false, false, false]);
  expect(acme.emulator.state()).toEqual(before);
  expect([...terraform.state.keys()]).toEqual([PROJECT]);
});

shows("authentication: Authorization: Bearer");
test("an unknown token is an error that names the host, and does not show the token", async () => {
  const { ok, diagnostics } = await inProcessTerraform().apply(
    configurationFor(acme, { [PROJECT]: { name: "Platform" } }, "wr0ng-t0ken"),
  );
  expect(ok).toBe(false);
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining("401 unauthorized") }]);
  expect(JSON.stringify(diagnostics)).toContain(new URL(acme.emulator.address).host);
  expect(JSON.stringify(diagnostics)).not.toContain("wr0ng-t0ken");
  expect(acme.world).toEqual({ "Default Project": [] });
});

/** Where the service does not report the permission: otherwise the plan refuses, see `move-permissions.test.ts`. */
describe("a token that can move workspaces in some projects", () => {
  const MOVE = ["read", "move-workspaces"] as const;
  let source: string;
  let destination: string;
  let ids: readonly [string, string];
  beforeEach(async () => {
    await acme.stop();
    acme = await Acme.start({ documents: "documented" });
    [source, destination] = [acme.addProject("Source"), acme.addProject("Destination")];
    ids = [acme.addWorkspace("api", source), acme.addWorkspace("web")];
  });

  type Abilities = readonly ("read" | "move-workspaces")[];

  const move = async (abilities: { source: Abilities; destination: Abilities; home: Abilities }) => {
    const projects = {
      [source]: abilities.source,
      [destination]: abilities.destination,
      [acme.defaultProjectId]: abilities.home,
    };
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const { ok, diagnostics } = await inProcessTerraform().apply(
      configurationFor(acme, { [MEMBERSHIP]: { project_id: destination, workspace_ids: [...ids] } }, token),
    );
    return { ok, errors: diagnostics.filter(({ severity }) => severity === "error") };
  };

  shows("move-workspaces: Permission to move", "authentication: Moving workspaces");
  test("moves them out of those and into those", async () => {
    expect(await move({ source: MOVE, destination: MOVE, home: MOVE })).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": [], Destination: ["api", "web"], Source: [] });
  });

  shows("move-workspaces: Permission to move", "move-workspaces: All or nothing", "authentication: Moving workspaces");
  shows("errors: Move workspaces 403");
  test("moves none if it cannot move one out, and the error names that one", async () => {
    const { ok, errors } = await move({ source: ["read"], destination: MOVE, home: MOVE });
    expect(ok).toBe(false);
    expect(errors).toMatchObject([
      { address: MEMBERSHIP, attribute: "workspace_ids", detail: expect.stringContaining("403 forbidden: ") },
    ]);
    expect(errors[0]!.detail).toContain(ids[0]);
    expect(errors[0]!.detail).not.toContain(ids[1]);
    expect(acme.world).toEqual({ "Default Project": ["web"], Destination: [], Source: ["api"] });
  });

  shows("move-workspaces: Permission to move", "authentication: Moving workspaces", "errors: Move workspaces 404");
  test("moves none if it cannot move workspaces into the destination: not found", async () => {
    const { ok, errors } = await move({ source: MOVE, destination: ["read"], home: MOVE });
    expect(ok).toBe(false);
    expect(errors).toMatchObject([{ address: MEMBERSHIP, detail: expect.stringContaining("404 not found") }]);
    expect(acme.world).toEqual({ "Default Project": ["web"], Destination: [], Source: ["api"] });
  });
});
