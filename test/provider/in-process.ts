import { InProcessTerraform, type Block, type Configuration } from "../in-process-terraform";
import type { InProcessTerraformOptions } from "../in-process-terraform/in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import type { Acme } from "../support/acme";

/** Terraform in process, with the provider as users have it. */
export function inProcessTerraform(options: InProcessTerraformOptions = {}): InProcessTerraform {
  return new InProcessTerraform(() => tfprojectsProvider, options);
}

/** Code whose provider is configured for the organization `acme`; nothing comes from the environment. */
export function configurationFor(
  { emulator }: Acme,
  resources: Readonly<Record<string, Block>>,
  token = emulator.token,
): Configuration {
  return { provider: { address: emulator.address, organization: "acme", token }, resources };
}

/** Expects a plan without changes and diagnostics. (`toMatchObject({ actions: {} })` accepts any actions.) */
export async function expectNoChanges(terraform: InProcessTerraform, configuration: Configuration): Promise<void> {
  const { ok, actions, diagnostics } = await terraform.plan(configuration);
  expect({ ok, actions, diagnostics }).toEqual({ ok: true, actions: {}, diagnostics: [] });
}
