import { AnyString } from "./expected-response";
import type { Progress, Result, Run, Stage, ModelState } from "./state";

/** Pre-Plan, Post-Plan, Pre-Apply, Post-Apply. */
export const RUN_STAGES = ["pre_plan", "post_plan", "pre_apply", "post_apply"];

export interface NewRun {
  readonly workspace: string;
  readonly speculative: boolean;
  readonly tasksOverridable: boolean;
  readonly tasks: readonly { readonly name: string; readonly stage: string; readonly level: string }[];
  readonly policies: readonly { readonly stage: string; readonly level: string; readonly overridable: boolean }[];
}

/** One task stage for each run stage that triggers tasks, one result for each task. All are `pending`. */
export function startRun(world: ModelState, given: NewRun): string {
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
      startedAt: undefined,
    };
    world.stages.push(stage);
    for (const task of tasks) {
      world.results.push({
        ...world.progress(),
        id: world.newId("taskrs"),
        stage: stage.id,
        task: findOrCreateTask(world, organization, task.name),
        taskName: task.name,
        taskUrl: `https://run-tasks.example.com/${task.name}`,
        workspaceTask: world.newId("wstask"),
        level: task.level,
        message: null,
        url: null,
        lastReportAt: undefined,
      });
    }
    for (const policy of policies) {
      world.policies.push({ ...policy, id: world.newId("poleval"), stage: stage.id, status: "pending" });
    }
  }
  advanceRun(world, run.id);
  return run.id;
}

function findOrCreateTask(world: ModelState, organization: string, name: string): string {
  const known = world.tasks.find((task) => task.organization === organization && task.name === name);
  if (known !== undefined) return known.id;
  const id = world.newId("task");
  world.tasks.push({ id, organization, name });
  return id;
}

/** What a run task says of its result. */
export function reportResult(
  world: ModelState,
  id: string,
  status: string,
  message: string | null,
  url: string | null,
): void {
  const result = world.results.find((one) => one.id === id)!;
  setStatus(world, result, status);
  result.message = message;
  result.url = url;
  result.updated = world.now;
  result.lastReportAt = world.now;
  deriveStage(world, result.stage);
}

export function reportPolicy(world: ModelState, id: string, status: string): void {
  const policy = world.policies.find((one) => one.id === id)!;
  policy.status = status;
  deriveStage(world, policy.stage);
}

/** To `running`. */
export function override(world: ModelState, stage: Stage): void {
  setStatus(world, stage, "running");
  stage.passesAt = world.now + 1000;
}

export function setStageStatus(world: ModelState, id: string, status: string): boolean {
  const stage = world.stages.find((one) => one.id === id);
  if (stage === undefined) return false;
  setStatus(world, stage, status);
  stage.passesAt = undefined;
  advanceRun(world, stage.run);
  return true;
}

/** False when the run is unknown or at its end. */
export function cancelRun(world: ModelState, id: string): boolean {
  const stages = world.stages.filter((stage) => stage.run === id);
  const current = stages.find((stage) => !isFinal(stage.status) || endsRun(world, stage));
  if (current === undefined || isFinal(current.status)) return false;
  for (const stage of stages) end(world, stage, "canceled");
  advanceRun(world, id);
  return true;
}

/** Time passes, and what is due happens in its order, each at its own time. */
export function advance(world: ModelState, seconds: number): void {
  const until = world.now + seconds * 1000;
  for (;;) {
    const stage = earliest(world.stages, ({ passesAt }) => passesAt);
    const result = earliest(world.results, (one) => timeoutAt(world, one));
    const passes = stage?.passesAt ?? Infinity;
    const ends = (result && timeoutAt(world, result)) ?? Infinity;
    if (Math.min(passes, ends) > until) break;
    world.now = Math.min(passes, ends);
    if (stage !== undefined && passes <= ends) completeOverride(world, stage);
    else if (result !== undefined) {
      setStatus(world, result, "errored");
      // The words are the emulator's; they are compared as such.
      result.message = new AnyString();
      deriveStage(world, result.stage);
    }
  }
  world.now = until;
}

function earliest<T>(things: readonly T[], due: (thing: T) => number | undefined): T | undefined {
  const waiting = things.filter((thing) => due(thing) !== undefined);
  return waiting.sort((one, other) => due(one)! - due(other)!)[0];
}

