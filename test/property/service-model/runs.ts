import type { Progress, Result, Stage, World } from "./world";

/** Section 1: Pre-Plan, Post-Plan, Pre-Apply, Post-Apply; the words are those of facts, section 6. */
export const RUN_STAGES = ["pre_plan", "post_plan", "pre_apply", "post_apply"];

export interface NewRun {
  readonly workspace: string;
  readonly speculative: boolean;
  readonly tasksOverridable: boolean;
  readonly tasks: readonly { readonly name: string; readonly stage: string; readonly level: string }[];
  readonly policies: readonly { readonly stage: string; readonly level: string; readonly overridable: boolean }[];
}

/** Section 1: one task stage for each run stage that triggers tasks, one result for each task. All are `pending` (section 3). */
export function startRun(world: World, given: NewRun): string {
  const run = { id: world.newId("run"), workspace: given.workspace, speculative: given.speculative };
  world.runs.push(run);
  const { organization } = world.workspaces.find(({ id }) => id === given.workspace)!;
  for (const name of RUN_STAGES) {
    const tasks = given.tasks.filter(({ stage }) => stage === name);
    const policies = given.policies.filter(({ stage }) => stage === name);
    if (tasks.length + policies.length === 0) continue;
    const stage: Stage = {
      ...world.progress(),
      id: world.newId("ts"),
      run: run.id,
      stage: name,
      tasksOverridable: given.tasksOverridable,
      passesAt: undefined,
    };
    world.stages.push(stage);
    for (const task of tasks) {
      world.results.push({
        ...world.progress(),
        id: world.newId("taskrs"),
        stage: stage.id,
        task: taskNamed(world, organization, task.name),
        taskName: task.name,
        taskUrl: `https://run-tasks.example.com/${task.name}`,
        workspaceTask: world.newId("wstask"),
        level: task.level,
        message: null,
        url: null,
      });
    }
    for (const policy of policies) {
      world.policies.push({ ...policy, id: world.newId("poleval"), stage: stage.id, status: "pending" });
    }
  }
  return run.id;
}

function taskNamed(world: World, organization: string, name: string): string {
  const known = world.tasks.find((task) => task.organization === organization && task.name === name);
  if (known !== undefined) return known.id;
  const id = world.newId("task");
  world.tasks.push({ id, organization, name });
  return id;
}

/** Section 3.2: what a run task says of its result. */
export function reportResult(
  world: World,
  id: string,
  status: string,
  message: string | null,
  url: string | null,
): void {
  const result = world.results.find((one) => one.id === id)!;
  reach(world, result, status);
  result.message = message;
  result.url = url;
  result.updated = world.now;
  follow(world, result.stage);
}

export function reportPolicy(world: World, id: string, status: string): void {
  const policy = world.policies.find((one) => one.id === id)!;
  policy.status = status;
  follow(world, policy.stage);
}

/** Section 3.1: to `running`. */
export function override(world: World, stage: Stage): void {
  reach(world, stage, "running");
  stage.passesAt = world.now + 1000;
}

/** A stage that was overridden passes after a second, and its failed policies are then overridden (facts, section 6.1). */
export function advance(world: World, seconds: number): void {
  world.now += seconds * 1000;
  for (const stage of world.stages) {
    if (stage.passesAt === undefined || stage.passesAt > world.now) continue;
    for (const policy of world.policies)
      if (policy.stage === stage.id && policy.status === "failed") policy.status = "overridden";
    reach(world, stage, "passed", stage.passesAt);
    stage.passesAt = undefined;
  }
}

function follow(world: World, stageId: string): void {
  const stage = world.stages.find(({ id }) => id === stageId)!;
  reach(world, stage, statusOf(world, stage));
  stopLater(world, stage);
}

function stopLater(world: World, stage: Stage): void {
  // After the apply there is nothing left to stop (facts, section 6.2).
  if (!isFinal(stage.status) || stage.status === "passed" || stage.stage === "post_apply") return;
  for (const later of world.stages) {
    const comesLater = RUN_STAGES.indexOf(later.stage) > RUN_STAGES.indexOf(stage.stage);
    if (later.run !== stage.run || !comesLater || isFinal(later.status)) continue;
    // The run stops: what it does not come to cannot be executed (emulator's choice of the status).
    end(world, later, "unreachable");
    reach(world, later, "unreachable");
  }
}

/** What results and policies mean together (facts, section 6.2). */
function statusOf(world: World, stage: Stage): string {
  const results = world.results.filter((result) => result.stage === stage.id);
  const policies = world.policies.filter((policy) => policy.stage === stage.id);
  const all = [...results, ...policies];
  if (all.every(({ status }) => status === "pending")) return "pending";
  if (all.some(({ status }) => !isFinal(status))) return "running";
  const mandatory = ({ level }: { readonly level: string }): boolean => level === "mandatory";
  const failedPolicies = policies.filter((policy) => mandatory(policy) && policy.status !== "passed");
  const failedResults = results.filter((result) => mandatory(result) && result.status !== "passed");
  // Advisory failures let the run go on, whatever they are (facts, section 6.2).
  const fails = failedPolicies.length + failedResults.length > 0;
  if (fails && all.every(({ status }) => status === "unreachable")) return "unreachable";
  if (failedPolicies.some(({ status }) => status === "errored")) return "errored";
  // What could not be executed at all cannot be overridden (emulator's choice).
  const overridable = (result: Result): boolean => stage.tasksOverridable && result.status !== "unreachable";
  if (failedPolicies.some((policy) => !policy.overridable) || !failedResults.every(overridable)) return "failed";
  return fails ? "awaiting_override" : "passed";
}

/** False when the run is unknown or at its end. */
export function cancelRun(world: World, id: string): boolean {
  const stages = world.stages.filter((stage) => stage.run === id);
  const current = stages.find(
    ({ status, stage }) => !(status === "passed" || (isFinal(status) && stage === "post_apply")),
  );
  if (current === undefined || isFinal(current.status)) return false;
  for (const stage of stages) {
    end(world, stage, "canceled");
    if (!isFinal(stage.status)) reach(world, stage, "canceled");
    stage.passesAt = undefined;
  }
  return true;
}

/** Ends all in a stage that is not at its end. */
function end(world: World, stage: Stage, status: string): void {
  for (const part of [...world.results, ...world.policies]) {
    if (part.stage !== stage.id || isFinal(part.status)) continue;
    if ("reached" in part) reach(world, part, status);
    else part.status = status;
  }
}

export function setStageStatus(world: World, id: string, status: string): boolean {
  const stage = world.stages.find((one) => one.id === id);
  if (stage === undefined) return false;
  reach(world, stage, status);
  stage.passesAt = undefined;
  stopLater(world, stage);
  return true;
}

export function isFinal(status: string): boolean {
  return !["pending", "running", "awaiting_override"].includes(status);
}

function reach(world: World, progress: Progress, status: string, time = world.now): void {
  if (progress.status === status) return;
  // What has an outcome must have begun, even if it never said so (emulator's choice).
  const begins = progress.status === "pending" && !["canceled", "unreachable"].includes(status);
  progress.reached = { ...progress.reached, ...(begins ? { running: time } : {}), [status]: time };
  progress.status = status;
  progress.updated = time;
}
