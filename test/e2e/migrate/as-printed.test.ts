import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { Acme } from "../../support/acme";
import { waitForExit } from "../../cli/command-line";
import { COMMAND_LINE } from "../../support/executables";
import { casesInEachRun } from "../../support/on-request";
import { describeWithTerraform, TerraformWorkspace, terraformExecutable } from "../../support/terraform";
import { numbersIn, stageTfe, TFE_OF_ACME } from "./take-over";

const CODE = `${TFE_OF_ACME}
resource "tfe_project" "platform" {
  name        = "Platform"
  description = "For \${upper("all")}"
}

resource "tfe_project_settings" "platform" {
  project_id             = tfe_project.platform.id
  default_execution_mode = lower("LOCAL")
}

resource "tfe_project" "team" {
  for_each = toset(["red", "blue"])
  name     = "Team \${each.key}"
}

module "app" {
  source = "./app"
}
`;

const MODULE = `
resource "tfe_project" "this" {
  name = "App"
}

resource "tfe_workspace" "this" {
  name       = "main"
  project_id = tfe_project.this.id
}
`;

/** A shell in the folder of a configuration, with the programs that the printed commands start. */
class Shell {
  readonly #terraform: TerraformWorkspace;

  constructor(readonly acme: Acme) {
    this.#terraform = new TerraformWorkspace(acme.environment);
    stageTfe(this.#terraform, acme);
    mkdirSync(this.#terraform.path("bin"));
    this.#program("terraform", [terraformExecutable!]);
    // The first argument names the package.
    this.#program("npx", COMMAND_LINE, "shift\n");
  }

  #program(name: string, words: readonly string[], before = ""): void {
    const command = words.map((word) => `'${word}'`).join(" ");
    writeFileSync(this.path(`bin/${name}`), `#!/bin/sh\n${before}exec ${command} "$@"\n`, { mode: 0o755 });
  }

  path(file: string): string {
    return this.#terraform.path(file);
  }

  write(file: string, content: string): void {
    this.#terraform.write(file, content);
  }

  /** Types a command, and expects it to work. Returns what it printed. */
  async type(command: string): Promise<string> {
    const env = {
      ...this.#terraform.environment,
      PATH: [this.path("bin"), process.env["PATH"]].join(delimiter),
      TF_CLI_ARGS_apply: "-auto-approve",
      NO_COLOR: "1",
    };
    const child = spawn("sh", ["-c", command], { cwd: this.#terraform.folder, env });
    child.stdin.end();
    const { status, stdout, stderr } = await waitForExit(child);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: "" });
    return stdout;
  }

  async remove(): Promise<void> {
    this.#terraform.remove();
    await this.acme.stop();
  }
}

function section(heading: string, printed: string): readonly string[] {
  const [, text = ""] = printed.split(`\n${heading}:\n`);
  const [own = ""] = text.split("\n\n");
  return own.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

describeWithTerraform("the commands that tfprojects migrate prints", () => {
  let shell: Shell;
  beforeEach(async () => {
    shell = new Shell(await Acme.start({ documents: "full" }));
    shell.write("main.tf", CODE);
    shell.write("app/main.tf", MODULE);
    for (const command of ["terraform init", "terraform apply"]) await shell.type(command);
    // Since the last refresh: hashicorp/tfe keeps it.
    await shell.acme.client.projects.update(shell.acme.project("Team blue")!.id, { description: '"By hand", 100%' });
  });
  afterEach(() => shell.remove());

  test.each(casesInEachRun(1, [[""], [" --edit"], [" --stdout"]]))(
    "take over the projects, also if it runs again before and after each: migrate%s",
    async (options) => {
      const before = shell.acme.emulator.state();
      const first = await shell.type(`npx tfprojects migrate${options}`);
      const steps = section("Next steps", first);
      const notes = section("Notes", first);
      const isTaken = steps.findIndex((step) => step.startsWith("terraform apply"));
      expect(isTaken).toBeGreaterThan(0);
      for (const [index, step] of steps.entries()) {
        const printed = await shell.type(step);
        if (step.startsWith("terraform plan")) expect(numbersIn(printed)).toBe(numbersIn(step));
        if (index >= isTaken) continue;
        for (const again of ["", " --edit"]) {
          const repeated = await shell.type(`npx tfprojects migrate${again}`);
          expect(repeated).toMatch(/^Left unchanged /);
          expect([section("Notes", repeated), numbersIn(repeated)]).toEqual([notes, numbersIn(first)]);
        }
      }
      expect(shell.acme.emulator.state()).toEqual(before);
      expect(await shell.type("npx tfprojects migrate")).toContain("Delete app/migrate.tf, migrate.tf: the objects");
      expect(readFileSync(shell.path("main.tf"), "utf8")).toContain('resource "tfprojects_project" "team"');
    },
  );
});
