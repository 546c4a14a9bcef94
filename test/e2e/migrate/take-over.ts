import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommandLine } from "../../cli/command-line";
import { Deployment } from "../../support/deployment";
import { hostConfiguration } from "../../support/emulator-host";
import type { Acme } from "../../support/acme";
import { cdktfEnvironment, REGISTRY, unwrapped, type TerraformWorkspace } from "../../support/terraform";
import { sharedBundle } from "../../support/shared-bundle";
import { tfeExecutable } from "../../support/tfe-provider/executable";

/** What a plan says: `1 to import, 0 to add, 0 to change, 0 to destroy`. */
const NUMBERS = /(?:(\d+) to import, )?(\d+) to add, (\d+) to change, (\d+) to destroy/;

export function numbersIn(text: string): string {
  const [, imports = "0", add = "0", change = "0", destroy = "0"] = NUMBERS.exec(unwrapped(text)) ?? [];
  return `${imports} to import, ${add} to add, ${change} to change, ${destroy} to destroy`;
}

/** The head of a configuration of `hashicorp/tfe`. */
export const TFE = `
terraform {
  required_providers {
    tfe = {
      source  = "hashicorp/tfe"
      version = "0.80.0"
    }
  }
}
`;

/** The same, with the provider's configuration. */
export const TFE_OF_ACME = `${TFE}
provider "tfe" {
  organization = "acme"
}
`;

/** Puts `hashicorp/tfe` where Terraform finds it. The real one finds its service by the host. */
export function stageTfe(terraform: TerraformWorkspace, { emulator }: Acme): void {
  terraform.stageProvider(tfeExecutable(), `${REGISTRY}/hashicorp/tfe`, "0.80.0");
  terraform.configure(hostConfiguration(emulator, "app.terraform.io"));
}

/** A configuration of `hashicorp/tfe` that is taken over. */
export class TakeOver {
  private constructor(
    readonly deployment: Deployment,
    private readonly cli: CommandLine,
  ) {}

  static async start(cli: CommandLine, files: Readonly<Record<string, string>>): Promise<TakeOver> {
    const deployment = await Deployment.start({ documents: "full" });
    rmSync(deployment.terraform.path("versions.tf.json"));
    return TakeOver.#begin(deployment, cli, files);
  }

  /** Another root module with a state of its own, in a folder of this one's. */
  below(folder: string, files: Readonly<Record<string, string>>): Promise<TakeOver> {
    return TakeOver.#begin(this.deployment.below(folder), this.cli, files);
  }

  static async #begin(
    deployment: Deployment,
    cli: CommandLine,
    files: Readonly<Record<string, string>>,
  ): Promise<TakeOver> {
    const { terraform, acme } = deployment;
    // As in the package, for the check of the edits.
    sharedBundle("src/provider/main.ts", join(cli.folder, "terraform-provider-tfprojects"));
    stageTfe(terraform, acme);
    const takeOver = new TakeOver(deployment, cli);
    takeOver.write(files);
    await terraform.succeed(["init", "-input=false"]);
    return takeOver;
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) this.deployment.terraform.write(path, content);
  }

  read(path: string): string {
    return readFileSync(this.deployment.terraform.path(path), "utf8");
  }

  edit(path: string, change: (text: string) => string): void {
    const text = this.read(path);
    const changed = change(text);
    expect(changed).not.toBe(text);
    this.write({ [path]: changed });
  }

  migrate(...args: string[]) {
    const { terraform, acme } = this.deployment;
    // Terraform finds its providers, and the real hashicorp/tfe its service, in the same file.
    const { TF_CLI_CONFIG_FILE = "" } = terraform.environment;
    const env = { ...acme.environment, ...cdktfEnvironment, TF_CLI_CONFIG_FILE };
    return this.cli.run(["migrate", terraform.folder, ...args], env);
  }

  /** Takes over, and expects that the plan shows what was announced, and that the apply changes nothing. */
  async takeOver(...args: string[]): Promise<{ readonly stdout: string; readonly numbers: string }> {
    const { acme, terraform } = this.deployment;
    const before = acme.emulator.state();
    const migrated = await this.migrate("--edit", ...args);
    expect(migrated).toMatchObject({ status: 0, stderr: "" });
    expect(unwrapped(migrated.stdout)).toContain(" validate` finds no new errors");
    await terraform.succeed(["init", "-input=false"]);
    const again = await this.migrate("--edit", ...args);
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).not.toContain("Edits");
    expect(numbersIn(again.stdout)).toBe(numbersIn(migrated.stdout));
    const plan = await this.deployment.plan("-out=tfplan");
    expect(plan).toMatchObject({ status: 0, stderr: "" });
    const numbers = numbersIn(plan.stdout);
    expect(numbersIn(migrated.stdout)).toBe(numbers);
    expect(numbers).toContain("0 to destroy");
    acme.takeRequests();
    expect(await terraform.run(["apply", "-input=false", "tfplan"])).toMatchObject({ status: 0, stderr: "" });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
    expect(await this.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    rmSync(terraform.path("migrate.tf"), { force: true });
    return { stdout: migrated.stdout, numbers };
  }

  stop(): Promise<void> {
    return this.deployment.stop();
  }
}
