import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Proxy } from "../../faults/proxy";
import { canMount, onSmallDisk } from "../../support/small-disk";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";
import { project, settings, stateWith, type Stored } from "../../migrate/configurations";

/** What commands do with files of users when something comes between. */

let cli: CommandLine;
let fixture: CliFixture;
let folder: string;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli);
  folder = mkdtempSync(join(tmpdir(), "tfprojects-files-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await fixture.dispose();
});

const inFolder = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(inFolder(name), "utf8");
const names = (): string[] => readdirSync(folder).sort();

const CODE = `resource "tfe_project" "platform" {
  name = "Platform"
}

resource "tfe_workspace" "network" {
  name       = "network"
  project_id = tfe_project.platform.id
}
`;

/** A configuration to migrate. */
function setUpMigration(code: string | Buffer = CODE, more: (projectId: string) => readonly Stored[] = () => []): void {
  const id = fixture.acme.addProject("Platform");
  writeFileSync(inFolder("main.tf"), code);
  writeFileSync(inFolder("state.json"), JSON.stringify(stateWith([project("platform", id), ...more(id)])));
}
const MIGRATE = (where: string): string[] => ["migrate", where, "--state", join(where, "state.json"), "--edit"];

/** Runs a command while whose first request the user saves something. */
async function runWhile(save: () => void, args: readonly string[]) {
  let isSaved = false;
  const proxy = await Proxy.start(fixture.acme.emulator.address, () => {
    if (!isSaved) save();
    isSaved = true;
    return "answer";
  });
  try {
    return await cli.run(args, { ...fixture.environment, TFE_ADDRESS: proxy.address });
  } finally {
    await proxy.stop();
    expect(isSaved).toBe(true);
  }
}

