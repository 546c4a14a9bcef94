import type { Block, Configuration } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { configurationFor, expectNoChanges, inProcessTerraform } from "./in-process";

/*
 * `lifecycle { ignore_changes }`: Terraform plans what the state has in place of the code, but applies with the code as
 * it is written.
 */

let acme: Acme;
beforeEach(async () => (acme = await Acme.start({ documents: "full" })));
afterEach(() => acme.stop());

/** Applies code, then other code that ignores changes of some arguments, and expects an update as it was planned. */
async function change(
  type: string,
  before: Block,
  after: Block,
  byHand: () => unknown = () => undefined,
  summaries: readonly string[] = [],
): Promise<void> {
  const terraform = inProcessTerraform();
  const code = (block: Block): Configuration => configurationFor(acme, { [`${type}.it`]: block });
  expect(await terraform.apply(code(before))).toMatchObject({ ok: true });
  await byHand();
  expect((await terraform.plan(code(after))).actions).toEqual({ [`${type}.it`]: "update" });
  const { ok, diagnostics } = await terraform.apply(code(after));
  expect(ok).toBe(true);
  expect(diagnostics.map(({ summary }) => summary)).toEqual(summaries);
  await expectNoChanges(terraform, code(after));
}

test.each([
  ["that the code does not set", {}],
  ["that the code sets", { default_execution_mode: "remote", tags: { of: "code" } }],
])("an update of a project leaves alone what it ignores, %s", async (_, settings) => {
  const ignored = ["default_execution_mode", "tags", "auto_destroy_activity_duration"];
  const block = { name: "Platform", ...settings };
  await change("tfprojects_project", block, { ...block, description: "new", ignore_changes: ignored }, () =>
    acme.client.projects.update(acme.project("Platform")!.id, {
      defaultExecutionMode: "local",
      autoDestroyActivityDuration: "14d",
      tags: { by: "hand" },
    }),
  );
  const { id } = acme.project("Platform")!;
  expect(await acme.client.projects.get(id, { include: ["effective-tag-bindings"] })).toMatchObject({
    description: "new",
    defaultExecutionMode: "local",
    autoDestroyActivityDuration: "14d",
    tags: { by: "hand" },
  });
});

test("an update of a membership leaves alone the workspaces that it ignores", async () => {
  const platform = acme.addProject("Platform");
  for (const name of ["a", "b"]) acme.addWorkspace(name);
  const block = { project_id: platform, workspace_names: ["a"] };
  const after = { ...block, workspace_names: ["a", "b"], on_destroy: "retain", ignore_changes: ["workspace_names"] };
  await change("tfprojects_workspace_membership", block, after);
  expect(acme.world).toEqual({ "Default Project": ["b"], Platform: ["a"] });
});

test("an update of a placement leaves alone the exceptions that it ignores", async () => {
  acme.addProject("Platform");
  const block = { rule: [{ project: "Platform", match_names: ["net-*"] }], except_names: ["net-2"] };
  const after = { ...block, except_names: ["net-9"], max_moves: 5, ignore_changes: ["except_names"] };
  const byHand = (): void => {
    for (const name of ["net-1", "net-2"]) acme.addWorkspace(name);
  };
  await change("tfprojects_workspace_placement", block, after, byHand, ["1 workspace moves by rules"]);
  expect(acme.world).toEqual({ "Default Project": ["net-2"], Platform: ["net-1"] });
});

test("an update of team access leaves alone the teams that it ignores", async () => {
  const platform = acme.addProject("Platform");
  const teams = ["ops", "dev"].map((name) => [name, acme.emulator.teams.create({ organization: "acme", name }).id]);
  const ids = Object.fromEntries(teams) as Readonly<Record<string, string>>;
  const block = { project_id: platform, team: [{ name: "ops", access: "read" }] };
  const after = { ...block, team: [{ name: "dev", access: "read" }], exclusive: true, ignore_changes: ["team"] };
  await change("tfprojects_project_team_access", block, after);
  const access: unknown[] = [];
  for await (const { teamId } of acme.client.teamProjects.list(platform)) access.push(teamId);
  expect(access).toEqual([ids["ops"]]);
});
