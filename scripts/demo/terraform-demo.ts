import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import type { Emulator } from "tfprojects/emulator";
import { driftOf, excerpt, linesMatching, messageOf } from "./command-output";
import {
  printCode,
  printCommand,
  requestStats,
  printNote,
  printOrganization,
  printLines,
  seconds,
  say,
  printTitle,
} from "./print";
import { installNullProvider } from "../install-null-provider";
import { environmentOf } from "./organization";
import { startRunWithFindings, changeOutOfBand } from "./out-of-band";
import { EXAMPLES, Tools } from "./tools";

/** The demo with Terraform: deploy, drift, repair, gate and destroy. */
export async function terraformDemo(emulator: Emulator, terraform: string, folder: string): Promise<void> {
  const configuration = join(folder, "terraform.tfrc");
  writeFileSync(configuration, "");
  const tools = new Tools(terraform, { ...environmentOf(emulator), TF_CLI_CONFIG_FILE: configuration });

  printTitle("An existing organization");
  say(`The embedded emulator of HCP Terraform serves the organization acme at ${emulator.address}.`);
  say("All its workspaces are in the default project (one square for each):\n");
  printOrganization(emulator);

  printTitle("The desired organization as code");
  say("examples/teams/main.ts\n");
  printCode(readFileSync(join(EXAMPLES, "teams/main.ts"), "utf8"));

  printTitle("Synthesize");
  const { stack, milliseconds } = await tools.synth("teams", folder);
  printNote(`${seconds(milliseconds)}: Terraform JSON, the provider and its lock entry; nothing to install`);

  printTitle("Plan");
  printCommand("terraform init && terraform plan");
  await tools.terraformInStack(stack, ["init", "-input=false"]);
  const planned = await tools.terraformInStack(stack, ["plan", "-input=false"]);
  printLines(linesMatching(planned.output, /^ +# .* will be created/));
  printLines(linesMatching(planned.output, /^Plan:/));
  requestStats(emulator, planned.milliseconds);

  printTitle("Deploy");
  printCommand("terraform apply");
  const applied = await tools.terraformInStack(stack, ["apply", "-auto-approve", "-input=false"]);
  printLines(linesMatching(applied.output, /^Apply complete!/));
  requestStats(emulator, applied.milliseconds);
  say("Each project received its workspaces in one request, all or nothing:\n");
  printOrganization(emulator);

  printTitle("Deploy again");
  printCommand("terraform apply");
  const again = await tools.terraformInStack(stack, ["apply", "-auto-approve", "-input=false"]);
  printLines(linesMatching(again.output, /^No changes\./));
  requestStats(emulator, again.milliseconds);

  printTitle("Someone makes changes by hand");
  for (const line of changeOutOfBand(emulator, { name: "Search and Discovery" })) say(line);

  printTitle("Detect the drift");
  printCommand("terraform plan -refresh-only -detailed-exitcode");
  const drift = await tools.terraformInStack(
    stack,
    ["plan", "-refresh-only", "-detailed-exitcode", "-input=false"],
    [2],
  );
  printLines(driftOf(drift.output));
  printNote(`exit status ${String(drift.status)}: drift`);
  requestStats(emulator, drift.milliseconds);

  printTitle("Repair the drift");
  printCommand("terraform apply");
  const repaired = await tools.terraformInStack(stack, ["apply", "-auto-approve", "-input=false"]);
  printLines(linesMatching(repaired.output, /^ +[~+-] (name |")/));
  printLines(linesMatching(repaired.output, /^Apply complete!/));
  requestStats(emulator, repaired.milliseconds);
  console.log();
  printOrganization(emulator);

  printTitle("Drift detection without Terraform and without state");
  const seen = await tools.tfprojects(join(folder, "teams"), ["drift", "--no-synth"]);
  printLines(linesMatching(seen.output, /^Coverage:|^No drift\./));
  printNote(`exit status ${String(seen.status)}: no drift`);
  requestStats(emulator, seen.milliseconds);

  printTitle("Import: generate code from the organization");
  const imported = await tools.tfprojects(folder, ["import", "--out", "imported"]);
  printLines(linesMatching(imported.output, /^Wrote /));
  tools.linkPackages("imported", folder);
  printCommand("cd imported");
  const same = await tools.tfprojects(join(folder, "imported"), ["plan"]);
  printLines(linesMatching(same.output, /^No changes\./));
  requestStats(emulator, same.milliseconds);

  await gate(emulator, tools, folder);

  printTitle("Destroy everything");
  printCommand("terraform destroy");
  const destroyed = await tools.terraformInStack(stack, ["destroy", "-auto-approve", "-input=false"]);
  printLines(linesMatching(destroyed.output, /^Destroy complete!/));
  requestStats(emulator, destroyed.milliseconds);
  say("The projects are deleted. No workspace is lost: all moved back to the default project.\n");
  printOrganization(emulator);

  console.log(
    `\n${colors.bold("Next, with your own organization:")} set TFE_ORGANIZATION and TFE_TOKEN, and run:\n\n` +
      `    npx tfprojects import\n\n` +
      "It generates the code for what you have. This demo without Terraform: npm run demo -- --engine\n",
  );
}

/** A deployment that depends on the run tasks of a run. */
async function gate(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  printTitle("A gate: deploy only after the tasks of a run have passed");
  const { runId, stageId } = startRunWithFindings(emulator);
  say(`Run ${runId} of payment-prod: its task security-review failed, and its post-plan stage`);
  say("awaits an override. examples/run-task-gate/main.ts creates the project Production only behind it:\n");
  printCode(excerpt(join(EXAMPLES, "run-task-gate/main.ts"), /new RunTaskGate/, /dependsOn/));
  console.log();

  const { stack } = await tools.synth("run-task-gate", folder);
  installNullProvider(stack);
  await tools.terraformInStack(stack, ["init", "-input=false"]);
  emulator.requests.clear();
  const apply = ["apply", "-auto-approve", "-input=false", `-var=run_id=${runId}`];

  printCommand(`terraform apply -var run_id=${runId}`);
  const refused = await tools.terraformInStack(stack, apply, [1]);
  printLines(messageOf(refused.output, "Error: "));
  requestStats(emulator, refused.milliseconds);

  say("After a review, someone with permission overrides the findings:\n");
  const overridden = await tools.tfprojects(folder, ["override", stageId, "--auto-approve"]);
  printLines(linesMatching(overridden.output, /was overridden/));
  emulator.requests.clear();
  console.log();

  printCommand(`terraform apply -var run_id=${runId}`);
  const opened = await tools.terraformInStack(stack, apply);
  printLines(linesMatching(opened.output, /^(Apply complete!|verdict = )/));
  requestStats(emulator, opened.milliseconds);
  await tools.terraformInStack(stack, ["destroy", "-auto-approve", "-input=false", `-var=run_id=${runId}`]);
  emulator.requests.clear();
}
