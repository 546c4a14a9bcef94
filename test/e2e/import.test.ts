import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ActualOrganization } from "../../src/engine/organization";
import { anyOrganization, EDGE_CASES } from "../import/organizations";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import type { AttachedProvider } from "../support/attached-provider";
import { changeSettings, changeTags, createAgentPool } from "../support/project-settings";
import { fc } from "../support/property";
import { AGENT_POOLS } from "../support/random-settings";
import { describeWithTerraform, TerraformWorkspace, unwrapped } from "../support/terraform";
import { attachProvider } from "../support/tfprojects-provider";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/**
 * Brings the organization into being on the emulator; what would be in its default project is, and the rest beside it.
 */
async function populate({ projects, workspaces, defaultProjectId }: ActualOrganization): Promise<void> {
  const pools = new Map<string | null | undefined, string>();
  for (const pool of AGENT_POOLS) pools.set(pool, await createAgentPool(acme.emulator, pool));
  const ids = new Map([[defaultProjectId, acme.defaultProjectId]]);
  for (const { id, name, description, autoDestroyActivityDuration, defaultAgentPoolId, tags, ...more } of projects) {
    const { defaultExecutionMode: mode } = more;
    if (id === defaultProjectId || name.toLowerCase() === "default project") continue;
    const attributes = {
      ...(description === null ? {} : { description }),
      ...(typeof autoDestroyActivityDuration === "string" ? { autoDestroyActivityDuration } : {}),
    };
    ids.set(id, acme.addProject(name, attributes));
    if (typeof mode !== "string" && Object.keys(tags ?? {}).length === 0) continue;
    const pool = pools.get(defaultAgentPoolId);
    await changeSettings(acme.emulator, ids.get(id)!, {
      ...(mode ? { mode } : {}),
      ...(pool ? { pool } : {}),
      tags: tags!,
    });
  }
  for (const { name, projectId } of workspaces) acme.addWorkspace(name, ids.get(projectId));
  acme.takeRequests();
}

/** Writes to the service since the last look. */
function takeWrites(): string[] {
  return acme.takeRequests().filter((request) => !request.startsWith("GET"));
}

/**
 * Imports the organization, and expects a deployment to take it over without a change.
 *
 * @param attached - The provider to which Terraform connects; otherwise it launches the one beside the stack.
 */
async function expectTakeover(attached: AttachedProvider | undefined, ...options: string[]): Promise<void> {
  const before = acme.emulator.state();
  const app = new AppFolder();
  try {
    expect(await app.tfprojects(acme, "import", "--out", ".", ...options)).toMatchObject({ status: 0 });
    // The engine needs no Terraform. It runs the app, whose stack Terraform deploys below.
    expect(await app.tfprojects(acme, "plan", "--detailed-exitcode")).toMatchObject({ status: 0 });

    const terraform = await app.deploySynthesized(acme, "acme", attached);
    expect(takeWrites()).toEqual([]);

    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(takeWrites()).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  } finally {
    app.remove();
  }
}

/**
 * Imports the organization as Terraform configuration, and expects Terraform to find it well formed, to plan imports
 * alone, and nothing after them.
 *
 * @param attached - The provider to which Terraform connects; otherwise it launches the one that is installed.
 */
async function expectHclTakeover(attached: AttachedProvider | undefined, ...options: string[]): Promise<void> {
  const before = acme.emulator.state();
  const app = new AppFolder();
  try {
    expect(await app.tfprojects(acme, "import", "--hcl", "--out", "acme", ...options)).toMatchObject({ status: 0 });
    const folder = join(app.folder, "acme");
    expect(await app.tfprojects(acme, "provider", "install", "--folder", folder)).toMatchObject({ status: 0 });
    const terraform = new TerraformWorkspace(acme.environment, attached, folder);
    expect(await terraform.run(["fmt", "-check", "-diff"])).toMatchObject({ status: 0, output: "" });
    await terraform.init();

    expect(await importedIn(terraform)).toBeGreaterThan(0);
    await terraform.succeed(["apply", "-input=false", IMPORTS_PLAN]);
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    // The imports are done: the file is no longer needed.
    rmSync(join(folder, "imports.tf"));
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(takeWrites()).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  } finally {
    app.remove();
  }
}

const IMPORTS_PLAN = "imports.tfplan";

/** The number of resources that Terraform plans to import. It must plan nothing else. */
async function importedIn(terraform: TerraformWorkspace): Promise<number> {
  await terraform.succeed(["plan", "-input=false", `-out=${IMPORTS_PLAN}`]);
  const { stdout } = await terraform.succeed(["show", "-json", IMPORTS_PLAN]);
  const { resource_changes: changes = [] } = JSON.parse(stdout) as {
    resource_changes?: readonly { address: string; change: { actions: readonly string[]; importing?: object } }[];
  };
  const others = changes.filter(({ change }) => change.actions.join() !== "no-op" || change.importing === undefined);
  expect(others).toEqual([]);
  return changes.length;
}

const LAYOUTS = ["files", "table"] as const;

