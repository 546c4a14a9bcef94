import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Proxy } from "../../faults/proxy";
import { CliFixture } from "../cli-fixture";
import { CommandLine, waitForExit } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

interface InState {
  readonly id: string;
  readonly name: string;
  readonly deletion_policy?: string;
}

/** A state with projects by label, and memberships by label. */
function state(
  projects: Readonly<Record<string, InState>>,
  memberships: Readonly<Record<string, object>> = {},
): object {
  const resource = (type: string, name: string, attributes: object): object => ({
    mode: "managed",
    type,
    name,
    provider: 'provider["registry.terraform.io/tfprojects/tfprojects"]',
    instances: [{ attributes: { organization: "acme", ...attributes } }],
  });
  return {
    version: 4,
    serial: 3,
    lineage: "3a1f",
    resources: [
      ...Object.entries(projects).map(([name, it]) => resource("tfprojects_project", name, it)),
      ...Object.entries(memberships).map(([name, it]) => resource("tfprojects_workspace_membership", name, it)),
    ],
  };
}

/** A project that Terraform has deployed as `platform`, with two workspaces. */
function deployed(): { readonly id: string; readonly states: object } {
  const id = fixture.acme.addProject("Platform");
  const ids = [fixture.acme.addWorkspace("api", id), fixture.acme.addWorkspace("web", id)];
  const membership = { project_id: id, workspace_ids: ids, workspace_names: ["api", "web"] };
  return { id, states: state({ platform: { id, name: "Platform" } }, { platform: membership }) };
}

const RENAMED = { platform: { name: "Core" } };

describe("a local state of 0 bytes, as a killed Terraform leaves it,", () => {
  const STATE = "code/terraform.tfstate";
  beforeEach(() => {
    deployed();
    fixture.writeCode("code", { ...RENAMED, platform: { ...RENAMED.platform, previous_names: ["Platform"] } });
    fixture.write(STATE, "");
  });

  test.each(["plan", "drift"])("is a warning of %s, which names the file", async (command) => {
    const { status, stderr } = await fixture.run(command, "code");
    expect([command, status]).toEqual([command, command === "plan" ? 0 : 2]);
    expect(stderr).toContain(`Warning: The Terraform state ${STATE} is empty, so projects are identified by their`);
    expect(stderr).toContain("restore the file from its backup (terraform.tfstate.backup)");
  });

  test("is refused by apply, before any request, and by a plan that is to be applied", async () => {
    fixture.acme.takeRequests();
    for (const args of [
      ["apply", "code", "--auto-approve"],
      ["plan", "code", "--out", "empty.json"],
    ]) {
      const { status, stderr } = await fixture.run(...args);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`Nothing was changed: the Terraform state ${STATE} is empty.`),
      ]);
    }
    expect(fixture.acme.takeRequests()).toEqual([]);
    expect(existsSync(join(cli.folder, "empty.json"))).toBe(false);
  });

  test("is no obstacle once it is gone, or --state names another", async () => {
    const id = fixture.acme.project("Platform")!.id;
    const other = fixture.write("other.tfstate", state({ platform: { id, name: "Platform" } }));
    const named = await fixture.run("plan", "code", "--state", other, "--out", "named.json");
    expect([named.status, named.stderr]).toEqual([0, expect.not.stringContaining("is empty")]);
    expect((await fixture.run("apply", "named.json")).status).toBe(0);
    expect(fixture.acme.project("Core")).toMatchObject({ id });
    fixture.writeCode("code", { platform: { name: "Center", previous_names: ["Core"] } });
    rmSync(join(cli.folder, STATE));
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.project("Center")).toMatchObject({ id });
  });
});

