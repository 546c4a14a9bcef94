import { rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";
import { configurationFor, inProcessTerraform } from "../../provider/in-process";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

/** A project in a state: its name, and its address. */
interface Stored {
  readonly name: string;
  readonly label: string;
  readonly module?: string;
  readonly key?: string | number;
}

function state(projects: readonly Stored[]): object {
  return {
    version: 4,
    serial: 1,
    lineage: "3a1f",
    resources: projects.map(({ name, label, module, key }) => ({
      mode: "managed",
      type: "tfprojects_project",
      name: label,
      provider: 'provider["terraform.local/tfprojects/tfprojects"]',
      ...(module === undefined ? {} : { module }),
      instances: [
        {
          ...(key === undefined ? {} : { index_key: key }),
          attributes: { id: fixture.acme.project(name)!.id, name, organization: "acme" },
        },
      ],
    })),
  };
}

/** The organization's projects, apart from the default one. */
function projectNames(): string[] {
  return Object.keys(fixture.acme.world)
    .filter((name) => name !== "Default Project")
    .sort();
}

describe("a property that occurs twice in a file", () => {
  test("keeps the projects of its first occurrence, and those of the second", async () => {
    fixture.acme.addProject("Alpha");
    fixture.write("code/terraform.tfstate", state([{ name: "Alpha", label: "a" }]));
    fixture.write(
      "code/main.tf.json",
      `{
        "resource": { "tfprojects_project": { "a": { "name": "Alpha" } } },
        "resource": { "tfprojects_project": { "b": { "name": "Beta" }}, "tfprojects_project": { "c": { "name": "Gamma" } } }
      }`,
    );
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([0, expect.stringContaining("2 created.")]);
    expect(projectNames()).toEqual(["Alpha", "Beta", "Gamma"]);
  });

  test.each([
    ["a folder", "code", "code/main.tf.json"],
    ["a file", "code/main.tf.json", "code/main.tf.json"],
  ])("is an error with its line if Terraform does not merge it, in %s", async (_, path, shown) => {
    fixture.acme.addProject("Alpha");
    fixture.write(
      "code/main.tf.json",
      `{"resource": { "tfprojects_project": {\n"a": { "name": "Alpha",\n"name": "Beta" } } } }`,
    );
    const { status, stderr } = await fixture.run("apply", path, "--auto-approve");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        `${shown} line 3, in resource.tfprojects_project.a:\n  Duplicate argument: the argument "name" was already set.`,
      ),
    ]);
    expect(fixture.takeWrites()).toEqual([]);
  });
});

test("one address in two files is an error, and nothing is created", async () => {
  fixture.write("code/one.tf.json", { resource: { tfprojects_project: { a: { name: "Alpha" } } } });
  fixture.write("code/two.tf.json", { resource: { tfprojects_project: { a: { name: "Beta" } } } });
  const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
  expect(status).toBe(1);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(
    "two.tf.json line 1, in resource.tfprojects_project.a: Duplicate resource.tfprojects_project.a: it " +
      "was already declared at code/one.tf.json line 1.",
  );
  expect(projectNames()).toEqual([]);
});

describe("a configuration of the provider that does not exist", () => {
  test("is an error, and not the default organization", async () => {
    fixture.write("code/main.tf.json", {
      provider: { tfprojects: [{}, { alias: "other", organization: "other" }] },
      resource: { tfprojects_project: { a: { name: "Alpha", provider: "tfprojects.othr" } } },
    });
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining("The code has no configuration of its provider with this name."),
    ]);
    expect(fixture.takeWrites()).toEqual([]);
  });
});

describe("an import block with an identity", () => {
  const code = (identity: object): object => ({
    import: { to: "tfprojects_project.a", identity },
    resource: { tfprojects_project: { a: { name: "Renamed" } } },
  });

  test("takes over the project, also with --prune", async () => {
    const id = fixture.acme.addProject("Alpha");
    fixture.write("code/main.tf.json", code({ id }));
    const { status } = await fixture.run("apply", "code", "--auto-approve", "--prune");
    expect([status, projectNames()]).toEqual([0, ["Renamed"]]);
    expect(fixture.acme.project("Renamed")).toMatchObject({ id });
  });

  test("of another host is an error before anything is changed", async () => {
    const id = fixture.acme.addProject("Alpha");
    fixture.write("code/main.tf.json", code({ id, hostname: "tfe.example.com" }));
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("The identity is of a project at tfe.example.com")]);
    expect(projectNames()).toEqual(["Alpha"]);
  });

  test("of the configured host is one without it", async () => {
    const id = fixture.acme.addProject("Alpha");
    fixture.write("code/main.tf.json", code({ id, hostname: new URL(fixture.acme.emulator.address).host }));
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(projectNames()).toEqual(["Renamed"]);
  });
});