// With the packed package: package.test.ts.
describeWithTerraform("an imported organization", () => {
  let provider: AttachedProvider;
  beforeAll(async () => (provider = await attachProvider()));
  afterAll(() => provider.stop());
  /** The provider beside the stack is the same for all layouts: it is launched for one. */
  const providerFor = (layout: (typeof LAYOUTS)[number]) => (layout === "files" ? undefined : provider);

  test.each(LAYOUTS)(
    "is imported without a change, with names that need escaping and the default project: %s",
    async (layout) => {
      await populate(EDGE_CASES);
      await expectTakeover(providerFor(layout), "--include-default", "--layout", layout);
    },
  );

  test.each(LAYOUTS)("is imported as Terraform configuration, with names that need escaping: %s", async (layout) => {
    await populate(EDGE_CASES);
    await expectHclTakeover(providerFor(layout), "--layout", layout);
    // Its key is the first one of the table.
    await expectHclTakeover(provider, "--layout", layout, "--project", "for");
  });

  test("is imported without a change, with every setting and kind of content", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOrganization,
        fc.boolean(),
        fc.constantFrom(...LAYOUTS),
        async (organization, hcl, layout) => {
          await acme.stop();
          acme = await Acme.start();
          await populate(organization);
          fc.pre(Object.keys(acme.world).length > 1);
          await (hcl ? expectHclTakeover : expectTakeover)(provider, "--layout", layout);
        },
      ),
      // Each takes seconds; a counterexample is not made smaller.
      { numRuns: 4, endOnFailure: true },
    );
  });

  /** Projects whose workspaces a prefix or a tag selects; two are in lists, and one in the default project. */
  async function populateForRules(): Promise<void> {
    const [networks, search, mixed] = ["Networks", "Search", "Mixed"].map((name) => acme.addProject(name));
    for (const name of ["a", "b", "c", "d", "e"]) {
      acme.addWorkspace(`net-${name}`, networks);
      await changeTags(acme.emulator, acme.addWorkspace(`${name}-search`, search), { team: "search" });
      acme.addWorkspace(`app1${name}`, mixed);
    }
    acme.addWorkspace("vpn", networks);
    acme.addWorkspace("mixed", mixed);
    acme.addWorkspace("stray");
    acme.takeRequests();
  }

  /** Whether a new workspace belongs to a project by the rule of its membership. */
  async function expectRule(plan: () => Promise<{ readonly stdout: string }>): Promise<void> {
    acme.addWorkspace("net-later");
    expect((await plan()).stdout).toMatch(/net-later/);
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "net-later")!.id);
  }

  test.each(LAYOUTS)("is imported with rules without a change: %s", async (layout) => {
    await populateForRules();
    await expectTakeover(providerFor(layout), "--rules", "--layout", layout);
    await expectTakeover(provider, "--rules", "--exclusive", "--layout", layout);
  });

  test.each(LAYOUTS)(
    "is imported as Terraform configuration with rules, which select later workspaces, too: %s",
    async (layout) => {
      await populateForRules();
      const before = acme.emulator.state();
      const app = new AppFolder();
      try {
        const options = ["--rules", "--layout", layout, "--out", "acme"];
        expect(await app.tfprojects(acme, "import", "--hcl", ...options)).toMatchObject({ status: 0 });
        const terraform = new TerraformWorkspace(acme.environment, provider, join(app.folder, "acme"));
        expect(await terraform.run(["fmt", "-check", "-diff"])).toMatchObject({ status: 0, output: "" });
        await terraform.init();
        // The service does not know the rules: memberships are imported, and updated in the state.
        expect(await terraform.apply()).toMatchObject({
          status: 0,
          stdout: expect.stringContaining("6 imported, 0 added, 3 changed, 0 destroyed") as string,
        });
        expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
        expect(takeWrites()).toEqual([]);
        expect(acme.emulator.state()).toEqual(before);
        await expectRule(() => terraform.plan());
      } finally {
        app.remove();
      }
    },
  );

  test("of 40 projects is imported as Terraform configuration, with a file for each and as a table", async () => {
    for (const [index, id] of acme.addProjects(40).entries()) acme.addWorkspace(`workspace-${index}`, id);
    acme.takeRequests();
    for (const layout of LAYOUTS) await expectHclTakeover(provider, "--layout", layout);
  });

  test("as a table of Terraform configuration accepts new entries, and reports misspelled attributes", async () => {
    const app = new AppFolder();
    try {
      acme.addWorkspace("network", acme.addProject("Platform", { description: "Networks" }));
      await app.tfprojects(acme, "import", "--hcl", "--layout", "table", "--out", "acme");
      const terraform = new TerraformWorkspace(acme.environment, provider, join(app.folder, "acme"));
      await terraform.init();
      const table = readFileSync(terraform.path("projects.tf"), "utf8");
      terraform.write(
        "projects.tf",
        table.replace("    platform = {", '    core = { name = "Core" }\n    platform = {'),
      );
      expect(await terraform.apply()).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("2 imported, 1 added, 0 changed, 0 destroyed") as string,
      });
      expect(acme.world).toMatchObject({ Core: [], Platform: ["network"] });

      terraform.write("projects.tf", table.replace("description ", "descripton "));
      const { status, output } = await terraform.plan();
      expect([status, unwrapped(output)]).toEqual([1, expect.stringContaining("Unknown attributes: descripton.")]);
    } finally {
      app.remove();
    }
  });
});
