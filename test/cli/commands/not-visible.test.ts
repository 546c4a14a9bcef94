import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";
import type { ProcessResult } from "../command-line";

/*
 * Not readable is not gone: what a token may not see is as if it did not exist. Whether it exists is known only to a
 * token that sees the default project too.
 */

let cli: CommandLine;
let fixture: CliFixture;
let token: string;
let alpha: string;
let beta: string;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  for (const name of readdirSync(cli.folder))
    if (/^(code|plan|acme)/.test(name)) rmSync(join(cli.folder, name), { recursive: true });
  fixture = await CliFixture.create(cli);
  token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "owner" });
  [alpha, beta] = [fixture.acme.addProject("Alpha"), fixture.acme.addProject("Beta")];
  fixture.acme.addWorkspace("a", alpha);
  fixture.acme.addWorkspace("b", beta);
  code("alpha", "beta");
});
afterEach(() => fixture.dispose());

type Label = "alpha" | "beta";
const NAMES = { alpha: "Alpha", beta: "Beta" } as const;

function code(...labels: readonly Label[]): void {
  fixture.writeCode(
    "code",
    Object.fromEntries(labels.map((label) => [label, { name: NAMES[label] }])),
    Object.fromEntries(labels.map((label) => [label, [label.charAt(0)]])),
  );
}

function writeState(): void {
  const resource = (name: string, attributes: object): object => ({
    mode: "managed",
    type: "tfprojects_project",
    name,
    provider: 'provider["registry.terraform.io/tfprojects/tfprojects"]',
    instances: [{ attributes: { organization: "acme", ...attributes } }],
  });
  const resources = [resource("alpha", { id: alpha, name: "Alpha" }), resource("beta", { id: beta, name: "Beta" })];
  fixture.write("code/terraform.tfstate", { version: 4, serial: 1, lineage: "3a1f", resources });
}

function seeOnly(...projects: readonly string[]): void {
  const permissions = Object.fromEntries(projects.map((id) => [id, ["read", "update", "move-workspaces"] as const]));
  fixture.acme.emulator.tokens.update({ token, organization: "acme", role: "team", projects: permissions });
}

const run = (...args: readonly string[]): Promise<ProcessResult> =>
  cli.run(args, { ...fixture.environment, TFE_TOKEN: token });

/** What each format shows of the drift of the code. */
async function driftInAllFormats(): Promise<Record<"text" | "markdown" | "html", string> & { readonly json: unknown }> {
  const [text, markdown, json] = [
    await run("drift", "code"),
    await run("drift", "code", "--markdown"),
    await run("drift", "code", "--json"),
  ];
  const page = fixture.write("code/drift.html", "");
  rmSync(page);
  await run("drift", "code", "--html", page);
  const { organizations } = JSON.parse(json.stdout) as { organizations: readonly unknown[] };
  return { text: text.stdout, markdown: markdown.stdout, html: readFileSync(page, "utf8"), json: organizations[0] };
}

const NOT_FOUND = expect.arrayContaining([expect.objectContaining({ code: "not-found" })]) as unknown;
const NO_WAY_TO_DEFAULT = "would move to the default project, which the token is not authorized to see";
const BOTH = /deleted, or the token is not authorized to see (it|them)/g;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