describe("an import block of a membership", () => {
  const ADDRESS = "tfprojects_workspace_membership.members";

  test.each<[string, (id: string) => string, object, object]>([
    ["an ID with names", (id) => `${id}:api,web`, {}, { "Default Project": ["web"], Platform: ["api"] }],
    ["an ID", (id) => id, {}, { "Default Project": [], Platform: ["api", "web"] }],
    ["a name", () => "acme/platform", {}, { "Default Project": [], Platform: ["api", "web"] }],
    [
      "an ID with names, and retains workspaces",
      (id) => `${id}:api,web`,
      { on_destroy: "retain" },
      { "Default Project": [], Platform: ["api", "web"] },
    ],
  ])("by %s releases what it names and the code does not, as Terraform does", async (_, importId, more, after) => {
    const projectId = fixture.acme.addProject("Platform");
    const membership = { project_id: projectId, workspace_names: ["api"], ...more };
    fixture.acme.addWorkspace("api", projectId);
    const web = fixture.acme.addWorkspace("web", projectId);
    fixture.write("code/main.tf.json", {
      import: { to: ADDRESS, id: importId(projectId) },
      resource: { tfprojects_workspace_membership: { members: membership } },
    });
    const { status } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, fixture.acme.world]).toEqual([0, after]);

    fixture.acme.emulator.workspaces.move(web, projectId);
    const terraform = inProcessTerraform();
    const code = configurationFor(fixture.acme, { [ADDRESS]: membership });
    expect(await terraform.import(code, ADDRESS, importId(projectId))).toMatchObject({ ok: true });
    expect(await terraform.apply(code)).toMatchObject({ ok: true });
    expect(fixture.acme.world).toEqual(after);
  });

  test.each([
    ["an import block", true],
    ["terraform import, in the state", false],
  ])("of a whole project leaves what it does not list: explain and drift say so, by %s", async (_, isBlock) => {
    const projectId = fixture.acme.addProject("Platform");
    for (const name of ["api", "web"]) fixture.acme.addWorkspace(name, projectId);
    const write = (more: object): void => {
      const membership = { project_id: projectId, workspace_names: ["api"], ...more };
      fixture.write("code/main.tf.json", {
        ...(isBlock ? { import: { to: ADDRESS, id: projectId } } : {}),
        resource: { tfprojects_workspace_membership: { members: membership } },
      });
    };
    write({});
    if (!isBlock) {
      const terraform = inProcessTerraform();
      const code = configurationFor(fixture.acme, { [ADDRESS]: { project_id: projectId, workspace_names: ["api"] } });
      expect(await terraform.import(code, ADDRESS, projectId)).toMatchObject({ ok: true });
      const { values: attributes, private: bytes } = terraform.state.get(ADDRESS)!;
      const provider = 'provider["registry.terraform.io/tfprojects/tfprojects"]';
      const instances = [{ attributes, private: Buffer.from(bytes).toString("base64") }];
      const resource = {
        mode: "managed",
        type: "tfprojects_workspace_membership",
        name: "members",
        provider,
        instances,
      };
      fixture.write("code/terraform.tfstate", { version: 4, serial: 1, lineage: "3a1f", resources: [resource] });
    }
    const explained = async (name: string) =>
      (await fixture.run("explain", name, "code")).stdout.replaceAll(/\s+/g, " ");
    expect(await fixture.run("drift", "code")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Unmanaged:"),
    });
    expect(await explained("web")).toContain(
      "Belongs in: Platform (it stays, since no membership has it) Membership: none",
    );
    expect(await explained("api")).toContain(`Belongs in: Platform (it is there) Membership: ${ADDRESS}`);
    expect(await fixture.run("plan", "code", "--detailed-exitcode")).toMatchObject({ status: 0 });
    write({ exclusive: true });
    expect(await fixture.run("drift", "code")).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("1 workspace misplaced"),
    });
    const evicted = "Belongs in: Default Project (it is not in the exclusive membership of the project)";
    expect(await explained("web")).toContain(evicted);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("with an identity is an error: memberships have none", async () => {
    const id = fixture.acme.addProject("Platform");
    fixture.write("code/main.tf.json", {
      import: { to: ADDRESS, identity: { id } },
      resource: { tfprojects_workspace_membership: { members: { project_id: id, workspace_names: [] } } },
    });
    const { status, stderr } = await fixture.run("plan", "code");
    expect([status, stderr]).toEqual([1, expect.stringContaining("tfprojects_workspace_membership has no identity.")]);
  });
});

