import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture } from "./cli-fixture";
import { CommandLine } from "./command-line";

/* The import blocks that the code has itself: Terraform refuses a second one for a resource. */

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

const IMPORTS = "code/imports.tf.json";

/** Code with projects by label, and its import blocks. */
function writeCode(file: string, names: Readonly<Record<string, string>>, imports: Readonly<Record<string, object>>) {
  fixture.write(file, {
    resource: {
      tfprojects_project: Object.fromEntries(Object.entries(names).map(([label, name]) => [label, { name }])),
    },
    import: Object.entries(imports).map(([label, object]) => ({ to: `tfprojects_project.${label}`, ...object })),
  });
}

const written = (file = IMPORTS): unknown => JSON.parse(readFileSync(join(cli.folder, file), "utf8"));

const idOf = (name: string): string => fixture.acme.project(name)!.id;

describe.each(["plan", "apply"])("%s --write-imports", (command) => {
  const run = (...options: readonly string[]) =>
    fixture.run(command, "code", ...(command === "apply" ? ["--auto-approve"] : []), ...options);

  test("writes only those that the code lacks", async () => {
    const [data, net, search] = ["Data", "Net", "Search"].map((name) => fixture.acme.addProject(name));
    writeCode(
      "code/main.tf.json",
      { data: "Data", net: "Net", search: "Search", web: "Web" },
      {
        data: { id: data },
        net: { identity: { id: net } },
        web: { id: "acme/Web" },
      },
    );
    const { status, stderr } = await run("--write-imports", IMPORTS);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`Wrote import blocks for 1 project to ${IMPORTS}.`)]);
    expect(written()).toEqual({ import: [{ to: "tfprojects_project.search", id: search }] });
    // They are part of the code now.
    const again = await run("--write-imports", "code/more.tf.json");
    expect(again.stderr).toContain("The code has import blocks for 4 projects already.");
    expect(existsSync(join(cli.folder, "code/more.tf.json"))).toBe(false);
  });

  test("needs no file for a stack whose code has all of them, and counts those of each stack alone", async () => {
    for (const name of ["One", "Two"]) fixture.acme.addProject(name);
    const stacks = {
      a: { synthesizedStackPath: "stacks/a/cdk.tf.json" },
      b: { synthesizedStackPath: "stacks/b/cdk.tf.json" },
    };
    fixture.write("code/manifest.json", { stacks });
    writeCode("code/stacks/a/cdk.tf.json", { it: "One" }, { it: { id: idOf("One") } });
    writeCode("code/stacks/b/cdk.tf.json", { it: "Two" }, {});
    expect(await run("--write-imports", "b=code/stacks/b/imports.tf.json")).toMatchObject({ status: 0 });
    expect(written("code/stacks/b/imports.tf.json")).toEqual({
      import: [{ to: "tfprojects_project.it", id: idOf("Two") }],
    });
  });

  test("says which block names a project that has another name now", async () => {
    const id = fixture.acme.addProject("Net");
    writeCode("code/main.tf.json", { net: "Net" }, { net: { id: "acme/Network" } });
    const { status, stderr } = await run("--write-imports", IMPORTS);
    expect([status, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      0,
      expect.stringContaining(
        `Warning: The import block of tfprojects_project.net names "acme/Network", but the project is called "Net": ` +
          `Terraform would not find it. Change its ID to ${id}.`,
      ),
    ]);
    expect(existsSync(join(cli.folder, IMPORTS))).toBe(false);
  });
});

describe("apply", () => {
  test("warns of the import block with the name that it has changed", async () => {
    const id = fixture.acme.addProject("Network");
    writeCode("code/main.tf.json", { net: "Net" }, { net: { id: "acme/Network" } });
    // Before that, Terraform finds it.
    expect((await fixture.run("plan", "code", "--write-imports", IMPORTS)).stderr).not.toContain("Warning");
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stderr]).toEqual([0, expect.stringContaining(`Change its ID to ${id}.`)]);
  });

  test("does not ask for import blocks of what it created if the code has them, also from a saved plan", async () => {
    fixture.write("code/terraform.tfstate", { version: 4, serial: 1, lineage: "3a1f", resources: [] });
    writeCode("code/main.tf.json", { web: "Web" }, { web: { id: "acme/Web" } });
    expect(await fixture.run("plan", "code", "--out", "web.json")).toMatchObject({ status: 0 });
    const { status, stderr } = await fixture.run("apply", "web.json", "--write-imports", IMPORTS);
    expect([status, stderr]).toEqual([0, expect.stringContaining("The code has import blocks for 1 project already.")]);
    expect(stderr).not.toContain("Terraform does not know");
    expect(idOf("Web")).toMatch(/^prj-/);
  });
});
