import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import type { Emulator } from "tfprojects/emulator";
import { runWithFindings, someoneElse } from "./events";
import { linesLike } from "./quotes";
import { code, command, cost, note, organization, quote, tell, title } from "./show";
import { EXAMPLES, Tools, type Ended } from "./tools";

/** The main job without Terraform: an organization as code, planned, applied, drifted, repaired, reviewed, imported and pruned by the engine. */
export async function engineStory(emulator: Emulator, folder: string): Promise<void> {
  const environment = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
  const tools = new Tools(undefined, environment);
  const app = tools.copyExample("teams", folder);

  title("An organization");
  tell(`The embedded emulator of HCP Terraform serves the organization acme on ${emulator.address}.`);
  tell("All its workspaces still live in the default project, a square each:\n");
  organization(emulator);

  title("What it should be, as code");
  tell("examples/teams/main.ts\n");
  code(readFileSync(join(EXAMPLES, "teams/main.ts"), "utf8"));

  title("Plan");
  tell(
    "No Terraform and no state: the engine runs the app, reads what it synthesized, and looks at the organization.\n",
  );
  const planned = await tools.tfprojects(app, ["plan", "--out", "plan.json"]);
  quote(linesLike(planned.output, /^\+ |^Plan:/));
  mustBe("writes of a plan", cost(emulator, planned.milliseconds), 0);

  title("Apply what was reviewed");
  const applied = await tools.tfprojects(app, ["apply", "plan.json"]);
  quote(linesLike(applied.output, /^Applied /));
  mustBe("writes for four projects and what goes into them", cost(emulator, applied.milliseconds), 8);
  tell("Each team's workspaces went to their project in one request, all or nothing:\n");
  organization(emulator);

  title("Apply again");
  tell("With --no-synth the app, which is as it was, need not run again.\n");
  const again = await tools.tfprojects(app, ["apply", "--no-synth"]);
  quote(linesLike(again.output, /^No changes\./));
  mustBe("writes of a second apply", cost(emulator, again.milliseconds), 0);

  title("Meanwhile, someone else …");
  someoneElse(emulator, { description: "changed by hand" });

  title("Drift, named exactly");
  const drift = await tools.tfprojects(app, ["drift", "--no-synth"], [2]);
  quote(told(drift));
  note(`exit status ${String(drift.status)}: something differs`);
  mustBe("writes of drift", cost(emulator, drift.milliseconds), 0);

  await outdated(emulator, tools, app);

  title("Repair it");
  const repaired = await tools.tfprojects(app, ["apply", "--no-synth", "--auto-approve"]);
  quote(linesLike(repaired.output, /^[~→] |description|payment-prod|^Applied /));
  cost(emulator, repaired.milliseconds);
  const clean = await tools.tfprojects(app, ["drift", "--no-synth"]);
  quote(linesLike(clean.output, /^No drift\./));
  note("exit status 0");
  emulator.clearRequests();
  console.log();
  organization(emulator);

  await review(emulator, tools, folder);
  await backToCode(emulator, tools, folder);
  await prune(emulator, tools, app);

  console.log(
    `\n${colors.bold("Now with your own organization:")} set TFE_ORGANIZATION and TFE_TOKEN, and run \`npx tfprojects import\` there:`,
  );
  console.log("it writes the code for what you have. With Terraform on the PATH, this demo deploys through it.\n");
}

/** A saved plan is applied as it was reviewed, or not at all. */
async function outdated(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  title("A plan that is out of date is refused before the first write");
  await tools.tfprojects(app, ["plan", "--no-synth", "--out", "repair.json"]);
  const workspace = emulator.findWorkspace("acme", "payment-prod");
  const other = emulator.findProject("acme", "Data Science");
  if (workspace === undefined || other === undefined) throw new Error("What the story is about is gone.");
  emulator.moveWorkspace(workspace.id, other.id);
  tell("… and before it is applied, someone moves payment-prod once more.\n");
  emulator.clearRequests();
  const refused = await tools.tfprojects(app, ["apply", "repair.json"], [1]);
  quote(linesLike(refused.output, /^error:|^ {2}acme: |^Plan anew/));
  mustBe("writes of a refused plan", cost(emulator, refused.milliseconds), 0);
}

/** What the tasks of a run say, and an override. */
async function review(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  title("What a run's tasks say");
  const { runId, stageId } = runWithFindings(emulator);
  const stages = await tools.tfprojects(folder, ["stages", runId], [4]);
  quote(told(stages));
  note(`exit status ${String(stages.status)}: awaiting override`);
  console.log();
  tell("Someone who may looks at the findings and overrides them:\n");
  const overridden = await tools.tfprojects(folder, ["override", stageId, "--auto-approve"]);
  quote(told(overridden));
  const passed = await tools.tfprojects(folder, ["stages", runId, "--watch", "--timeout", "60"]);
  quote(linesLike(passed.output, /^Verdict: passed/));
  note(`exit status ${String(passed.status)}: a pipeline may go on`);
  emulator.clearRequests();
}

/** Import, then plan, is empty. */
async function backToCode(emulator: Emulator, tools: Tools, folder: string): Promise<void> {
  title("The way back: an organization as it is, written as code");
  const imported = await tools.tfprojects(folder, ["import", "--out", "imported"]);
  quote(linesLike(imported.output, /^Wrote /));
  cost(emulator, imported.milliseconds);
  command("cd imported");
  const same = await tools.tfprojects(tools.linkPackages("imported", folder), ["plan"]);
  quote(linesLike(same.output, /^No changes\./));
  mustBe("writes of a plan", cost(emulator, same.milliseconds), 0);
}

/** What leaves the code stays, unless the code is said to be the whole truth. */
async function prune(emulator: Emulator, tools: Tools, app: string): Promise<void> {
  title("A team leaves the code");
  const path = join(app, "main.ts");
  const before = readFileSync(path, "utf8");
  const after = before.replace(/^ *Search: .*\n/m, "");
  if (after === before) throw new Error("The example has no team Search.");
  writeFileSync(path, after);
  const kept = await tools.tfprojects(app, ["plan"]);
  quote(linesLike(kept.output, /^No changes\./));
  tell("Nothing is deleted that nobody asked to delete. With --prune the code is the whole truth:\n");
  const pruned = await tools.tfprojects(app, ["apply", "--prune", "--evacuate", "--auto-approve"]);
  quote(linesLike(pruned.output, /^ {2}! |^Plan:|^Applied /));
  mustBe("projects called Search", emulator.findProject("acme", "Search") === undefined ? 0 : 1, 0);
  emulator.clearRequests();
  tell("No workspace is lost: those of Search are back in the default project.\n");
  organization(emulator);
}

/** All that it said, but empty lines. */
function told({ output }: Ended): readonly string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

/** @throws Error when the story claims what is not so. */
function mustBe(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`Expected ${expected} ${what}, and found ${found}.`);
}