/** A stage that was overridden passes after a second, and its failed policies are then overridden. */
function completeOverride(world: ModelState, stage: Stage): void {
  for (const policy of world.policies)
    if (policy.stage === stage.id && policy.status === "failed") policy.status = "overridden";
  setStatus(world, stage, "passed");
  stage.passesAt = undefined;
  advanceRun(world, stage.run);
}

/** A result waits 10 minutes for progress and 60 for its end, from the turn of its stage. */
function timeoutAt(world: ModelState, result: Result): number | undefined {
  if (isFinal(result.status)) return undefined;
  const turn = world.stages.find(({ id }) => id === result.stage)?.startedAt;
  if (turn === undefined) return undefined;
  return Math.min(Math.max(turn, result.lastReportAt ?? turn) + 10 * 60_000, turn + 60 * 60_000);
}

/** Brings a stage to the status that its results and policies give it, and its run to where it is then. */
function deriveStage(world: ModelState, stageId: string): void {
  const stage = world.stages.find(({ id }) => id === stageId)!;
  setStatus(world, stage, stageStatus(world, stage));
  advanceRun(world, stage.run);
}

/**
 * The stages of a run have their turns one after the other; one that ends without passing ends the run. The runs of a
 * workspace have theirs one after the other too, but for those that plan only.
 */
function advanceRun(world: ModelState, runId: string): void {
  const run = world.runs.find(({ id }) => id === runId)!;
  startNextStage(world, runId, isQueued(world, run));
  if (run.speculative || !isDone(world, run)) return;
  const next = world.runs.find((one) => one.workspace === run.workspace && !one.speculative && !isDone(world, one));
  if (next !== undefined) startNextStage(world, next.id, false);
}

function isQueued(world: ModelState, run: Run): boolean {
  if (run.speculative) return false;
  const before = world.runs.slice(0, world.runs.indexOf(run));
  return before.some((one) => one.workspace === run.workspace && !one.speculative && !isDone(world, one));
}

function isDone(world: ModelState, { id }: Run): boolean {
  return world.stages.every((stage) => stage.run !== id || isFinal(stage.status));
}

function startNextStage(world: ModelState, runId: string, queued: boolean): void {
  let stopped = false;
  let waits = queued;
  for (const stage of world.stages.filter(({ run }) => run === runId)) {
    // What the run does not come to cannot be executed (emulator's choice of the status).
    if (stopped && !isFinal(stage.status)) end(world, stage, "unreachable");
    else if (!isFinal(stage.status)) {
      if (!waits) stage.startedAt ??= world.now;
      waits = true;
    } else if (endsRun(world, stage)) stopped = true;
  }
}

/**
 * Whether a stage that is at its end ends its run. After the apply there is nothing left to stop, and what is not
 * mandatory stops nothing .
 */
function endsRun(world: ModelState, { id, status, stage }: Stage): boolean {
  if (status === "passed" || stage === "post_apply") return false;
  const parts = [...world.results, ...world.policies].filter((part) => part.stage === id);
  return status !== "failed" || parts.some(isMandatoryFailure);
}

function isMandatoryFailure({ level, status }: { readonly level: string; readonly status: string }): boolean {
  return level === "mandatory" && status !== "passed";
}

/** Derives the status of a stage: it passes when all its results passed. */
function stageStatus(world: ModelState, stage: Stage): string {
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
function end(world: ModelState, stage: Stage, status: string): void {
  for (const part of [...world.results, ...world.policies]) {
    if (part.stage !== stage.id || isFinal(part.status)) continue;
    if ("reached" in part) setStatus(world, part, status);
    else part.status = status;
  }
  if (!isFinal(stage.status)) setStatus(world, stage, status);
  stage.passesAt = undefined;
}

export function isFinal(status: string): boolean {
  return !["pending", "running", "awaiting_override"].includes(status);
}

function setStatus(world: ModelState, progress: Progress, status: string): void {
  if (progress.status === status) return;
  // What has an outcome must have begun, even if it never said so (emulator's choice).
  const begins = progress.status === "pending" && !["canceled", "unreachable"].includes(status);
  progress.reached = { ...progress.reached, ...(begins ? { running: world.now } : {}), [status]: world.now };
  progress.status = status;
  progress.updated = world.now;
}
