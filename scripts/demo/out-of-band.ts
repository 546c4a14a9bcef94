import type { Emulator } from "tfprojects/emulator";

/** Changes the project Search and moves a workspace, as someone could in the UI. Returns what they did, in lines. */
export function changeOutOfBand(
  emulator: Emulator,
  search: { readonly name: string } | { readonly description: string },
): readonly string[] {
  emulator.projects.update(projectId(emulator, "Search"), search);
  emulator.workspaces.move(workspaceId(emulator, "payment-prod"), projectId(emulator, "Platform"));
  const [change] = Object.entries(search);
  return [
    `They change the ${change?.[0] ?? ""} of the project Search to "${change?.[1] ?? ""}",`,
    "and move the workspace payment-prod from Checkout to Platform.",
  ];
}

/** Starts a run with a failed task, whose stage awaits an override. */
export function startRunWithFindings(emulator: Emulator): { readonly runId: string; readonly stageId: string } {
  const run = emulator.runs.start({
    workspaceId: workspaceId(emulator, "payment-prod"),
    tasks: [{ name: "security-review", stage: "post_plan", enforcementLevel: "mandatory" }],
    overridable: true,
  });
  const [stage] = run.taskStages;
  const [result] = stage?.taskResults ?? [];
  if (stage === undefined || result === undefined) throw new Error("The run has no task stage.");
  emulator.runs.reportResult(result.id, { status: "failed", message: "2 findings: a public bucket, an open port" });
  return { runId: run.id, stageId: stage.id };
}

function projectId(emulator: Emulator, name: string): string {
  const found = emulator.projects.find("acme", name);
  if (found === undefined) throw new Error(`The project ${name} is gone.`);
  return found.id;
}

function workspaceId(emulator: Emulator, name: string): string {
  const found = emulator.workspaces.find("acme", name);
  if (found === undefined) throw new Error(`The workspace ${name} is gone.`);
  return found.id;
}