describe("a token that sees no project", () => {
  beforeEach(() => seeOnly());

  test.each([["drift"], ["plan"], ["plan", "--prune"], ["apply", "--auto-approve"]])(
    "ends %s with one error that names both causes, and nothing is missing",
    async (command, ...flags) => {
      for (const withState of [false, true]) {
        if (withState) writeState();
        const { status, stdout } = await run(command, "code", ...flags);
        expect(status).toBe(1);
        expect(count(stdout, BOTH)).toBe(1);
        expect(stdout).toContain('2 projects ("Alpha"');
        expect(stdout).toContain("and 2 workspaces (a, b) were not found");
        expect(stdout).not.toMatch(/\(missing\)|[1-9]\d* (projects? missing|to create)/);
        if (command === "drift") {
          expect(stdout).toContain(
            "Coverage: 0 of 0 projects (100%) and 0 of 0 workspaces (100%) are managed; the token",
          );
          expect(stdout).toContain("No drift in the part of the organization that the token can see.");
        }
      }
      expect(fixture.takeWrites()).toEqual([]);
    },
  );

  test("the JSON of drift has the error, no actions, and a hidden default project", async () => {
    const { status, stdout } = await run("drift", "code", "--json");
    const { organizations } = JSON.parse(stdout) as { organizations: [object] };
    expect(status).toBe(1);
    expect(organizations).toMatchObject([
      {
        errors: [{ code: "NOT_FOUND_OR_UNAUTHORIZED" }],
        actions: [],
        coverage: { projects: { managed: 0, total: 0 }, default_project: "hidden" },
      },
    ]);
  });

  test("a saved plan of another token is refused for the same reason, not as stale", async () => {
    code("alpha");
    fixture.acme.emulator.projects.update(alpha, { description: "by hand" });
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    const { status, stdout } = await run("apply", join(cli.folder, "plan.json"));
    expect({ status, causes: count(stdout, BOTH) }).toEqual({ status: 1, causes: 1 });
    expect(fixture.acme.project("Alpha")).toMatchObject({ description: "by hand" });
  });

  test("import prints one error, and writes nothing", async () => {
    const { status, stderr } = await run("import", "--organization", "acme", "--out", join(cli.folder, "acme"));
    expect({ status, causes: count(stderr, BOTH) }).toEqual({ status: 1, causes: 1 });
    expect(existsSync(join(cli.folder, "acme"))).toBe(false);
  });

  test("doctor says that it sees none", async () => {
    const { stdout } = await run("doctor", "--json");
    const { checks } = JSON.parse(stdout) as { checks: readonly { name: string }[] };
    expect(checks.find(({ name }) => name === "permissions")).toMatchObject({
      status: "failed",
      code: "PROJECTS_NOT_VISIBLE",
      message: "sees no project of acme",
      values: { visible_projects: 0 },
    });
  });
});

describe("a token of a team that sees its own project alone", () => {
  beforeEach(() => seeOnly(alpha));

  test("plans it and finds drift in it, without a request more", async () => {
    code("alpha");
    await fixture.run("drift", "code");
    const requests = fixture.acme.takeRequests();
    expect(await run("drift", "code")).toMatchObject({ status: 0, stderr: "" });
    expect(fixture.acme.takeRequests().sort()).toEqual(requests.sort());
    fixture.acme.emulator.projects.update(alpha, { description: "by hand" });
    expect((await run("drift", "code")).status).toBe(2);
    expect((await run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.project("Alpha")).toMatchObject({ description: null });
  });

  test("finds a stranger in it, which it cannot move: plan warns, and apply refuses", async () => {
    fixture.writeCode("code", { alpha: { name: "Alpha" } }, { alpha: ["a"] }, true);
    fixture.acme.addWorkspace("stranger", alpha);
    const drift = await run("drift", "code");
    expect(drift.status).toBe(2);
    expect(drift.stdout).toContain("stranger");
    const before = fixture.acme.emulator.state();
    const plan = await run("plan", "code", "--out", "plan.json");
    expect(plan.status).toBe(0);
    expect(plan.stdout).toContain("Warnings");
    expect(plan.stdout).toContain(NO_WAY_TO_DEFAULT);
    for (const apply of [
      ["apply", "code", "--auto-approve"],
      ["apply", "plan.json"],
    ]) {
      const { status, stderr } = await run(...apply);
      expect(status).toBe(1);
      expect(stderr).toContain("Nothing was changed: the plan for acme is blocked by 1 error.");
      expect(stderr).toContain(NO_WAY_TO_DEFAULT);
    }
    expect(fixture.acme.emulator.state()).toEqual(before);
    // Another token may apply the same code.
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world["Default Project"]).toContain("stranger");
  });

  test("shows drift in it beside the one error about another one, and plans nothing for that", async () => {
    writeState();
    fixture.acme.emulator.projects.update(alpha, { description: "by hand" });
    const { status, stdout } = await run("drift", "code");
    expect(status).toBe(1);
    expect(count(stdout, BOTH)).toBe(1);
    expect(stdout).toContain(`Project "Beta" (${beta}) and workspace b were not found`);
    expect(stdout).toMatch(/description +"by hand"/);
    expect(stdout).toContain("Drift: 0 projects missing, 1 changed, 0 workspaces misplaced, the rest is not visible");
  });

  test("imports it, with a warning; doctor says what it does not see", async () => {
    const { status, stderr } = await run("import", "--organization", "acme", "--out", join(cli.folder, "acme"));
    expect(status).toBe(0);
    expect(stderr).toContain("Warning: The token does not see the default project of acme");
    const { status: health, stdout } = await run("doctor");
    expect(health).toBe(0);
    expect(stdout).toContain("sees 1 project of acme, and not the default project");
  });
});

