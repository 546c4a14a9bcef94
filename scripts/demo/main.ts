import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import colors from "picocolors";
import { Client } from "tfprojects/client";
import { Emulator, parseSeed } from "tfprojects/emulator";
import { code, command, cost, note, organization, quote, tell, title } from "./show";
import { buildPackage } from "../build";
import { stageNullProvider } from "../stage-null-provider";
import { findTerraform, Tools } from "./tools";

const EXAMPLES = resolve(__dirname, "../../examples");

/** The main job, told as a story: an organization as code, deployed, drifted, repaired, gated and destroyed. */
async function main(): Promise<void> {
  const terraform = findTerraform();
  if (terraform === undefined) {
    console.error(
      "The demo deploys with Terraform or OpenTofu, and neither `terraform` nor `tofu` is on the PATH: install one of them and run it again.",
    );
    process.exitCode = 1;
    return;
  }
  console.log(colors.dim("Building the package …"));
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-demo-"));
  const emulator = await Emulator.start({ seed: parseSeed(readFileSync(join(EXAMPLES, "teams/seed.json"), "utf8")) });
  try {
    await story(emulator, terraform, folder);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function story(emulator: Emulator, terraform: string, folder: string): Promise<void> {
  const configuration = join(folder, "terraform.tfrc");
  writeFileSync(configuration, "");
  const tools = new Tools(terraform, {
    TFE_ADDRESS: emulator.address,
    TFE_TOKEN: emulator.token,
    TFE_ORGANIZATION: "acme",
    TF_CLI_CONFIG_FILE: configuration,
  });

  title("An organization");
  tell(`The embedded emulator of HCP Terraform serves the organization acme on ${emulator.address}.`);
  tell("All its workspaces still live in the default project, a square each:\n");
  organization(emulator);

  title("What it should be, as code");
  tell("examples/teams/main.ts\n");
  code(readFileSync(join(EXAMPLES, "teams/main.ts"), "utf8"));

  title("Synthesize");
  command("cdktf synth");
  const { stack, milliseconds } = await tools.synth("teams", folder);
  note(`${seconds(milliseconds)}: Terraform JSON, with the provider and its lock entry beside it; nothing to install`);

  title("Plan");
  command("terraform init && terraform plan");
  await tools.inStack(stack, ["init", "-input=false"]);
  const planned = await tools.inStack(stack, ["plan", "-input=false"]);
  quote(linesLike(planned.output, /^ +# .* will be created/));
  quote(linesLike(planned.output, /^Plan:/));
  cost(emulator, planned.milliseconds);

  title("Deploy");
  command("terraform apply");
  const applied = await tools.inStack(stack, ["apply", "-auto-approve", "-input=false"]);
  quote(linesLike(applied.output, /^Apply complete!/));
  cost(emulator, applied.milliseconds);
  tell("Each team's workspaces went to their project in one request, all or nothing:\n");
  organization(emulator);

  title("Deploy again");
  command("terraform apply");
  const again = await tools.inStack(stack, ["apply", "-auto-approve", "-input=false"]);
  quote(linesLike(again.output, /^No changes\./));
  cost(emulator, again.milliseconds);

  title("Meanwhile, someone else …");
  const search = project(emulator, "Search");
  emulator.updateProject(search, { name: "Search and Discovery" });
  const stray = emulator.findWorkspace("acme", "payment-prod");
  if (stray === undefined) throw new Error("The workspace payment-prod is gone.");
  emulator.moveWorkspace(stray.id, project(emulator, "Platform"));
  tell("… renames the project Search to “Search and Discovery”,");
  tell("… and moves the workspace payment-prod from Checkout to Platform.");

  title("Drift, named exactly");
  command("terraform plan -refresh-only -detailed-exitcode");
  const drift = await tools.inStack(stack, ["plan", "-refresh-only", "-detailed-exitcode", "-input=false"], [2]);
  quote(driftIn(drift.output));
  note(`exit status ${String(drift.status)}: something drifted`);
  cost(emulator, drift.milliseconds);

  title("Repair it");
  command("terraform apply");
  const repaired = await tools.inStack(stack, ["apply", "-auto-approve", "-input=false"]);
  quote(linesLike(repaired.output, /^ +[~+-] (name |")/));
  quote(linesLike(repaired.output, /^Apply complete!/));
  cost(emulator, repaired.milliseconds);
  console.log();
  organization(emulator);

  await gate(emulator, tools, folder);

  title("Destroy everything");
  command("terraform destroy");
  const destroyed = await tools.inStack(stack, ["destroy", "-auto-approve", "-input=false"]);
  quote(linesLike(destroyed.output, /^Destroy complete!/));
  cost(emulator, destroyed.milliseconds);
  tell("The projects are gone, and no workspace is lost: all are back in the default project.\n");
  organization(emulator);

  console.log(
    `\n${colors.bold("Now with your own organization:")} set TFE_ORGANIZATION and TFE_TOKEN, write a main.ts like the one`,
  );
  console.log("above, and run `npx cdktf deploy`. The README has the twenty lines.\n");
}

/** A deployment that waits for what the run tasks of a run say. */
async function gate(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  title("A gate: deploy only when a run's tasks have passed");
  const workspace = emulator.findWorkspace("acme", "payment-prod");
  if (workspace === undefined) throw new Error("The workspace payment-prod is gone.");
  const run = emulator.startRun({
    workspaceId: workspace.id,
    tasks: [{ name: "security-review", stage: "post_plan", enforcementLevel: "mandatory" }],
    overridable: true,
  });
  const [stage] = run.taskStages;
  const [result] = stage?.taskResults ?? [];
  if (stage === undefined || result === undefined) throw new Error("The run has no task stage.");
  emulator.reportResult(result.id, { status: "failed", message: "2 findings: a public bucket, an open port" });
  tell(`Run ${run.id} of payment-prod: its post-plan task security-review found something, and its stage`);
  tell("awaits an override. examples/run-task-gate/main.ts creates the project Production only behind it:\n");
  code(excerpt(join(EXAMPLES, "run-task-gate/main.ts"), /new RunTaskGate/, /dependsOn/));
  console.log();

  const { stack } = await tools.synth("run-task-gate", folder);
  stageNullProvider(stack);
  await tools.inStack(stack, ["init", "-input=false"]);
  emulator.clearRequests();
  const apply = ["apply", "-auto-approve", "-input=false", `-var=run_id=${run.id}`];

  command(`terraform apply -var run_id=${run.id}`);
  const refused = await tools.inStack(stack, apply, [1]);
  quote(messageIn(refused.output, "Error: "));
  cost(emulator, refused.milliseconds);

  tell("Someone who may looks at the findings and overrides them:\n");
  const client = new Client({ address: emulator.address, token: emulator.token });
  command(`POST /task-stages/${stage.id}/actions/override`);
  const overridden = await client.taskStages.override(stage.id);
  quote([`${overridden.stage}: awaiting_override → ${overridden.status}`]);
  emulator.clearRequests();
  console.log();

  command(`terraform apply -var run_id=${run.id}`);
  const opened = await tools.inStack(stack, apply);
  quote(linesLike(opened.output, /^(Apply complete!|verdict = )/));
  cost(emulator, opened.milliseconds);
  await tools.inStack(stack, ["destroy", "-auto-approve", "-input=false", `-var=run_id=${run.id}`]);
  emulator.clearRequests();
}

function project(emulator: Emulator, name: string): string {
  const found = emulator.findProject("acme", name);
  if (found === undefined) throw new Error(`The project ${name} is gone.`);
  return found.id;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The lines that match; there must be some. */
function linesLike(output: string, pattern: RegExp): readonly string[] {
  const lines = output.split("\n").filter((line) => pattern.test(line));
  if (lines.length === 0) throw new Error(`Expected ${String(pattern)} in:\n${output}`);
  return lines;
}

/** What Terraform says of drift, without what it says about itself. */
function driftIn(output: string): readonly string[] {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => line.startsWith("  # "));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("This is a refresh-only plan"));
  return [...lines.slice(start, end), ...messageIn(output, "Warning: ")].filter((line) => line.trim() !== "");
}

/** A message of Terraform, without the excerpt of the synthesized JSON that it points at. */
function messageIn(output: string, kind: string): readonly string[] {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => line.includes(kind));
  const isExcerpt = (line: string): boolean => /^ +(with |on |\d+:|├|│)/.test(line);
  return start === -1 ? [] : lines.slice(start).filter((line) => line.trim() !== "" && !isExcerpt(line));
}

function excerpt(file: string, first: RegExp, last: RegExp): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const from = lines.findIndex((line) => first.test(line));
  const to = lines.findIndex((line, index) => index >= from && last.test(line));
  return lines.slice(from, to + 1).join("\n");
}

void main();