describe("what the user saves while the organization is read", () => {
  test("is kept by migrate --edit, which writes nothing, and works the next time", async () => {
    setUpMigration();
    const saved = `# mine\n${CODE}`;
    const refused = await runWhile(() => writeFileSync(inFolder("main.tf"), saved), MIGRATE(folder));
    expect([refused.status, refused.stdout, refused.stderr]).toEqual([
      1,
      "",
      `error: Cannot write ${inFolder("main.tf")}: it was changed while the command ran. No files were written.\n` +
        "Run the command again: it then reads the current file.\n",
    ]);
    expect([read("main.tf"), names()]).toEqual([saved, ["main.tf", "state.json"]]);
    expect((await fixture.run(...MIGRATE(folder))).status).toBe(0);
    expect(read("main.tf")).toMatch(/^# mine\nresource "tfprojects_project"/);
  });

  test("is kept by import --force", async () => {
    fixture.acme.addProject("Platform");
    const importAgain = ["import", "--out", folder, "--force"];
    expect((await fixture.run(...importAgain)).status).toBe(0);
    const before = names().map((name) => [name, read(name)]);
    for (const [name, saved] of [
      ["main.ts", "// mine"],
      ["README.md", "# Mine"],
    ] as const) {
      const { status, stderr } = await runWhile(() => writeFileSync(inFolder(name), saved), importAgain);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${name}: it was changed while the command ran.`)]);
      expect(names().map((it) => [it, read(it)])).toEqual(before.map((it) => (it[0] === name ? [name, saved] : it)));
      expect((await fixture.run(...importAgain)).status).toBe(0);
      expect(names().map((it) => [it, read(it)])).toEqual(before);
    }
  });

  test("is kept by import without --force, where a file appears", async () => {
    fixture.acme.addProject("Platform");
    const { status, stderr } = await runWhile(
      () => writeFileSync(inFolder("main.ts"), "// mine"),
      ["import", "--out", folder],
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining("already has main.ts.")]);
    expect([names(), read("main.ts")]).toEqual([["main.ts"], "// mine"]);
  });
});

describe("migrate --edit", () => {
  test("keeps a byte order mark and Windows line ends, also in lines that it adds", async () => {
    setUpMigration(`\ufeff${CODE}`.replaceAll("\n", "\r\n"));
    const { client } = fixture.acme;
    await client.projects.update(fixture.acme.project("Platform")!.id, { description: "Shared" });
    expect(await fixture.run(...MIGRATE(folder))).toMatchObject({ status: 0 });
    expect(read("main.tf")).toMatch(/^\ufeffresource "tfprojects_project" "platform" \{\r\n/);
    expect(read("main.tf")).toContain('description = "Shared"');
    expect(read("main.tf").replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("leaves its own files alone whose line ends Git has changed", async () => {
    setUpMigration();
    await fixture.run(...MIGRATE(folder));
    for (const name of ["migrate.tf", "tfprojects.tf"]) {
      writeFileSync(inFolder(name), read(name).replaceAll("\n", "\r\n"));
    }
    expect((await fixture.run(...MIGRATE(folder))).stdout).toMatch(/^Left unchanged migrate\.tf, tfprojects\.tf: /);
  });

  test("does not read UTF-16, as Terraform does not", async () => {
    setUpMigration(Buffer.from(`\ufeff${CODE}`, "utf16le"));
    const { status, stderr } = await fixture.run(...MIGRATE(folder));
    expect([status, stderr]).toEqual([
      1,
      `error: Cannot read ${inFolder("main.tf")}: it is UTF-16 text, and Terraform reads only UTF-8.\n` +
        "No files were written. Save it as UTF-8.\n",
    ]);
  });

  test("does not replace characters that it cannot read", async () => {
    const code = Buffer.from(`# Größe\n${CODE}`, "latin1");
    setUpMigration(code);
    const { status, stderr } = await fixture.run(...MIGRATE(folder));
    expect([status, stderr]).toEqual([1, expect.stringContaining("neither UTF-8 nor UTF-16")]);
    expect(readFileSync(inFolder("main.tf"))).toEqual(code);
  });

  test("writes through a symbolic link", async () => {
    setUpMigration();
    mkdirSync(inFolder("root"));
    symlinkSync("../main.tf", inFolder("root/main.tf"));
    symlinkSync("../state.json", inFolder("root/state.json"));
    expect((await fixture.run(...MIGRATE(inFolder("root")), "--auto-approve")).status).toBe(0);
    expect(read("main.tf")).toContain('resource "tfprojects_project" "platform"');
    expect(readdirSync(inFolder("root")).sort()).toEqual(["main.tf", "migrate.tf", "state.json", "tfprojects.tf"]);
  });
});

const withMounts = canMount ? test : test.skip;

withMounts("migrate --edit that fails half-way says what is written, and is completed by the next run", async () => {
  const [platform = "", network = ""] = CODE.split(/(?=resource "tfe_workspace")/);
  const values = (id: string) => ({ id, project_id: id, default_execution_mode: "local" });
  setUpMigration(platform, (id) => [settings("it", id, { values: values(id) })]);
  writeFileSync(inFolder("network.tf"), network);
  writeFileSync(
    inFolder("a.tf"),
    'resource "tfe_project_settings" "it" {\n  project_id             = tfe_project.platform.id\n' +
      '  default_execution_mode = "local"\n}\n\noutput "id" {\n  value = tfe_project.platform.id\n}\n',
  );
  const disk = mkdtempSync(join(tmpdir(), "tfprojects-disk-"));
  const migrate = `${cli.words.join(" ")} migrate . --state state.json --edit`;
  // No file can replace one that something is mounted on.
  const script = `
    mkdir at-once halfway
    cp -r '${folder}/.' at-once
    cp -r '${folder}/.' halfway
    cd at-once
    ${migrate} > ../out 2>&1; echo "=> $?"
    cd ../halfway
    mount --bind a.tf a.tf
    ${migrate}; echo "=> $?"
    umount a.tf
    diff -rq . ../at-once
    ${migrate} > ../out 2>&1; echo "=> $?"
    diff -r . ../at-once && echo "=> same"`;
  try {
    const output = await onSmallDisk(disk, "size=4m", script, { ...fixture.environment, HOME: folder });
    expect(output.trimEnd().split("\n")).toEqual([
      "=> 0",
      "error: Cannot write a.tf: it is in use, or a file system is mounted there (EBUSY). " +
        "Written: migrate.tf, tfprojects.tf. Not written: a.tf, main.tf, network.tf.",
      "Check the folder of the configuration, and run the command again.",
      "=> 3",
      "Files ./a.tf and ../at-once/a.tf differ",
      "Files ./main.tf and ../at-once/main.tf differ",
      "Files ./network.tf and ../at-once/network.tf differ",
      "=> 0",
      "=> same",
    ]);
  } finally {
    rmSync(disk, { recursive: true });
  }
});

const withSmallDisk = canMount ? describe : describe.skip;

withSmallDisk("on a full disk", () => {
  const writeCode = (): void => {
    const code = { resource: { tfprojects_project: { it: { name: "Platform" } } } };
    writeFileSync(inFolder("main.tf.json"), JSON.stringify(code));
  };

  /** Runs a command on a disk with these files, first full and then not, and says what becomes of the files. */
  async function runTwice(command: string): Promise<readonly string[]> {
    const disk = mkdtempSync(join(tmpdir(), "tfprojects-disk-"));
    const script = `
      exec 2>&1
      cp -r '${folder}/.' .
      cat /dev/zero > filler 2> /dev/null
      ${cli.words.join(" ")} ${command}; echo "=> $?"
      rm filler
      diff -r '${folder}' . && echo "=> same"
      ${cli.words.join(" ")} ${command} > out 2>&1; echo "=> $?"
      rm out
      diff -rq '${folder}' .
      true`;
    try {
      const output = await onSmallDisk(disk, "size=256k", script, { ...fixture.environment, HOME: folder });
      return output.split("\n").filter((line) => /^=> |^error|^Cannot|^Files|^Only|^Free/.test(line));
    } finally {
      rmSync(disk, { recursive: true });
    }
  }

  test("migrate --edit changes nothing, and does all of it the next time", async () => {
    setUpMigration();
    expect(await runTwice("migrate . --state state.json --edit")).toEqual([
      "error: Cannot write tfprojects.tf: no space is left on the disk (ENOSPC). No files were written.",
      "Free some space, and run the command again.",
      "=> 1",
      "=> same",
      "=> 0",
      `Files ${folder}/main.tf and ./main.tf differ`,
      "Only in .: migrate.tf",
      "Only in .: tfprojects.tf",
    ]);
  });

  test("import --force changes nothing", async () => {
    fixture.acme.addProject("Platform");
    expect((await fixture.run("import", "--hcl", "--out", folder, "--force")).status).toBe(0);
    fixture.acme.addProject("Data");
    expect(await runTwice("import --hcl --out . --force")).toEqual([
      expect.stringMatching(
        /^error: Cannot write .*: no space is left on the disk \(ENOSPC\)\. No files were written\.$/,
      ),
      "Free some space, and run the command again.",
      "=> 1",
      "=> same",
      "=> 0",
      expect.stringContaining("imports.tf"),
      expect.stringContaining("projects.tf"),
    ]);
  });

  test.each(["--out", "--html"])("plan %s keeps the earlier file", async (option) => {
    writeCode();
    writeFileSync(inFolder("file"), "of an earlier plan");
    expect(await runTwice(`plan . ${option} file`)).toEqual([
      "error: Cannot write file: no space is left on the disk (ENOSPC).",
      "Free some space, and run the command again.",
      "=> 1",
      "=> same",
      "=> 0",
      `Files ${folder}/file and ./file differ`,
    ]);
  });

  test("apply --write-imports prints the blocks that it cannot write, and writes them the next time", async () => {
    writeCode();
    expect(await runTwice("apply . --auto-approve --write-imports imports.tf.json")).toEqual([
      "error: The changes were applied, but import blocks could not be written:",
      "=> 3",
      "=> same",
      "=> 0",
      "Only in .: imports.tf.json",
    ]);
    expect(Object.keys(fixture.acme.world)).toContain("Platform");
  });
});
