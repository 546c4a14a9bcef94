import { readFileSync } from "node:fs";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const organization = "acme";

/** Web and Old with workspaces, and what applies to them; the code moves all of them to Data, and adds New. */
function prepare(): { readonly web: string; readonly old: string; readonly data: string } {
  const { emulator } = fixture.acme;
  const project = (name: string, more = {}): string => emulator.projects.create({ organization, name, ...more }).id;
  const web = project("Web", { tags: { env: "prod" } });
  const old = project("Old", { autoDestroyActivityDuration: "30d" });
  const data = project("Data");
  const [ops, qa] = ["ops", "qa"].map((name) => emulator.teams.create({ organization, name }).id);
  emulator.teams.grant({ teamId: ops!, projectId: web, access: "admin" });
  emulator.teams.grant({ teamId: qa!, projectId: web, access: "read" });
  emulator.teams.grant({ teamId: qa!, projectId: data, access: "write" });
  emulator.variableSets.create({ organization, name: "everywhere", global: true });
  emulator.variableSets.create({ organization, name: "aws-prod", projectIds: [web, old] });
  emulator.variableSets.create({ organization, name: "aws-dev", projectIds: [data] });
  emulator.policySets.create({ organization, name: "all", global: true });
  emulator.policySets.create({ organization, name: "soc2", projectIds: [web] });
  for (const name of ["www", "api", "fresh"]) fixture.acme.addWorkspace(name, web);
  fixture.acme.addWorkspace("legacy", old);
  fixture.writeCode(
    "code",
    { data: { name: "Data", auto_destroy_activity_duration: "14d" }, fresh: { name: "New" } },
    { data: ["www", "api", "legacy"], fresh: ["fresh"] },
  );
  return { web, old, data };
}

/** From here on, documents have the mode of a project only after a client has set it, and lists have no durations. */
async function withDocumentedDocuments(): Promise<void> {
  await fixture.dispose();
  fixture = await CliFixture.create(cli, { documents: "documented" });
}

const UNREAD =
  "  Not compared: workload identity, team access, variable sets, policy sets, tags, run tasks, notifications, agent " +
  "pools, VCS connections, unfinished runs. Use --impact to compare them.";

/** Data has no workspaces. */
const NOT_COMPARED =
  "  Not compared, because responses lack them: execution mode (2 of 3 pairs), agent pool (2 of 3 pairs).";

/** The requests without those of a plan without `--impact`, each with how often it was sent. */
function extraRequests(before: readonly string[], after: readonly string[]): Readonly<Record<string, number>> {
  const left = [...after];
  for (const request of before) {
    const index = left.indexOf(request);
    if (index !== -1) left.splice(index, 1);
  }
  return Object.fromEntries([...new Set(left)].sort().map((it) => [it, left.filter((other) => other === it).length]));
}

function sectionOf(stdout: string): readonly string[] {
  const lines = stdout.split("\n");
  const start = lines.indexOf("What the moves change:");
  return start === -1 ? [] : lines.slice(start + 1, lines.indexOf("", start));
}

