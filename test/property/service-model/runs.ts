import { SomeText } from "./answer";
import type { Progress, Result, Run, Stage, World } from "./world";

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
      turn: undefined,
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
        heard: undefined,
      });
    }
    for (const policy of policies) {
      world.policies.push({ ...policy, id: world.newId("poleval"), stage: stage.id, status: "pending" });
    }
  }
  goOn(world, run.id);
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
  result.heard = world.now;
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

export function setStageStatus(world: World, id: string, status: string): boolean {
  const stage = world.stages.find((one) => one.id === id);
  if (stage === undefined) return false;
  reach(world, stage, status);
  stage.passesAt = undefined;
  goOn(world, stage.run);
  return true;
}

/** False when the run is unknown or at its end. */
export function cancelRun(world: World, id: string): boolean {
  const stages = world.stages.filter((stage) => stage.run === id);
  const current = stages.find((stage) => !isFinal(stage.status) || stops(world, stage));
  if (current === undefined || isFinal(current.status)) return false;
  for (const stage of stages) end(world, stage, "canceled");
  goOn(world, id);
  return true;
}

/** Time passes, and what is due happens in its order, each at its own time. */
export function advance(world: World, seconds: number): void {
  const until = world.now + seconds * 1000;
  for (;;) {
    const stage = soonest(world.stages, ({ passesAt }) => passesAt);
    const result = soonest(world.results, (one) => timesOut(world, one));
    const passes = stage?.passesAt ?? Infinity;
    const ends = (result && timesOut(world, result)) ?? Infinity;
    if (Math.min(passes, ends) > until) break;
    world.now = Math.min(passes, ends);
    if (stage !== undefined && passes <= ends) pass(world, stage);
    else if (result !== undefined) {
      reach(world, result, "errored");
      // The words are the emulator's; they are compared as such.
      result.message = new SomeText();
      follow(world, result.stage);
    }
  }
  world.now = until;
}

function soonest<T>(things: readonly T[], due: (thing: T) => number | undefined): T | undefined {
  const waiting = things.filter((thing) => due(thing) !== undefined);
  return waiting.sort((one, other) => due(one)! - due(other)!)[0];
}

/** A stage that was overridden passes after a second, and its failed policies are then overridden (facts, section 6.1). */
function pass(world: World, stage: Stage): void {
  for (const policy of world.policies)
    if (policy.stage === stage.id && policy.status === "failed") policy.status = "overridden";
  reach(world, stage, "passed");
  stage.passesAt = undefined;
  goOn(world, stage.run);
}

/** A result waits 10 minutes for progress and 60 for its end, from the turn of its stage (facts, section 6.2). */
function timesOut(world: World, result: Result): number | undefined {
  if (isFinal(result.status)) return undefined;
  const turn = world.stages.find(({ id }) => id === result.stage)?.turn;
  if (turn === undefined) return undefined;
  return Math.min(Math.max(turn, result.heard ?? turn) + 10 * 60_000, turn + 60 * 60_000);
}

/** Brings a stage to the status that its results and policies give it, and its run to where it is then. */
function follow(world: World, stageId: string): void {
  const stage = world.stages.find(({ id }) => id === stageId)!;
  reach(world, stage, statusOf(world, stage));
  goOn(world, stage.run);
}

/**
 * The stages of a run have their turns one after the other; one that ends without passing ends the run. The runs of a workspace have theirs one
 * after the other too, but for those that plan only.
 */
function goOn(world: World, runId: string): void {
  const run = world.runs.find(({ id }) => id === runId)!;
  goThroughStages(world, runId, waitsForAnother(world, run));
  if (run.speculative || !isDone(world, run)) return;
  const next = world.runs.find((one) => one.workspace === run.workspace && !one.speculative && !isDone(world, one));
  if (next !== undefined) goThroughStages(world, next.id, false);
}

function waitsForAnother(world: World, run: Run): boolean {
  if (run.speculative) return false;
  const before = world.runs.slice(0, world.runs.indexOf(run));
  return before.some((one) => one.workspace === run.workspace && !one.speculative && !isDone(world, one));
}

function isDone(world: World, { id }: Run): boolean {
  return world.stages.every((stage) => stage.run !== id || isFinal(stage.status));
}

function goThroughStages(world: World, runId: string, queued: boolean): void {
  let stopped = false;
  let waits = queued;
  for (const stage of world.stages.filter(({ run }) => run === runId)) {
    // What the run does not come to cannot be executed (emulator's choice of the status).
    if (stopped && !isFinal(stage.status)) end(world, stage, "unreachable");
    else if (!isFinal(stage.status)) {
      if (!waits) stage.turn ??= world.now;
      waits = true;
    } else if (stops(world, stage)) stopped = true;
  }
}

/**
 * Whether a stage that is at its end ends its run. After the apply there is nothing left to stop, and what is not mandatory stops nothing
 * (facts, section 6.2).
 */
function stops(world: World, { id, status, stage }: Stage): boolean {
  if (status === "passed" || stage === "post_apply") return false;
  const parts = [...world.results, ...world.policies].filter((part) => part.stage === id);
  return status !== "failed" || parts.some(isMandatoryFailure);
}

function isMandatoryFailure({ level, status }: { readonly level: string; readonly status: string }): boolean {
  return level === "mandatory" && status !== "passed";
}

/** What results and policies mean together (facts, section 6.2): section 3.1 has a stage pass when all its results passed. */
function statusOf(world: World, stage: Stage): string {
  const results = world.results.filter((result) => result.stage === stage.id);
  const policies = world.policies.filter((policy) => policy.stage === stage.id);
  const all = [...results, ...policies];
  if (all.every(({ status }) => status === "pending")) return "pending";
  if (all.some(({ status }) => !isFinal(status))) return "running";
  const failedPolicies = policies.filter(isMandatoryFailure);
  const failedResults = results.filter(isMandatoryFailure);
  if (failedPolicies.length + failedResults.length === 0) {
    return results.every(({ status }) => status === "passed") ? "passed" : "failed";
  }
  if (all.every(({ status }) => status === "unreachable")) return "unreachable";
  if (failedPolicies.some(({ status }) => status === "errored")) return "errored";
  // What could not be executed at all cannot be overridden (emulator's choice).
  const overridable = (result: Result): boolean => stage.tasksOverridable && result.status !== "unreachable";
  if (failedPolicies.some((policy) => !policy.overridable) || !failedResults.every(overridable)) return "failed";
  return "awaiting_override";
}

/** Ends a stage, and all in it, that is not at its end. */
function end(world: World, stage: Stage, status: string): void {
  for (const part of [...world.results, ...world.policies]) {
    if (part.stage !== stage.id || isFinal(part.status)) continue;
    if ("reached" in part) reach(world, part, status);
    else part.status = status;
  }
  if (!isFinal(stage.status)) reach(world, stage, status);
  stage.passesAt = undefined;
}

export function isFinal(status: string): boolean {
  return !["pending", "running", "awaiting_override"].includes(status);
}

function reach(world: World, progress: Progress, status: string): void {
  if (progress.status === status) return;
  // What has an outcome must have begun, even if it never said so (emulator's choice).
  const begins = progress.status === "pending" && !["canceled", "unreachable"].includes(status);
  progress.reached = { ...progress.reached, ...(begins ? { running: world.now } : {}), [status]: world.now };
  progress.status = status;
  progress.updated = world.now;
}
