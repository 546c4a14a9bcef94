import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine, type ProcessResult } from "../../cli/command-line";
import { Acme } from "../../support/acme";
import { AppFolder } from "../../support/app-folder";
import type { AttachedProvider } from "../../support/attached-provider";
import { changeSettings, createAgentPool, ownSettings, type OwnSettings } from "../../support/project-settings";
import { describeWithTerraform, TerraformWorkspace } from "../../support/terraform";
import { attachProvider } from "../../support/tfprojects-provider";

/** One stack for each version of the code, so that the app runs once. */
const APP = `
import { readFileSync } from "node:fs";
import { App, TerraformStack } from "cdktf";
import { Project, TfprojectsProvider } from "tfprojects";

const app = new App();
for (const [version, config] of Object.entries<object>(JSON.parse(readFileSync("code.json", "utf8")))) {
  const stack = new TerraformStack(app, version);
  new TfprojectsProvider(stack, "tfprojects");
  new Project(stack, "platform", { name: "Platform", ...config });
}
app.synth();
`;

const ADDRESS = "tfprojects_project.platform";
const APPLY = ["apply", "-auto-approve", "-input=false"];

/** The versions of the code, in the order in which they are applied, and what each makes of the project. */
function versions(east: string, west: string) {
  return {
    created: {
      code: { tags: { env: "prod", team: "web" }, defaultExecutionMode: "agent", defaultAgentPoolId: east },
      expected: { mode: "agent", pool: east, tags: { env: "prod", team: "web" } },
    },
    changed: {
      code: { tags: { env: "dev", tier: "1" }, defaultExecutionMode: "local" },
      expected: { mode: "local", pool: null, tags: { env: "dev", tier: "1" } },
    },
    pooled: {
      code: { tags: { env: "dev" }, defaultExecutionMode: "agent", defaultAgentPoolId: west },
      expected: { mode: "agent", pool: west, tags: { env: "dev" } },
    },
    // Without any of the three: mode and pool are given back to the organization, tags are left alone.
    dropped: { code: {}, expected: { mode: null, pool: null, tags: { env: "dev" } } },
    emptied: { code: { tags: {} }, expected: { mode: null, pool: null, tags: {} } },
    ignoring: {
      code: { tags: { env: "prod" }, ignoreAdditionalTags: true, defaultExecutionMode: "remote" },
      expected: { mode: "remote", pool: null, tags: { env: "prod" } },
    },
  } as const satisfies Readonly<Record<string, { readonly code: object; readonly expected: OwnSettings }>>;
}

type Versions = ReturnType<typeof versions>;
type Version = keyof Versions;