test.each([
  ["full", []],
  ["documented", [NOT_COMPARED]],
] as const)("--impact shows gains and losses, reading each project once per kind (%s)", async (documents, left) => {
  if (documents === "documented") await withDocumentedDocuments();
  const { web, old, data } = prepare();
  fixture.acme.takeRequests();
  const plain = await fixture.run("plan", "code");
  const before = fixture.acme.takeRequests();
  const { status, stdout, stderr } = await fixture.run("plan", "code", "--impact");
  const after = fixture.acme.takeRequests();

  expect([status, stderr]).toEqual([0, ""]);
  expect(sectionOf(stdout)).toEqual([
    "  Old → Data (1 workspace)",
    "    auto-destroy   30d → 14d",
    "    team access    + qa (write)",
    "    variable sets  - aws-prod, + aws-dev",
    "  Web → Data (2 workspaces)",
    "    auto-destroy   (none) → 14d",
    "    team access    - ops (admin), ~ qa (read → write)",
    "    variable sets  - aws-prod, + aws-dev",
    "    policy sets    - soc2",
    "    tags           - env=prod",
    "  Web → New (1 workspace)",
    "    team access    - ops (admin), - qa (read)",
    "    variable sets  - aws-prod",
    "    policy sets    - soc2",
    "    tags           - env=prod",
    ...left,
  ]);
  expect(extraRequests(before, after)).toEqual({
    "GET /api/v2/organizations/acme/policy-sets": 1,
    "GET /api/v2/organizations/acme/task-configs": 1,
    "GET /api/v2/organizations/acme/teams": 1,
    "GET /api/v2/organizations/acme/varsets": 1,
    // With their variables, of each project that workspaces leave.
    "GET /api/v2/organizations/acme/workspaces": 2,
    "GET /api/v2/team-projects": 3,
    ...Object.fromEntries(
      [web, old, data].flatMap((id) => [
        [`GET /api/v2/projects/${id}/effective-tag-bindings`, 1],
        [`GET /api/v2/projects/${id}/notification-configurations`, 1],
        [`GET /api/v2/projects/${id}/varsets`, 1],
      ]),
    ),
  });
  expect(sectionOf(plain.stdout)).toEqual([
    "  Old → Data (1 workspace)",
    "    auto-destroy  30d → 14d",
    "  Web → Data (2 workspaces)",
    "    auto-destroy  (none) → 14d",
    ...left,
    UNREAD,
  ]);
  expect(plain.stdout).toContain(
    '! 3 workspaces that move to "Data" get auto-destroy after 14d of inactivity: 2 from "Web" (before: none), ' +
      '1 from "Old" (before: 30d).',
  );
});

test("--impact shows it in JSON, Markdown and HTML", async () => {
  prepare();
  const json = await fixture.run("plan", "code", "--impact", "--json");
  const { impact } = (JSON.parse(json.stdout) as { organizations: [{ impact: { moves: object[] } }] }).organizations[0];
  expect(impact.moves[1]).toMatchObject({
    from: { name: "Web" },
    to: { name: "Data" },
    workspaces: 2,
    settings: [{ attribute: "auto_destroy_activity_duration", before: null, after: "14d", certain: true }],
    related: {
      team_access: {
        effects: [
          { change: "lost", name: "ops", before: "admin" },
          { change: "changed", name: "qa", before: "read", after: "write" },
        ],
      },
      variable_sets: {
        effects: [
          { change: "lost", name: "aws-prod" },
          { change: "gained", name: "aws-dev" },
        ],
      },
      policy_sets: { effects: [{ change: "lost", name: "soc2" }] },
      tags: { effects: [{ change: "lost", name: "env", before: "prod" }] },
    },
  });
  const page = fixture.write("plan.html", "");
  const { stdout } = await fixture.run("plan", "code", "--impact", "--markdown", "--html", page);
  expect(stdout).toContain("| `Web` → `Data` (2) | policy sets | - `soc2` |");
  expect(readFileSync(page, "utf8")).toContain('<span class="lost">- soc2</span>');
});

test("--impact reads nothing if no workspace moves and no project is deleted", async () => {
  fixture.writeCode("code", { data: { name: "Data" } });
  fixture.acme.takeRequests();
  await fixture.run("plan", "code");
  const before = fixture.acme.takeRequests();
  const { stdout } = await fixture.run("plan", "code", "--impact");
  expect(extraRequests(before, fixture.acme.takeRequests())).toEqual({});
  expect(sectionOf(stdout)).toEqual([]);
});

test("--impact does not read the names of teams if no access changes", async () => {
  const from = fixture.acme.addProject("From");
  fixture.acme.addWorkspace("api", from);
  fixture.writeCode("code", { data: { name: "Data" } }, { data: ["api"] });
  fixture.acme.takeRequests();
  const { stdout } = await fixture.run("plan", "code", "--impact");
  expect(fixture.acme.takeRequests().filter((request) => request.endsWith("/teams"))).toEqual([]);
  expect(sectionOf(stdout)).toEqual(["  The moves change nothing that is compared here."]);
});

