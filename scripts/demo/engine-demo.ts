import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import type { Emulator } from "tfprojects/emulator";
import { environmentOf } from "./organization";
import { startRunWithFindings, changeOutOfBand } from "./out-of-band";
import { linesMatching } from "./command-output";
import {
  printCode,
  printCommand,
  requestStats,
  printNote,
  printOrganization,
  printLines,
  say,
  printTitle,
} from "./print";
import { EXAMPLES, Tools, type CommandResult } from "./tools";

/** The demo without Terraform: plan, apply, drift, repair, run tasks, import and prune with the engine. */
export async function engineDemo(emulator: Emulator, folder: string): Promise<void> {
  const tools = new Tools(undefined, environmentOf(emulator));
  const app = tools.copyExample("teams", folder);

  printTitle("An existing organization");
  say(`The embedded emulator of HCP Terraform serves the organization acme at ${emulator.address}.`);
  say("All its workspaces are in the default project (one square for each):\n");
  printOrganization(emulator);

  printTitle("The desired organization as code");
  say("examples/teams/main.ts\n");
  printCode(readFileSync(join(EXAMPLES, "teams/main.ts"), "utf8"));

  printTitle("Plan");
  say("Without Terraform and without state, tfprojects synthesizes the app and compares it with the organization.\n");
  const planned = await tools.tfprojects(app, ["plan", "--max-moves", "all", "--out", "plan.json"]);
  printLines(linesMatching(planned.output, /^Raised limit|^\+ |^Plan:/));
  say("A first deployment moves most of the workspaces, so it needs --max-moves: by default, a plan that would");
  say("move more than a quarter of all (here: more than 25) is blocked.\n");
  expectCount("writes of plan", requestStats(emulator, planned.milliseconds), 0);

  printTitle("Apply the reviewed plan");
  const applied = await tools.tfprojects(app, ["apply", "plan.json"]);
  printLines(linesMatching(applied.output, /^Apply complete/));
  expectCount("writes for four projects and their workspaces", requestStats(emulator, applied.milliseconds), 8);
  say("Each project received its workspaces in one request, all or nothing:\n");
  printOrganization(emulator);

  printTitle("Apply again");
  say("The app has not changed, so --no-synth skips running it.\n");
  const again = await tools.tfprojects(app, ["apply", "--no-synth"]);
  printLines(linesMatching(again.output, /^No changes\./));
  expectCount("writes of a second apply", requestStats(emulator, again.milliseconds), 0);

  printTitle("Someone makes changes by hand");
  for (const line of changeOutOfBand(emulator, { description: "changed by hand" })) say(line);

  printTitle("Detect the drift");
  const drift = await tools.tfprojects(app, ["drift", "--no-synth"], [2]);
  printLines(nonEmptyLines(drift));
  printNote(`exit status ${String(drift.status)}: drift`);
  expectCount("writes of drift", requestStats(emulator, drift.milliseconds), 0);

  await stalePlan(emulator, tools, app);

  printTitle("Repair the drift");
  const repaired = await tools.tfprojects(app, ["apply", "--no-synth", "--auto-approve"]);
  printLines(linesMatching(repaired.output, /^[~→] |description|payment-prod|^Apply complete/));
  requestStats(emulator, repaired.milliseconds);
  const clean = await tools.tfprojects(app, ["drift", "--no-synth"]);
  printLines(linesMatching(clean.output, /^No drift\./));
  printNote("exit status 0");
  emulator.requests.clear();
  console.log();
  printOrganization(emulator);

  await review(emulator, tools, folder);
  await importAsCode(emulator, tools, folder);
  await prune(emulator, tools, app);

  console.log(
    `\n${colors.bold("Next, with your own organization:")} set TFE_ORGANIZATION and TFE_TOKEN, and run:\n\n` +
      `    npx tfprojects import\n\n` +
      "It generates the code for what you have. With Terraform on the PATH, this demo deploys through it.\n",
  );
}

/** A saved plan is applied exactly as reviewed, or not at all. */
async function stalePlan(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  printTitle("A stale plan is refused before the first write");
  await tools.tfprojects(app, ["plan", "--no-synth", "--out", "repair.json"]);
  const workspace = emulator.workspaces.find("acme", "payment-prod");
  const other = emulator.projects.find("acme", "Data Science");
  if (workspace === undefined || other === undefined)
    throw new Error("The demo needs the workspace payment-prod and the project Data Science.");
  emulator.workspaces.move(workspace.id, other.id);
  say("Before the plan is applied, someone moves payment-prod once more.\n");
  emulator.requests.clear();
  const refused = await tools.tfprojects(app, ["apply", "repair.json"], [1]);
  printLines(linesMatching(refused.output, /^error:|^ {2}acme: |^Create a new plan/));
  expectCount("writes of a stale plan", requestStats(emulator, refused.milliseconds), 0);
}

/** The results of the tasks of a run, and an override. */
async function review(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  printTitle("Run tasks: results, and an override");
  const { runId, stageId } = startRunWithFindings(emulator);
  const stages = await tools.tfprojects(folder, ["stages", runId], [4]);
  printLines(nonEmptyLines(stages));
  printNote(`exit status ${String(stages.status)}: awaiting override`);
  console.log();
  say("After a review, someone with permission overrides the findings:\n");
  const overridden = await tools.tfprojects(folder, ["override", stageId, "--auto-approve"]);
  printLines(nonEmptyLines(overridden));
  const passed = await tools.tfprojects(folder, ["stages", runId, "--watch", "--timeout", "60"]);
  printLines(linesMatching(passed.output, /^Verdict: passed/));
  printNote(`exit status ${String(passed.status)}: a pipeline can continue`);
  emulator.requests.clear();
}

/** The plan after an import is empty. */
async function importAsCode(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  printTitle("Import: generate code from the organization");
  const imported = await tools.tfprojects(folder, ["import", "--out", "imported"]);
  printLines(linesMatching(imported.output, /^Wrote /));
  requestStats(emulator, imported.milliseconds);
  printCommand("cd imported");
  const same = await tools.tfprojects(tools.linkPackages("imported", folder), ["plan"]);
  printLines(linesMatching(same.output, /^No changes\./));
  expectCount("writes of plan", requestStats(emulator, same.milliseconds), 0);
}

/** Unmanaged projects are deleted only with `--prune`. */
async function prune(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  printTitle("Remove a team from the code");
  const path = join(app, "main.ts");
  const before = readFileSync(path, "utf8");
  const after = before.replace(/^ *Search: .*\n/m, "");
  if (after === before) throw new Error("The example has no team Search.");
  writeFileSync(path, after);
  const kept = await tools.tfprojects(app, ["plan"]);
  printLines(linesMatching(kept.output, /^No changes\.|left alone/));
  say("Without --prune nothing is deleted. With it, the code is authoritative:\n");
  const pruned = await tools.tfprojects(app, ["apply", "--prune", "--evacuate", "--auto-approve"]);
  printLines(linesMatching(pruned.output, /^ {2}! |^Plan:|^Apply complete/));
  expectCount("projects called Search", emulator.projects.find("acme", "Search") === undefined ? 0 : 1, 0);
  emulator.requests.clear();
  say("No workspace is lost: those of Search moved back to the default project.\n");
  printOrganization(emulator);
}

/** The output without empty lines. */
function nonEmptyLines({ output }: CommandResult): readonly string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

/** @throws Error if a claim of the demo is false. */
function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`Expected ${expected} ${what}, and found ${found}.`);
}
