import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import type { Emulator } from "tfprojects/emulator";
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

/** The main job without Terraform: an organization as code, planned, applied, drifted, repaired, reviewed, imported and pruned by the engine. */
export async function engineDemo(emulator: Emulator, folder: string): Promise<void> {
  const environment = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
  const tools = new Tools(undefined, environment);
  const app = tools.copyExample("teams", folder);

  printTitle("An organization");
  say(`The embedded emulator of HCP Terraform serves the organization acme on ${emulator.address}.`);
  say("All its workspaces still live in the default project, a square each:\n");
  printOrganization(emulator);

  printTitle("What it should be, as code");
  say("examples/teams/main.ts\n");
  printCode(readFileSync(join(EXAMPLES, "teams/main.ts"), "utf8"));

  printTitle("Plan");
  say(
    "No Terraform and no state: the engine runs the app, reads what it synthesized, and looks at the organization.\n",
  );
  const planned = await tools.tfprojects(app, ["plan", "--out", "plan.json"]);
  printLines(linesMatching(planned.output, /^\+ |^Plan:/));
  expectCount("writes of a plan", requestStats(emulator, planned.milliseconds), 0);

  printTitle("Apply what was reviewed");
  const applied = await tools.tfprojects(app, ["apply", "plan.json"]);
  printLines(linesMatching(applied.output, /^Applied /));
  expectCount("writes for four projects and what goes into them", requestStats(emulator, applied.milliseconds), 8);
  say("Each team's workspaces went to their project in one request, all or nothing:\n");
  printOrganization(emulator);

  printTitle("Apply again");
  say("With --no-synth the app, which is as it was, need not run again.\n");
  const again = await tools.tfprojects(app, ["apply", "--no-synth"]);
  printLines(linesMatching(again.output, /^No changes\./));
  expectCount("writes of a second apply", requestStats(emulator, again.milliseconds), 0);

  printTitle("Meanwhile, someone else …");
  changeOutOfBand(emulator, { description: "changed by hand" });

  printTitle("Drift, named exactly");
  const drift = await tools.tfprojects(app, ["drift", "--no-synth"], [2]);
  printLines(nonEmptyLines(drift));
  printNote(`exit status ${String(drift.status)}: something differs`);
  expectCount("writes of drift", requestStats(emulator, drift.milliseconds), 0);

  await stalePlan(emulator, tools, app);

  printTitle("Repair it");
  const repaired = await tools.tfprojects(app, ["apply", "--no-synth", "--auto-approve"]);
  printLines(linesMatching(repaired.output, /^[~→] |description|payment-prod|^Applied /));
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
    `\n${colors.bold("Now with your own organization:")} set TFE_ORGANIZATION and TFE_TOKEN, and run \`npx tfprojects import\` there:`,
  );
  console.log("it writes the code for what you have. With Terraform on the PATH, this demo deploys through it.\n");
}

/** A saved plan is applied as it was reviewed, or not at all. */
async function stalePlan(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  printTitle("A plan that is out of date is refused before the first write");
  await tools.tfprojects(app, ["plan", "--no-synth", "--out", "repair.json"]);
  const workspace = emulator.workspaces.find("acme", "payment-prod");
  const other = emulator.projects.find("acme", "Data Science");
  if (workspace === undefined || other === undefined) throw new Error("What the story is about is gone.");
  emulator.workspaces.move(workspace.id, other.id);
  say("… and before it is applied, someone moves payment-prod once more.\n");
  emulator.requests.clear();
  const refused = await tools.tfprojects(app, ["apply", "repair.json"], [1]);
  printLines(linesMatching(refused.output, /^error:|^ {2}acme: |^Plan anew/));
  expectCount("writes of a refused plan", requestStats(emulator, refused.milliseconds), 0);
}

/** What the tasks of a run say, and an override. */
async function review(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  printTitle("What a run's tasks say");
  const { runId, stageId } = startRunWithFindings(emulator);
  const stages = await tools.tfprojects(folder, ["stages", runId], [4]);
  printLines(nonEmptyLines(stages));
  printNote(`exit status ${String(stages.status)}: awaiting override`);
  console.log();
  say("Someone who may looks at the findings and overrides them:\n");
  const overridden = await tools.tfprojects(folder, ["override", stageId, "--auto-approve"]);
  printLines(nonEmptyLines(overridden));
  const passed = await tools.tfprojects(folder, ["stages", runId, "--watch", "--timeout", "60"]);
  printLines(linesMatching(passed.output, /^Verdict: passed/));
  printNote(`exit status ${String(passed.status)}: a pipeline may go on`);
  emulator.requests.clear();
}

/** Import, then plan, is empty. */
async function importAsCode(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  printTitle("The way back: an organization as it is, written as code");
  const imported = await tools.tfprojects(folder, ["import", "--out", "imported"]);
  printLines(linesMatching(imported.output, /^Wrote /));
  requestStats(emulator, imported.milliseconds);
  printCommand("cd imported");
  const same = await tools.tfprojects(tools.linkPackages("imported", folder), ["plan"]);
  printLines(linesMatching(same.output, /^No changes\./));
  expectCount("writes of a plan", requestStats(emulator, same.milliseconds), 0);
}

/** What leaves the code stays, unless the code is said to be the whole truth. */
async function prune(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  printTitle("A team leaves the code");
  const path = join(app, "main.ts");
  const before = readFileSync(path, "utf8");
  const after = before.replace(/^ *Search: .*\n/m, "");
  if (after === before) throw new Error("The example has no team Search.");
  writeFileSync(path, after);
  const kept = await tools.tfprojects(app, ["plan"]);
  printLines(linesMatching(kept.output, /^No changes\./));
  say("Nothing is deleted that nobody asked to delete. With --prune the code is the whole truth:\n");
  const pruned = await tools.tfprojects(app, ["apply", "--prune", "--evacuate", "--auto-approve"]);
  printLines(linesMatching(pruned.output, /^ {2}! |^Plan:|^Applied /));
  expectCount("projects called Search", emulator.projects.find("acme", "Search") === undefined ? 0 : 1, 0);
  emulator.requests.clear();
  say("No workspace is lost: those of Search are back in the default project.\n");
  printOrganization(emulator);
}

/** All that it said, but empty lines. */
function nonEmptyLines({ output }: CommandResult): readonly string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

/** @throws Error when the story claims what is not so. */
function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`Expected ${expected} ${what}, and found ${found}.`);
}
