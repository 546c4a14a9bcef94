import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIdentity } from "../../src/plugin/launch/certificate";
import { sampleProvider } from "../plugin/sample-provider/provider";
import { AttachedProvider } from "../support/attached-provider";
import { sharedBundle } from "../support/shared-bundle";
import { describeWithTerraform, SHOWS_CRASHES, TerraformWorkspace, unwrapped } from "../support/terraform";

const SOURCE = "terraform.local/test/sample";
const VERSION = "1.2.3";
const build = mkdtempSync(join(tmpdir(), "plugin-test-"));
const executable = join(build, "terraform-provider-sample");

beforeAll(() => sharedBundle("test/plugin/sample-provider/main.ts", executable));
afterAll(() => rmSync(build, { recursive: true, force: true }));

describe("a provider executable", () => {
  it("prints an explanation when it is started by hand", () => {
    const result = spawnSync(executable, { encoding: "utf8", env: { PATH: process.env["PATH"] } });
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain(
      'This binary is the Terraform provider "sample". It is a plugin, and not meant to be executed directly',
    );
  });

  it("exits and removes its socket when the process that launched it is killed", async () => {
    const sockets = mkdtempSync(join(build, "sockets-"));
    const launcher = spawn(
      process.execPath,
      ["-e", `require("node:child_process").spawn(${JSON.stringify(executable)}, { stdio: ["ignore", 1, 2] })`],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          PATH: process.env["PATH"],
          TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
          PLUGIN_PROTOCOL_VERSIONS: "6",
          PLUGIN_CLIENT_CERT: createIdentity().certificatePem,
          PLUGIN_UNIX_SOCKET_DIR: sockets,
        },
      },
    );
    const [line] = (await once(launcher.stdout, "data")) as [Buffer];
    expect(line.toString()).toMatch(/^1\|6\|unix\|.*\|grpc\|[\w+/]+\n$/);
    expect(readdirSync(sockets)).toHaveLength(1);

    launcher.kill("SIGKILL");
    // The provider holds the other end of stdout, so this is its end.
    await once(launcher.stdout, "close");
    expect(readdirSync(sockets)).toEqual([]);
  });
});

