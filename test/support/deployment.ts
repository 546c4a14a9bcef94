import { mkdirSync } from "node:fs";
import type { EmulatorOptions } from "../../src/emulator";
import { Acme } from "./acme";
import type { AttachedProvider } from "./attached-provider";
import { isSince, TerraformWorkspace, type Outcome } from "./terraform";
import { attachProvider, REQUIRED_PROVIDERS, stageProvider } from "./tfprojects-provider";

/** A folder in which Terraform runs with the provider, and the organization `acme` on an emulator to deploy to. */
export class Deployment {
  private constructor(
    readonly acme: Acme,
    readonly terraform: TerraformWorkspace,
    private readonly attached: AttachedProvider | undefined,
  ) {}

  /** Terraform connects to the provider in this process: each command takes a tenth of the time. */
  static async start(options: EmulatorOptions = {}): Promise<Deployment> {
    const acme = await Acme.start(options);
    const attached = await attachProvider();
    return Deployment.#begin(acme, new TerraformWorkspace(acme.environment, attached), attached);
  }

  /** Terraform launches the provider as it is built. */
  static async startLaunched(): Promise<Deployment> {
    const acme = await Acme.start();
    const terraform = new TerraformWorkspace(acme.environment);
    stageProvider(terraform);
    return Deployment.#begin(acme, terraform);
  }

  static #begin(acme: Acme, terraform: TerraformWorkspace, attached?: AttachedProvider): Deployment {
    terraform.write("versions.tf.json", JSON.stringify({ terraform: { required_providers: REQUIRED_PROVIDERS } }));
    return new Deployment(acme, terraform, attached);
  }

  /** Another root module for the same organization, in a folder of this one's. Stops with this one. */
  below(folder: string): Deployment {
    const path = this.terraform.path(folder);
    mkdirSync(path, { recursive: true });
    return new Deployment(this.acme, new TerraformWorkspace(this.acme.environment, this.attached, path), this.attached);
  }

  async stop(): Promise<void> {
    this.terraform.remove();
    await this.attached?.stop();
    await this.acme.stop();
  }

  /** What the code says from now on. */
  code(hcl: string): this {
    this.terraform.write("main.tf", hcl);
    return this;
  }

  /**
   * Code without a backend and modules needs no init where Terraform connects to its only provider; other code takes
   * that of {@link terraform}.
   */
  async init(): Promise<void> {
    if (this.attached !== undefined) return;
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

  /**
   * Expects that code, state and organization agree: no change planned, no drift found.
   *
   * @param options.readsData - Whether the code has data sources. With any, Terraform 1.16.0-rc2 exits with 2, as it
   *   does for drift, and prints that there is none.
   */
  async expectSettled({ readsData = false } = {}): Promise<void> {
    expect(await this.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    const refreshed = await this.plan("-refresh-only", "-detailed-exitcode");
    expect(refreshed.stdout).toContain("No changes.");
    expect(refreshed.status).toBe(readsData && isSince({ terraform: "1.16" }) ? 2 : 0);
  }

  /** Expects drift; its text. */
  async expectDrift(): Promise<string> {
    const outcome = await this.plan("-refresh-only", "-detailed-exitcode");
    expect(outcome).toMatchObject({ status: 2 });
    return outcome.stdout;
  }
}
