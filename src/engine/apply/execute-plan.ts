import { isDeepStrictEqual } from "node:util";
import type { Workspace } from "../../model";
import type { AwaitedEvent, BatchOutcome, MoveBatch, Outcome, Skipped } from "../events";
import { countsAsGone } from "../../reconcile/absence";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { applyToProjects, ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { moveAndReadBack, moveWorkspaces } from "../../reconcile/membership";
import { projectOf } from "../actions/table";
import {
  projectKey,
  type Action,
  type MoveAction,
  type ProjectTarget,
  type SetAction,
  type UnsetAction,
} from "../plan/action";
import type { Plan } from "../plan/comparison";
import { deleteProject, ensureProject } from "../../reconcile/project";
import { quote } from "../../reconcile/text";
import type { OrganizationView } from "../../reconcile/view";
import type { MoveBatches } from "./move-batches";

type Done = Omit<Extract<Outcome, { readonly kind: "done" }>, "kind" | "batches">;

export interface ExecuteOptions {
  /**
   * Called when an action or a batch starts, before its request, and when it has ended; awaited each time. Once it has
   * thrown, nothing further is started, and what is in progress is completed.
   */
  readonly onEvent?: ((event: AwaitedEvent) => void | Promise<void>) | undefined;
  /** Once aborted, no further action is started; actions in progress are completed. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The batches of the plan's moves. Each is sent while nothing else is in progress, and its workspaces are read back.
   * The first failure then ends the apply.
   *
   * @default each move is one request
   */
  readonly batches?: MoveBatches | undefined;
}

/** How the actions of a plan ended. */
export interface Execution {
  /** In the order of the actions; empty if the plan was not applied. */
  readonly outcomes: readonly Outcome[];
  /** What `onEvent` or `between` threw; nothing further was started after it. @default they threw nothing */
  readonly listenerError?: unknown;
}

/** Actions executed at the same time where the service has no rate limit. */
const CONCURRENCY = 10;

/**
 * Executes a plan with the functions that the Terraform provider uses. Actions that do not depend on each other run
 * concurrently, and those that assign an object to several projects are one request, without those whose project could
 * not be made ready for it. When one fails, only those that depend on it are skipped, unless moves are in batches.
 *
 * @param view - The one that the plan was made from.
 * @param plan - One that may be applied: see `applyPlans`.
 */
export async function executePlan(
  view: OrganizationView,
  plan: Plan,
  options: ExecuteOptions = {},
): Promise<Execution> {
  const running = new RunningPlan(view, plan.actions, options);
  await Promise.all(Array.from({ length: view.client.concurrency(CONCURRENCY) }, () => running.runWorker()));
  const { outcomes, listenerError } = running;
  return listenerError === undefined ? { outcomes } : { outcomes, listenerError };
}

/** The outcome of an action that is not executed. */
export function skipped(action: Action, batches: MoveBatches | undefined, why: Skipped): Outcome {
  if (action.kind !== "move" || batches === undefined) return why;
  return { ...why, batches: batches.of(action).map((batch) => ({ ...batch, kind: "skipped" })) };
}

const STOPPED: Skipped = { kind: "skipped", reason: "stopped" };

/**
 * Whether a request was still queued when the client was stopped. An action is one write, so nothing of it was done.
 */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

/** How work of an action ends. */
async function endOf(work: () => Promise<Done>): Promise<Outcome> {
  try {
    return { kind: "done", ...(await work()) };
  } catch (error) {
    return failedWith(error);
  }
}

function failedWith(error: unknown): Outcome {
  return wasNeverSent(error) ? STOPPED : { kind: "failed", error };
}

/** An action that assigns an object, or takes it off. */
type AssignmentAction = SetAction | UnsetAction;

function isAssignment(action: Action): action is AssignmentAction {
  return action.kind === "set" || action.kind === "unset";
}

/** An action, and its position in the plan. */
interface Positioned {
  readonly action: Action;
  readonly position: number;
}

/** Actions that one request makes; nearly always one. */
type Together = readonly [Positioned, ...Positioned[]];

/**
 * The actions from a position on that one request makes: they assign an object to several projects in the same way.
 * None of them depends on another one, so everything that one of them depends on precedes all of them.
 */
function togetherFrom(start: number, actions: readonly Action[]): Together | undefined {
  const first = actions[start];
  if (first === undefined) return;
  const others: Positioned[] = [];
  const isBatched = isAssignment(first) && ASSIGNMENT_KINDS[first.type].isBatched;
  for (let position = start + 1; isBatched && position < actions.length; position++) {
    const action = actions[position];
    if (action === undefined || !isAssignment(action)) break;
    if (!isDeepStrictEqual(changeIn(action), changeIn(first))) break;
    others.push({ action, position });
  }
  return [{ action: first, position: start }, ...others];
}

/** What an action changes, apart from the project. */
function changeIn(action: AssignmentAction): readonly unknown[] {
  const { kind, type, object, before, after } = { after: null, ...action };
  return [kind, type, object.id, before, after];
}

class RunningPlan {
  readonly outcomes: Outcome[] = [];
  listenerError: unknown;
  /** The end of each action that was reached, by position. Its outcome is there by then. */
  readonly #ends: Promise<void>[] = [];
  /** Key → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #next = 0;
  #hasListenerFailed = false;
  /** The first outcome of an action, or of a batch, that was not done. */
  #firstNotDone: Outcome | undefined;
  /** Pending while a move in batches is in progress: nothing else starts then. */
  #moving: Promise<void> | undefined;

  constructor(
    private readonly view: OrganizationView,
    private readonly actions: readonly Action[],
    private readonly options: ExecuteOptions,
  ) {}

  /**
   * Runs one action after the other until none is left. An action's dependencies precede it in the plan, so they have
   * been started already.
   */
  async runWorker(): Promise<void> {
    for (;;) {
      while (this.#moving !== undefined) await this.#moving;
      const together = togetherFrom(this.#next, this.actions);
      if (together === undefined) return;
      this.#next += together.length;
      const end = this.#run(together);
      for (const { position } of together) this.#ends[position] = end;
      if (this.#isInBatches(together[0].action)) this.#moving = end.then(() => (this.#moving = undefined));
      await end;
    }
  }

  /** Runs actions without those that depend on something that was not done. */
  async #run(together: Together): Promise<void> {
    // While there is a question between two batches, nothing else is in progress.
    await Promise.all(
      this.#isInBatches(together[0].action)
        ? [...this.#ends]
        : together.flatMap(({ action }) => action.dependsOn.flatMap((it) => this.#ends[it] ?? [])),
    );
    const obstacles = together.map(({ action }) => this.#obstacleTo(action));
    const [first, ...others] = together.filter((_, index) => obstacles[index] === undefined);
    const ends = first === undefined ? [] : [...(await this.#runReady([first, ...others]))];
    for (const [index, { action, position }] of together.entries()) {
      const obstacle = obstacles[index];
      const end = obstacle === undefined ? ends.shift() : undefined;
      const outcome = end ?? skipped(action, this.options.batches, obstacle ?? STOPPED);
      this.outcomes[position] = outcome;
      if (outcome.kind !== "done") this.#firstNotDone ??= outcome;
      await this.#report({ kind: "action", action, position, outcome });
    }
  }

  /** Runs actions whose dependencies are done. @returns their outcomes; none if they may not start */
  async #runReady(ready: Together): Promise<readonly Outcome[]> {
    const { batches } = this.options;
    const stop = this.#stop();
    if (stop !== undefined) return ready.map(({ action }) => skipped(action, batches, stop));
    for (const it of ready) await this.#report({ kind: "action", ...it, outcome: "started" });
    // An action that was reported as started is in progress: only a listener that fails still stops it.
    if (this.#hasListenerFailed) return ready.map(({ action }) => skipped(action, batches, STOPPED));
    const [{ action, position }] = ready;
    if (this.#isInBatches(action)) return [await this.#moveInBatches(action, position)];
    if (isAssignment(action)) return this.#assign(action, ready);
    return [await endOf(() => this.#execute(action))];
  }

  #isInBatches(action: Action): action is MoveAction {
    return action.kind === "move" && this.options.batches !== undefined;
  }

  /** What prevents an action: the failures without which its dependencies would be done, or what stopped these. */
  #obstacleTo({ dependsOn }: Action): Skipped | undefined {
    const failures = new Set<number>();
    let stop: Skipped | undefined;
    for (const position of dependsOn) {
      const outcome = this.outcomes[position];
      if (outcome?.kind === "failed") failures.add(position);
      else if (outcome?.kind !== "skipped") continue;
      else if (outcome.reason === "dependency") outcome.failures.forEach((it) => failures.add(it));
      else stop ??= { kind: "skipped", reason: outcome.reason };
    }
    if (failures.size === 0) return stop;
    return { kind: "skipped", reason: "dependency", failures: [...failures].sort((one, other) => one - other) };
  }

  /** Why nothing more is started, if it is not. */
  #stop(): Skipped | undefined {
    const { batches, signal } = this.options;
    if (this.#hasListenerFailed || signal?.aborted === true) return STOPPED;
    if (batches === undefined || this.#firstNotDone === undefined) return;
    return this.#firstNotDone.kind === "failed" ? { kind: "skipped", reason: "first-failure" } : STOPPED;
  }

  async #report(event: AwaitedEvent): Promise<void> {
    await this.#ask(() => this.options.onEvent?.(event));
  }

  /** A listener that fails knows less than the outcomes do, so its error must not replace them. */
  async #ask<T>(question: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      if (!this.#hasListenerFailed) this.listenerError = error;
      this.#hasListenerFailed = true;
      return undefined;
    }
  }

  async #moveInBatches(action: MoveAction, position: number): Promise<Outcome> {
    const { batches } = this.options;
    if (batches === undefined) throw new Error("The moves of the plan are not in batches.");
    let end: Outcome = { kind: "done" };
    const ended: BatchOutcome[] = [];
    for (const batch of batches.of(action)) {
      const isNext = end.kind === "done";
      if (isNext) end = await this.#moveBatch(action, position, batch, batches);
      ended.push({ ...batch, kind: isNext ? end.kind : "skipped" });
    }
    return { ...end, batches: ended };
  }

  async #moveBatch(action: MoveAction, position: number, part: MoveBatch, batches: MoveBatches): Promise<Outcome> {
    const stop = this.#stop();
    if (stop !== undefined) return stop;
    if ((await this.#ask(() => batches.mayBegin(part))) !== true) return STOPPED;
    // It may have been interrupted during the question.
    if (this.#stop() !== undefined) return STOPPED;
    const event = { kind: "batch", action, position, ...part, total: batches.total } as const;
    await this.#report({ ...event, outcome: "started" });
    if (this.#hasListenerFailed) return STOPPED;
    const ids = new Set(part.workspaces.map(({ id }) => id));
    const end = await endOf(async () => {
      const workspaces = this.#workspacesOf(action).filter(({ id }) => ids.has(id));
      await moveAndReadBack(this.view, workspaces, this.#idOf(action.destination));
      return {};
    });
    if (end.kind === "done") batches.recordMove(part);
    await this.#report({ ...event, outcome: end.kind });
    return end;
  }

  #idOf(project: ProjectTarget): string {
    const id = project.id ?? this.#created.get(projectKey(project));
    if (id === undefined) throw new Error(`The plan changes project ${project.name}, but does not create it.`);
    return id;
  }

  #workspacesOf({ workspaces }: MoveAction): readonly Workspace[] {
    return workspaces.map(({ id, name, from }) => ({ id, name, projectId: from.id, organization: this.view.name }));
  }

  /** Makes the change of an action, and of others with the same one for their projects. */
  async #assign(first: AssignmentAction, all: Together): Promise<readonly Outcome[]> {
    const ids = all.map(({ action }) => this.#idOf(projectOf(action)));
    const change = { after: null, ...first };
    const errors = await applyToProjects(this.view, ASSIGNMENT_KINDS[first.type], ids, change);
    return errors.map((error) => (error === undefined ? { kind: "done" } : failedWith(error)));
  }

  async #execute(action: Exclude<Action, AssignmentAction>): Promise<Done> {
    switch (action.kind) {
      case "create": {
        const { id } = await ensureProject(this.view, action.after);
        this.#created.set(projectKey(projectOf(action)), id);
        return { createdId: id };
      }
      case "update":
        await ensureProject(this.view, action.after, { id: action.projectId, inState: action.inState });
        return {};
      case "move":
        await moveWorkspaces(this.view, this.#workspacesOf(action), this.#idOf(action.destination));
        return {};
      case "delete":
        if (await deleteProject(this.view, action.projectId, "refuse")) return {};
        return { warning: countsAsGone(`Project ${quote(action.before.name)} (${action.projectId})`) };
    }
  }
}
