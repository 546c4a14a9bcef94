import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { Emulator } from "../src/emulator";
import { VERSION } from "../src/version";
import { TerraformWorkspace } from "../test/support/terraform";
import { table, formatInteger } from "./table";

const ROOT = resolve(__dirname, "..");
const SIZES = [100, 1_000];
const ROUNDS = 3;
const SOURCE = "terraform.local/tfprojects/tfprojects";

/**
 * Compares an organization without drift with its code, by the engine and by Terraform: projects, as many memberships,
 * each with five workspaces. The fastest of several alternating rounds each, with the number of requests.
 */
export async function drift(): Promise<string> {
  const rows = [];
  for (const size of SIZES) rows.push(await measure(size));
  return table(
    ["nothing differs; fastest of 3", "engine, s", "requests", "terraform plan, s", "requests", "ratio of times"],
    rows,
  );
}

async function measure(size: number): Promise<readonly string[]> {
  const emulator = await Emulator.start({ seed: { organizations: [{ name: "acme", workspaces: namesOf(size) }] } });
  const environment = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
  const terraform = new TerraformWorkspace(environment);
  try {
    terraform.stageProvider(join(ROOT, "dist/terraform-provider-tfprojects"), SOURCE, VERSION);
    terraform.write("main.tf.json", JSON.stringify(codeOf(size)));
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    const engine = () => run([join(ROOT, "dist/tfprojects.js"), "drift", terraform.folder], environment);
    const plan = () => terraform.succeed(["plan", "-input=false", "-detailed-exitcode"]);
    const [ofEngine, ofTerraform]: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ofEngine.push(await sample(emulator, engine));
      ofTerraform.push(await sample(emulator, plan));
    }
    const [one, other] = [fastest(ofEngine), fastest(ofTerraform)];
    return [
      `${formatInteger(size)} projects, ${formatInteger(size * 5)} workspaces`,
      (one.milliseconds / 1000).toFixed(2),
      formatInteger(one.requests),
      (other.milliseconds / 1000).toFixed(2),
      formatInteger(other.requests),
      (other.milliseconds / one.milliseconds).toFixed(1),
    ];
  } finally {
    terraform.remove();
    await emulator.stop();
  }
}

interface Sample {
  readonly milliseconds: number;
  readonly requests: number;
}

async function sample(emulator: Emulator, work: () => Promise<unknown>): Promise<Sample> {
  emulator.requests.clear();
  const begin = performance.now();
  await work();
  return { milliseconds: performance.now() - begin, requests: emulator.requests.entries.length };
}

function fastest(samples: readonly Sample[]): Sample {
  return samples.reduce((best, it) => (it.milliseconds < best.milliseconds ? it : best));
}

/** Waits for a program; throws unless it ends with 0. */
async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [...args], { env: { PATH: process.env["PATH"], ...env }, stdio: "ignore" });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(`${args.join(" ")} ended with status ${String(status)}.`);
}

function namesOf(size: number): readonly string[] {
  return Array.from({ length: size * 5 }, (_, index) => `workspace-${index}`);
}

function codeOf(size: number): object {
  const names = namesOf(size);
  const labels = Array.from({ length: size }, (_, index) => [`p${index}`, index] as const);
  return {
    terraform: { required_providers: { tfprojects: { source: SOURCE, version: VERSION } } },
    resource: {
      tfprojects_project: Object.fromEntries(
        labels.map(([label, index]) => [label, { name: `Team ${index}`, description: `What team ${index} runs` }]),
      ),
      tfprojects_workspace_membership: Object.fromEntries(
        labels.map(([label, index]) => [
          label,
          { project_id: `\${tfprojects_project.${label}.id}`, workspace_names: names.slice(index * 5, index * 5 + 5) },
        ]),
      ),
    },
  };
}
