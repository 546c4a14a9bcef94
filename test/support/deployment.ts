import { join } from "node:path";
import type { EmulatorOptions } from "../../src/emulator";
import { Acme } from "./acme";
import { TerraformWorkspace, type Outcome } from "./terraform";

const PROVIDER = join(__dirname, "../../dist/terraform-provider-tfprojects");
const SOURCE = "terraform.local/tfprojects/tfprojects";

/** A folder with the built provider, and the organization `acme` on an emulator to deploy to. */
export class Deployment {
  private constructor(
    readonly acme: Acme,
    readonly terraform: TerraformWorkspace,
  ) {}

  static async start(version: string, options: EmulatorOptions = {}): Promise<Deployment> {
    const acme = await Acme.start(options);
    const { address, token } = acme.emulator;
    const terraform = new TerraformWorkspace({ TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" });
    terraform.stageProvider(PROVIDER, SOURCE, version);
    terraform.write(
      "versions.tf",
      `terraform {\n  required_providers {\n    tfprojects = { source = "${SOURCE}", version = "${version}" }\n  }\n}\n`,
    );
    return new Deployment(acme, terraform);
  }

  async stop(): Promise<void> {
    this.terraform.remove();
    await this.acme.stop();
  }

  /** What the code says from now on. */
  code(hcl: string): this {
    this.terraform.write("main.tf", hcl);
    return this;
  }

  async init(): Promise<void> {
    expect(await this.terraform.run(["init", "-input=false"])).toMatchObject({ status: 0 });
  }

  plan(...more: string[]): Promise<Outcome> {
    return this.terraform.run(["plan", "-input=false", ...more]);
  }

  /** Applies, and expects it to work. */
  async apply(...more: string[]): Promise<Outcome> {
    const outcome = await this.terraform.run(["apply", "-auto-approve", "-input=false", ...more]);
    expect(outcome).toMatchObject({ status: 0 });
    return outcome;
  }

  async destroy(...more: string[]): Promise<Outcome> {
    return this.terraform.run(["destroy", "-auto-approve", "-input=false", ...more]);
  }

  /** Expects that code, state and organization agree: no change planned, no drift found. */
  async expectSettled(): Promise<void> {
    expect(await this.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(await this.plan("-refresh-only", "-detailed-exitcode")).toMatchObject({ status: 0 });
  }

  /** Expects drift; its text. */
  async expectDrift(): Promise<string> {
    const outcome = await this.plan("-refresh-only", "-detailed-exitcode");
    expect(outcome).toMatchObject({ status: 2 });
    return outcome.stdout;
  }
}