describe("objects of the state that the code has elsewhere", () => {
  const called = { module: { m: { source: "./m" } } };
  const forget = (from: string, destroy: unknown): object => ({ removed: { from, lifecycle: { destroy } } });

  test.each<[string, object, Omit<Stored, "name">]>([
    ["forgotten with all instances", forget("tfprojects_project.a", false), { label: "a", key: "x" }],
    ["forgotten by a string", forget("tfprojects_project.a", "false"), { label: "a" }],
    ["forgotten with their module", forget("module.m", false), { label: "a", module: 'module.m["x"]' }],
    [
      "moved into a module",
      { moved: { from: "tfprojects_project.a", to: "module.m.tfprojects_project.a" }, ...called },
      { label: "a" },
    ],
    [
      "moved with their module",
      { moved: { from: "module.old", to: "module.m" }, ...called },
      { label: "a", module: "module.old[0]" },
    ],
  ])("are not deleted: %s", async (_, code, stored) => {
    fixture.acme.addProject("Alpha");
    fixture.write("code/terraform.tfstate", state([{ name: "Alpha", ...stored }]));
    fixture.write("code/main.tf.json", { ...code, resource: { tfprojects_project: { b: { name: "Beta" } } } });
    const { status } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, projectNames()]).toEqual([0, ["Alpha", "Beta"]]);
  });

  test.each<[string, object, Omit<Stored, "name">]>([
    [
      "moved out of a module",
      { moved: { from: "module.m.tfprojects_project.a", to: "tfprojects_project.b" }, ...called },
      { label: "a", module: "module.m" },
    ],
    ["the first instance of a resource that had a count", {}, { label: "b", key: 0 }],
    [
      "an instance that moves",
      { moved: { from: 'tfprojects_project.a["x"]', to: "tfprojects_project.b" } },
      { label: "a", key: "x" },
    ],
  ])("keep their projects, which are renamed: %s", async (_, code, stored) => {
    const id = fixture.acme.addProject("Alpha");
    fixture.write("code/terraform.tfstate", state([{ name: "Alpha", ...stored }]));
    fixture.write("code/main.tf.json", { ...code, resource: { tfprojects_project: { b: { name: "Beta" } } } });
    const { status } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, projectNames()]).toEqual([0, ["Beta"]]);
    expect(fixture.acme.project("Beta")).toMatchObject({ id });
  });
});

describe("a stack of an app that has several", () => {
  beforeEach(() => {
    const path = (name: string): string => `stacks/${name}/cdk.tf.json`;
    for (const name of ["Alpha", "Beta", "Other"]) fixture.acme.addProject(name);
    for (const name of ["alpha", "beta"]) {
      const project = { name: name === "alpha" ? "Alpha" : "Beta" };
      fixture.write(`code/${path(name)}`, { resource: { tfprojects_project: { it: project } } });
    }
    const stacks = { alpha: { synthesizedStackPath: path("alpha") }, beta: { synthesizedStackPath: path("beta") } };
    fixture.write("code/manifest.json", { stacks });
  });

  test.each(["code/stacks/alpha", "code/stacks/alpha/cdk.tf.json"])(
    "is read alone from %s: projects of the others are neither offered for deletion, nor deleted",
    async (path) => {
      const { status, stdout } = await fixture.run("plan", path);
      expect([status, stdout]).toEqual([0, expect.stringContaining("are not in the code and are left alone.\n")]);
      expect(stdout).not.toContain("--prune");
      for (const command of [["apply", "--auto-approve"], ["plan"]]) {
        const pruned = await fixture.run(...command, path, "--prune", "--max-deletes", "9");
        expect([pruned.status, pruned.stderr]).toEqual([
          1,
          expect.stringContaining("would delete the projects of the other stacks of the app: beta."),
        ]);
        expect(pruned.stderr).toContain("Pass the folder of the app");
      }
      expect(fixture.takeWrites()).toEqual([]);
    },
  );

  test("is read with the others from the folder of the app, whose unmanaged projects can be deleted", async () => {
    const { stdout } = await fixture.run("plan", "code");
    expect(stdout).toContain("1 project is not in the code and is left alone; --prune deletes it.");
    const { status } = await fixture.run("apply", "code", "--auto-approve", "--prune", "--max-deletes", "9");
    expect([status, projectNames()]).toEqual([0, ["Alpha", "Beta"]]);
  });

  test("knows of no other stacks if the app has none, or if the manifest is not that of an app", async () => {
    fixture.write("code/manifest.json", { stacks: { alpha: { synthesizedStackPath: "stacks/alpha/cdk.tf.json" } } });
    expect((await fixture.run("plan", "code/stacks/alpha")).stdout).toContain("--prune deletes them.");
    fixture.write("code/manifest.json", "not the manifest of an app");
    expect((await fixture.run("plan", "code/stacks/alpha")).stdout).toContain("--prune deletes them.");
  });

  test("has a saved plan that does not offer it either", async () => {
    expect((await fixture.run("plan", "code/stacks/alpha", "--out", "code/plan.json")).status).toBe(0);
    const { status, stdout } = await fixture.run("apply", "code/plan.json");
    expect([status, stdout]).toEqual([0, expect.stringContaining("are not in the code and are left alone.\n")]);
  });
});
