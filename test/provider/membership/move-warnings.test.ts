import { reference, type Block, type Configuration, type InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { warnOfMoves } from "../../../src/provider/membership/move-warnings";
import {
  contextOf,
  identityOfMoves,
  RENAMES,
  STATES_NOT_COMPARED,
  warning,
  workspaceOf,
  type MovedPair,
} from "../context";
import { configurationFor, inProcessTerraform } from "../in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** A membership with these workspaces. */
type Members = readonly string[] | (Block & { readonly workspace_names: readonly string[] });

/** Projects that the code manages, and their memberships. */
function code(projects: Readonly<Record<string, Members>>): Configuration {
  const resources = Object.entries(projects).flatMap(([name, members]): [string, Block][] => [
    [`tfprojects_project.${name}`, { name, deletion_policy: "evacuate" }],
    [
      `tfprojects_workspace_membership.${name}`,
      {
        project_id: reference(`tfprojects_project.${name}`, "id"),
        ...("workspace_names" in members ? members : { workspace_names: members }),
      },
    ],
  ]);
  return configurationFor(acme, Object.fromEntries(resources));
}

/** A warning of workspaces that move from one project to another. */
const detailOf = (moves: string, ...pair: MovedPair): string =>
  [moves, identityOfMoves(pair), STATES_NOT_COMPARED].join("\n\n");

/** Warnings by the address of their membership. */
async function warningsOf(
  terraform: InProcessTerraform,
  configuration: Configuration,
  refresh = true,
): Promise<Record<string, { summary: string; detail: string; attribute: string }>> {
  const plan = await terraform.plan(configuration, { refresh });
  expect(plan.ok).toBe(true);
  return Object.fromEntries(
    plan.diagnostics.map(({ address, summary, detail, attribute }) => [
      address!.replace("tfprojects_workspace_membership.", ""),
      { summary, detail, attribute },
    ]),
  );
}

/** Projects with these workspaces, made by Terraform. */
async function deployed(projects: Readonly<Record<string, Members>>): Promise<InProcessTerraform> {
  for (const members of Object.values(projects)) {
    for (const name of "workspace_names" in members ? members.workspace_names : members) acme.addWorkspace(name);
  }
  const terraform = inProcessTerraform();
  expect(await terraform.apply(code(projects))).toMatchObject({ ok: true });
  acme.takeRequests();
  return terraform;
}

const attribute = "workspace_names";

describe("the warning of a plan about moves", () => {
  test("says where workspaces come from and go to, with the names that are known: without a request for that", async () => {
    const terraform = await deployed({ alpha: ["api"], bravo: ["web", "db", "dev"], charlie: ["logs"] });
    await terraform.plan(code({ alpha: ["api"], bravo: ["web", "db", "dev"], charlie: ["logs"] }));
    /** Those for projects and the organization, beside the workspaces of memberships. */
    const requests = (): readonly string[] =>
      acme
        .takeRequests()
        .filter((it) => !it.endsWith("/workspaces"))
        .sort();
    const settled = requests();
    const ids = { bravo: acme.project("bravo")!.id, charlie: acme.project("charlie")!.id };
    const target = code({ alpha: ["api", "db", "dev", "logs"], bravo: ["web"], charlie: [] });
    const { alpha } = await warningsOf(terraform, target);
    expect(alpha).toEqual({
      attribute,
      summary: '3 workspaces move from 2 projects to project "alpha"',
      detail: expect.any(String),
    });
    const [moves, ...notes] = alpha!.detail.split("\n\n");
    const transit = notes.find((note) => note.includes("temporarily"));
    expect(moves).toBe(
      `- from project "bravo" (${ids.bravo}): 2 workspaces (db, dev)\n` +
        `- from project "charlie" (${ids.charlie}): 1 workspace (logs)`,
    );
    expect(transit ?? "may be in the default project temporarily").toContain(
      "may be in the default project temporarily",
    );
    expect(notes).toContain(identityOfMoves([2, "bravo", "alpha"], [1, "charlie", "alpha"]));
    expect(requests()).toEqual(settled);
  });

  test("is one with the same summary for each membership of a first deployment, without a request for that", async () => {
    const names = acme.addWorkspaces(15).map((_, index) => `workspace-${index}`);
    const first = code({ alpha: names.slice(0, 12), bravo: names.slice(12) });
    const summary = "Workspaces move out of the default project";
    expect(await warningsOf(inProcessTerraform(), first)).toEqual({
      alpha: {
        attribute,
        summary,
        detail: expect.stringMatching(/^12 workspaces move to a new project: workspace-0, .* and 2 more\.\n/),
      },
      bravo: {
        attribute,
        summary,
        detail: expect.stringMatching(
          /^3 workspaces move .*: workspace-12, workspace-13, workspace-14\.\n\nRuns of 3 .*<name of the new project>/,
        ),
      },
    });
    expect(acme.takeRequests().filter((request) => request.includes("/projects/"))).toEqual([]);
  });

  test("reads the name of a project that nothing else has read: one request", async () => {
    const [source, target] = [acme.addProject("Legacy"), acme.addProject("Target")];
    for (const name of ["a", "b"]) acme.addWorkspace(name, source);
    const membership = { project_id: target, workspace_names: ["a", "b"] };
    const configuration = configurationFor(acme, { "tfprojects_workspace_membership.it": membership });
    expect(await warningsOf(inProcessTerraform(), configuration)).toEqual({
      it: {
        attribute,
        summary: '2 workspaces move from project "Legacy" to project "Target"',
        detail: detailOf(`- from project "Legacy" (${source}): 2 workspaces (a, b)`, 2, "Legacy", "Target"),
      },
    });
    const reads = acme.takeRequests().filter((request) => request.includes("/projects"));
    expect(reads.sort()).toEqual([`GET /api/v2/projects/${source}`, `GET /api/v2/projects/${target}`].sort());
  });

  test("has the ID of a project that cannot be read, and the plan is no error", async () => {
    const other = acme.addProject("Secret");
    acme.addWorkspace("a", other);
    const terraform = await deployed({ alpha: [] });
    acme.emulator.faults.add({ path: new RegExp(`/projects/${other}`), status: 404, times: Infinity });
    expect(await warningsOf(terraform, code({ alpha: ["a"] }))).toMatchObject({
      alpha: { summary: `1 workspace moves from project ${other} to project "alpha"` },
    });
  });

  test("names ten projects and ten workspaces of each at most", async () => {
    const sources = acme.addProjects(12);
    const names = sources.flatMap((id, index) =>
      Array.from({ length: 11 }, (_, inner) => {
        const name = `w-${String(index).padStart(2, "0")}-${String(inner).padStart(2, "0")}`;
        acme.addWorkspace(name, id);
        return name;
      }),
    );
    const { alpha } = await warningsOf(inProcessTerraform(), code({ alpha: names }));
    expect(alpha?.summary).toBe("132 workspaces move from 12 projects to a new project");
    const lines = alpha!.detail.split("\n\n")[0]!.split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(
      /^- from project "Project 0" \(prj-\w+\): 11 workspaces \(w-00-00, .*, w-00-09 and 1 more\)$/,
    );
    expect(lines[10]).toMatch(/^- from 2 other projects: 22 workspaces \(w-10-00, .* and 12 more\)$/);
  });

  test("says that workspaces leave, which no membership takes, and where they go", async () => {
    const terraform = await deployed({ alpha: ["api", "old", "older"], bravo: [] });
    expect(await warningsOf(terraform, code({ alpha: ["api"], bravo: [] }))).toEqual({
      alpha: {
        attribute,
        summary: "Workspaces leave a membership",
        detail: detailOf(
          `2 workspaces move from project "alpha" (${acme.project("alpha")!.id}) to the default project, ` +
            "unless another membership takes them: old, older.",
          2,
          "alpha",
          "Default Project",
        ),
      },
    });
    acme.addWorkspace("new");
    const { alpha } = await warningsOf(terraform, code({ alpha: ["api", "older", "new"], bravo: [] }));
    expect(alpha).toEqual({
      attribute,
      summary: '1 workspace moves from the default project to project "alpha", and 1 leaves it',
      detail: [
        "- from the default project: 1 workspace (new)\n" +
          "- to the default project, unless another membership takes it: 1 workspace (old)",
        identityOfMoves([1, "Default Project", "alpha"], [1, "alpha", "Default Project"]),
        STATES_NOT_COMPARED,
      ].join("\n\n"),
    });
  });

  test("does not count what a membership takes that is planned at the same time: two that exchange workspaces", async () => {
    const terraform = await deployed({ alpha: ["a1", "a2"], bravo: ["b1"] });
    const warnings = await warningsOf(terraform, code({ alpha: ["b1"], bravo: ["a1", "a2"] }));
    expect(Object.values(warnings).map(({ summary }) => summary)).toEqual([
      '1 workspace moves from project "bravo" to project "alpha"',
      '2 workspaces move from project "alpha" to project "bravo"',
    ]);
    expect(JSON.stringify(warnings)).not.toContain("unless another membership");
  });

  test("is a single one for a membership that is replaced", async () => {
    const terraform = await deployed({ alpha: ["api"] });
    const { resources } = code({ bravo: ["api"] });
    const moved = configurationFor(acme, {
      "tfprojects_project.bravo": resources["tfprojects_project.bravo"]!,
      "tfprojects_workspace_membership.alpha": resources["tfprojects_workspace_membership.bravo"]!,
    });
    const { diagnostics, ok } = await terraform.plan(moved);
    expect(ok).toBe(true);
    expect(diagnostics.filter(({ summary }) => summary.startsWith("1 workspace moves"))).toMatchObject([
      { summary: '1 workspace moves from project "alpha" to a new project' },
    ]);
  });

  test("is not given when nothing moves: settled, renamed, or left alone by on_destroy", async () => {
    const retained = { workspace_names: ["api", "web"], on_destroy: "retain" };
    const terraform = await deployed({ alpha: retained });
    expect(await warningsOf(terraform, code({ alpha: retained }))).toEqual({});
    expect(await warningsOf(terraform, code({ alpha: { ...retained, workspace_names: ["api"] } }))).toEqual({});
    const { resources, ...rest } = code({ alpha: retained });
    const renamed = { ...resources["tfprojects_project.alpha"], name: "Alpha Two" };
    expect(
      await warningsOf(terraform, { ...rest, resources: { ...resources, "tfprojects_project.alpha": renamed } }),
    ).toMatchObject({ "tfprojects_project.alpha": { summary: RENAMES } });
  });

  test("is not given for a workspace that left, while Terraform does not refresh and plans no change", async () => {
    const terraform = await deployed({ alpha: ["api"] });
    const api = acme.emulator.workspaces.find("acme", "api")!.id;
    acme.emulator.workspaces.move(api, acme.defaultProjectId);
    expect(await warningsOf(terraform, code({ alpha: ["api"] }), false)).toEqual({});
    expect(Object.keys(await warningsOf(terraform, code({ alpha: ["api"] })))).toContain("alpha");
  });
});

describe("moves", () => {
  let own: string;
  let other: string;
  beforeEach(() => ([own, other] = [acme.addProject("Own"), acme.addProject("Other")] as [string, string]));

  type Moves = Parameters<typeof warnOfMoves>[0];

  async function warningsFor(moves: Partial<Moves>, context = contextOf(acme)) {
    const view = context.provider.organization("acme");
    await view.projects.all();
    const nothing = { entering: [], leaving: [], evicted: [], notes: [], attribute: ["workspace_names"] };
    await warnOfMoves({ resource: {}, view, destination: own, ...nothing, ...moves }, context);
    return context.diagnostics.entries;
  }

  const inDefault = (...names: readonly string[]) => names.map((name) => workspaceOf(name, acme.defaultProjectId));
  const inOther = (...names: readonly string[]) => names.map((name) => workspaceOf(name, other));
  const inOwn = (...names: readonly string[]) => names.map((name) => workspaceOf(name, own));
  const note = { summary: "Note", detail: "Of it.", attribute: ["exclusive"] };
  const ownLabel = () => `project "Own" (${own})`;

  test("are none if nothing moves, apart from notes", async () => {
    acme.takeRequests();
    expect(await warningsFor({})).toEqual([]);
    expect(await warningsFor({ notes: [note] })).toEqual([warning("Note", "Of it.", "exclusive")]);
    // Those in the default project stay where they are.
    expect(await warningsFor({ leaving: inDefault("api"), notes: [note] })).toEqual([
      warning("Note", "Of it.", "exclusive"),
    ]);
  });

  test("have their notes in the same warning", async () => {
    expect(await warningsFor({ entering: inDefault("api"), notes: [note, note] })).toEqual([
      warning(
        "Workspaces move out of the default project",
        detailOf(`1 workspace moves to ${ownLabel()}: api.\n\nOf it.\n\nOf it.`, 1, "Default Project", "Own"),
        "workspace_names",
      ),
    ]);
  });

  test("out of the default project and another one, of a membership that others leave, are told one by one", async () => {
    const moves = { entering: [...inDefault("api"), ...inOther("far")], leaving: inOwn("old") };
    expect(await warningsFor(moves)).toMatchObject([
      { summary: '2 workspaces move from 2 projects to project "Own", and 1 leaves it' },
    ]);
  });

  test("out of the project name it, and at most ten workspaces", async () => {
    const detail = (what: string, pronoun: string, names: string) =>
      `${what} from ${ownLabel()} to the default project, unless another membership takes ${pronoun}: ${names}.`;
    expect(await warningsFor({ leaving: inOwn("api") })).toEqual([
      warning(
        "Workspaces leave a membership",
        detailOf(detail("1 workspace moves", "it", "api"), 1, "Own", "Default Project"),
        "workspace_names",
      ),
    ]);
    const many = Array.from({ length: 11 }, (_, index) => `w${String(index).padStart(2, "0")}`);
    expect((await warningsFor({ leaving: inOwn(...many) }))[0]?.detail).toContain("w09 and 1 more.");
  });

  test("that another membership takes are told by that one", async () => {
    const context = contextOf(acme);
    context.provider.plannedWorkspaces.add({}, inOwn("api")[0]!.id, { projectId: other, claimant: { label: "it" } });
    expect(await warningsFor({ leaving: inOwn("api") }, context)).toEqual([]);
    const pending = contextOf(acme);
    const planning = pending.provider.membershipPlans.track(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      pending.provider.plannedWorkspaces.add({}, inOwn("api")[0]!.id, {
        projectId: other,
        claimant: { label: "it" },
      });
    });
    const evicted =
      `The membership becomes exclusive: 1 workspace (web) will be moved from project ${own} to the default project, ` +
      "unless another membership takes them.";
    expect(await warningsFor({ leaving: inOwn("api"), evicted: inOwn("web") }, pending)).toEqual([
      warning("Workspaces leave an exclusive project", detailOf(evicted, 1, "Own", "Default Project"), "exclusive"),
    ]);
    await planning;
  });

  test("to a default project that the token does not see are told once for each workspace", async () => {
    const projects = { [own]: ["read", "move-workspaces"], [other]: ["read", "move-workspaces"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const blind = () => contextOf({ client: acme.viewWith(token).client });
    const evicted = inOwn("api", "web");
    const summaries = async (moves: Partial<Moves>) =>
      (await warningsFor(moves, blind())).map(({ summary, detail, attribute: at }) => [
        summary,
        detail.slice(0, 13),
        at,
      ]);
    const HIDDEN = "Workspaces cannot move to the default project";
    expect(await summaries({ evicted, leaving: inOwn("api") })).toEqual([
      [HIDDEN, "2 workspaces ", ["workspace_names"]],
      ["Workspaces leave a membership", "1 workspace m", ["workspace_names"]],
    ]);
    const claimed = blind();
    claimed.provider.plannedWorkspaces.add({}, inOwn("web")[0]!.id, { projectId: other, claimant: { label: "it" } });
    expect((await warningsFor({ evicted }, claimed)).map(({ summary }) => summary)).toEqual([
      HIDDEN,
      "Workspaces leave an exclusive project",
    ]);
    expect(await summaries({ entering: inOther("far") })).toEqual([
      ['1 workspace moves from project "Other" to project "Own"', "- from projec", ["workspace_names"]],
    ]);
  });

  test("name ten projects, and count the eleventh", async () => {
    const sources = acme.addProjects(11);
    const entering = sources.map((id, index) => workspaceOf(`w${index}`, id));
    const lines = async (moves: Partial<Moves>) => (await warningsFor(moves))[0]!.detail.split("\n\n")[0]!.split("\n");
    expect(await lines({ entering: entering.slice(0, 10) })).toHaveLength(10);
    const all = await lines({ entering });
    expect(all).toHaveLength(11);
    expect(all.at(-1)).toBe("- from 1 other project: 1 workspace (w10)");
  });
});