describe("a token that sees the default project, and not another one", () => {
  beforeEach(() => seeOnly(fixture.acme.defaultProjectId, alpha));

  test.each([false, true])("counts it as missing, with a warning that names both causes (state: %s)", async (state) => {
    if (state) writeState();
    const { status, stdout } = await run("drift", "code");
    expect(status).toBe(2);
    expect(stdout).toContain("+ Beta (missing)");
    expect(stdout).toMatch(
      state
        ? new RegExp(
            `Project "Beta" \\(${beta}\\) was not found: it was deleted, or the token is not authorized to see it`,
          )
        : /Project "Beta" does not exist, or the token is not authorized to see it/,
    );
  });

  test.each([false, true])("is not said to be missing alone, in every format of drift (state: %s)", async (state) => {
    if (state) writeState();
    const shown = await driftInAllFormats();
    for (const format of ["text", "markdown", "html"] as const) {
      expect(shown[format]).toContain("1 project missing or not visible");
      expect(shown[format]).not.toMatch(/project missing(?! or not visible)/);
    }
    expect(shown.json).toMatchObject({ summary: { create: 1 }, warnings: NOT_FOUND });
  });

  test("a project that left the code counts as deleted, with the warning", async () => {
    writeState();
    code("alpha");
    const { status, stdout } = await run("plan", "code");
    expect(status).toBe(0);
    expect(stdout).toMatch(/Project "Beta" \(prj-\w+\) was not found: it was deleted, or the token/);
  });
});

test("what a token that sees all projects does not find is missing, in every format of drift", async () => {
  fixture.acme.emulator.projects.delete(beta, { evacuate: true });
  const shown = await driftInAllFormats();
  for (const format of ["text", "markdown", "html"] as const) {
    expect(shown[format]).toContain("1 project missing");
    expect(shown[format]).not.toContain("not visible");
  }
  expect(shown.json).toMatchObject({ summary: { create: 1 }, warnings: [{ code: "run-identity" }] });
});

test("a token that may create projects sees all of them: new code has no warning", async () => {
  fixture.acme.emulator.projects.delete(beta, { evacuate: true });
  const { status, stdout } = await run("plan", "code");
  expect({ status, warns: stdout.includes("not authorized") }).toEqual({ status: 0, warns: false });
});

describe("a project of which the token does not see all workspaces", () => {
  /** The lists of projects say from now on that Alpha contains 7 workspaces; the reads of itself do so this often. */
  async function hide(times: number): Promise<void> {
    const authorization = `Bearer ${fixture.acme.emulator.token}`;
    for (const path of ["/organizations/acme/projects?page%5Bnumber%5D=1&page%5Bsize%5D=100", `/projects/${alpha}`]) {
      const response = await fetch(`${fixture.acme.emulator.address}/api/v2${path}`, { headers: { authorization } });
      const document = (await response.json()) as { data: object };
      for (const it of [document.data].flat() as { id: string; attributes: Record<string, unknown> }[]) {
        if (it.id === alpha) it.attributes["workspace-count"] = 7;
      }
      const isList = path.includes("organizations");
      fixture.acme.emulator.faults.add({
        method: "GET",
        path: isList ? /\/organizations\/acme\/projects/ : new RegExp(`/projects/${alpha}(\\?|$)`),
        status: 200,
        body: JSON.stringify(document),
        times: isList ? Infinity : times,
      });
    }
    fixture.acme.takeRequests();
  }

  test("is no problem while none of them is absent, and costs no request", async () => {
    await run("drift", "code");
    const { length } = fixture.acme.takeRequests();
    await hide(Infinity);
    expect(await run("drift", "code")).toMatchObject({ status: 0 });
    expect(fixture.acme.takeRequests()).toHaveLength(length);
  });

  test("is read once more, and then no workspace counts as missing from it", async () => {
    fixture.acme.emulator.workspaces.delete(fixture.acme.emulator.workspaces.find("acme", "a")!.id);
    await hide(Infinity);
    const { status, stdout } = await run("drift", "code");
    expect(status).toBe(1);
    expect(stdout).toContain(`Project "Alpha" (${alpha}) contains 7 workspaces, but the token sees none of them`);
  });

  test("is neither emptied nor deleted", async () => {
    code("beta");
    await hide(Infinity);
    const { status, stdout } = await run("plan", "code", "--prune", "--evacuate");
    expect(status).toBe(1);
    expect(stdout).toContain(`Project "Alpha" (${alpha}) contains 7 workspaces, but the token sees 1 of them`);
  });
});
