import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { planJson } from "../support/plan-json";
import { CliFixture } from "./cli-fixture";
import { CommandLine, type ProcessResult } from "./command-line";
import { project, stateWith } from "../migrate/configurations";

/*
 * Text files of users as programs of Windows write them: `>` of PowerShell 5 writes UTF-16, and Notepad marks UTF-8.
 */

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(inFolder("."), { recursive: true, force: true });
  await fixture.dispose();
});

const inFolder = (path: string): string => join(cli.folder, "code", path);

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  "UTF-8 with a byte order mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16, little-endian": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "UTF-16, big-endian": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
};

const NAME = "Platform";
/** Not in ASCII. */
const description = "Größe 日本";

/** A command that reads a file, and what it prints if it has read it. */
interface Input {
  readonly file: string;
  readonly content: () => object | string;
  readonly command: readonly string[];
  /** Writes what is needed beside the file. */
  readonly others?: () => Promise<void> | void;
  readonly shows: string;
  readonly env?: Readonly<Record<string, string>>;
}

const CODE = { resource: { tfprojects_project: { it: { name: NAME, description } } } };
let id: string;
const addProject = (): void => void (id = fixture.acme.addProject(NAME));
const stateOf = (): object => ({
  version: 4,
  serial: 1,
  lineage: "3a1f",
  resources: [
    {
      mode: "managed",
      type: "tfprojects_project",
      name: "it",
      provider: 'provider["terraform.local/tfprojects/tfprojects"]',
      instances: [{ attributes: { organization: "acme", id, name: NAME } }],
    },
  ],
});

const INPUTS: Readonly<Record<string, Input>> = {
  "Terraform JSON": {
    file: "main.tf.json",
    content: () => CODE,
    command: ["plan", "code"],
    shows: NAME,
  },
  "a saved plan": {
    file: "saved.json",
    others: async () => {
      fixture.write("code/main.tf.json", CODE);
      await fixture.run("plan", "code", "--out", "code/saved.json");
    },
    content: () => readFileSync(inFolder("saved.json"), "utf8"),
    command: ["apply", "code/saved.json"],
    shows: "Apply complete",
  },
  "a Terraform plan": {
    file: "plan.json",
    content: () => planJson({ "tfprojects_project.it": { after: { name: NAME, description } } }),
    command: ["plan", "code/plan.json"],
    shows: NAME,
  },
  "a state of --state": {
    file: "pulled.tfstate",
    others: () => {
      addProject();
      fixture.write("code/main.tf.json", { resource: { tfprojects_project: { it: { name: "Renamed" } } } });
    },
    content: stateOf,
    command: ["plan", "code", "--state", "code/pulled.tfstate"],
    shows: "1 to update",
  },
  "the state of the local backend": {
    file: "terraform.tfstate",
    others: () => {
      addProject();
      fixture.write("code/main.tf.json", { resource: { tfprojects_project: { it: { name: "Renamed" } } } });
    },
    content: stateOf,
    command: ["plan", "code"],
    shows: "1 to update",
  },
  "the state of a migration": {
    file: "pulled.tfstate",
    others: () => {
      addProject();
      fixture.write("code/main.tf", `resource "tfe_project" "it" {\n  name = "${NAME}"\n}\n`);
    },
    content: () => stateWith([project("it", id)]),
    command: ["migrate", "code", "--state", "code/pulled.tfstate", "--stdout"],
    shows: "tfprojects_project.it",
  },
  "the names of an earlier import": {
    file: "imports.tf",
    others: addProject,
    content: () => `locals {\r\n  project_ids = {\r\n    kept = "${id}"\r\n  }\r\n}\r\n`,
    command: ["import", "--hcl", "--out", "code", "--force", "--stdout"],
    shows: "kept = {",
  },
  "a seed of the emulator": {
    file: "seed.json",
    content: () => ({ organizations: [{ name: "seeded", projects: [{ name: NAME, description }] }] }),
    command: ["emulator", "--seed", "code/seed.json", "--", "sh", "-c", "echo $TFE_ORGANIZATION"],
    shows: "seeded",
  },
  "Terraform's credentials": {
    file: "credentials.tfrc.json",
    content: () => {
      const { address, token } = fixture.acme.emulator;
      return { credentials: { [new URL(address).host]: { token } } };
    },
    others: () => void fixture.write("code/main.tf.json", CODE),
    command: ["plan", "code"],
    env: { TFE_TOKEN: "", TF_CLI_CONFIG_FILE: "code/credentials.tfrc.json" },
    shows: NAME,
  },
};

async function run({ command, env }: Input): Promise<ProcessResult> {
  const environment = { ...fixture.environment, ...env };
  // The emulator's command writes to the stdout of the process.
  return command[0] === "emulator" ? cli.launch(command, environment) : cli.run(command, environment);
}

describe.each(Object.keys(INPUTS))("%s", (name) => {
  const input = INPUTS[name]!;

  test.each(Object.keys(ENCODINGS))("is read in %s", async (encoding) => {
    await input.others?.();
    const content = input.content();
    const text = typeof content === "string" ? content : JSON.stringify(content);
    fixture.write(`code/${input.file}`, ENCODINGS[encoding]!(text));
    const { status, stdout, stderr } = await run(input);
    expect({ status, stderr, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining(input.shows) });
  });

  test("is an error that says why, in another encoding", async () => {
    await input.others?.();
    fixture.write(`code/${input.file}`, Buffer.from('{"name": "Größe"}', "latin1"));
    const { status, stderr } = await run(input);
    expect([status, stderr]).toEqual([1, expect.stringContaining("neither UTF-8 nor UTF-16")]);
    expect(stderr).not.toContain("    at ");
  });
});