describe("beside a local state", () => {
  test("a project that the code renames is renamed, and the report says which state identifies it", async () => {
    const { id, states } = deployed();
    fixture.write("code/terraform.tfstate", states);
    fixture.writeCode("code", RENAMED, { platform: ["api", "web"] });
    const { stdout } = await fixture.run("plan", "code");
    expect(stdout).toContain("Identities: Terraform state code/terraform.tfstate (serial 3)");
    expect(stdout).toContain("Plan: 0 to create, 1 to update, 0 workspaces to move, 0 to delete.");
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.project("Core")).toMatchObject({ id });
    expect(fixture.acme.world).toEqual({ Core: ["api", "web"], "Default Project": [] });
  });

  test("expressions in resources of other providers block nothing", async () => {
    // GIVEN code with a variable that only Terraform knows, in whatever is not of this provider
    const { states } = deployed();
    fixture.write("code/terraform.tfstate", states);
    const org = "${var.org}";
    fixture.write("code/main.tf.json", {
      variable: { org: {} },
      provider: {
        tfe: [
          { organization: org, hostname: "${var.host}" },
          { alias: "other", organization: org },
        ],
      },
      data: { tfe_team: { owners: { name: "owners", organization: org } } },
      resource: {
        tfe_team: {
          one: { name: "one", organization: org },
          two: { name: "two", organization: "${tfe_team.one.organization}", provider: "tfe.other" },
          all: { name: "${each.key}", organization: org, for_each: "${toset(var.names)}" },
        },
        tfe_workspace: { web: { name: "${var.name}", organization: org, project_id: "${data.tfe_project.x.id}" } },
        tfprojects_project: RENAMED,
        tfprojects_workspace_membership: {
          platform: { project_id: "${tfprojects_project.platform.id}", workspace_names: ["api", "web"] },
        },
      },
    });
    // THEN every command reads it, and apply changes what it has to
    expect((await fixture.run("drift", "code")).status).toBe(2);
    const plan = await fixture.run("plan", "code");
    expect([plan.status, plan.stderr]).toEqual([0, ""]);
    expect(plan.stdout).toContain("Plan: 0 to create, 1 to update, 0 workspaces to move, 0 to delete.");
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ Core: ["api", "web"], "Default Project": [] });
  });

  test("a project that leaves the code is not deleted before Terraform has moved its workspaces", async () => {
    const id = fixture.acme.addProject("Old");
    fixture.acme.addProject("New");
    fixture.acme.addWorkspace("api", id);
    const text = (output: string): string => output.replace(/\s+/g, " ");
    const ADVICE =
      "contains 1 workspace: api. Terraform sets its project (tfe_workspace.api), but the deletion comes before the " +
      "move: keep the project in the configuration, apply the move, and then remove the project. ";
    fixture.write("code/main.tf.json", {
      resource: {
        tfprojects_project: { new: { name: "New" } },
        tfe_workspace: { api: { name: "api", project_id: "${tfprojects_project.new.id}" } },
      },
    });
    const pruned = await fixture.run("plan", "code", "--prune", "--max-deletes=1");
    // Nor is there advice to evacuate it.
    expect([pruned.status, text(pruned.stdout)]).toEqual([1, expect.stringContaining(`${ADVICE}Plan blocked`)]);
    fixture.write("code/terraform.tfstate", state({ old: { id, name: "Old" } }));
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve", "--max-deletes=1");
    expect([status, text(stdout)]).toEqual([1, expect.stringContaining(ADVICE)]);
    expect(fixture.acme.world).toEqual({ "Default Project": [], New: [], Old: ["api"] });
  });

  test("every format names the state", async () => {
    fixture.write("code/terraform.tfstate", deployed().states);
    fixture.writeCode("code", RENAMED);
    const json = JSON.parse((await fixture.run("plan", "code", "--json")).stdout) as { organizations: [object] };
    expect(json.organizations[0]).toMatchObject({
      states: [{ source: "code/terraform.tfstate", lineage: "3a1f", serial: 3 }],
    });
    const text = "Identities: Terraform state code/terraform.tfstate (serial 3)";
    expect((await fixture.run("plan", "code", "--markdown")).stdout).toMatch(
      /^Identities: Terraform state `code.*tfstate` \(serial 3\)$/m,
    );
    await fixture.run("plan", "code", "--html", "page.html");
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain(text);
  });

  test("workspaces that a membership no longer has move to the default project; without the state they stay", async () => {
    fixture.write("code/terraform.tfstate", deployed().states);
    fixture.writeCode("code", { platform: { name: "Platform" } }, { platform: ["api"] });
    const { stdout } = await fixture.run("plan", "code");
    expect(stdout).toContain("from Platform (released): web");
    expect(stdout).toContain('1 workspace (web) moves to "Default Project" because it is no longer in a membership.');
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ Platform: ["api"], "Default Project": ["web"] });
    rmSync(join(cli.folder, "code/terraform.tfstate"));
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const plan = await fixture.run("plan", "code", "--detailed-exitcode");
    expect([plan.status, plan.stdout]).toEqual([
      0,
      expect.stringContaining("1 workspace in projects of the code is in no membership and stays there, because no"),
    ]);
    expect(plan.stdout.replace(/\s+/g, " ")).toContain("no Terraform state shows whether a membership had it: ");
    expect((await fixture.run("plan", "code", "--markdown")).stdout).toContain("1 workspace in projects of the code");
  });

  test("a project that the code no longer has is deleted by its recorded policy, within --max-deletes", async () => {
    const { id } = deployed();
    const other = fixture.acme.addProject("Other");
    const policies = { deletion_policy: "evacuate" };
    fixture.write(
      "code/terraform.tfstate",
      state({ platform: { id, name: "Platform", ...policies }, other: { id: other, name: "Other" } }),
    );
    fixture.writeCode("code", { other: { name: "Other" } });
    const { status, stdout } = await fixture.run("plan", "code");
    expect([status, stdout]).toEqual([1, expect.stringContaining("To allow this, use --max-deletes 1.")]);
    expect((await fixture.run("apply", "code", "--auto-approve", "--max-deletes", "1")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ Other: [], "Default Project": ["api", "web"] });
  });

  test("a project with workspaces whose recorded policy is refuse blocks the plan, with the next step", async () => {
    const { id } = deployed();
    fixture.write("code/terraform.tfstate", state({ platform: { id, name: "Platform" } }));
    fixture.writeCode("code", { other: { name: "Other" } });
    const { status, stdout } = await fixture.run("plan", "code", "--max-deletes", "9");
    expect(status).toBe(1);
    expect(stdout).toContain("The project was removed from the code and still contains 2 workspaces: api, web.");
    expect(stdout).toContain('deletion_policy = "evacuate"');
  });

  test("a retained project is left alone, also by --prune", async () => {
    const { id } = deployed();
    const retained = { id, name: "Platform", deletion_policy: "retain" };
    fixture.write("code/terraform.tfstate", state({ platform: retained }));
    fixture.writeCode("code", { default: { name: "Default Project" } });
    for (const flags of [[], ["--prune", "--evacuate", "--max-deletes", "9"]]) {
      expect((await fixture.run("plan", "code", "--detailed-exitcode", ...flags)).status).toBe(0);
    }
  });

  test("apply is refused while Terraform has locked it", async () => {
    fixture.write("code/terraform.tfstate", deployed().states);
    fixture.writeCode("code", RENAMED);
    const lock = fixture.write("code/.terraform.tfstate.lock.info", { ID: "1", Operation: "OperationTypeApply" });
    expect((await fixture.run("plan", "code")).status).toBe(0);
    fixture.acme.takeRequests();
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was changed: the Terraform state code/terraform.tfstate is locked");
    expect(stderr).toContain(lock);
    const asked = await fixture.runInTerminal(["apply", "code"], [/Enter a value: /, "yes\n"]);
    expect([asked.status, asked.stdout]).toEqual([1, expect.stringContaining("is locked")]);
    expect(asked.stdout).not.toContain("Do you want to apply");
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("a state whose objects another organization has identifies nothing: the code adopts, or is refused", async () => {
    fixture.write("code/terraform.tfstate", state({ platform: { id: "prj-Nq7qFx1tTWgKYxvZ", name: "Platform" } }));
    const id = fixture.acme.addProject("Platform");
    const write = (its: object): void =>
      fixture.writeCode("code", { platform: { name: "Platform", description: "Shared", ...its } });
    write({});
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining(`by project ${id}. The state has project "Platform"`),
    ]);
    expect(fixture.takeWrites()).toEqual([]);
    write({ adopt_existing: true });
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.project("Platform")).toMatchObject({ id, description: "Shared" });
  });

  test("a project that is gone is not another one that has its new name, unless the code adopts that", async () => {
    const gone = "prj-Nq7qFx1tTWgKYxvZ";
    fixture.write("code/terraform.tfstate", state({ platform: { id: gone, name: "Services" } }));
    const payments = fixture.acme.addProject("Payments");
    fixture.acme.addWorkspace("pay", payments);
    const write = (its: object): void => {
      const membership = { project_id: "${tfprojects_project.platform.id}", workspace_names: [], exclusive: true };
      fixture.write("code/main.tf.json", {
        resource: {
          tfprojects_project: { platform: { name: "Payments", ...its } },
          tfprojects_workspace_membership: { platform: membership },
        },
      });
    };
    write({});
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    const shown = stdout.replaceAll(/\s+/g, " ");
    expect([status, shown]).toEqual([
      1,
      expect.stringContaining(
        `by project ${payments}. The state has project "Services" (${gone}) here, which was not found, so it may be ` +
          "somebody else's, and the plan would move workspace pay out of it.",
      ),
    ]);
    expect(shown).toContain(`Project "Services" (${gone}) was not found`);
    expect(fixture.takeWrites()).toEqual([]);
    write({ adopt_existing: true });
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ Payments: [], "Default Project": ["pay"] });
  });
});