test("a token that may not read a kind still gets a plan, which says so", async () => {
  const { web } = prepare();
  const { emulator } = fixture.acme;
  emulator.faults.add({ path: "/policy-sets", status: 404 });
  emulator.faults.add({ path: new RegExp(`team-projects.*${web}`), status: 403 });
  const { status, stdout } = await fixture.run("plan", "code", "--impact");
  expect(status).toBe(0);
  expect(sectionOf(stdout)).toContain("  Not readable with this token: team access (2 of 3 pairs), policy sets.");
  expect(sectionOf(stdout)).toContain("    team access    + qa (write)");
});

test("a service that fails is an error of the plan", async () => {
  prepare();
  fixture.acme.emulator.faults.add({ path: "/team-projects", status: 400 });
  const { status, stdout, stderr } = await fixture.run("plan", "code", "--impact");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("/team-projects");
});

test("settings that lists do not carry are read for --impact, unless durations are skipped", async () => {
  await withDocumentedDocuments();
  const to = fixture.acme.addProject("Unmanaged", { autoDestroyActivityDuration: "14d" });
  fixture.acme.addWorkspace("api");
  fixture.write("code/main.tf.json", {
    provider: { tfprojects: [{}] },
    resource: { tfprojects_workspace_membership: { to: { project_id: to, workspace_names: ["api"] } } },
  });
  const read = `GET /api/v2/projects/${to}`;
  const run = async (...options: readonly string[]): Promise<readonly [readonly string[], boolean]> => {
    fixture.acme.takeRequests();
    const { stdout } = await fixture.run("plan", "code", ...options);
    return [sectionOf(stdout), fixture.acme.takeRequests().includes(read)];
  };
  const notCompared = (labels: string): string => `  Not compared, because responses lack them: ${labels}.`;
  expect(await run()).toEqual([[notCompared("auto-destroy, execution mode, agent pool"), UNREAD], false]);
  expect(await run("--impact")).toEqual([
    [
      "  Default Project → Unmanaged (1 workspace)",
      "    auto-destroy  (none) → 14d",
      notCompared("execution mode, agent pool"),
    ],
    true,
  ]);
  expect(await run("--impact", "--skip-durations")).toEqual([
    ["  The moves change nothing that is compared here.", notCompared("auto-destroy, execution mode, agent pool")],
    false,
  ]);
});

test("a deleted project goes with what --impact reads of it, by name", async () => {
  const { web } = prepare();
  fixture.writeCode("code", { data: { name: "Data" } }, { data: ["www", "api", "fresh", "legacy"] });
  const options = ["--prune", "--max-deletes", "2"] as const;
  const plain = await fixture.run("plan", "code", ...options);
  expect(plain.stdout).toContain(
    `! Project "Web" (${web}) will be deleted, and with it its team access, its tags, and its links to variable sets ` +
      `and policy sets.`,
  );
  const { stdout } = await fixture.run("plan", "code", "--impact", ...options);
  expect(stdout).toContain(
    `! Project "Web" (${web}) will be deleted. With it go team access (ops: admin, qa: read), variable sets ` +
      `(aws-prod), policy sets (soc2) and tags (env=prod).`,
  );
});

test("a saved plan is the same with and without --impact, and apply shows it on request", async () => {
  prepare();
  const [one, other] = ["one.json", "other.json"].map((file) => fixture.write(file, ""));
  await fixture.run("plan", "code", "--out", one!);
  await fixture.run("plan", "code", "--impact", "--out", other!);
  expect(readFileSync(other!, "utf8")).toBe(readFileSync(one!, "utf8"));
  // What applies to projects may change before the plan is applied.
  fixture.acme.emulator.policySets.create({ organization, name: "late", global: true });
  const { status, stdout } = await fixture.run("apply", other!, "--impact");
  expect(status).toBe(0);
  expect(sectionOf(stdout)).toContain("    policy sets    - soc2");
  expect(stdout).toContain("Apply complete");
});
