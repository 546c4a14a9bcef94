import { observeOrganization } from "../../src/engine/live/observe";
import type { Plan } from "../../src/engine/plan/comparison";
import { makePlan } from "../../src/engine/plan/plan";
import { readModules } from "../../src/engine/source/read-modules";
import { parseState } from "../../src/engine/source/terraform-state";
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

/**
 * What the engine plans with the state that Terraform has of a resource.
 *
 * @param block - The resource in Terraform JSON; undefined if the code has none.
 */
export async function planWithState(
  acme: Acme,
  { state }: InProcessTerraform,
  address: string,
  block: object | undefined,
): Promise<Plan> {
  const [type = "", name = ""] = address.split(".");
  const { values, private: bytes } = state.get(address)!;
  const instances = [{ attributes: values, private: Buffer.from(bytes).toString("base64") }];
  const provider = 'provider["registry.terraform.io/tfprojects/tfprojects"]';
  const resources = [{ mode: "managed", type, name, provider, instances }];
  const content = {
    provider: { tfprojects: { organization: "acme" } },
    resource: { tfprojects_project: { other: { name: "Other" } }, ...(block && { [type]: { [name]: block } }) },
  };
  const inState = parseState({ version: 4, serial: 1, lineage: "3a1f", resources }, "-");
  const module = { name: "code", files: [{ path: "main.tf.json", content }], state: inState };
  const [desired] = readModules([module], "acme").organizations;
  const plan = makePlan(desired!, await observeOrganization(acme.view(), desired!));
  expect(plan.errors).toEqual([]);
  return plan;
}