test("an apply that creates a project anew, under a new name, can be repeated, also from its saved plan", async () => {
  fixture.write("code/terraform.tfstate", state({ platform: { id: "prj-Nq7qFx1tTWgKYxvZ", name: "Services" } }));
  fixture.acme.addWorkspace("api");
  fixture.writeCode("code", { platform: { name: "Fresh" } }, { platform: ["api"] }, true);
  await fixture.run("plan", "code", "--out", "plan.json");
  for (const path of ["plan.json", "plan.json", "code"]) {
    const { status, stderr } = await fixture.run("apply", path, "--auto-approve");
    expect([path, status, stderr.includes("error:")]).toEqual([path, 0, false]);
  }
  expect(fixture.acme.world).toEqual({ Fresh: ["api"], "Default Project": [] });
});

describe("--write-imports", () => {
  test.each([
    ["imports.tf", (id: string) => `import {\n  to = tfprojects_project.data\n  id = "${id}"\n}\n`],
    ["code/imports.tf.json", (id: string) => ({ import: [{ to: "tfprojects_project.data", id }] })],
  ])("writes %s for the project that was created, and that no state has", async (file, expected) => {
    fixture.write("code/terraform.tfstate", deployed().states);
    fixture.writeCode("code", { ...RENAMED, data: { name: "Data" } }, { platform: ["api", "web"] });
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve", "--write-imports", file);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`Wrote import blocks for 1 project to ${file}.\n`)]);
    expect(stderr).toContain("in the folder of the stack, such as cdktf.out/stacks/NAME) at its next apply.");
    const text = readFileSync(join(cli.folder, file), "utf8");
    expect(file.endsWith(".json") ? (JSON.parse(text) as object) : text).toEqual(
      expected(fixture.acme.project("Data")!.id),
    );
  });

  test("is recommended when a project was created beside a state", async () => {
    fixture.write("code/terraform.tfstate", deployed().states);
    fixture.writeCode("code", { ...RENAMED, data: { name: "Data" } }, { platform: ["api", "web"] });
    const { stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect(stderr).toContain("Warning: Terraform does not know 1 project that this apply created:");
    expect(stderr).toContain("tfprojects_project.data");
    expect(stderr).toContain("--write-imports FILE");
  });

  test("does not overwrite a file, and changes nothing then", async () => {
    fixture.writeCode("code", { data: { name: "Data" } });
    fixture.write("code/imports.tf.json", {});
    const { status, stderr } = await fixture.run(
      ...["apply", "code", "--auto-approve", "--write-imports", "code/imports.tf.json"],
    );
    const message = "Nothing was changed. Cannot write code/imports.tf.json: it exists already.";
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("writes at once if nothing is left to change, and is content with its own file the next time", async () => {
    const id = fixture.acme.addProject("Data");
    fixture.writeCode("code", { data: { name: "Data" } });
    const apply = () => fixture.run("apply", "code", "--write-imports", "code/imports.tf.json");
    for (const message of ["Wrote import blocks for 1 project to ", "has import blocks for 1 project already."]) {
      const { status, stderr } = await apply();
      expect([status, stderr]).toEqual([0, expect.stringContaining(message)]);
      expect(JSON.parse(readFileSync(join(cli.folder, "code/imports.tf.json"), "utf8"))).toEqual({
        import: [{ to: "tfprojects_project.data", id }],
      });
    }
    fixture.write("code/imports.tf.json", {});
    expect(await apply()).toMatchObject({ status: 1, stderr: expect.stringContaining("it exists already") });
    fixture.write("code/terraform.tfstate", state({ data: { id, name: "Data" } }));
    expect(await apply()).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(
        "No import blocks were written: each project of the code is in a Terraform state, or does not exist.",
      ),
    });
    expect(fixture.takeWrites()).toEqual([]);
  });

  describe("of plan", () => {
    const plan = (...args: string[]) => fixture.run("plan", "code", "--write-imports", "code/imports.tf.json", ...args);
    const written = () => existsSync(join(cli.folder, "code/imports.tf.json"));

    test("writes blocks for the projects that exist, leaves the others to Terraform, and changes nothing", async () => {
      const ids = ["Data", "Search"].map((name) => fixture.acme.addProject(name));
      fixture.writeCode("code", { data: { name: "data" }, search: { name: "Search" }, created: { name: "New" } });
      for (const message of ["Wrote import blocks for 2 projects to ", "has import blocks for 2 projects already."]) {
        const { status, stdout, stderr } = await plan();
        expect([status, stderr]).toEqual([0, expect.stringContaining(message)]);
        expect(stdout).toContain("Plan: 1 to create");
      }
      expect(JSON.parse(readFileSync(join(cli.folder, "code/imports.tf.json"), "utf8"))).toEqual({
        import: [
          { to: "tfprojects_project.data", id: ids[0] },
          { to: "tfprojects_project.search", id: ids[1] },
        ],
      });
      expect(fixture.takeWrites()).toEqual([]);
    });

    test("writes nothing if no project exists that the state lacks, or if the plan is blocked", async () => {
      fixture.writeCode("code", { created: { name: "New" } });
      const none =
        "No import blocks were written: each project of the code is in a Terraform state, or does not exist.";
      expect(await plan()).toMatchObject({ status: 0, stderr: expect.stringContaining(none) });
      fixture.acme.addProject("Data");
      fixture.writeCode("code", { created: { name: "New" } }, { created: ["nowhere"] });
      const blocked = "No import blocks were written, because the plan is blocked.";
      expect(await plan()).toMatchObject({ status: 1, stderr: expect.stringContaining(blocked) });
      expect(written()).toBe(false);
    });

    test("is refused with a Terraform plan", async () => {
      fixture.write("tfplan.json", { format_version: "1.2", terraform_version: "1.11.4", planned_values: {} });
      const { status, stderr } = await fixture.run("plan", "tfplan.json", "--write-imports", "imports.tf");
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("--write-imports cannot be used with the Terraform"),
      ]);
    });
  });

  describe("with several stacks", () => {
    const NAMES = ["one", "two", "three"];
    const files = (path: (name: string) => string): string[] =>
      NAMES.flatMap((name) => ["--write-imports", `${name}=${path(name)}`]);

    beforeEach(() => {
      for (const name of NAMES) {
        fixture.write(`code/stacks/${name}/cdk.tf.json`, { resource: { tfprojects_project: { it: { name } } } });
      }
      const stacks = NAMES.map((name) => [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }]);
      fixture.write("code/manifest.json", { stacks: Object.fromEntries(stacks) as object });
    });

    test("checks all files before it asks for approval", async () => {
      fixture.write("code/two.tf", "# mine\n");
      const { status, stderr } = await fixture.run(
        "apply",
        "code",
        ...files((name) => (name === "three" ? "missing/three.tf" : `code/${name}.tf`)),
      );
      expect([status, stderr]).toEqual([
        1,
        "error: Nothing was changed. Cannot write missing/three.tf: no such file or folder (ENOENT).\n" +
          "Cannot write code/two.tf: it exists already.\nUse another file with --write-imports.\n",
      ]);
      expect(fixture.takeWrites()).toEqual([]);
      expect(existsSync(join(cli.folder, "code/one.tf"))).toBe(false);
      const shared = await fixture.run("apply", "code", "--auto-approve", ...files(() => "code/all.tf"));
      expect(shared.stderr).toContain("--write-imports has one file for one, three, two.");
      expect(fixture.takeWrites()).toEqual([]);
    });

    test("writes all files that it can, and prints the blocks of the others", async () => {
      const proxy = await Proxy.start(fixture.acme.emulator.address, (method) => {
        if (method === "POST") fixture.write("code/one.tf", "# mine\n");
        return "answer";
      });
      const { status, stdout, stderr } = await cli.launch(
        ["apply", "code", "--auto-approve", ...files((name) => (name === "two" ? "/dev/stdout" : `code/${name}.tf`))],
        { ...fixture.environment, TFE_ADDRESS: proxy.address },
      );
      await proxy.stop();
      expect(status).toBe(3);
      expect(stderr).toContain(
        "error: The changes were applied, but import blocks could not be written:\n" +
          "  Cannot write code/one.tf: it was created while the command ran.\n" +
          'They follow:\nimport {\n  to = tfprojects_project.it\n  id = "',
      );
      expect(readFileSync(join(cli.folder, "code/one.tf"), "utf8")).toBe("# mine\n");
      expect(readFileSync(join(cli.folder, "code/three.tf"), "utf8")).toContain("import {");
      expect(stdout).toContain(`to = tfprojects_project.it\n  id = "${fixture.acme.project("two")!.id}"`);
    });
  });
});

