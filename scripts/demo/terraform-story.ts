import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import type { Emulator } from "tfprojects/emulator";
import { driftIn, excerpt, linesLike, messageIn } from "./quotes";
import { code, command, cost, note, organization, quote, seconds, tell, title } from "./show";
import { stageNullProvider } from "../stage-null-provider";
import { runWithFindings, someoneElse } from "./events";
import { EXAMPLES, Tools } from "./tools";

/** The main job with Terraform: an organization as code, deployed, drifted, repaired, gated and destroyed. */
export async function terraformStory(emulator: Emulator, terraform: string, folder: string): Promise<void> {
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
  someoneElse(emulator, { name: "Search and Discovery" });

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

  title("The same question without Terraform, and without a state");
  const seen = await tools.tfprojects(join(folder, "teams"), ["drift", "--no-synth"]);
  quote(linesLike(seen.output, /^Coverage:|^No drift\./));
  note(`exit status ${String(seen.status)}: as the code says`);
  cost(emulator, seen.milliseconds);

  title("The way back: an organization as it is, written as code");
  const imported = await tools.tfprojects(folder, ["import", "--out", "imported"]);
  quote(linesLike(imported.output, /^Wrote /));
  tools.linkPackages("imported", folder);
  command("cd imported");
  const same = await tools.tfprojects(join(folder, "imported"), ["plan"]);
  quote(linesLike(same.output, /^No changes\./));
  cost(emulator, same.milliseconds);

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
  const { runId, stageId } = runWithFindings(emulator);
  tell(`Run ${runId} of payment-prod: its post-plan task security-review found something, and its stage`);
  tell("awaits an override. examples/run-task-gate/main.ts creates the project Production only behind it:\n");
  code(excerpt(join(EXAMPLES, "run-task-gate/main.ts"), /new RunTaskGate/, /dependsOn/));
  console.log();

  const { stack } = await tools.synth("run-task-gate", folder);
  stageNullProvider(stack);
  await tools.inStack(stack, ["init", "-input=false"]);
  emulator.clearRequests();
  const apply = ["apply", "-auto-approve", "-input=false", `-var=run_id=${runId}`];

  command(`terraform apply -var run_id=${runId}`);
  const refused = await tools.inStack(stack, apply, [1]);
  quote(messageIn(refused.output, "Error: "));
  cost(emulator, refused.milliseconds);

  tell("Someone who may looks at the findings and overrides them:\n");
  const overridden = await tools.tfprojects(folder, ["override", stageId, "--auto-approve"]);
  quote(linesLike(overridden.output, /is overridden/));
  emulator.clearRequests();
  console.log();

  command(`terraform apply -var run_id=${runId}`);
  const opened = await tools.inStack(stack, apply);
  quote(linesLike(opened.output, /^(Apply complete!|verdict = )/));
  cost(emulator, opened.milliseconds);
  await tools.inStack(stack, ["destroy", "-auto-approve", "-input=false", `-var=run_id=${runId}`]);
  emulator.clearRequests();
}