describeWithTerraform("a provider on the SDK, with Terraform", () => {
  const workspaces: TerraformWorkspace[] = [];
  let attached: AttachedProvider;
  beforeAll(async () => (attached = await AttachedProvider.start(sampleProvider, SOURCE)));
  afterAll(() => attached.stop());

  /** A workspace with the sample provider, to which Terraform connects; `body` is its configuration. */
  function workspace(body: string): Promise<TerraformWorkspace> {
    return initialised(new TerraformWorkspace({}, attached), body);
  }

  /** A workspace in which Terraform launches the sample provider. */
  function launchingWorkspace(body: string, env: Readonly<Record<string, string>> = {}): Promise<TerraformWorkspace> {
    const made = new TerraformWorkspace(env);
    made.stageProvider(executable, SOURCE, VERSION);
    return initialised(made, body);
  }

  async function initialised(made: TerraformWorkspace, body: string): Promise<TerraformWorkspace> {
    workspaces.push(made);
    made.write(
      "providers.tf",
      `terraform {
        required_providers {
          sample = {
            source = "${SOURCE}"
          }
        }
      }
      provider "sample" {
        folder = "${made.path("world")}"
      }
      variable "changing" {
        default = "1"
      }`,
    );
    made.write("main.tf", body);
    await made.init();
    return made;
  }

  afterEach(() => {
    for (const made of workspaces.splice(0)) made.remove();
  });

  async function expectSettled(terraform: TerraformWorkspace): Promise<void> {
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(await terraform.plan("-detailed-exitcode", "-refresh-only")).toMatchObject({ status: 0 });
  }

  const EVERY_TYPE = `
    resource "sample_thing" "all" {
      name     = "all"
      amount   = 12345678901234567890123
      active   = false
      tags     = { b = "2", a = "" }
      labels   = ["y", "x", "y"]
      steps    = [{ name = "one", weight = 0.1 }, { name = "two", weight = null }]
      points   = [{ x = 1, y = 2 }, { x = 9007199254740993, y = -0.5 }]
      matrix   = [[1, 1 / 3], [], [1e100, -9223372036854775808, 18446744073709551615]]
      settings = { mode = "slow", limits = { low = 0.1 + 0.2, high = 1e-7 } }
      secret   = "do not show this"
    }`;

  it("preserves values of every type, with all digits, through create, refresh and destroy", async () => {
    const terraform = await workspace(EVERY_TYPE);
    await terraform.succeed(["apply", "-auto-approve"]);

    const { values } = await terraform.resource("sample_thing.all");
    expect(values).toMatchObject({
      active: false,
      tags: { a: "", b: "2" },
      labels: ["x", "y"],
      color: "blue",
      size: "medium",
      revision: 1,
      kind: null,
      note: null,
    });
    for (const digits of [
      "12345678901234567890123",
      "9007199254740993",
      "18446744073709551615",
      "0.333333333333333333333333333",
    ]) {
      expect(terraform.stateText()).toContain(digits);
    }
    await expectSettled(terraform);
    await terraform.succeed(["destroy", "-auto-approve"]);
    expect(await terraform.resources()).toEqual([]);
    expect(readdirSync(terraform.path("world"))).toEqual([]);
  });

  it("plans unknown values, also nested in collections", async () => {
    const terraform = await workspace(`
      resource "sample_thing" "first" {
        name = "first"
      }
      resource "sample_thing" "second" {
        name     = "second-\${sample_thing.first.id}"
        amount   = sample_thing.first.revision
        tags     = { known = "yes", unknown = sample_thing.first.id }
        labels   = ["known", sample_thing.first.id]
        steps    = [{ name = sample_thing.first.id, weight = sample_thing.first.revision }]
        points   = [for n in toset([1, 2]) : { x = n, y = sample_thing.first.revision }]
        matrix   = [[1, sample_thing.first.revision], sample_thing.first.note == null ? [] : [1]]
        settings = { mode = sample_thing.first.id, limits = { a = sample_thing.first.revision } }
      }`);
    const planned = await terraform.plan();
    expect(planned).toMatchObject({ status: 0 });
    expect(unwrapped(planned.stdout)).toContain('+ tags = { + "known" = "yes" + "unknown" = (known after apply) }');

    await terraform.succeed(["apply", "-auto-approve"]);
    const id = (await terraform.resource("sample_thing.first")).values["id"] as string;
    expect((await terraform.resource("sample_thing.second")).values).toMatchObject({
      name: `second-${id}`,
      tags: { known: "yes", unknown: id },
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
      ],
      settings: { mode: id, limits: { a: 1 } },
    });
    await expectSettled(terraform);
  });

  const route = (rules: string): string => `
    resource "sample_route" "it" {
      name = "it"
      only {}
      ${rules}
    }`;
  const FIRST = `
      rule {
        target = "a"
        names  = ["y", "x", "y"]
        team {
          name = "t"
          note {
            text = "n"
          }
          note {}
        }
        team {
          name  = "s"
          admin = true
        }
      }`;
  const SECOND = `
      rule {
        target = "b"
        tags   = { a = "", b = "2" }
        weight = 9007199254740993
        limits {
          max = 0.5
          window {
            days = ["tue", "mon"]
          }
          window {}
        }
      }`;

  it("preserves nested blocks of every kind, at every depth", async () => {
    const terraform = await workspace(route(`${FIRST}${SECOND}\nsettings {\nextra {\nkey = "k"\n}\n}`));
    await terraform.succeed(["apply", "-auto-approve"]);
    expect((await terraform.resource("sample_route.it")).values).toMatchObject({
      rule: [
        {
          target: "a",
          names: ["x", "y"],
          limits: null,
          team: [
            { name: "s", admin: true, note: [] },
            { name: "t", admin: null, note: [{ text: "n" }, { text: null }] },
          ],
        },
        {
          target: "b",
          tags: { a: "", b: "2" },
          limits: { max: 0.5, window: [{ days: ["mon", "tue"] }, { days: null }] },
          team: [],
        },
      ],
      settings: { mode: null, extra: [{ key: "k" }] },
      only: { value: null },
      revision: 1,
    });
    expect(terraform.stateText()).toContain("9007199254740993");
    await expectSettled(terraform);

    terraform.write("main.tf", route(`${SECOND}${FIRST}`));
    expect(unwrapped((await terraform.plan()).stdout)).toContain("Plan: 0 to add, 1 to change, 0 to destroy.");
    await terraform.succeed(["apply", "-auto-approve"]);
    const { values } = await terraform.resource("sample_route.it");
    expect(values).toMatchObject({ rule: [{ target: "b" }, { target: "a" }], settings: null, revision: 2 });
    await expectSettled(terraform);
    await terraform.succeed(["destroy", "-auto-approve"]);
  });

  it("plans blocks of which it is unknown how many there are, and what is in them", async () => {
    const code = route(`
      rule {
        target = sample_thing.first.id
        limits {
          max = sample_thing.first.revision
        }
        dynamic "team" {
          for_each = [sample_thing.first.id]
          content {
            name = team.value
          }
        }
      }
      dynamic "rule" {
        for_each = sample_thing.first.note == null ? ["b", "c"] : []
        content {
          target = rule.value
        }
      }
      dynamic "settings" {
        for_each = sample_thing.first.note == null ? [1] : []
        content {
          mode = "m"
        }
      }`);
    const terraform = await workspace(`${code}\nresource "sample_thing" "first" {\nname = "first"\n}`);
    expect(await terraform.plan()).toMatchObject({ status: 0 });
    await terraform.succeed(["apply", "-auto-approve"]);
    const { id } = (await terraform.resource("sample_thing.first")).values;
    expect((await terraform.resource("sample_route.it")).values).toMatchObject({
      rule: [{ target: id, limits: { max: 1 }, team: [{ name: id }] }, { target: "b" }, { target: "c" }],
      settings: { mode: "m" },
    });
    await expectSettled(terraform);
  });

  it("points at the user's line in errors of nested blocks", async () => {
    const terraform = await workspace(`resource "sample_route" "wrong" {
  name = "it"
  only {}
  rule {
    target = "fine"
  }
  rule {
    target = "has blank"
    tags = {
      good = "tag"
      bad  = "tag"
    }
    limits {
      max = 0
    }
    team {
      name = ""
    }
  }
}`);
    const validated = unwrapped((await terraform.run(["validate"])).output);
    const at = (line: number): string => `with sample_route.wrong, on main.tf line ${line}, in resource`;
    expect(validated).toContain(`Error: Blank in target ${at(8)}`);
    expect(validated).toContain(`Error: Bad tag ${at(11)}`);
    expect(validated).toContain(`Error: No limit ${at(14)}`);
    expect(validated).toContain("rule[1].team.name: Name it.");

    terraform.write("main.tf", route(`${FIRST}${FIRST}${FIRST}${FIRST}`).replace("only {}", ""));
    const limited = unwrapped((await terraform.run(["validate"])).output);
    expect(limited).toContain("Error: Too many rule blocks");
    expect(limited).toContain("Error: Missing only block");
    terraform.write("main.tf", route(FIRST.replace("admin", "admn")));
    expect(unwrapped((await terraform.run(["validate"])).output)).toContain("Error: Unsupported argument");
  });

  it("updates in place, replaces where required, and restores the default when an argument is removed", async () => {
    const code = (more: string): string => `
      resource "sample_thing" "it" {
        name = "it"
        ${more}
      }`;
    const terraform = await workspace(code('color = "red"\nkind = "a"\nsize = "large"'));
    await terraform.succeed(["apply", "-auto-approve"]);
    const created = (await terraform.resource("sample_thing.it")).values;

    terraform.write("main.tf", code('kind = "a"'));
    expect(unwrapped((await terraform.plan()).stdout)).toContain('~ color = "red" -> "blue"');
    await terraform.succeed(["apply", "-auto-approve"]);
    const updated = (await terraform.resource("sample_thing.it")).values;
    expect(updated).toEqual({ ...created, color: "blue", revision: 2 });
    await expectSettled(terraform);

    terraform.write("main.tf", code('kind = "b"'));
    expect((await terraform.plan()).stdout).toContain("must be replaced");
    await terraform.succeed(["apply", "-auto-approve"]);
    const replaced = (await terraform.resource("sample_thing.it")).values;
    expect(replaced).toMatchObject({ kind: "b", revision: 1, size: "medium" });
    expect(replaced["id"]).not.toBe(created["id"]);
  });

  it("shows drift, and removes deleted objects from the state", async () => {
    const terraform = await workspace('resource "sample_thing" "it" {\n name = "it"\n}');
    await terraform.succeed(["apply", "-auto-approve"]);
    const file = terraform.path("world", readdirSync(terraform.path("world"))[0]!);

    writeFileSync(file, JSON.stringify({ color: "green" }));
    const drifted = await terraform.plan("-refresh-only", "-detailed-exitcode");
    expect(drifted).toMatchObject({ status: 2 });
    expect(unwrapped(drifted.stdout)).toContain('~ color = "blue" -> "green"');

    rmSync(file);
    const gone = await terraform.plan("-detailed-exitcode");
    expect(gone).toMatchObject({ status: 2 });
    expect(gone.stdout).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
  });

  it("points at the user's line in errors and warnings of the configuration", async () => {
    const terraform = await workspace(`resource "sample_thing" "wrong" {
  name   = "has blank"
  tags   = { bad = "tag" }
  labels = ["old"]
  steps = [
    { name = "one", weight = 1 },
    { name = "", weight = 1 },
  ]
}`);
    const validated = unwrapped((await terraform.run(["validate"])).output);
    expect(validated).toContain("Error: Blank in name with sample_thing.wrong, on main.tf line 2, in resource");
    expect(validated).toContain("Error: Bad tag with sample_thing.wrong, on main.tf line 3, in resource");
    expect(validated).toContain("Error: Step without name with sample_thing.wrong, on main.tf line 7, in resource");
    expect(validated).toContain("steps[1].name: Name it.");
    expect(validated).toContain("Warning: Old label with sample_thing.wrong, on main.tf line 4, in resource");
  });

  it("leaves nothing in the state when a create fails, and a tainted object when it fails partway", async () => {
    const terraform = await workspace(`
      resource "sample_thing" "failed" {
        name      = "failed"
        secret    = "hunter2-hunter2"
        behaviour = "fail-create"
      }
      resource "sample_thing" "half" {
        name      = "half"
        behaviour = "fail-half-way"
      }`);
    const { status, output } = await terraform.apply();
    expect(status).toBe(1);
    expect(unwrapped(output)).toContain(
      "Error: Cannot create sample_thing with sample_thing.failed, on main.tf line 2, in resource",
    );
    expect(unwrapped(output)).toContain("The world has no room for failed, not even with (sensitive value).");
    expect(unwrapped(output)).toContain("Error: Half done");
    const resources = await terraform.resources();
    expect(resources.map(({ address, tainted }) => ({ address, tainted }))).toEqual([
      { address: "sample_thing.half", tainted: true },
    ]);
  });

  it("keeps the state when an update throws, and stores what a partly failed update returns", async () => {
    const code = (more: string): string => `
      resource "sample_thing" "throws" {
        name   = "throws"
        ${more.replace("BEHAVIOUR", "fail-update")}
      }
      resource "sample_thing" "half" {
        name   = "half"
        ${more.replace("BEHAVIOUR", "fail-update-half-way")}
      }`;
    const terraform = await workspace(code("amount = 1"));
    await terraform.succeed(["apply", "-auto-approve"]);

    terraform.write("main.tf", code('amount = 2\nbehaviour = "BEHAVIOUR"'));
    const { status, output } = await terraform.apply();
    expect(status).toBe(1);
    expect(unwrapped(output)).toContain("Error: Cannot update sample_thing");
    expect(unwrapped(output)).toContain("The world does not change.");
    expect((await terraform.resource("sample_thing.throws")).values).toMatchObject({
      amount: 1,
      revision: 1,
      behaviour: null,
    });
    expect((await terraform.resource("sample_thing.half")).values).toMatchObject({ amount: 1, revision: 2 });
  });

  it.each([
    ["plan", "alter-plan", "sample_thing.name", "it does not match the configuration"],
    ["plan", "invent", "sample_thing.kind", "it is not set in the configuration"],
    ["apply", "other-result", "sample_thing.name", "it does not match the plan"],
    ["apply", "unknown-result", "sample_thing.note", "a state cannot contain unknown values"],
    ["apply", "wrong-type", "sample_thing.revision", "a number"],
  ] as const)("names type and attribute of a provider bug: %s, %s", async (command, behaviour, where, what) => {
    const terraform = await workspace(`
      resource "sample_thing" "it" {
        name      = "it"
        behaviour = "${behaviour}"
      }`);
    const { status, output } = await terraform[command]();
    expect(status).toBe(1);
    expect(unwrapped(output)).toContain(`Error: Provider bug: ${where}`);
    expect(unwrapped(output)).toContain(what);
    expect(output).not.toContain("Provider produced");
    // The object exists, so Terraform must know of it.
    const known = command === "apply" ? ["sample_thing.it"] : [];
    expect((await terraform.resources()).map(({ address }) => address)).toEqual(known);
  });

  it("plans a destroy with the provider, and keeps what could not be deleted", async () => {
    const code = (behaviour: string): string => `
      resource "sample_thing" "it" {
        name      = "it"
        behaviour = "${behaviour}"
      }`;
    const terraform = await workspace(code("keep"));
    await terraform.succeed(["apply", "-auto-approve"]);
    expect(unwrapped((await terraform.destroy()).output)).toContain("Error: Must be kept");

    terraform.write("main.tf", code("fail-delete"));
    await terraform.succeed(["apply", "-auto-approve"]);
    const { status, output } = await terraform.destroy();
    expect(status).toBe(1);
    expect(unwrapped(output)).toContain("Error: Cannot delete sample_thing");
    expect((await terraform.resource("sample_thing.it")).values).toMatchObject({ name: "it" });
  });

  it("passes private data of the plan of a deletion to the deletion, also from a plan file", async () => {
    const code = (kind: string): string => `
      resource "sample_thing" "it" {
        name      = "it"
        kind      = "${kind}"
        behaviour = "leave-note"
      }`;
    const terraform = await workspace(code("a"));
    const note = (): string => readFileSync(terraform.path("world", "note.txt"), "utf8");
    await terraform.succeed(["apply", "-auto-approve"]);
    terraform.write("main.tf", code("b"));
    await terraform.succeed(["apply", "-auto-approve"]);
    // Terraform does not plan the deletion that is part of a replacement.
    expect(note()).toBe("no note");

    const { id } = (await terraform.resource("sample_thing.it")).values;
    await terraform.succeed(["plan", "-destroy", "-out=deletion.tfplan"]);
    terraform.write("world/made-since-the-plan.json", "{}");
    await terraform.succeed(["apply", "deletion.tfplan"]);
    expect(JSON.parse(note())).toEqual({ id, thingsWhenPlanned: 1 });
  });

  it("shows the exception that crashed the provider, without secrets", async () => {
    const terraform = await launchingWorkspace('data "sample_echo" "it" {\n text = "crash"\n}', {
      SAMPLE_SECRET: "from-the-environment",
    });
    const { status, output } = await terraform.plan();
    expect(status).toBe(1);
    expect(output).not.toContain("from-the-environment");
    if (!SHOWS_CRASHES) return;
    expect(unwrapped(output)).toContain("Nobody catches this, (sensitive value).");
    expect(unwrapped(output)).toMatch(/The terraform-provider-sample_v1\.2\.3 plugin crashed!/);
  });

  it("works if the path of the temporary folder is too long for sockets, and fails without such a folder", async () => {
    const deep = join(build, "d".repeat(120));
    mkdirSync(deep);
    const terraform = await launchingWorkspace('resource "sample_thing" "it" {\n name = "it"\n}');
    await terraform.succeed(["apply", "-auto-approve"], { env: { PLUGIN_UNIX_SOCKET_DIR: deep } });
    expect(readdirSync(deep)).toEqual([]);

    const missing = await terraform.run(["plan"], { env: { PLUGIN_UNIX_SOCKET_DIR: "/no-such-folder" } });
    expect(missing.status).toBe(1);
    expect(unwrapped(missing.output)).toContain(
      "Cannot create a folder for the provider's socket in /no-such-folder: Error: ENOENT",
    );
  });

  it("imports, fails to import an object that does not exist, and reads states of older schemas", async () => {
    const terraform = await workspace('resource "sample_thing" "it" {\n name = "imported"\n}');
    expect(unwrapped((await terraform.run(["import", "sample_thing.it", "missing"])).output)).toContain(
      'There is no thing "missing".',
    );
    terraform.write("world/found.json", "{}");
    await terraform.succeed(["import", "sample_thing.it", "found"]);
    expect((await terraform.resource("sample_thing.it")).values).toMatchObject({ id: "found", name: "imported" });
    await expectSettled(terraform);

    const state = JSON.parse(terraform.stateText()) as {
      resources: { instances: { schema_version: number; attributes: Record<string, unknown> }[] }[];
    };
    const [instance] = state.resources[0]!.instances;
    instance!.schema_version = 1;
    delete instance!.attributes["color"];
    Object.assign(instance!.attributes, { colour: "violet", dropped: true });
    terraform.write("terraform.tfstate", JSON.stringify(state));
    expect(unwrapped((await terraform.plan()).stdout)).toContain('~ color = "violet" -> "blue"');

    instance!.schema_version = 3;
    terraform.write("terraform.tfstate", JSON.stringify(state));
    expect(unwrapped((await terraform.plan()).output)).toContain("newer");
  });

  it("reads data sources, and reports why one cannot be read", async () => {
    const terraform = await workspace(`
      variable "text" {
        default = "hello"
      }
      data "sample_echo" "it" {
        text = var.text
      }
      output "said" {
        value = data.sample_echo.it.said
      }`);
    await terraform.succeed(["apply", "-auto-approve"]);
    expect(await terraform.outputs()).toEqual({ said: { text: "hello!", length: 6, nothing: null } });
    expect(unwrapped((await terraform.plan("-var=text=fail")).output)).toContain("The echo is broken.");
    expect(unwrapped((await terraform.plan("-var=text=forbidden")).output)).toContain("Error: Forbidden text");
  });

  it("reports why the provider cannot be configured", async () => {
    const terraform = await workspace("");
    terraform.write(
      "main.tf",
      'resource "sample_thing" "it" {\n name = "it"\n provider = sample.other\n}\nprovider "sample" {\n alias = ' +
        '"other"\n}',
    );
    expect(unwrapped((await terraform.plan()).output)).toContain(
      "Neither folder nor SAMPLE_FOLDER says where things are kept.",
    );
    terraform.write(
      "main.tf",
      'provider "sample" {\n alias = "other"\n folder = ""\n}\nresource "sample_thing" "it" {\n name = "it"\n ' +
        "provider = sample.other\n}",
    );
    expect(unwrapped((await terraform.plan()).output)).toMatch(
      /Error: Folder is empty .* on main\.tf line 3, in provider/,
    );
  });

  it("stops on Ctrl-C: running work is aborted and the state saved", async () => {
    const terraform = await launchingWorkspace(`
      resource "sample_thing" "quick" {
        name = "quick"
      }
      resource "sample_thing" "slow" {
        name      = "slow"
        behaviour = "slow"
        depends_on = [sample_thing.quick]
      }`);
    // Terraform says "Creating..." before it asks the provider to; only the provider's log tells that the work has
    // begun.
    const running = terraform.start(["apply", "-auto-approve"], { env: { TF_LOG_PROVIDER: "INFO" } });
    await running.said("slow work has begun");
    running.interrupt();
    const { status, output } = await running.done;
    expect(status).toBe(1);
    expect(unwrapped(output)).toContain("Interrupted: create sample_thing");
    expect((await terraform.resources()).map(({ address }) => address)).toEqual(["sample_thing.quick"]);
  });

  it("logs to Terraform, without secrets, and is not affected by other output", async () => {
    const terraform = await launchingWorkspace(
      `
      resource "sample_thing" "it" {
        name      = "it"
        secret    = "hunter2-hunter2"
        behaviour = "log"
      }`,
      { SAMPLE_SECRET: "from-the-environment" },
    );
    const { stderr } = await terraform.succeed(["apply", "-auto-approve"], { env: { TF_LOG_PROVIDER: "TRACE" } });
    const lines = stderr.split("\n");
    const line = lines.find((text) => text.includes("creating"));
    expect(line).toMatch(/\[WARN\] +provider\.terraform-provider-sample.*: creating: .*big=18446744073709551616/);
    expect(lines.some((text) => text.includes("printed by a library"))).toBe(true);
    expect(lines.some((text) => text.includes("nobody waits for this"))).toBe(true);
    const fromProvider = lines.filter((text) => text.includes("provider.terraform-provider-sample")).join("\n");
    expect(fromProvider).not.toContain("hunter2-hunter2");
    expect(fromProvider).not.toContain("from-the-environment");
  });

  it("removes its sockets", async () => {
    const sockets = mkdtempSync(join(build, "sockets-"));
    const terraform = await launchingWorkspace('resource "sample_thing" "it" {\n name = "it"\n}', {
      PLUGIN_UNIX_SOCKET_DIR: sockets,
    });
    await terraform.succeed(["apply", "-auto-approve"]);
    expect(readdirSync(sockets)).toEqual([]);
  });
});