describe("--state", () => {
  test("takes a file instead of that of the local backend", async () => {
    const file = fixture.write("pulled.tfstate", deployed().states);
    fixture.writeCode("code", RENAMED);
    const { stdout } = await fixture.run("plan", "code", "--state", file);
    expect(stdout).toContain("1 to update");
    expect((await fixture.run("drift", "code", "--state", file)).stdout).toContain("1 changed");
  });

  test("takes the output of terraform state pull from stdin", async () => {
    const { states } = deployed();
    fixture.writeCode("code", RENAMED);
    const child = fixture.start("plan", "code", "--state", "-");
    child.stdin.end(JSON.stringify(states));
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    expect(stdout).toContain("Identities: Terraform state from stdin (serial 3)");
    expect(stdout).toContain("1 to update");
  });

  test.each<[string, object | string, string]>([
    ["is encrypted", { serial: 1, lineage: "a", encrypted_data: "x" }, "tofu state pull | tfprojects plan --state -"],
    ["has a newer format", { version: 5 }, "It has format version 5, and only version 4 is supported."],
    ["is not JSON", "plan", "Cannot read the Terraform state"],
    [
      "is empty, as a pull that fails",
      "\n",
      "other.tfstate: It is empty.\n`terraform state pull` prints nothing before",
    ],
    [
      "is of another configuration",
      { version: 4, serial: 1, lineage: "a", resources: [{ mode: "managed", type: "null_resource", instances: [] }] },
      "it is not the state of code",
    ],
  ])("refuses a state that %s", async (_, content, message) => {
    const file = fixture.write("other.tfstate", content);
    fixture.writeCode("code", RENAMED);
    const { status, stderr } = await fixture.run("plan", "code", "--state", file);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test.each([
    ["plan", []],
    ["drift", []],
    ["apply", ["--auto-approve"]],
  ])("%s refuses an empty one from stdin: a pull that fails prints nothing, too", async (command, options) => {
    fixture.writeCode("code", RENAMED);
    const child = fixture.start(command, "code", "--state", "-", ...options);
    child.stdin.end("");
    expect(await waitForExit(child)).toMatchObject({
      status: 1,
      stdout: "",
      stderr:
        "error: Cannot read the Terraform state from stdin: It is empty.\n" +
        "`terraform state pull` prints nothing before the first apply, and when it fails. Before the first apply, " +
        "leave out the state. After it, run the command by itself to see its error.\n",
    });
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("takes one that has only the access of teams", async () => {
    const id = fixture.acme.addProject("Platform");
    const [access] = (state({}, { platform: { project_id: id, team: [] } }) as { resources: object[] }).resources;
    const resources = [{ ...access, type: "tfprojects_project_team_access" }];
    const file = fixture.write("pulled.tfstate", { version: 4, serial: 1, lineage: "a", outputs: {}, resources });
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const { status, stderr } = await fixture.run("plan", "code", "--state", file);
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("takes what a backend without a state prints: one of no lineage and no resources", async () => {
    const file = fixture.write("pulled.tfstate", { version: 4, serial: 0, lineage: "", outputs: {}, resources: [] });
    fixture.writeCode("code", RENAMED);
    const { status, stdout, stderr } = await fixture.run("plan", "code", "--state", file);
    expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining("1 to create")]);
  });

  test("names the stack if the app has several", async () => {
    const { id } = deployed();
    const file = fixture.write("pulled.tfstate", state({ platform: { id, name: "Platform" } }));
    const stack = (label: string, name: string): object => ({
      resource: { tfprojects_project: { [label]: { name } } },
    });
    fixture.write("out/stacks/one/cdk.tf.json", stack("platform", "Core"));
    fixture.write("out/stacks/two/cdk.tf.json", stack("other", "Other"));
    const stacks = ["one", "two"].map((name) => [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }]);
    fixture.write("out/manifest.json", { stacks: Object.fromEntries(stacks) as object });
    const { stdout } = await fixture.run("plan", "out", "--state", `one=${file}`);
    expect(stdout).toContain("1 to create, 1 to update");
    expect((await fixture.run("plan", "out", "--state", file)).stderr).toContain("Use --state STACK=FILE");
  });
});

describe("--state of several stacks", () => {
  const inOrganization = (organization: string, id = "prj-1") => ({ id, name: "Platform", organization });
  const project = (organization: string): object => ({
    resource: { tfprojects_project: { platform: { name: "Core", organization } } },
  });

  beforeEach(() => {
    const names = ["one", "two"];
    fixture.write("out/stacks/one/cdk.tf.json", project("acme"));
    fixture.write("out/stacks/two/cdk.tf.json", project("globex"));
    const stacks = names.map((name) => [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }]);
    fixture.write("out/manifest.json", { stacks: Object.fromEntries(stacks) as object });
    fixture.write("acme.tfstate", state({ platform: inOrganization("ACME") }));
    fixture.write("globex.tfstate", { ...state({ platform: inOrganization("globex", "prj-2") }), lineage: "77b0" });
  });

  async function refused(one: string, two: string): Promise<string> {
    const { status, stderr } = await fixture.run("plan", "out", "--state", `one=${one}`, "--state", `two=${two}`);
    expect([status, fixture.acme.takeRequests()]).toEqual([1, []]);
    return stderr.replaceAll(/\s+/g, " ");
  }

  test("refuses those that are swapped: their objects are in another organization than the code", async () => {
    const message =
      "The objects in the state globex.tfstate are in another organization (globex) than the code (acme): it is not " +
      "the state of one. Use what `terraform state pull` prints in the folder of this configuration. If it has moved " +
      "to another organization, apply that with Terraform.";
    expect(await refused("globex.tfstate", "acme.tfstate")).toContain(message);
    const { stdout } = await fixture.run("plan", "out/stacks/one", "--state", "globex.tfstate", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "INVALID_STATE" } });
  });

  test("takes one that has objects in an organization of the code, among others", async () => {
    const objects = { platform: inOrganization("acme", "prj-3"), old: inOrganization("initech") };
    fixture.write("other.tfstate", state(objects));
    const { stderr } = await fixture.run("plan", "out/stacks/one", "--state", "other.tfstate");
    expect(stderr).not.toContain("is not the state of");
  });

  test("refuses a state that is passed for two stacks, an earlier version of it too", async () => {
    fixture.write("out/stacks/two/cdk.tf.json", project("acme"));
    expect(await refused("acme.tfstate", "acme.tfstate")).toContain(
      "The state acme.tfstate is passed for one and for two, but each stack has a state of its own. " +
        "Use what `terraform state pull` prints in the folder of each stack.",
    );
    fixture.write("earlier.tfstate", { ...state({ platform: inOrganization("acme") }), serial: 2 });
    expect(await refused("acme.tfstate", "earlier.tfstate")).toContain(
      "The states acme.tfstate of one and earlier.tfstate of two are versions of the same state, but each stack has a",
    );
  });

  test("takes states that were one before its objects were divided", async () => {
    fixture.write("out/stacks/two/cdk.tf.json", { resource: { tfprojects_project: { b: { name: "Other" } } } });
    const id = fixture.acme.addProject("Platform");
    fixture.write("acme.tfstate", state({ platform: inOrganization("acme", id) }));
    fixture.write("other.tfstate", state({ b: inOrganization("acme", fixture.acme.addProject("Before")) }));
    const states = ["--state", "one=acme.tfstate", "--state", "two=other.tfstate"];
    expect((await fixture.run("plan", "out", ...states)).stdout).toContain("2 to update");
  });
});

