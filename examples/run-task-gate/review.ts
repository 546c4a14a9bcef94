/**
 * Simulates a run task on the emulator: starts a run of the workspace payment-prod, whose security review passes or
 * fails after the plan, and prints the run ID. With the real service, use one of your own runs.
 */
async function main(): Promise<void> {
  const status = process.argv[2];
  if (status !== "passed" && status !== "failed") throw new Error("Say how the review ends: passed or failed.");
  const { organizations } = (await emulator("GET", "state")) as State;
  const workspaces = organizations.flatMap(({ projects }) => projects.flatMap((project) => project.workspaces));
  const workspaceId = workspaces.find(({ name }) => name === "payment-prod")?.id;
  const tasks = [{ name: "security-review", stage: "post_plan" }];
  const run = (await emulator("POST", "runs", { workspaceId, tasks, overridable: true })) as Run;
  const results = run.taskStages.flatMap(({ taskResults }) => taskResults);
  for (const { id } of results)
    await emulator("PATCH", `task-results/${id}`, { status, message: `The review ${status}.` });
  console.log(run.id);
}

interface State {
  readonly organizations: readonly {
    readonly projects: readonly { readonly workspaces: readonly { readonly id: string; readonly name: string }[] }[];
  }[];
}

interface Run {
  readonly id: string;
  readonly taskStages: readonly { readonly taskResults: readonly { readonly id: string }[] }[];
}

/** The control API of the emulator, see docs/emulator.md. */
async function emulator(method: string, path: string, body?: object): Promise<unknown> {
  const address = process.env["TFE_ADDRESS"] ?? "";
  const answer = await fetch(`${address}/_emulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
}

void main();