/** The synthesized versions of the code, one of which is current, in a folder in which Terraform and the engine run. */
class Code {
  readonly #app = new AppFolder().write("main.ts", APP);
  readonly folder = join(this.#app.folder, "current");

  private constructor() {
    mkdirSync(this.folder);
  }

  static async synthesize(acme: Acme, code: Readonly<Record<string, object>>): Promise<Code> {
    const it = new Code();
    it.#app.write("code.json", code);
    await it.#app.synth(acme);
    cpSync(it.#app.stackFolder("created"), it.folder, { recursive: true });
    return it;
  }

  /** Takes the resources of a version; the rest is the same in each, but for the file of the state. */
  use(version: Version): void {
    const read = (folder: string): Record<string, unknown> =>
      JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as Record<string, unknown>;
    const { resource } = read(this.#app.stackFolder(version));
    writeFileSync(join(this.folder, "cdk.tf.json"), JSON.stringify({ ...read(this.folder), resource }));
  }

  remove(): void {
    this.#app.remove();
  }
}

/** An organization with two agent pools, and the code for it. */
class Setup {
  private constructor(
    readonly acme: Acme,
    readonly versions: Versions,
    readonly code: Code,
  ) {}

  static async start(documents: "documented" | "full"): Promise<Setup> {
    const acme = await Acme.start({ documents });
    const pools = [await createAgentPool(acme.emulator, "east"), await createAgentPool(acme.emulator, "west")] as const;
    const all = versions(...pools);
    const code = Object.fromEntries(Object.entries(all).map(([version, { code }]) => [version, code]));
    return new Setup(acme, all, await Code.synthesize(acme, code));
  }

  async stop(): Promise<void> {
    this.code.remove();
    await this.acme.stop();
  }

  get id(): string {
    return this.acme.project("Platform")!.id;
  }

  settings(): Promise<OwnSettings> {
    return ownSettings(this.acme.emulator, this.id);
  }

  change(change: Partial<OwnSettings>): Promise<void> {
    return changeSettings(this.acme.emulator, this.id, change);
  }
}

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** The command line in the folder of the code. */
function tfprojects({ acme, code }: Setup, ...args: readonly string[]): Promise<ProcessResult> {
  return cli.run([...args, "--no-synth", code.folder], acme.environment);
}

describeWithTerraform("tags, execution mode and agent pool of a project", () => {
  let setup: Setup;
  let provider: AttachedProvider;
  let terraform: TerraformWorkspace;
  beforeEach(async () => {
    setup = await Setup.start("full");
    provider = await attachProvider();
    terraform = new TerraformWorkspace(setup.acme.environment, provider, setup.code.folder);
    await terraform.init();
  });
  afterEach(async () => {
    await provider.stop();
    await setup.stop();
  });

  /** Expects Terraform's plan and the engine's to agree on whether there are changes. Returns both as text. */
  async function expectVerdict(changes: boolean): Promise<readonly [terraform: string, engine: string]> {
    const planned = await terraform.plan("-detailed-exitcode");
    const engine = await tfprojects(setup, "plan", "--detailed-exitcode");
    const drift = await tfprojects(setup, "drift");
    const expected = changes ? 2 : 0;
    expect([planned, engine, drift].map(({ status }) => status)).toEqual([expected, expected, expected]);
    return [planned.stdout, engine.stdout];
  }

  async function applyVersion(version: Version): Promise<void> {
    setup.code.use(version);
    await terraform.succeed(APPLY);
    expect(await setup.settings()).toEqual(setup.versions[version].expected);
  }

  test("are created, changed, cleared, emptied and destroyed by Terraform, and the engine finds no drift after each step", async () => {
    const twin = await Setup.start("documented");
    try {
      for (const version of Object.keys(setup.versions) as Version[]) {
        setup.code.use(version);
        const [text, engineText] = await expectVerdict(true);
        if (version === "dropped") {
          expect(text).toMatch(/- default_execution_mode += "agent" -> null/);
          expect(text).toMatch(/- default_agent_pool_id += "apool-\w+" -> null/);
          expect(text).not.toMatch(/[-~+] tags/);
          expect(engineText).toMatch(/execution mode +"agent" → \(none\)/);
          expect(engineText).not.toContain("tags");
        }
        await applyVersion(version);
        await expectVerdict(false);

        // The engine alone makes the same of an organization of its own.
        twin.code.use(version);
        expect(await tfprojects(twin, "apply", "--auto-approve")).toMatchObject({ status: 0 });
        expect(await twin.settings()).toEqual(twin.versions[version].expected);
        expect(await tfprojects(twin, "drift")).toMatchObject({ status: 0 });
      }
      expect(await terraform.destroy()).toMatchObject({ status: 0 });
      expect(Object.keys(setup.acme.world)).toEqual(["Default Project"]);
    } finally {
      await twin.stop();
    }
  });

  test("that are changed out of band are drift for both, which repair it; unmanaged tags are not drift", async () => {
    const east = setup.versions.created.code.defaultAgentPoolId;
    const west = setup.versions.pooled.code.defaultAgentPoolId;
    await applyVersion("created");
    await setup.change({ mode: "agent", pool: west, tags: { env: "prod", owner: "me" } });
    const [text, engineText] = await expectVerdict(true);
    expect(text).toMatch(new RegExp(`~ default_agent_pool_id += "${west}" -> "${east}"`));
    expect(text).toMatch(/- "owner" = "me"/);
    expect(text).toMatch(/\+ "team" += "web"/);
    expect(engineText).toMatch(new RegExp(`agent pool +"${west}" → "${east}"`));
    expect(engineText).toMatch(/tags +"env=prod, owner=me" → "env=prod, team=web"/);
    await setup.change({ mode: "local" });
    expect((await expectVerdict(true))[0]).toMatch(/~ default_execution_mode += "local" -> "agent"/);
    await applyVersion("created");

    setup.code.use("ignoring");
    await terraform.succeed(APPLY);
    expect((await setup.settings()).tags).toEqual({ env: "prod", team: "web" });
    await setup.change({ tags: { env: "prod", owner: "me" } });
    await expectVerdict(false);
    await setup.change({ tags: { env: "test", owner: "me" } });
    await expectVerdict(true);
    await terraform.succeed(APPLY);
    expect(await setup.settings()).toEqual({ mode: "remote", pool: null, tags: { env: "prod", owner: "me" } });

    setup.code.use("dropped");
    await terraform.succeed(APPLY);
    await setup.change({ tags: { other: "one" } });
    await expectVerdict(false);
    expect((await setup.settings()).tags).toEqual({ other: "one" });
  });

  test("are imported: by Terraform into the state, and as code by the command line", async () => {
    await applyVersion("created");
    for (const id of [setup.id, "acme/Platform"]) {
      await terraform.succeed(["state", "rm", ADDRESS]);
      await terraform.succeed(["import", ADDRESS, id]);
      await expectVerdict(false);
    }

    const imported = new AppFolder();
    try {
      expect(await imported.tfprojects(setup.acme, "import", "--out", ".")).toMatchObject({ status: 0 });
      setup.acme.takeRequests();
      const deployed = await imported.deploy(setup.acme, "acme", provider);
      expect(await deployed.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
      expect(setup.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
      const planned = await imported.tfprojects(setup.acme, "plan", "--detailed-exitcode", "--no-synth");
      expect(planned).toMatchObject({ status: 0 });
      expect(await setup.settings()).toEqual(setup.versions.created.expected);
    } finally {
      imported.remove();
    }
  });
});