describe("a saved plan", () => {
  test("is refused when its state has changed since", async () => {
    const { id, states } = deployed();
    const path = fixture.write("code/terraform.tfstate", states);
    fixture.writeCode("code", RENAMED);
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    writeFileSync(path, JSON.stringify({ ...states, serial: 4 }));
    fixture.acme.takeRequests();
    const refused = await fixture.run("apply", "plan.json");
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("the Terraform state code/terraform.tfstate has changed since (serial 3, now 4)"),
    ]);
    writeFileSync(path, JSON.stringify({ ...states, lineage: "other" }));
    expect((await fixture.run("apply", "plan.json")).stderr).toContain("is another one by now");
    expect(fixture.acme.takeRequests()).toEqual([]);
    writeFileSync(path, JSON.stringify(states));
    expect((await fixture.run("apply", "plan.json")).status).toBe(0);
    expect(fixture.acme.project("Core")).toMatchObject({ id });
  });

  test("made with a state from stdin needs it again", async () => {
    const { states } = deployed();
    fixture.writeCode("code", RENAMED);
    const withState = async (...args: string[]): Promise<number> => {
      const child = fixture.start(...args, "--state", "-");
      child.stdin.end(JSON.stringify(states));
      child.stdout.resume();
      return new Promise((resolve) => child.once("close", resolve));
    };
    expect(await withState("plan", "code", "--out", "plan.json")).toBe(0);
    expect(existsSync(join(cli.folder, "plan.json"))).toBe(true);
    expect((await fixture.run("apply", "plan.json")).stderr).toContain(
      "terraform state pull | tfprojects apply plan.json --state -",
    );
    expect(await withState("apply", "plan.json")).toBe(0);
    expect(fixture.acme.project("Core")).toBeDefined();
  });

  test("refuses a state that it was not made with; its own may be repeated", async () => {
    const { states } = deployed();
    const own = fixture.write("code/terraform.tfstate", states);
    const other = fixture.write("other.tfstate", states);
    fixture.writeCode("code", RENAMED);
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    fixture.acme.takeRequests();
    for (const option of [other, `code=${other}`, "-"]) {
      const { status, stderr } = await fixture.run("apply", "plan.json", "--state", own, "--state", option);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`--state ${option} is not a Terraform state of`)]);
      expect(stderr).toContain("made with code/terraform.tfstate");
    }
    expect(fixture.acme.takeRequests()).toEqual([]);
    expect((await fixture.run("apply", "plan.json", "--state", own)).status).toBe(0);
  });

  test("made without a state refuses one", async () => {
    fixture.writeCode("code", RENAMED);
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    const { status, stderr } = await fixture.run("apply", "plan.json", "--state", "other.tfstate");
    expect([status, stderr]).toEqual([1, expect.stringContaining("which was made with no state")]);
    expect(fixture.takeWrites()).toEqual([]);
  });
});
